"""Pen, brush, symbols, colours and sizes: what widgets are drawn with, and the widget they are all made from."""
