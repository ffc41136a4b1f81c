"""RC522 readers on a Raspberry Pi's own SPI: their ports, the package under them, how the doctor examines them."""
