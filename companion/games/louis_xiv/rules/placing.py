"""What one influence card may do with stones: placing along a path, or taking back (L-2.4 to L-2.7).

None of it depends on the position beyond how many stones are left, so the choices are made once
and their moves listed once in the life of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.louis_xiv.rules.events import CardPlayed, StonesPlaced
from companion.games.louis_xiv.rules.gains import take_stones
from companion.games.louis_xiv.rules.outcomes import MissionUsed
from companion.games.louis_xiv.rules.pieces import (
    INFLUENCE,
    JOKER,
    PERSON_TILE,
    STONE,
    TILES,
    implied,
    touched,
)
from companion.games.louis_xiv.rules.printed import NEIGHBOURS
from companion.rules.choice import Choice, branch_choice, end_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

OWN_TILE_FIRST = declare_clause("L-2.4", "own-tile-first", "card", "tile")
NOT_A_NEIGHBOUR = declare_clause("L-2.4", "not-a-neighbour", "here", "tile")
TWO_DIRECTIONS = declare_clause("L-2.4", "two-directions", "tile", "first", "second")
NEVER_BACK = declare_clause("L-2.4", "never-back", "tile")
THREE_STONES = declare_clause("L-2.4", "three-stones")
OWN_SUPPLY_EMPTY = declare_clause("L-2.4", "own-supply-empty", "own")
TWO_STONES = declare_clause("L-2.5", "two-stones")
JOKER_NEIGHBOUR = declare_clause("L-2.5", "same-or-neighbour", "here", "tile")
NO_FOUR = declare_clause("L-2.7", "no-four")
FOUR_STONES = declare_clause("L-2.7", "four-stones")
TOO_MANY_JUMPS = declare_clause("L-2.7", "too-many-jumps", "jumps")

FOUR = "dark-four"


class Way(Struct, frozen=True):
    """How a card places: `start` its only first tile (None: any), at most `stones`, at most `jumps`."""

    card: str
    start: int | None
    stones: int
    jumps: int
    clause: str
    four: bool = False


@cache
def way(card: str) -> Way:
    """L-2.4 and L-2.5: a person card begins on its own tile, a joker anywhere."""
    if card == JOKER:
        return Way(card, None, 2, 1, "L-2.5")
    return Way(card, PERSON_TILE[card], 3, 2, "L-2.4")


@cache
def four_way(card: str, jumps: int) -> Way:
    """L-2.7: any card is a joker for four stones."""
    return Way(card, None, 4, jumps, "L-2.7", four=True)


_TILE_WORD = {str(tile): tile for tile in TILES}
_TOO_MANY = {"L-2.4": THREE_STONES, "L-2.5": TWO_STONES, "L-2.7": FOUR_STONES}
_TAKE, _PLACE, _FOUR = touched("take"), implied("place"), touched("four")


@cache
def card_choices(who: str, own: int, four_jumps: int) -> Mapping[str, Choice]:
    """What `who` may do with each influence card: `own` stones of his own (4 stands for more),
    `four_jumps` > 0 when "1 influence card = 4 stones" is ready."""
    return {card: _card_choice(who, card, own, four_jumps) for card in INFLUENCE}


def _card_choice(who: str, card: str, own: int, four_jumps: int) -> Choice:
    branches = _take_or_place(who, own, way(card))
    if four_jumps:
        four = four_way(card, four_jumps)
        branches.append((_FOUR, branch_choice("L-2.7", _take_or_place(who, own, four), cacheable=True)))
    else:
        branches.append((_FOUR, NO_FOUR()))
    return branch_choice("L-2.3", branches, cacheable=True)


def _take_or_place(who: str, own: int, how: Way) -> list[tuple[MoveStep, Choice | Refusal]]:
    take = end_choice(TakeBack(who, how.card, how.four), "L-2.6", cacheable=True)
    place = placing(who, how, min(own, how.stones), ())
    return [(_TAKE, take), (_PLACE, place)]


def placing(who: str, how: Way, own: int, placed: tuple[int, ...]) -> Choice:
    """The next stone, after those on `placed` in their order; `own`: how many he can place in all."""
    if how.four:
        return _placing(who, how, own, placed)
    return _placed_once(who, how, own, placed)


def _placing(who: str, how: Way, own: int, placed: tuple[int, ...]) -> Choice:
    return Choice(
        how.clause,
        TILES,
        step_for=STONE[who].__getitem__,
        next_choice=lambda tile: placing(who, how, own, (*placed, tile)),
        refusal_for=lambda tile: why_not_there(how, own, placed, tile),
        action=_place(who, how, placed) if placed else None,
        parse_word=_TILE_WORD.get,
        cacheable=not how.four or not placed,  # behind a four there are too many forks to keep each
    )


_placed_once = lru_cache(maxsize=None)(_placing)


def why_not_there(how: Way, own: int, placed: tuple[int, ...], tile: int) -> Refusal | None:
    """Whether the next stone may lie on `tile` (L-2.4, L-2.5, L-2.7): None, or the rule in the way."""
    if len(placed) >= how.stones:
        return _TOO_MANY[how.clause]()
    if len(placed) >= own:
        return OWN_SUPPLY_EMPTY(own)
    if not placed:
        return None if how.start in (None, tile) else OWN_TILE_FIRST(how.card, how.start)
    here = placed[-1]
    if tile == here:
        return None
    if tile in placed:
        return NEVER_BACK(tile)
    if tile not in NEIGHBOURS[here]:
        return _not_there(how, placed, tile)
    if len(set(placed)) > how.jumps:
        return TOO_MANY_JUMPS(how.jumps)
    return None


def _not_there(how: Way, placed: tuple[int, ...], tile: int) -> Refusal:
    path = tuple(dict.fromkeys(placed))
    for left, entered in pairwise(path):
        if tile in NEIGHBOURS[left]:
            return TWO_DIRECTIONS(left, entered, tile)
    if how.card == JOKER and not how.four:
        return JOKER_NEIGHBOUR(placed[-1], tile)
    return NOT_A_NEIGHBOUR(placed[-1], tile)


def _place(who: str, how: Way, placed: tuple[int, ...]) -> Place:
    return Place(who, how.card, tuple((tile, placed.count(tile)) for tile in sorted(set(placed))), how.four)


class Place(Action, frozen=True):
    """A card played for stones: how many on which tiles."""

    who: str
    card: str
    stones: tuple[tuple[int, int], ...]
    four: bool = False

    def perform(self, tale: Transaction) -> None:
        _play(tale, self.who, self.card, "place", self.four)
        for tile, stones in self.stones:
            tale.apply_event(StonesPlaced(self.who, tile, stones, "own"))
        pass_turn(tale, self.who)


class TakeBack(Action, frozen=True):
    """L-2.6: a card played to take stones back; with none there it has no effect."""

    who: str
    card: str
    four: bool = False

    def perform(self, tale: Transaction) -> None:
        _play(tale, self.who, self.card, "take", self.four)
        stones = 4 if self.four else way(self.card).stones
        take_stones(tale, self.who, stones, "L-2.7" if self.four else "L-2.6")
        pass_turn(tale, self.who)


def _play(tale: Transaction, who: str, card: str, use: Literal["place", "take"], four: bool) -> None:
    tale.apply_event(CardPlayed(who, card, use))
    if four:
        tale.apply_event(MissionUsed(who, FOUR))


def pass_turn(tale: Transaction, who: str) -> None:
    """L-2.3: the turn passes to the left neighbour."""
    now = tale.agenda[0]
    tale.replace_current_item(replace(now, who=tale.position.house.order[who][1]))
