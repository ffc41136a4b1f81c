"""What the evaluation of a column found: its cards with their values, its winner, and why (K-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.games.kabale.rules.constants import HalfPoints

RemovingCard = Literal["mage", "witch"]
DecidingRule = Literal["prince-and-squire", "highest", "lowest", "only-doppelgaengers", "nobody"]


class ValueChange(Struct, frozen=True, gc=False):
    """A change to a card's value: the card or rule it comes from, and the half points."""

    why: str
    halves: HalfPoints


class EvaluatedCard(Struct, frozen=True, gc=False):
    """A card of the column and its result.

    `printed` is the value on the card, or on the card that it `copies`; None for a Doppelgänger without
    value. `halves` is what the card counts in the end, unless it was `removed` by the Mage or the Witch.
    """

    by: str
    card: str
    printed: HalfPoints | None
    copies: str = ""
    removed: RemovingCard | Literal[""] = ""
    changes: tuple[ValueChange, ...] = ()
    halves: HalfPoints | None = None


class ColumnResult(Struct, frozen=True, gc=False):
    """Who takes the objective of a column, and why.

    `cards` are listed from the objective down; `sums` maps a player to the value of their cards. `tied` are
    the players with the deciding sum, or with Prince and Squire, if they are several. `musketeers`:
    Musketeers lie in the column and no other effect applies. `idle`: the Mage or Witch, where two or more of
    them cancel each other.
    """

    cards: tuple[EvaluatedCard, ...]
    rule: DecidingRule
    winner: str | None
    sums: Mapping[str, HalfPoints] = {}
    tied: tuple[str, ...] = ()
    musketeers: bool = False
    idle: tuple[str, ...] = ()


class ColumnStanding(Struct, frozen=True, gc=False):
    """The result of a column if its face-down cards had no value and no effect.

    That they lie there counts (K-3.5). `result.cards` are the open cards, from the objective down; any of the
    `face_down_owners` could still win.
    """

    result: ColumnResult
    face_down_owners: tuple[str, ...] = ()
