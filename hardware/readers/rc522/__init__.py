"""RC522 readers on a Raspberry Pi's own SPI: their ports, the package under them, and their examination."""
