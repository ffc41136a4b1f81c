"""From observations to a move: evidence, search, and the judge."""
