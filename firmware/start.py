"""How a Pico starts the hub's program, and what catches it when it falls."""

import gc
import sys

import micropython

from firmware.hub import Hub
from firmware.pico import STAY, WORDS, Pico, taken

MYPY = False
if MYPY:
    import pico_time as time
else:
    import time

PAUSE_MS = 3_000
"""A program that failed can be stopped with Ctrl-C for so long: otherwise nobody could replace one that always does."""
CTRL_C = 3


def run() -> None:
    """The hub's program, for good. Ends only where the prompt is wanted."""
    if taken(STAY):
        return
    board = Pico()
    micropython.kbd_intr(-1)  # any byte may come on the line
    try:
        hub = Hub(board)
        while True:
            board.sleep_us(hub.turn() - board.now_us())
    except Exception as error:  # the last net: what nobody foresaw costs a start
        gc.collect()
        _note(error)
    stays = False
    try:
        micropython.kbd_intr(CTRL_C)
        board.feed()
        time.sleep_ms(PAUSE_MS)
    except KeyboardInterrupt:
        stays = True
    board.restart(stays)


def _note(error: Exception) -> None:
    """Its last words, for a host to be told."""
    try:
        with open(WORDS, "w") as file:  # noqa: PTH123
            sys.print_exception(error, file)  # type: ignore[attr-defined]
    except OSError:
        return
