"""A new game: which, who sits where, its house rules, and what is printed on this copy."""
