"""Tiles on a principality: the grid, and placing one by touch."""
