"""Programs that a scene puts into a machine, to be run there with Herald's own Python."""
