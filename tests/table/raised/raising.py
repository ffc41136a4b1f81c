"""Raises an exception at the n-th step of Herald's own code: a call, a line, or one instruction of the write path."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import companion

PACKAGE = str(Path(companion.__file__).parent)
WRITE_PATH = tuple(
    f"{PACKAGE}/{module}.py"
    for module in (
        "rules/history",
        "table/game_log",
        "table/session",
        "table/session_state",
        "table/storage/journal",
    )
)
"""The modules of the write path, in which there is a step before each instruction."""
Select = Callable[[str], bool]
"""Whether the steps of a file count."""


def everywhere(file: str) -> bool:
    """Every call and line of Herald, from the queue on, which leaves a message where it is."""
    return file.startswith(PACKAGE) and not file.endswith("/message_queue.py")


def in_write_path(file: str) -> bool:
    """Every instruction of the write path."""
    return file in WRITE_PATH


class Raising:
    """While it is entered, it counts steps, and raises `error` at the one with this number; 0: at none."""

    def __init__(self, number: int, error: BaseException, select: Select) -> None:
        self.number, self._error, self._select = number, error, select
        self.steps = 0
        self.where = ""
        """The file and line at which it was raised, "" if it never was."""

    def __enter__(self) -> Raising:
        self._before = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.settrace(self._before)

    def _trace(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if not self._select(frame.f_code.co_filename):
            return None
        if self._select is in_write_path:
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event in ("call", "line", "opcode"):
            self.steps += 1
            if self.steps == self.number:
                self.where = f"{frame.f_code.co_filename}:{frame.f_lineno} {frame.f_code.co_name} {event}"
                raise self._error
        return self._trace
