"""The new-game pages: which game, who sits where, its house rules, and what is printed on this copy."""
