"""What lies over the table or a page for a while: the values that the layers of `overlays.layers` show.

As in `views.py`, words come ready, and `thing` is what a touch is told by.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.screen.views import Choice, Event


class Offer(Struct, frozen=True):
    """Something to choose from, over the page; `sentence` stands above it. `back` closes it."""

    title: str
    choices: tuple[Choice, ...]
    subtitle: str = ""
    sentence: str = ""
    columns: int = 2


class TakeBack(Struct, frozen=True):
    """How many of the last moves are to be taken back. `moves` are the newest first, the first `count` of
    them are chosen; `unseen` is what was seen meanwhile and stays known.
    """

    moves: tuple[Event, ...]
    count: int
    movements: int
    """How many movements of hands it takes."""
    unseen: tuple[str, ...] = ()


ENDING: Final = "ending"
"""What is touched to be told once more what was told at the end of the game."""


OWN: Final = frozenset(
    (
        "about",
        "answer",
        "back",
        "check",
        "clear",
        "counted",
        "ending",
        "go-on",
        "help",
        "home",
        "leave",
        "ledger",
        "menu",
        "next",
        "overrule",
        "skip-all",
        "standing",
        "strictness",
        "undo",
    )
)
"""What the screen keeps for itself, alone or before a stroke (`answer/2`): a game that lets people touch one of these
would never hear of it.
"""


class Menu(Struct, frozen=True):
    """What can be done at the table besides playing."""

    choices: tuple[Choice, ...]
