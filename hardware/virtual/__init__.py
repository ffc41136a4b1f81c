"""Virtual counterparts of chips, tags, readers and wires, for playing and testing without real ones."""
