"""Fulfilling a mission with two chips, and drawing the next card (L-4.1, L-4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.games.louis_xiv.outcomes import MissionDrawn, MissionFulfilled
from companion.games.louis_xiv.pieces import (
    CHIP,
    CHIPS,
    MISSION,
    MISSION_NAMES,
    STACK,
    STACKS,
    implied,
    mission_type,
    mission_word,
    printed_chips,
)
from companion.games.louis_xiv.printed import MISSIONS
from companion.games.louis_xiv.state import PlayersDecision, Table
from companion.rules.choice import Choice, Turn, end, word
from companion.rules.clauses import Refusal, clause
from companion.rules.tale import Deed, Tale

TOO_FEW_CHIPS = clause("L-4.1", "too-few-chips", "chips")
NO_CARD_OF_STACK = clause("L-4.1", "no-card-of-stack", "stack")
ALL_LAID_OUT = clause("L-4.1", "all-laid-out", "mission", "copies")
CHIPS_DO_NOT_FIT = clause("L-4.1", "chips-do-not-fit", "mission")
NO_SUCH_CHIP = clause("L-4.1", "no-such-chip", "chip")
CHIP_DOES_NOT_FIT = clause("L-4.1", "chip-does-not-fit", "chip", "mission")
NOT_YOUR_DRAW = clause("L-4.2", "not-your-draw", "who", "awaited")
STACK_EMPTY = clause("L-M6", "stack-empty", "stack")

TWO_DRAWS = "light-plus-mission"
Chips = tuple[tuple[str, int], ...]


def paying(position: Table, who: str) -> Choice | Refusal:
    """The mission cards he could lay out now, and the chips for each."""
    player = position.players[who]
    if sum(player.chips.values()) < 2:
        return TOO_FEW_CHIPS(sum(player.chips.values()))
    chips = tuple(sorted(player.chips.items()))
    hand = tuple(stack for stack in STACKS if player.hand.get(stack))
    return _fulfilling(who, chips, hand, exhausted(position))


def exhausted(position: Table) -> tuple[str, ...]:
    """Mission types of which every copy is laid out (L-M5)."""
    laid = [mission_type(name) for player in position.players.values() for name in player.missions]
    return tuple(sorted({kind for kind in laid if laid.count(kind) >= MISSIONS[kind].copies}))


# Keyed by what it depends on: a purse of chips comes again and again in an evening.
@lru_cache(maxsize=256)
def _fulfilling(who: str, chips: Chips, hand: tuple[str, ...], gone: tuple[str, ...]) -> Choice:
    purse = dict(chips)

    def may(mission: str) -> Refusal | None:
        kind = mission_type(mission)
        if MISSIONS[kind].stack not in hand:
            return NO_CARD_OF_STACK(MISSIONS[kind].stack)
        if kind in gone:
            return ALL_LAID_OUT(mission, MISSIONS[kind].copies)
        return None if payments(mission, purse) else CHIPS_DO_NOT_FIT(mission)

    def then(mission: str) -> Choice:
        return _chips(who, mission, purse, ())

    return Choice("L-4.1", MISSION_NAMES, MISSION.__getitem__, then, may, read=mission_word, fixed=True)


def payments(mission: str, purse: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """Every ordered pair of chips in the purse that fulfils the mission."""
    return tuple(
        (first, second)
        for first in CHIPS
        for second in CHIPS
        if purse.get(first, 0) > (first == second)
        and purse.get(second, 0)
        and fulfils(mission, first, second)
    )


def fulfils(mission: str, first: str, second: str) -> bool:
    """L-4.1: both printed chips, in either order; a crown stands for any, `?` takes any."""
    one, other = printed_chips(mission)
    return (_covers(first, one) and _covers(second, other)) or (
        _covers(second, one) and _covers(first, other)
    )


def _covers(chip: str, printed: str) -> bool:
    return printed in ("?", chip) or chip == "crown"


def _chips(who: str, mission: str, purse: Mapping[str, int], paid: tuple[str, ...]) -> Choice:
    if len(paid) == 2:
        return end(Fulfil(who, mission, tuple(sorted(paid))), "L-4.1")

    def may(chip: str) -> Refusal | None:
        if purse.get(chip, 0) <= paid.count(chip):
            return NO_SUCH_CHIP(chip)
        pairs = payments(mission, purse)
        fits = any(pair[: len(paid) + 1] == (*paid, chip) for pair in pairs)
        return None if fits else CHIP_DOES_NOT_FIT(chip, mission)

    return Choice(
        "L-4.1", CHIPS, CHIP.__getitem__, lambda chip: _chips(who, mission, purse, (*paid, chip)), may
    )


class Fulfil(Deed, frozen=True):
    """A mission laid out for two chips, then drawing: twice after "+1 mission card"."""

    who: str
    mission: str
    paid: tuple[str, ...]

    def do(self, tale: Tale) -> None:
        tale.tell(MissionFulfilled(self.who, self.mission, self.paid))
        draws = 2 if mission_type(self.mission) == TWO_DRAWS else 1
        tale.plan(*(Draw(self.who) for _ in range(draws)), tale.position.agenda[0])


class Draw(PlayersDecision, frozen=True, tag="draw"):
    """L-4.2: one mission card from a stack of his choice."""

    def moot(self, position: Table) -> bool:
        return not any(position.stack(stack) for stack in STACKS)

    def offer(self, position: Table) -> Turn:
        who = self.who

        def may(stack: str) -> Refusal | None:
            return None if position.stack(stack) else STACK_EMPTY(stack)

        stacks = Choice(
            "L-4.2", STACKS, STACK.__getitem__, lambda stack: end(DrawMission(who, stack), "L-4.2"), may
        )
        return Turn({who: word(implied("draw"), stacks)}, position.house.everybody, (who,), NOT_YOUR_DRAW)


class DrawMission(Deed, frozen=True):
    """From that stack."""

    who: str
    stack: str

    def do(self, tale: Tale) -> None:
        tale.tell(MissionDrawn(self.who, self.stack))
        tale.plan()
