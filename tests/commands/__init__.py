"""The commands of `herald`, as people type them."""
