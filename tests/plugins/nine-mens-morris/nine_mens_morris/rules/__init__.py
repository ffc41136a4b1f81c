"""The rules. Clauses (`N-1.2`) are those of data/clauses.toml."""
