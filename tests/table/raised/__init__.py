"""Exceptions raised at every step of handling a message."""
