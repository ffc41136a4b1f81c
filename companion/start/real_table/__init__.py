"""A table with readers, buttons and lights, joined to a session."""
