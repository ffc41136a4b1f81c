"""What lies over the table or a page for a while: the values that the layers of `overlays.layers` show.

As in `views.py`, words come ready, and `thing` is what a touch is told by.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.screen.view_models import ChoiceModel, EventModel


class ChoiceOverlayModel(Struct, frozen=True):
    """Something to choose from, over the page; `message` stands above it. `back` closes it."""

    title: str
    choices: tuple[ChoiceModel, ...]
    subtitle: str = ""
    message: str = ""
    columns: int = 2


class UndoModel(Struct, frozen=True):
    """How many of the last moves are to be taken back. `moves` are the newest first, the first `selected_count` of
    them are chosen; `revealed_facts` is what was seen meanwhile and stays known.
    """

    moves: tuple[EventModel, ...]
    selected_count: int
    movement_count: int
    """How many movements of hands it takes."""
    revealed_facts: tuple[str, ...] = ()


FINAL_REPORT_TARGET: Final = "ending"
"""What is touched to be told once more what was told at the end of the game."""


RESERVED_TARGETS: Final = frozenset(
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


class MenuModel(Struct, frozen=True):
    """What can be done at the table besides playing."""

    choices: tuple[ChoiceModel, ...]
