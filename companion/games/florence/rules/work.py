"""What a work is worth, line by line (P-B2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.principality import Principality, number
from companion.games.florence.rules.printed import DATA, PROFESSIONS

POINTS: Mapping[str, int] = {what: points for what, points in DATA["work"].items() if what != "source"}
"""What each thing a worker finds adds to his work (P-B2)."""


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bonus card adds: points for each of some things, and for each kind of others he has any of."""

    points: int
    each: tuple[str, ...] = ()
    once: tuple[str, ...] = ()

    def counted(self, who: Principality) -> int:
        """How many he has of what the card counts."""
        return sum(number(who, thing) for thing in self.each) + sum(
            number(who, thing) > 0 for thing in self.once
        )


BONUS: Mapping[str, Bonus] = {
    name: msgspec.convert(card, Bonus) for name, card in DATA["bonus"].items() if name != "source"
}


class Line(Struct, frozen=True, gc=False):
    """A line of the reckoning: `building` `landscape` `freedom` `jesters` `professions` or a bonus card's name, what it
    gives (0 if nothing), and the clause."""

    what: str
    points: int
    clause: str


class Value(Struct, frozen=True, gc=False):
    """A work's value: every line, those that give nothing too."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(line.points for line in self.lines)


def value(who: Principality, profession: str, bonus: Sequence[str] = ()) -> Value:
    """The value of a work (P-B2). who: as before the work, the worker still in hand. bonus: cards played with it."""
    done = laid(who)
    lines = {**conditions(done, profession), **{card: added(done, card) for card in bonus}}
    return Value(tuple(Line(what, points, "P-B2") for what, points in lines.items()))


def laid(who: Principality) -> Principality:
    """His principality when the worker lies on the table: so do bonus cards find it."""
    return replace(who, hand=who.hand - 1, table=who.table + 1)


def conditions(done: Principality, profession: str) -> Mapping[str, int]:
    """What the worker's conditions give (P-B2): each that he wants, once; jesters, professions and the recruiting cards
    on the table, each."""
    wants = PROFESSIONS[profession]
    return {
        "building": POINTS["building"] * (wants.building in done.buildings),
        "landscape": POINTS["landscape"] * (number(done, wants.landscape) > 0),
        "freedom": POINTS["freedom"] * (wants.freedom in done.freedoms),
        "jesters": POINTS["jester"] * done.jesters,
        "professions": POINTS["profession"] * (done.hand + done.table),
    }


def added(done: Principality, card: str) -> int:
    """What a bonus card adds to a work whose worker lies on the table (P-B2)."""
    return BONUS[card].points * BONUS[card].counted(done)
