"""Which works a player plans with the professions in hand, when, and what these still lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from math import exp, inf
from typing import NamedTuple

from msgspec import Struct

from companion.games.florence.rules.edition import (
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    POINTS,
    PRICES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.principality_counts import (
    PrincipalityCounts,
    count_of,
    count_principality,
)
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.work_value import VALUE_BY_WANT as WORK
from companion.games.florence.rules.work_value import (
    bonus_card_value,
    counted_value_by_want,
    with_worker_on_table,
)

FLORINS_PER_POINT = 190.0
"""Florins that a point is worth while there is much to buy; a work sells one at 200."""
EXPECTED_LANDSCAPE_PRICE = 400
"""Florins that a landscape is expected to cost in an auction."""
LANDSCAPE_WIN_CHANCE = 0.75  # how likely the player gets it
VALUE_GROWTH_PER_ROUND = 0.5  # how much works grow in a round: jesters, professions, whatever comes
VALUE_SPREAD = 1.6  # how far a work's value in a later round may differ from the estimate
# what the best work of a round is worth: its points, and that nobody else has them
BEST_WORK_POINTS = 4.0


class PlayerOutlook(Struct, frozen=True):
    """A player's view of their own position.

    `counts` describes their principality; `professions`, `bonus_cards` and `prestige_cards` are their cards
    by name. `actions_by_round` and `least_by_round` have the actions left and the least value of a work for
    this round and each to come. `unobtainable` is what nobody can get any more.
    """

    player: str
    counts: PrincipalityCounts
    money: int
    points: float
    professions: tuple[str, ...]
    bonus_cards: tuple[str, ...]
    prestige_cards: tuple[str, ...]
    actions_by_round: tuple[int, ...]
    least_by_round: tuple[int, ...]
    unobtainable: frozenset[str]
    counts_of_others: Mapping[str, PrincipalityCounts]

    @property
    def rounds_left(self) -> int:
        """Rounds after this one."""
        return len(self.actions_by_round) - 1


def make_outlook(position: TableState, name: str, actions: int) -> PlayerOutlook:
    """The outlook of the player called `name`, with so many actions left in this round."""
    player = position.players[name]
    least = position.config.least_by_round[position.round - 1 :]
    obtainable = (*LANDSCAPES, *BUILDINGS, *FREEDOMS)
    return PlayerOutlook(
        player=name,
        counts=count_principality(player),
        money=player.money,
        points=player.points,
        professions=tuple(player.hand),
        bonus_cards=tuple(player.bonus),
        prestige_cards=tuple(player.prestige),
        actions_by_round=(actions, *(PRICES["actions"] for _ in least[1:])),
        least_by_round=least,
        unobtainable=frozenset(thing for thing in obtainable if not position.supply_of(thing)),
        counts_of_others={
            who: count_principality(each) for who, each in position.players.items() if who != name
        },
    )


class MissingRequirement(NamedTuple):
    """Something a work wants and the player lacks.

    `value_added` is what it adds to the work, `cost_in_points` its whole cost in points; `actions` is 0 where
    it is auctioned.
    """

    thing: str
    value_added: int
    florins: int
    cost_in_points: float
    actions: int


class RequirementBundle(NamedTuple):
    """Several requirements taken together; `auctions` counts those that are auctioned."""

    things: frozenset[str]
    value_added: int
    florins: int
    cost_in_points: float
    actions: int
    auctions: int


class PlannedWork(NamedTuple):
    """A work the player plans: in how many rounds, with what, and the points that remain after its cost."""

    round_offset: int
    bundle: RequirementBundle
    bonus_cards: int
    net_points: float


class WorkPlan:
    """Works planned one after another: what is bought for one is there for the next.

    The first must be paid for with the player's money; its income pays for the others. `free_actions` are the
    actions left over, by round.
    """

    def __init__(self, me: PlayerOutlook) -> None:
        self._me = me
        self._obtained: set[str] = set()
        self._budget: float = me.money
        done = with_worker_on_table(me.counts)
        self._bonus_values = sorted((bonus_card_value(done, card) for card in me.bonus_cards), reverse=True)
        self._wants_by_profession = {
            profession: (
                sum(counted_value_by_want(done, profession).values()),
                tuple(_missing_requirements(me, profession)),
            )
            for profession in me.professions
        }
        self.free_actions = list(me.actions_by_round)
        self.works = tuple(self._planned())

    @property
    def net_points(self) -> float:
        """The points of all planned works after their cost."""
        return sum(each.net_points for each in self.works)

    def _planned(self) -> Iterator[PlannedWork]:
        """The planned works, those that lack least first."""
        for profession in sorted(
            self._wants_by_profession, key=lambda each: -self._wants_by_profession[each][0]
        ):
            planned = max(self._work_options(profession), key=_gain, default=None)
            if planned is not None and planned.net_points > 0:
                self._reserve(planned)
                yield planned

    def _work_options(self, profession: str) -> Iterator[PlannedWork]:
        """The work with each bundle of what it lacks, as soon as the actions suffice."""
        value, lacks = self._wants_by_profession[profession]
        value += sum(lack.value_added for lack in lacks if lack.thing in self._obtained)
        for bundle in _bundles(tuple(lack for lack in lacks if lack.thing not in self._obtained)):
            turn = self._first_round_offset(bundle) if bundle.florins <= self._budget else None
            if turn is not None:
                yield self._planned_work(turn, bundle, value + bundle.value_added)

    def _first_round_offset(self, bundle: RequirementBundle) -> int | None:
        """The first round with enough actions, later for auctioned things; None where there is none.

        An auctioned thing comes in the next round at the earliest.
        """
        left = 0
        for turn, actions in enumerate(self.free_actions):
            left += actions
            if actions and left > bundle.actions and turn >= bundle.auctions:
                return turn
        return None

    def _planned_work(self, turn: int, bundle: RequirementBundle, value: int) -> PlannedWork:
        least, reached, played = self._me.least_by_round[turn], value + VALUE_GROWTH_PER_ROUND * turn, 0
        while played < len(self._bonus_values) and (not played or reached < least):
            reached += self._bonus_values[played]
            played += 1
        above = reached - least
        sure = _reach_chance(above) if turn else float(above >= 0)
        made = reached * POINTS["florins"] / POINTS["bought"] + BEST_WORK_POINTS * _best_work_chance(above)
        return PlannedWork(turn, bundle, played, sure * made - bundle.cost_in_points)

    def _reserve(self, planned: PlannedWork) -> None:
        self._obtained.update(planned.bundle.things)
        self._budget = inf
        del self._bonus_values[: planned.bonus_cards]
        self.free_actions[planned.round_offset] -= 1
        needed = planned.bundle.actions
        for turn in range(planned.round_offset + 1):
            taken = min(self.free_actions[turn], needed)
            self.free_actions[turn] -= taken
            needed -= taken


def _gain(planned: PlannedWork) -> float:
    return planned.net_points


def _missing_requirements(me: PlayerOutlook, profession: str) -> Iterator[MissingRequirement]:
    wants = WANTS_BY_PROFESSION[profession]
    if wants.building not in me.counts.buildings and wants.building not in me.unobtainable:
        price: int = PRICES["building"][me.counts.builders]
        yield MissingRequirement(
            wants.building, WORK["building"], price, price / FLORINS_PER_POINT - POINTS["building"], 1
        )
    if wants.freedom not in me.counts.freedoms and wants.freedom not in me.unobtainable:
        price = PRICES["freedom"]
        yield MissingRequirement(wants.freedom, WORK["freedom"], price, price / FLORINS_PER_POINT, 1)
    if not count_of(me.counts, wants.landscape) and wants.landscape not in me.unobtainable:
        yield MissingRequirement(
            wants.landscape,
            WORK["landscape"],
            EXPECTED_LANDSCAPE_PRICE,
            EXPECTED_LANDSCAPE_PRICE / FLORINS_PER_POINT / LANDSCAPE_WIN_CHANCE,
            0,
        )


@cache
def _bundles(lacks: tuple[MissingRequirement, ...]) -> tuple[RequirementBundle, ...]:
    """Every selection of the requirements."""
    return tuple(_make_bundle(some) for many in range(len(lacks) + 1) for some in combinations(lacks, many))


def _make_bundle(lacks: tuple[MissingRequirement, ...]) -> RequirementBundle:
    return RequirementBundle(
        things=frozenset(lack.thing for lack in lacks),
        value_added=sum(lack.value_added for lack in lacks),
        florins=sum(lack.florins for lack in lacks),
        cost_in_points=sum(lack.cost_in_points for lack in lacks),
        actions=sum(lack.actions for lack in lacks),
        auctions=sum(not lack.actions for lack in lacks),
    )


@cache
def _reach_chance(above: float) -> float:
    """How likely a work estimated so far above the least value of a later round reaches it."""
    return 1 / (1 + exp(-(above + 0.5) / VALUE_SPREAD))


def _best_work_chance(above: float) -> float:
    """How likely the work is the best of its round."""
    return min(0.7, max(0.05, above / 10))
