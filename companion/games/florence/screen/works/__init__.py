"""A work: the worker, its value line by line, and the split of the income."""
