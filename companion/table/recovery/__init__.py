"""The way on from a damaged journal: what of it holds, and a new journal with that."""
