"""The hub's own program in a real MicroPython: its unix port runs it, and all that is wired to it is virtual.

`modules` replaces a Pico's own `machine`, `time` and `select`; their calls become requests to the world, over
a pair of pipes. `PicoWorld` holds what is wired to a Pico; `MicroPythonProcess` starts the program, restarts
it as a reset or the watchdog does, and cuts its power:

    world = PicoWorld(VirtualClock())        # or RealClock()
    reader = world.add_reader(bus=0, select=17, reset=22)
    with MicroPythonProcess(world, flash) as pico:   # a folder with main.py and what it imports
        reader.field.put_tag(make_ntag213(uid))
        pico.run_for(500)                    # virtual milliseconds; by the real clock it runs by itself
"""
