"""The four phases of a round, and the final scoring."""
