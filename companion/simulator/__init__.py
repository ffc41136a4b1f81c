"""The virtual table: a truth nobody but the dealer knows, virtual players, and named faults around the real session."""
