"""Exceptions of a game on Kivy's thread: they are reported once, and the program continues."""

from __future__ import annotations

import logging
from collections.abc import Callable
from traceback import extract_tb
from typing import Final

from kivy.base import ExceptionHandler, ExceptionManager

log = logging.getLogger(__name__)

MAX_FAULTS_IN_A_ROW: Final = 1000
"""After so many faults without a frame between them, the game is not the cause: the program ends."""


class KnownFaults:
    """The exceptions that were raised already, by their type and their place in the program."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, int]] = set()

    def add_if_new(self, fault: Exception) -> bool:
        """Whether it is the first of its type at that place."""
        where = [(each.filename, each.lineno or 0) for each in extract_tb(fault.__traceback__)]
        kind = type(fault).__name__, *(where[-1] if where else ("", 0))
        fresh = kind not in self._known
        self._known.add(kind)
        return fresh

    def clear(self) -> None:
        """Forget all: each counts as the first again."""
        self._known.clear()


class GameFaultHandler(ExceptionHandler):
    """Handles exceptions beneath all that Kivy calls: the window stays, without what cannot be painted.

    `tell` gets the fault, and says whether a game is on the table: without one the program ends, and the
    service manager starts it anew. Exceptions that end a program on purpose pass through.
    """

    def __init__(self, tell: Callable[[Exception], bool]) -> None:
        self._on_fault = tell
        self._faults_left = MAX_FAULTS_IN_A_ROW

    def on_frame_drawn(self, *_window: object) -> None:
        """A frame was drawn: start counting faults anew."""
        self._faults_left = MAX_FAULTS_IN_A_ROW

    def handle_exception(self, fault: BaseException) -> int:
        """Kivy's `ExceptionHandler`: PASS where a running game shows the fault, else RAISE."""
        self._faults_left -= 1
        if not isinstance(fault, Exception) or self._faults_left < 0:
            return int(ExceptionManager.RAISE)
        try:
            played = self._on_fault(fault)
        except Exception as another:
            log.error("a fault could not be told", exc_info=another)
            played = True
        return int(ExceptionManager.PASS if played else ExceptionManager.RAISE)
