"""Starts the hub's program on a Pico, and handles its crash."""

import gc
import sys

import machine
import micropython

from firmware.restart_marks import LAST_WORDS_FILE, RESTARTED_MARK, STAY_MARK, leave_mark, take_mark

MYPY = False
if MYPY:
    import pico_select as select
    import pico_time as time
else:
    import select
    import time

PAUSE_MS = 3_000
"""Milliseconds in which a program that failed can be stopped with Ctrl-C: otherwise one that always fails
could not be replaced."""
CTRL_C = b"\x03"


def run() -> None:
    """Run the hub's program, for good.

    Ends only where the prompt is wanted, or where files of the program are missing.
    """
    if take_mark(STAY_MARK):
        return
    # before everything that takes time: a host's first bytes may contain the value of Ctrl-C
    micropython.kbd_intr(-1)
    # the largest modules first: each is compiled in one piece, for which the memory must not be in pieces yet
    __import__("hardware.common.rc522.reader")
    gc.collect()
    from firmware.hub import HubProgram

    gc.collect()
    from firmware.pico import PicoBoard

    gc.collect()

    try:
        board = PicoBoard()
        hub = HubProgram(board)
        while True:
            board.sleep_us(hub.run_pending() - board.now_us())
    except Exception as error:  # the last net: an unforeseen error costs a restart
        _store_crash_text(error)
    if _is_prompt_wanted():
        leave_mark(STAY_MARK)
    leave_mark(RESTARTED_MARK)
    machine.reset()


def _store_crash_text(error: Exception) -> None:
    """Store the error for a host."""
    gc.collect()
    try:
        with open(LAST_WORDS_FILE, "w") as file:  # noqa: PTH123
            sys.print_exception(error, file)  # type: ignore[attr-defined]
    except OSError:
        return


def _is_prompt_wanted() -> bool:
    """Whether somebody presses Ctrl-C in the pause. Bytes with zeros are frames of a host, not keys."""
    line = select.poll()
    line.register(sys.stdin, select.POLLIN)
    received = set()
    ends = time.ticks_add(time.ticks_ms(), PAUSE_MS)
    left_ms = PAUSE_MS
    while left_ms > 0:
        for _, event in line.ipoll(left_ms):
            if event & select.POLLIN:
                received.add(sys.stdin.buffer.read(1))
        left_ms = time.ticks_diff(ends, time.ticks_ms())
    return CTRL_C in received and b"\0" not in received
