"""The rulebooks' worked examples."""
