"""A game in a terminal, for a computer without a display: typed lines, and the readers of a real table."""
