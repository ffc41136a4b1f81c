"""A player's turn: two actions, and cards or tiles to choose from."""
