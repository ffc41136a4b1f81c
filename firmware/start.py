"""How a Pico starts the hub's program, and what catches it when it falls."""

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
"""A program that failed can be stopped with Ctrl-C for so long: otherwise nobody could replace one that always does."""
CTRL_C = b"\x03"


def run() -> None:
    """The hub's program, for good. Ends only where the prompt is wanted, or where the program is not whole."""
    if take_mark(STAY_MARK):
        return
    micropython.kbd_intr(-1)  # before all that takes its time: a host's first bytes may have one like Ctrl-C
    from firmware.hub import HubProgram
    from firmware.pico import PicoBoard

    try:
        board = PicoBoard()
        hub = HubProgram(board)
        while True:
            board.sleep_us(hub.run_pending() - board.now_us())
    except Exception as error:  # the last net: what nobody foresaw costs a start
        _store_crash_text(error)
    if _is_prompt_wanted():
        leave_mark(STAY_MARK)
    leave_mark(RESTARTED_MARK)
    machine.reset()


def _store_crash_text(error: Exception) -> None:
    """Its last words, for a host to be told."""
    gc.collect()
    try:
        with open(LAST_WORDS_FILE, "w") as file:  # noqa: PTH123
            sys.print_exception(error, file)  # type: ignore[attr-defined]
    except OSError:
        return


def _is_prompt_wanted() -> bool:
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
