"""Programs that a scene runs in a machine with Herald's own Python."""
