"""The rules once more, in the plainest way, and both compared."""
