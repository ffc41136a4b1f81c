"""Painting: rectangles, symbols, colours, letters."""
