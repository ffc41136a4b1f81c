"""Painter, symbols, colours, sizes, and the widget that all other widgets are made from."""
