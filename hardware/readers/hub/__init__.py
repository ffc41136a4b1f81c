"""Herald's end of a reader hub: a Raspberry Pi Pico on a USB cable, with up to sixteen readers, lights and buttons.

From below: `serials` (serial devices, by pyserial); `talk` (the link over one of them, pure); `told` (what is told of
one reader, pure); `seek` (which device is the hub's); `memory` (tags read and written through it); `hub` (one planned
hub, kept for as long as the program runs); `hubs` (all of a wiring plan).
"""
