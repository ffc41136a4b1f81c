"""A table with readers, buttons and lights."""
