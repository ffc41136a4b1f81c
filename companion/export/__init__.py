"""Results for people and for other programs."""
