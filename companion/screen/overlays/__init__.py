"""What covers the table for a while: the menu, refusals, undo, the table check, reports."""
