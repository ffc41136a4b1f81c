"""The table that any game has without asking."""
