"""Starts the program in the current folder as a Pico starts the one in its flash, with a Pico's modules.

The folder of this file is searched first, so that its `machine` comes before the built-in one; after this,
modules come from the current folder alone.
"""

import sys

import machine
import pico_time

sys.modules["time"] = pico_time
if machine.VIRTUAL_TIME:
    import pico_select

    sys.modules["select"] = pico_select
sys.path[0] = ""
del sys.argv[:]

with open("main.py") as file:  # noqa: PTH123 (MicroPython has no pathlib)
    source = file.read()
exec(compile(source, "main.py", "exec"), {"__name__": "__main__"})
