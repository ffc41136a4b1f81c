"""Files on a hub's flash by which a program speaks to the one that starts after it."""

import os

STAY_MARK = "stay"
"""The program does not start, for once: MicroPython's prompt is wanted."""
RESTARTED_MARK = "restarted"
"""A reset that was asked for looks like the watchdog's; this tells them apart."""
LAST_WORDS_FILE = "last_words.txt"
"""What the program fell over."""


def leave_mark(name: str) -> None:
    """Leave an empty one. On a full flash there is none."""
    try:
        with open(name, "w"):  # noqa: PTH123
            pass
    except OSError:
        return


def take_mark(name: str) -> bool:
    """Whether there was such a file; now there is none."""
    try:
        os.remove(name)  # noqa: PTH107
    except OSError:
        return False
    return True
