"""PN532 readers on a serial port: a USB stick or a board with a USB adapter."""
