"""How a Pico starts the hub's program, and what catches it when it falls."""

import gc
import sys

import machine
import micropython

from firmware.marks import RESTARTED, STAY, WORDS, mark, taken

MYPY = False
if MYPY:
    import pico_select as select
    import pico_time as time
else:
    import select
    import time

PAUSE_MS = 3_000
"""A program that failed can be stopped with Ctrl-C for so long: otherwise nobody could replace one that always does."""
CTRL_C = b"\x03"


def run() -> None:
    """The hub's program, for good. Ends only where the prompt is wanted, or where the program is not whole."""
    if taken(STAY):
        return
    micropython.kbd_intr(-1)  # before all that takes its time: a host's first bytes may have one like Ctrl-C
    from firmware.hub import Hub
    from firmware.pico import Pico

    try:
        board = Pico()
        hub = Hub(board)
        while True:
            board.sleep_us(hub.turn() - board.now_us())
    except Exception as error:  # the last net: what nobody foresaw costs a start
        _note(error)
    if _called():
        mark(STAY)
    mark(RESTARTED)
    machine.reset()


def _note(error: Exception) -> None:
    """Its last words, for a host to be told."""
    gc.collect()
    try:
        with open(WORDS, "w") as file:  # noqa: PTH123
            sys.print_exception(error, file)  # type: ignore[attr-defined]
    except OSError:
        return


def _called() -> bool:
    """Whether somebody presses Ctrl-C in the pause. What has zeros is a host's frames, and a byte of those."""
    line = select.poll()
    line.register(sys.stdin, select.POLLIN)
    heard = set()
    ends = time.ticks_add(time.ticks_ms(), PAUSE_MS)
    left_ms = PAUSE_MS
    while left_ms > 0:
        for _, event in line.ipoll(left_ms):
            if event & select.POLLIN:
                heard.add(sys.stdin.buffer.read(1))
        left_ms = time.ticks_diff(ends, time.ticks_ms())
    return CTRL_C in heard and b"\0" not in heard
