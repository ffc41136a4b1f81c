"""Readers: each kind with its driver, and what keeps them at work."""
