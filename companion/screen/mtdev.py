"""Kivy's provider for one touchscreen, which ends with its device. Importing this raises OSError without libmtdev."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.input.providers.mtdev import MTDMotionEventProvider

log = logging.getLogger(__name__)


class OpenedOnce(os.PathLike[str]):
    """The name of a device that can be opened only once.

    When its device is gone, Kivy's thread waits for the same name and opens whatever has it next: somebody's keyboard,
    or the touchscreen that another provider hears by then. It asks here for the name, learns of a file that is no
    touchscreen, closes the old one and ends. The same happens where it would ask again and again, without pause and
    for three seconds, whether the device may be opened by now.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._opened = False

    def __fspath__(self) -> str:
        if self._opened:
            return os.devnull
        self._opened = True
        return self._name

    def __str__(self) -> str:
        return self._name


class MtdevTouchscreen(MTDMotionEventProvider):
    """Hears the touchscreen of a device file, such as /dev/input/event0. Picture and touch are turned by the window."""

    def __init__(self, file: str) -> None:
        super().__init__(Path(file).name, file)
        self.input_fn = OpenedOnce(file)
        self.over = False
        """See companion.screen.touchscreens.Touchscreen."""
        self._ended = False
        self._down: list[Any] = []

    def _thread_run(self, **kwargs: Any) -> None:
        try:
            super()._thread_run(**kwargs)
        except Exception as ended:  # Kivy raises nothing narrower where a device cannot be opened
            log.debug("%s: %s", kwargs["input_fn"], ended)
        finally:
            self._ended = True

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        """Dispatch what fingers did; a finger on a device that is gone has left it: no button stays pressed."""
        ended = self._ended  # asked first: what the thread put into the queue before is dispatched below
        while self.queue:
            action, touch = self.queue.popleft()
            if action == "begin":
                self._down.append(touch)
            elif action == "end" and touch in self._down:
                self._down.remove(touch)
            dispatch_fn(action, touch)
        if ended and not self.over:
            for touch in self._down:
                touch.update_time_end()
                dispatch_fn("end", touch)
            self.over = True
