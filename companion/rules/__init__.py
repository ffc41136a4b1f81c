"""The contract of a game: pieces, steps, moves, positions, refusals, events, records. Pure."""
