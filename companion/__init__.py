"""Herald: the companion beside the board."""
