"""The program of the reader hub: a Raspberry Pi Pico with MicroPython and up to sixteen RC522 readers.

`start` boots it on a Pico; `hub` is the program, over a `board`: it hears and tells by `talk`, steps `readers`, asks
`tags` for their memories, looks at `buttons` and lights `lamps`. `pico` is the board that a Pico is, by MicroPython's
`machine`; `port` is one reader's registers over its SPI; `marks` are what one start leaves for the next.
hardware.virtual.hub runs the same program in CPython.
"""
