"""End to end: the staged firmware in a real MicroPython, and Herald's rig with a real pyserial, over a pty."""
