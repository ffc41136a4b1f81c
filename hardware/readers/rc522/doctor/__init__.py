"""How RC522 readers on a Raspberry Pi are examined."""
