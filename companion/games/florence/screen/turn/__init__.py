"""A player's two actions, and cards to choose from."""
