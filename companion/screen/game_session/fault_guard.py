"""What a game raises on Kivy's thread, where it must bring nobody's screen down: told once, and gone on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from traceback import extract_tb
from typing import Final

from kivy.base import ExceptionHandler, ExceptionManager

log = logging.getLogger(__name__)

MAX_FAULTS_IN_A_ROW: Final = 1000
"""So many faults one after another, and no picture between them, are no game's: the program ends."""


class KnownFaults:
    """What was raised already, by its type and its place in the program."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, int]] = set()

    def is_new(self, fault: Exception) -> bool:
        """Whether it is the first of its kind at that place."""
        where = [(each.filename, each.lineno or 0) for each in extract_tb(fault.__traceback__)]
        kind = type(fault).__name__, *(where[-1] if where else ("", 0))
        fresh = kind not in self._known
        self._known.add(kind)
        return fresh

    def clear(self) -> None:
        """From now on each is the first again."""
        self._known.clear()


class GameFaultHandler(ExceptionHandler):
    """Under all that Kivy calls: a picture that cannot be drawn is left out, and the window stays. `tell` gets the
    fault, and says whether a game is on the table: without one the program ends, and whoever keeps it running starts it
    anew. What ends a program on purpose goes through.
    """

    def __init__(self, tell: Callable[[Exception], bool]) -> None:
        self._on_fault = tell
        self._faults_left = MAX_FAULTS_IN_A_ROW

    def on_frame_drawn(self, *_window: object) -> None:
        """A picture was drawn."""
        self._faults_left = MAX_FAULTS_IN_A_ROW

    def handle_exception(self, fault: BaseException) -> int:
        """See Kivy's ExceptionHandler."""
        self._faults_left -= 1
        if not isinstance(fault, Exception) or self._faults_left < 0:
            return int(ExceptionManager.RAISE)
        try:
            played = self._on_fault(fault)
        except Exception as another:
            log.error("a fault could not be told", exc_info=another)
            played = True
        return int(ExceptionManager.PASS if played else ExceptionManager.RAISE)
