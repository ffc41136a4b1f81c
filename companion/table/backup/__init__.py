"""Backups: everything that Herald keeps for its owner as one file, and the way back from it."""
