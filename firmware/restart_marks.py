"""Files on a hub's flash by which a program informs the one that starts after it."""

import os

STAY_MARK = "stay"
"""The program does not start, for once: MicroPython's prompt is wanted."""
RESTARTED_MARK = "restarted"
"""Tells a requested reset from the watchdog's."""
LAST_WORDS_FILE = "last_words.txt"
"""The error that ended the program."""


def leave_mark(name: str) -> None:
    """Make an empty file. On a full flash there is none."""
    try:
        with open(name, "w"):  # noqa: PTH123
            pass
    except OSError:
        return


def take_mark(name: str) -> bool:
    """Whether there was such a file; it is removed."""
    try:
        os.remove(name)  # noqa: PTH107
    except OSError:
        return False
    return True
