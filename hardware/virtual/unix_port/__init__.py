"""The hub's own program in a real MicroPython: its unix port runs it, and all that it is wired to is virtual.

`modules` lies there in place of a Pico's own `machine`, `time` and `select`; whatever the program does with them is
asked of the world, over a pair of pipes. `World` is what a Pico is wired to; `UnixPort` starts the program, restarts it
as a reset or the watchdog does, and cuts its power:

    world = World(VirtualClock())                   # or RealClock()
    reader = world.add(bus=0, select=17, reset=22)
    with UnixPort(world, flash) as pico:            # a folder with main.py and what it imports
        reader.field.put(ntag213(uid))
        pico.run(500)                               # virtual milliseconds; by the real clock it runs by itself
"""
