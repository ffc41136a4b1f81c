"""What lies over the table for a while: the menu, refusals, taking back, the check, how it stands."""
