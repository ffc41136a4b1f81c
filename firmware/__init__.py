"""The program of the reader hub: a Raspberry Pi Pico with MicroPython and up to sixteen RC522 readers.

`start` boots it on a Pico; `hub` is the program over a `board`: it talks to the host by `session`, steps
`readers`, answers `tag_requests`, polls `buttons` and shows `lights`. `pico` is the board of a real Pico, by
MicroPython's `machine`; `spi_port` is one reader's registers over SPI; `restart_marks` are files that one
start leaves for the next. hardware.virtual.hub runs the same program in CPython.
"""
