"""Which works a player means to complete with the professions in his hand, when, and what they still lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from math import exp, inf
from typing import NamedTuple

from msgspec import Struct

from companion.games.florence.rules.principality import Principality, number, principality
from companion.games.florence.rules.printed import (
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    POINTS,
    PRICES,
    PROFESSIONS,
)
from companion.games.florence.rules.state import Table
from companion.games.florence.rules.work import POINTS as WORK
from companion.games.florence.rules.work import added, conditions, laid

FLORINS = 190.0
"""So many florins he gives for a point while there is much to buy; a work sells one at 200."""
LANDSCAPE = 400
"""Florins for which he hopes to get a landscape in an auction."""
DOUBT = 0.75  # how likely he gets it
GROWTH = 0.5  # by so much his works grow in a round: jesters, professions, whatever comes
SPREAD = 1.6  # so far a work's value in a later round may lie beside what he thinks
BEST = 4.0  # what the best work of a round is worth to him: its points, and that nobody else has them


class Outlook(Struct, frozen=True):
    """A player as he sees himself.

    who: his principality by numbers. hand, bonus, prestige: his cards by name. turns: actions left in this round and in
    each to come; least: what a work must be worth in each of them. missing: what nobody can get any more. others: the
    principalities of all others.
    """

    name: str
    who: Principality
    money: int
    points: float
    hand: tuple[str, ...]
    bonus: tuple[str, ...]
    prestige: tuple[str, ...]
    turns: tuple[int, ...]
    least: tuple[int, ...]
    missing: frozenset[str]
    others: Mapping[str, Principality]

    @property
    def rounds(self) -> int:
        """Rounds after this one."""
        return len(self.turns) - 1


def outlook(position: Table, name: str, actions: int) -> Outlook:
    """How `name` sees himself, with so many actions left in this round."""
    player = position.players[name]
    least = position.house.least[position.round - 1 :]
    obtainable = (*LANDSCAPES, *BUILDINGS, *FREEDOMS)
    return Outlook(
        name=name,
        who=principality(player),
        money=player.money,
        points=player.points,
        hand=tuple(player.hand),
        bonus=tuple(player.bonus),
        prestige=tuple(player.prestige),
        turns=(actions, *(PRICES["actions"] for _ in least[1:])),
        least=least,
        missing=frozenset(thing for thing in obtainable if not position.supply(thing)),
        others={who: principality(each) for who, each in position.players.items() if who != name},
    )


class Lack(NamedTuple):
    """What a work wants and he has not: what it adds, its cost in florins and, all in all, in points; the actions it
    takes (0: it is auctioned).
    """

    what: str
    adds: int
    florins: int
    cost: float
    actions: int


class Bundle(NamedTuple):
    """Some of what a work lacks, all taken together; auctions: how many of it are auctioned."""

    whats: frozenset[str]
    adds: int
    florins: int
    cost: float
    actions: int
    auctions: int


class Planned(NamedTuple):
    """A work he means to do: in how many rounds, what he gets for it, his bonus cards, and the points that leaves."""

    turn: int
    bundle: Bundle
    bonus: int
    gain: float


class Plan:
    """Works planned one after another: what is got for one is there for the next. The first one he must be able to pay
    for; its income pays for the others.

    free: actions left over, by round.
    """

    def __init__(self, me: Outlook) -> None:
        self._me = me
        self._got: set[str] = set()
        self._purse: float = me.money
        done = laid(me.who)
        self._bonus = sorted((added(done, card) for card in me.bonus), reverse=True)
        self._wanted = {
            profession: (sum(conditions(done, profession).values()), tuple(_lacks(me, profession)))
            for profession in me.hand
        }
        self.free = list(me.turns)
        self.works = tuple(self._planned())

    @property
    def gain(self) -> float:
        """What all of it leaves him."""
        return sum(each.gain for each in self.works)

    def _planned(self) -> Iterator[Planned]:
        """Works that lack least first."""
        for profession in sorted(self._wanted, key=lambda each: -self._wanted[each][0]):
            planned = max(self._ways(profession), key=_gain, default=None)
            if planned is not None and planned.gain > 0:
                self._reserve(planned)
                yield planned

    def _ways(self, profession: str) -> Iterator[Planned]:
        """With some of what it lacks, as soon as the actions suffice."""
        value, lacks = self._wanted[profession]
        value += sum(lack.adds for lack in lacks if lack.what in self._got)
        for bundle in _bundles(tuple(lack for lack in lacks if lack.what not in self._got)):
            turn = self._turn(bundle) if bundle.florins <= self._purse else None
            if turn is not None:
                yield self._way(turn, bundle, value + bundle.adds)

    def _turn(self, bundle: Bundle) -> int | None:
        """The first round with actions enough; what is auctioned comes in the next one at the earliest."""
        left = 0
        for turn, actions in enumerate(self.free):
            left += actions
            if actions and left > bundle.actions and turn >= bundle.auctions:
                return turn
        return None

    def _way(self, turn: int, bundle: Bundle, value: int) -> Planned:
        least, reached, played = self._me.least[turn], value + GROWTH * turn, 0
        while played < len(self._bonus) and (not played or reached < least):
            reached += self._bonus[played]
            played += 1
        above = reached - least
        sure = _chance(above) if turn else float(above >= 0)
        made = reached * POINTS["florins"] / POINTS["bought"] + BEST * _best(above)
        return Planned(turn, bundle, played, sure * made - bundle.cost)

    def _reserve(self, planned: Planned) -> None:
        self._got.update(planned.bundle.whats)
        self._purse = inf
        del self._bonus[: planned.bonus]
        self.free[planned.turn] -= 1
        needed = planned.bundle.actions
        for turn in range(planned.turn + 1):
            taken = min(self.free[turn], needed)
            self.free[turn] -= taken
            needed -= taken


def _gain(planned: Planned) -> float:
    return planned.gain


def _lacks(me: Outlook, profession: str) -> Iterator[Lack]:
    wants = PROFESSIONS[profession]
    if wants.building not in me.who.buildings and wants.building not in me.missing:
        price: int = PRICES["building"][me.who.builders]
        yield Lack(wants.building, WORK["building"], price, price / FLORINS - POINTS["building"], 1)
    if wants.freedom not in me.who.freedoms and wants.freedom not in me.missing:
        price = PRICES["freedom"]
        yield Lack(wants.freedom, WORK["freedom"], price, price / FLORINS, 1)
    if not number(me.who, wants.landscape) and wants.landscape not in me.missing:
        yield Lack(wants.landscape, WORK["landscape"], LANDSCAPE, LANDSCAPE / FLORINS / DOUBT, 0)


@cache
def _bundles(lacks: tuple[Lack, ...]) -> tuple[Bundle, ...]:
    """Every selection."""
    return tuple(_bundle(some) for many in range(len(lacks) + 1) for some in combinations(lacks, many))


def _bundle(lacks: tuple[Lack, ...]) -> Bundle:
    return Bundle(
        whats=frozenset(lack.what for lack in lacks),
        adds=sum(lack.adds for lack in lacks),
        florins=sum(lack.florins for lack in lacks),
        cost=sum(lack.cost for lack in lacks),
        actions=sum(lack.actions for lack in lacks),
        auctions=sum(not lack.actions for lack in lacks),
    )


@cache
def _chance(above: float) -> float:
    """How likely a work that he thinks to lie so far above the least value of a later round reaches it."""
    return 1 / (1 + exp(-(above + 0.5) / SPREAD))


def _best(above: float) -> float:
    """How likely it is the best of its round."""
    return min(0.7, max(0.05, above / 10))
