"""How often the screen is updated: quickly while fingers touch it, slowly while nobody does.

Kivy runs its loop at this rate whether anything has changed or not; on a small computer that alone keeps a
core busy.
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

ACTIVE_FPS = 60
IDLE_FPS = 20
"""Rounds a second while fingers touch the screen, and otherwise.

A first touch waits a twentieth of a second at most: people notice a tenth.
"""

SECONDS_UNTIL_IDLE = 3.0
"""Seconds after the last touch."""


class FrameRateLimiter:
    """Sets the rate of Kivy's clock, from `start` to `stop`.

    A clock without a limit (tests) is left alone.
    """

    def __init__(self) -> None:
        self._slow_down = Clock.create_trigger(self._rest, SECONDS_UNTIL_IDLE)

    def start(self) -> None:
        """Start setting the rate."""
        if Clock._max_fps:
            Window.bind(on_motion=self._touched)
            self._slow_down()

    def stop(self) -> None:
        """Stop setting the rate."""
        Window.unbind(on_motion=self._touched)
        self._slow_down.cancel()

    def _touched(self, *_motion: Any) -> None:
        Clock._max_fps = ACTIVE_FPS
        self._slow_down.cancel()
        self._slow_down()

    def _rest(self, _elapsed: float) -> None:
        Clock._max_fps = IDLE_FPS
