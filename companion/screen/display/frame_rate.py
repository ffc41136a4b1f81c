"""How often the screen looks for something new: swiftly while a finger is about, slowly while nobody touches it.

Kivy goes round its loop so many times a second whether anything has changed or not; on a small computer that alone
keeps a core warm all evening.
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

ACTIVE_FPS = 60
IDLE_FPS = 20
"""Rounds a second. A first touch waits a twentieth of a second at most: a hand notices a tenth."""

SECONDS_UNTIL_IDLE = 3.0
"""Seconds after the last touch."""


class FrameRateLimiter:
    """Sets the pace of Kivy's clock, from `start` to `stop`. A clock without a limit (tests) is left alone."""

    def __init__(self) -> None:
        self._slow_down = Clock.create_trigger(self._rest, SECONDS_UNTIL_IDLE)

    def start(self) -> None:
        """From now on."""
        if Clock._max_fps:
            Window.bind(on_motion=self._touched)
            self._slow_down()

    def stop(self) -> None:
        """No longer."""
        Window.unbind(on_motion=self._touched)
        self._slow_down.cancel()

    def _touched(self, *_motion: Any) -> None:
        Clock._max_fps = ACTIVE_FPS
        self._slow_down.cancel()
        self._slow_down()

    def _rest(self, _elapsed: float) -> None:
        Clock._max_fps = IDLE_FPS
