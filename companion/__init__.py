"""Herald: the witness beside the board."""
