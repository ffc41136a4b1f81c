"""Programs that MicroPython and CPython both run, over the same files: a hub's own, as they are staged for its Pico."""
