"""What a prestige card gives at the end (P-E1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from companion.games.florence.rules.principality import Principality, number
from companion.games.florence.rules.printed import DATA

Why = Literal["most", "tied", "behind", "none", "met", "unmet"]


class Prestige(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: its points, and those in brackets for a tie; for the most or the fewest of something, or for having at
    least so many of all that it needs."""

    points: int
    tied: int = 0
    most: str = ""
    fewest: str = ""
    needs: Mapping[str, int] = {}


class Counted(Struct, frozen=True):
    """What a card gave its owner, and why.

    counts: player -> how many he has of what the card is about; of a card with several conditions, how many of them
    he meets. why: `most` (or fewest), `tied`, `behind`, `none` (zero is never most); `met` or `unmet` of conditions.
    needs: thing -> how many the owner has and how many are needed; empty for the most and the fewest.
    """

    points: int
    counts: Mapping[str, int]
    why: Why
    needs: Mapping[str, tuple[int, int]] = {}


PRESTIGE: Mapping[str, Prestige] = {
    name: msgspec.convert(card, Prestige) for name, card in DATA["prestige"].items() if name != "source"
}


def counted(card: str, who: str, everybody: Mapping[str, Principality]) -> Counted:
    """What that card of `who` gives him, everybody's principalities being these at the end (P-E1)."""
    wanted = PRESTIGE[card]
    return _at_least(wanted, who, everybody) if wanted.needs else _ranked(wanted, who, everybody)


def _ranked(wanted: Prestige, who: str, everybody: Mapping[str, Principality]) -> Counted:
    """For the most or the fewest: all, the bracket when tied, nothing behind; none is never most, but may be fewest."""
    counts = {each: number(theirs, wanted.most or wanted.fewest) for each, theirs in everybody.items()}
    own, others = counts[who], [count for each, count in counts.items() if each != who]
    if wanted.most and own == 0:
        return Counted(0, counts, "none")
    if any(count > own if wanted.most else count < own for count in others):
        return Counted(0, counts, "behind")
    if own in others:
        return Counted(wanted.tied, counts, "tied")
    return Counted(wanted.points, counts, "most")


def _at_least(wanted: Prestige, who: str, everybody: Mapping[str, Principality]) -> Counted:
    """For having what the card needs, whoever else has it too."""
    needs = {thing: (number(everybody[who], thing), needed) for thing, needed in wanted.needs.items()}
    counts = {each: _has(wanted.needs, theirs) for each, theirs in everybody.items()}
    if all(have >= needed for have, needed in needs.values()):
        return Counted(wanted.points, counts, "met", needs)
    return Counted(0, counts, "unmet", needs)


def _has(needs: Mapping[str, int], theirs: Principality) -> int:
    """How many of the one thing needed; of several conditions, how many are met."""
    if len(needs) == 1:
        return sum(number(theirs, thing) for thing in needs)
    return sum(number(theirs, thing) >= needed for thing, needed in needs.items())
