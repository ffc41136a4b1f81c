"""Stands in for MicroPython's `time` of a Pico: ticks that wrap after 2**30, by virtual or real time.

MicroPython's unix port counts much farther, which would hide a program that cannot handle the wrap.
"""

import time
from struct import unpack_from

import machine

PERIOD = 1 << 30
_began_ns = time.time_ns()


def us() -> int:
    """Microseconds since the start, added to the start of the ticks; they never wrap."""
    if machine.VIRTUAL_TIME:
        now: int = unpack_from("<Q", machine.ask(ord("T")), 0)[0]
        return now
    return (time.time_ns() - _began_ns) // 1000 + int(machine.TICKS)


def ticks_us() -> int:
    """Microseconds that wrap."""
    return us() & PERIOD - 1


def ticks_ms() -> int:
    """Milliseconds that wrap."""
    return us() // 1000 & PERIOD - 1


def ticks_add(ticks: int, delta: int) -> int:
    """The ticks so much later."""
    return ticks + delta & PERIOD - 1


def ticks_diff(end: int, start: int) -> int:
    """The time from one to the other, at most half a period."""
    return (end - start + PERIOD // 2 & PERIOD - 1) - PERIOD // 2


def sleep_us(us: int) -> None:
    """Wait for so many microseconds."""
    if us <= 0:
        return
    if machine.VIRTUAL_TIME:
        machine.ask(ord("Z"), 0, "<Q", us)
    else:
        time.sleep(us / 1_000_000)


def sleep_ms(ms: int) -> None:
    """Wait for so many milliseconds."""
    sleep_us(1000 * ms)


def sleep(seconds: float) -> None:
    """Wait for so many seconds."""
    sleep_us(int(seconds * 1_000_000))
