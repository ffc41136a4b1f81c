"""The choice of a mission to fulfil with two chips (L-4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.games.louis_xiv.rules.edition import MISSION_TYPES
from companion.games.louis_xiv.rules.phases.mission_drawing import FulfilMissionAction
from companion.games.louis_xiv.rules.pieces import (
    CHIP_STEPS,
    CHIPS,
    COLOURS,
    MISSION_NAMES,
    MISSION_STEPS,
    TYPE_OF_MISSION,
    is_like_mission,
    parse_mission,
    printed_chips,
)
from companion.games.louis_xiv.rules.state import TableState
from companion.rules.choice import Choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.multiset import Multiset

NO_SUCH_MISSION = declare_clause("L-M5", "not-printed")
TOO_FEW_CHIPS = declare_clause("L-4.1", "too-few-chips", "chips")
NO_CARD_OF_STACK = declare_clause("L-4.1", "no-card-of-stack", "stack")
ALL_COPIES_LAID_OUT = declare_clause("L-4.1", "all-laid-out", "mission", "copies")
CHIPS_DO_NOT_FIT = declare_clause("L-4.1", "chips-do-not-fit", "mission")
CHIP_DOES_NOT_FIT = declare_clause("L-4.1", "chip-does-not-fit", "chip", "mission")

ChipPair = tuple[str, str]
ChipPairs = frozenset[ChipPair]
ALL_CHIP_PAIRS = tuple((first, second) for first in CHIPS for second in CHIPS)


def fulfilment_choice(position: TableState, who: str) -> Choice | Refusal:
    """The mission cards the player could fulfil now, each with the chips for it, or why there are none."""
    player = position.players[who]
    if sum(player.chips.values()) < 2:
        return TOO_FEW_CHIPS(sum(player.chips.values()))
    pairs = affordable_chip_pairs(player.chips)
    payable, laid = _payable_by_type(who, pairs, tuple(player.hand)), open_mission_count_by_type(position)
    all_out = {kind for kind, cards in laid.items() if cards >= MISSION_TYPES[kind].copies}

    def may(mission: str) -> Refusal | None:
        if mission not in TYPE_OF_MISSION:
            return NO_SUCH_MISSION()
        kind = TYPE_OF_MISSION[mission]
        if kind not in payable:
            return NO_CARD_OF_STACK(MISSION_TYPES[kind].stack)
        if kind in all_out:
            return ALL_COPIES_LAID_OUT(mission, MISSION_TYPES[kind].copies)
        return payable[kind].refusal_for(mission)

    return Choice(
        "L-4.1",
        MISSION_NAMES,
        MISSION_STEPS.__getitem__,
        lambda mission: payable[TYPE_OF_MISSION[mission]].next_choice(mission),
        may,
        parse_word=lambda word: parse_mission(word) or (word if is_like_mission(word) else None),
        cached_parts=[fulfil for kind, fulfil in payable.items() if kind not in all_out],
        can_dead_end=False,
    )


def open_mission_count_by_type(position: TableState) -> Mapping[str, int]:
    """L-M5: type -> how many of its cards lie open."""
    laid: dict[str, int] = {}
    for player in position.players.values():
        for name in player.missions:
            kind = TYPE_OF_MISSION[name]
            laid[kind] = laid.get(kind, 0) + 1
    return laid


def affordable_chip_pairs(chips: Multiset) -> ChipPairs:
    """Every two of these chips, in either order."""
    return _affordable_chip_pairs(tuple([min(chips.get(chip, 0), 2) for chip in CHIPS]))


@cache
def _affordable_chip_pairs(counts: tuple[int, ...]) -> ChipPairs:
    purse = dict(zip(CHIPS, counts, strict=True))
    return frozenset(
        (first, second)
        for first, second in ALL_CHIP_PAIRS
        if purse[second] and purse[first] > (first == second)
    )


@cache
def chip_pairs_for_mission(mission: str) -> ChipPairs:
    """L-4.1: the pairs of chips that fulfil a mission, the one printed first before the other.

    A crown stands for any chip; `?` accepts any.
    """
    one, other = printed_chips(mission)
    return frozenset(
        (first, second) for first, second in ALL_CHIP_PAIRS if _pays(first, one) and _pays(second, other)
    )


def _pays(chip: str, printed: str) -> bool:
    return printed in ("?", chip) or chip == "crown"


@lru_cache(maxsize=2048)  # the same chips come again and again in a game
def _payable_by_type(who: str, pairs: ChipPairs, stacks: tuple[str, ...]) -> Mapping[str, Choice]:
    """Type -> the choice of its cards, whatever they show, for a player who could pay `pairs`, stack by stack."""
    return {
        kind: _missions_of_type_choice(who, kind, pairs)
        for stack in stacks
        for kind, each in MISSION_TYPES.items()
        if each.stack == stack
    }


@lru_cache(maxsize=8192)
def _missions_of_type_choice(who: str, kind: str, pairs: ChipPairs) -> Choice:
    def may(mission: str) -> Refusal | None:
        return None if mission in _fitting_pairs(kind, pairs) else CHIPS_DO_NOT_FIT(mission)

    def then(mission: str) -> Choice:
        return _first_chip_choice(who, mission, _fitting_pairs(kind, pairs)[mission])

    return Choice(
        "L-4.1",
        _NAMES_OF[kind],
        MISSION_STEPS.__getitem__,
        then,
        may,
        cacheable=True,
        can_dead_end=False,
        alike=None if who == COLOURS[0] else lambda: _missions_of_type_choice(COLOURS[0], kind, pairs),
    )


_NAMES_OF = {
    kind: tuple(name for name in MISSION_NAMES if TYPE_OF_MISSION[name] == kind) for kind in MISSION_TYPES
}


@lru_cache(maxsize=8192)
def _fitting_pairs(kind: str, pairs: ChipPairs) -> Mapping[str, ChipPairs]:
    """Card of the type -> those of `pairs` that pay for it, where there are any."""
    fitting = {mission: pairs & chip_pairs_for_mission(mission) for mission in _NAMES_OF[kind]}
    return {mission: paying for mission, paying in fitting.items() if paying}


@lru_cache(maxsize=16384)
def _first_chip_choice(who: str, mission: str, pairs: ChipPairs) -> Choice:
    """The choice of the two chips, listed in the card's order and understood in either."""
    firsts = tuple(sorted({first for first, _ in pairs}))

    def may(chip: str) -> Refusal | None:
        return None if any(chip in pair for pair in pairs) else CHIP_DOES_NOT_FIT(chip, mission)

    def second(first: str) -> Choice:
        return _second_chip_choice(who, mission, first, pairs)

    return Choice(
        "L-4.1",
        firsts,
        CHIP_STEPS.__getitem__,
        second,
        may,
        parse_word=_parse_chip,
        cacheable=True,
        can_dead_end=False,
    )


def _second_chip_choice(who: str, mission: str, first: str, pairs: ChipPairs) -> Choice:
    listed = tuple(sorted(other for chip, other in pairs if chip == first))

    def may(chip: str) -> Refusal | None:
        fits = (first, chip) in pairs or (chip, first) in pairs
        return None if fits else CHIP_DOES_NOT_FIT(chip, mission)

    def paid(chip: str) -> Choice:
        return _fulfilment(who, mission, first, chip)

    return Choice(
        "L-4.1",
        listed,
        CHIP_STEPS.__getitem__,
        paid,
        may,
        parse_word=_parse_chip,
        cacheable=True,
        can_dead_end=False,
    )


@cache
def _fulfilment(who: str, mission: str, first: str, second: str) -> Choice:
    return end_of_move_choice(
        FulfilMissionAction(who, mission, tuple(sorted((first, second)))), "L-4.1", cacheable=True
    )


def _parse_chip(word: str) -> str | None:
    return word if word in CHIP_STEPS else None
