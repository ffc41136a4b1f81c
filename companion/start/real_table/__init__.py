"""A table with readers, buttons and lights, attached to a session."""
