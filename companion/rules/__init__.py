"""The interface of a game: pieces, steps, moves, positions, refusals, events, records. Pure."""
