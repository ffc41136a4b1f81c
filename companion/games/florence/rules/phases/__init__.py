"""The phases of a round, and the final count."""
