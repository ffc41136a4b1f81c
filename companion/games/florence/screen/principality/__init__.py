"""The principality: its grid with tiles, and placing a tile by touch."""
