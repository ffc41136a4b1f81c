"""What the screens show, in one place.

It is changed on Kivy's thread only; other threads use `run_on_kivy_thread`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from traceback import extract_tb
from typing import NamedTuple

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from companion.screen.settings import UserSettings
from companion.table.table_hardware import HardwareStatus


class ShownTurn(NamedTuple):
    """Whose turn the table shows. `number` grows whenever the table goes on; `awaited`: who has to act."""

    number: int
    awaited: tuple[str, ...]


class PowerAction(IntEnum):
    """What the computer does once Herald has ended.

    The value is the exit status by which Herald asks for it: a service may not do it itself, so
    `deploy/pi/herald.service` has the same two numbers.
    """

    POWEROFF = 90
    REBOOT = 91
    RESTORED = 0
    """Nothing: Herald only ends, as everything that it has read is another one now. Its service starts it anew."""


class AppState(EventDispatcher):
    """The language, and everything there is to show.

    A page binds to the properties that it shows and is refreshed when one of them changes.
    """

    __events__ = ("on_page_requested",)

    lang = StringProperty("en")
    """cs, nl, de or en."""
    settings = ObjectProperty(UserSettings())
    """How the table speaks and looks (`settings.Settings`)."""
    is_picture_turnable = False
    """Whether the picture may be turned the other way up: on a panel whose rotation no option gives."""
    saved_game = ObjectProperty(None, allownone=True)
    """The game that can be resumed (`view_models.SavedGameModel`), or None."""
    status_notice = StringProperty("")
    """One line for the home page: no readers found, no sound."""
    hardware_status = ObjectProperty(HardwareStatus())
    """The readers of this table (`table_hardware.HardwareStatus`)."""
    closing_action = ObjectProperty(None, allownone=True)
    """The action for which the program ends (a `PowerAction`): nothing can be touched any more.
    None while it runs.
    """
    unkept_warning = StringProperty("")
    """That what was played is only in memory, for people who leave; "" where all of it is on the disk."""
    table_model = ObjectProperty(None, allownone=True)
    """The game on the table as its table view shows it (the game's own `TableModel`), or None."""
    shown_turn: ShownTurn | None = None
    """Whose turn it is on the table, as it is shown; None without one. No page follows it: fingers are judged by it."""
    overlay = ObjectProperty(None, allownone=True)
    """What covers the table for a while (a `ShownOverlay` of companion.screen.overlays), or None."""
    refusal = ObjectProperty(None, allownone=True)
    """The latest refusal (`view_models.RefusalModel`), until a touch dismisses it, or None."""

    def on_page_requested(self, page: str) -> None:
        """The program asks for another page by its name, or for the previous one (`back`)."""


def run_on_kivy_thread(change: Callable[[], None]) -> None:
    """Run `change` on Kivy's thread before its next frame; may be called from any thread."""
    Clock.schedule_once(lambda _elapsed: change(), -1)


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
