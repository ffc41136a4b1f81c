"""View models of what covers the table or a page for a while; overlays.overlay_views names their widgets.

As in `view_models`, texts come ready and `touch_target` is the name under which a touch is passed on.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.screen.view_models import ChoiceModel, EventModel


class ChoiceOverlayModel(Struct, frozen=True):
    """A question with buttons over the page; `message` stands above them. `back` closes it."""

    title: str
    choices: tuple[ChoiceModel, ...]
    subtitle: str = ""
    message: str = ""
    columns: int = 2


class UndoModel(Struct, frozen=True):
    """How many of the last moves are to be taken back.

    `moves` are the newest first, of which the first `selected_count` are selected; `revealed_facts` is what
    was revealed since then and stays known.
    """

    moves: tuple[EventModel, ...]
    selected_count: int
    movement_count: int
    """The number of hand movements that the undo takes."""
    revealed_facts: tuple[str, ...] = ()


FINAL_REPORT_TARGET: Final = "ending"
"""The touch target that repeats the reports of the end of the game."""


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
        "redo",
        "skip-all",
        "standing",
        "strictness",
        "undo",
    )
)
"""Touch targets that the screen keeps for itself, alone or before a slash (`answer/2`).

A game that uses one of them as its own would never receive the touch.
"""


class MenuModel(Struct, frozen=True):
    """What people can do at the table besides playing."""

    choices: tuple[ChoiceModel, ...]
