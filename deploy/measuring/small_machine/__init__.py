"""Measures Herald as a small computer runs it: a fifth of a core, and nothing of it in the page cache."""
