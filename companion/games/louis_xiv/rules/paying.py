"""Fulfilling a mission with two chips, and drawing the next card (L-4.1, L-4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.games.louis_xiv.rules.outcomes import MissionDrawn, MissionFulfilled
from companion.games.louis_xiv.rules.pieces import (
    CHIP,
    CHIPS,
    MISSION,
    MISSION_NAMES,
    MISSION_TYPE,
    STACK,
    STACKS,
    implied,
    mission_word,
    printed_chips,
)
from companion.games.louis_xiv.rules.printed import MISSIONS
from companion.games.louis_xiv.rules.state import PlayersDecision, Table
from companion.rules.choice import Choice, Turn, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.transaction import Action, Transaction

TOO_FEW_CHIPS = declare_clause("L-4.1", "too-few-chips", "chips")
NO_CARD_OF_STACK = declare_clause("L-4.1", "no-card-of-stack", "stack")
ALL_LAID_OUT = declare_clause("L-4.1", "all-laid-out", "mission", "copies")
CHIPS_DO_NOT_FIT = declare_clause("L-4.1", "chips-do-not-fit", "mission")
CHIP_DOES_NOT_FIT = declare_clause("L-4.1", "chip-does-not-fit", "chip", "mission")
NOT_YOUR_DRAW = declare_clause("L-4.2", "not-your-draw", "who", "awaited")
STACK_EMPTY = declare_clause("L-M6", "stack-empty", "stack")

TWO_DRAWS = "light-plus-mission"
Pair = tuple[str, str]
Pairs = frozenset[Pair]
PAIRS = tuple((first, second) for first in CHIPS for second in CHIPS)


def paying(position: Table, who: str) -> Choice | Refusal:
    """The mission cards he could lay out now, and the chips for each."""
    player = position.players[who]
    if sum(player.chips.values()) < 2:
        return TOO_FEW_CHIPS(sum(player.chips.values()))
    pairs = affordable(tuple(sorted(player.chips.items())))
    hand, laid = player.hand, laid_out(position)

    def may(mission: str) -> Refusal | None:
        kind = MISSION_TYPE[mission]
        stack, copies = MISSIONS[kind].stack, MISSIONS[kind].copies
        if stack not in hand:
            return NO_CARD_OF_STACK(stack)
        if laid.get(kind, 0) >= copies:
            return ALL_LAID_OUT(mission, copies)
        return payable(stack)[kind].refusal_for(mission)

    def then(mission: str) -> Choice:
        kind = MISSION_TYPE[mission]
        return payable(MISSIONS[kind].stack)[kind].next_choice(mission)

    def payable(stack: str) -> Mapping[str, Choice]:
        return _payable(who, pairs, stack)

    parts = [
        fulfil
        for stack in hand
        for kind, fulfil in payable(stack).items()
        if laid.get(kind, 0) < MISSIONS[kind].copies
    ]
    return Choice(
        "L-4.1",
        MISSION_NAMES,
        MISSION.__getitem__,
        then,
        may,
        parse_word=mission_word,
        cached_parts=parts,
        can_dead_end=False,
    )


def laid_out(position: Table) -> Mapping[str, int]:
    """How many cards of each type lie open (L-M5)."""
    laid: dict[str, int] = {}
    for player in position.players.values():
        for name in player.missions:
            kind = MISSION_TYPE[name]
            laid[kind] = laid.get(kind, 0) + 1
    return laid


@lru_cache(maxsize=1024)
def affordable(chips: tuple[tuple[str, int], ...]) -> Pairs:
    """Every two chips, in either order, that lie in a purse."""
    purse = dict(chips)
    return frozenset(
        (first, second)
        for first, second in PAIRS
        if purse.get(second, 0) and purse.get(first, 0) > (first == second)
    )


@cache
def fitting(mission: str) -> Pairs:
    """L-4.1: the chips that fulfil a mission: the first pays what is printed first, the second the other.

    A crown stands for any, `?` takes any.
    """
    one, other = printed_chips(mission)
    return frozenset((first, second) for first, second in PAIRS if _pays(first, one) and _pays(second, other))


def _pays(chip: str, printed: str) -> bool:
    return printed in ("?", chip) or chip == "crown"


@lru_cache(maxsize=2048)  # the same chips come again and again in an evening
def _payable(who: str, pairs: Pairs, stack: str) -> Mapping[str, Choice]:
    """For one who could pay `pairs`: the mission cards of each type of a stack, whatever is printed on them."""
    return {kind: _type(who, kind, pairs) for kind, each in MISSIONS.items() if each.stack == stack}


def _type(who: str, kind: str, pairs: Pairs) -> Choice:
    def may(mission: str) -> Refusal | None:
        return CHIPS_DO_NOT_FIT(mission) if pairs.isdisjoint(fitting(mission)) else None

    def then(mission: str) -> Choice:
        return _payment(who, mission, pairs & fitting(mission))

    return Choice(
        "L-4.1", _NAMES_OF[kind], MISSION.__getitem__, then, may, cacheable=True, can_dead_end=False
    )


_NAMES_OF = {kind: tuple(name for name in MISSION_NAMES if MISSION_TYPE[name] == kind) for kind in MISSIONS}


@lru_cache(maxsize=16384)
def _payment(who: str, mission: str, pairs: Pairs) -> Choice:
    """The two chips. They are listed in the order of the card, and understood in either."""
    firsts = tuple(sorted({first for first, _ in pairs}))

    def may(chip: str) -> Refusal | None:
        return None if any(chip in pair for pair in pairs) else CHIP_DOES_NOT_FIT(chip, mission)

    def second(first: str) -> Choice:
        return _second(who, mission, first, pairs)

    return Choice(
        "L-4.1", firsts, CHIP.__getitem__, second, may, parse_word=_chip, cacheable=True, can_dead_end=False
    )


def _second(who: str, mission: str, first: str, pairs: Pairs) -> Choice:
    listed = tuple(sorted(other for chip, other in pairs if chip == first))

    def may(chip: str) -> Refusal | None:
        fits = (first, chip) in pairs or (chip, first) in pairs
        return None if fits else CHIP_DOES_NOT_FIT(chip, mission)

    def paid(chip: str) -> Choice:
        return _paid(who, mission, first, chip)

    return Choice(
        "L-4.1", listed, CHIP.__getitem__, paid, may, parse_word=_chip, cacheable=True, can_dead_end=False
    )


@cache
def _paid(who: str, mission: str, first: str, second: str) -> Choice:
    return end_choice(Fulfil(who, mission, tuple(sorted((first, second)))), "L-4.1", cacheable=True)


def _chip(word: str) -> str | None:
    return word if word in CHIP else None


class Fulfil(Action, frozen=True):
    """A mission laid out for two chips, then drawing: twice after "+1 mission card"."""

    who: str
    mission: str
    paid: tuple[str, ...]

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionFulfilled(self.who, self.mission, self.paid))
        draws = 2 if MISSION_TYPE[self.mission] == TWO_DRAWS else 1
        tale.replace_current_item(*(Draw(self.who) for _ in range(draws)), tale.agenda[0])


class Draw(PlayersDecision, frozen=True, tag="draw"):
    """L-4.2: one mission card from a stack of his choice."""

    def is_moot(self, position: Table) -> bool:
        return not any(position.stacks.values())

    def build_choice_tree(self, position: Table) -> Turn:
        who, stacks = self.who, position.stacks
        left = tuple(stack for stack in STACKS if stacks[stack])
        return Turn({who: _drawing(who, left)}, position.house.everybody, (who,), NOT_YOUR_DRAW)


@cache
def _drawing(who: str, left: tuple[str, ...]) -> Choice:
    def may(stack: str) -> Refusal | None:
        return None if stack in left else STACK_EMPTY(stack)

    def then(stack: str) -> Choice:
        return end_choice(DrawMission(who, stack), "L-4.2", cacheable=True)

    return single_word_choice(
        implied("draw"), Choice("L-4.2", STACKS, STACK.__getitem__, then, may, cacheable=True)
    )


class DrawMission(Action, frozen=True):
    """From that stack."""

    who: str
    stack: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionDrawn(self.who, self.stack))
        tale.replace_current_item()
