"""What was noticed becomes a move: evidence, search, and the judge."""
