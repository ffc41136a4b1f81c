"""The symbol of a hand movement, of what a prestige card asks for, and of what gave points."""

from __future__ import annotations

from companion.games.florence.rules.events import (
    BestWork,
    BuilderCame,
    BuildingBuilt,
    LandscapeLaid,
    Sold,
    WorkDone,
)
from companion.games.florence.rules.final import PrestigeCounted
from companion.games.florence.rules.pieces import PRESTIGE_CARD
from companion.games.florence.rules.prestige import PRESTIGE
from companion.games.florence.screen.named import sign
from companion.rules.movements import Movement
from companion.rules.transaction import Event

MOVED = {"money": "florin", "start": "sun"}
"""Kinds of things that hands move and that are drawn under another name."""
KINDS = ("profession", "bonus", PRESTIGE_CARD, "builder", "jester", "recruiting")
"""Those that are drawn under their own, whichever they are."""


def sign_of(movement: Movement) -> str:
    """The symbol of what is moved; a figure and a stone have their owner's."""
    kind, _, which = movement.piece.partition("/")
    if kind in ("points", "stone"):
        return which
    if kind in ("building", "landscape", "freedom") and which:
        return movement.piece
    return MOVED.get(kind, kind if kind in KINDS else "hand")


def sign_of_card(card: str) -> str:
    """What a prestige card is about."""
    wanted = PRESTIGE[card]
    return sign(wanted.most or wanted.fewest or next(iter(wanted.needs)))


def sign_of_points(event: Event) -> str:
    """The symbol of what gives points, or of what they are given for in the next event; "" of all else."""
    match event:
        case LandscapeLaid(tile=tile) | BuildingBuilt(tile=tile):
            return sign(tile.name)
        case BuilderCame():
            return "builder"
        case BestWork():
            return "best-work"
        case WorkDone():
            return "work"
        case PrestigeCounted():
            return PRESTIGE_CARD
        case Sold():
            return "florin"
    return ""
