"""What the screens show, in one place. Changed on Kivy's thread only; who is on another thread asks by
`run_on_kivy_thread`.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from companion.screen.settings import Settings
from companion.table.table_hardware import HardwareStatus


class AppState(EventDispatcher):
    """The language, and what there is to show. A screen that shows one of these draws itself anew when it
    changes.
    """

    __events__ = ("on_page_requested",)

    lang = StringProperty("en")
    """cs, nl, de or en."""
    settings = ObjectProperty(Settings())
    """How the table speaks and looks (`settings.Settings`)."""
    saved_game = ObjectProperty(None, allownone=True)
    """The evening that can be gone on with (`views.Evening`), or None."""
    status_notice = StringProperty("")
    """One line for the home screen: no readers found, no sound."""
    hardware_status = ObjectProperty(HardwareStatus())
    """The readers of this table (`wired.State`)."""
    tagging = ObjectProperty(None, allownone=True)
    """How far the tags of a box are while the deck page is open (`tagging.Tagging`), or None."""
    edition = ObjectProperty(None, allownone=True)
    """What is printed on the owner's copy while its page is open (`views.Copy`), or None."""
    readers = ObjectProperty(None, allownone=True)
    """The readers as the readers page shows them (`bench.Bench`), or None."""
    power_prompt = ObjectProperty(None, allownone=True)
    """The question whether to shut down while its page is open (`power.PowerPrompt`), or None."""
    closing_action = ObjectProperty(None, allownone=True)
    """What the program ends for (`power.PowerAction`): nothing can be touched any more. None: it goes on."""
    table_model = ObjectProperty(None, allownone=True)
    """The game on the table as its table screen wants it (`louis_xiv.views.Table`), or None."""
    overlay = ObjectProperty(None, allownone=True)
    """What lies over the table for a while (a value of `asides.py` or of a game's), or None."""
    refusal = ObjectProperty(None, allownone=True)
    """What was just refused (`views.Refused`), until a touch goes on."""

    def on_page_requested(self, page: str) -> None:
        """The program asks for another page by its name, or (`back`) for the one before."""


def run_on_kivy_thread(change: Callable[[], None]) -> None:
    """Have something done on Kivy's thread before its next frame. May be called from any thread."""
    Clock.schedule_once(lambda _elapsed: change(), -1)
