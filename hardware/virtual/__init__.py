"""Virtual twins of the parts: chips, tags, readers and the wires between, for playing and testing without them."""
