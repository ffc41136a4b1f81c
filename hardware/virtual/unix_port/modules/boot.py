"""Starts what lies in the current folder as a Pico starts what is in its flash, with a Pico's modules.

The folder of this file is the first place where modules are looked for, so that its `machine` comes before the one that
is built in; after this, modules come from the current folder alone.
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
