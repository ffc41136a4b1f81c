"""Programs that MicroPython and CPython both run, over the same files as staged for a hub's Pico."""
