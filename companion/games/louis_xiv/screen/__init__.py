"""How Louis XIV looks: the checkerboard of persons, the players' strips, evaluation and the coats of arms."""
