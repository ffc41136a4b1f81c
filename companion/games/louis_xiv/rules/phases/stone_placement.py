"""What one influence card may do with stones: placing along a path, or taking back (L-2.4 to L-2.7).

Of the position only the number of stones left matters, so that the choices are built, and their moves listed,
once for the whole run of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.louis_xiv.rules.edition import TILE_NEIGHBOURS
from companion.games.louis_xiv.rules.events import InfluenceCardPlayed, StonesPlaced
from companion.games.louis_xiv.rules.gains import take_stones
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from companion.games.louis_xiv.rules.pieces import (
    COLOURS,
    INFLUENCE_CARDS,
    JOKER,
    STONE_STEPS,
    TILE_OF_PERSON,
    TILES,
    implied_step,
    touch_step,
)
from companion.rules.choice import Choice, branch_choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

OWN_TILE_FIRST = declare_clause("L-2.4", "own-tile-first", "card", "tile")
NOT_A_NEIGHBOUR = declare_clause("L-2.4", "not-a-neighbour", "here", "tile")
TWO_DIRECTIONS = declare_clause("L-2.4", "two-directions", "tile", "first", "second")
NEVER_BACK_TO_TILE = declare_clause("L-2.4", "never-back", "tile")
AT_MOST_THREE_STONES = declare_clause("L-2.4", "three-stones")
OWN_SUPPLY_EMPTY = declare_clause("L-2.4", "own-supply-empty", "own")
AT_MOST_TWO_STONES = declare_clause("L-2.5", "two-stones")
JOKER_SAME_OR_NEIGHBOUR = declare_clause("L-2.5", "same-or-neighbour", "here", "tile")
NO_FOUR_STONES_MISSION = declare_clause("L-2.7", "no-four")
AT_MOST_FOUR_STONES = declare_clause("L-2.7", "four-stones")
TOO_MANY_JUMPS = declare_clause("L-2.7", "too-many-jumps", "jumps")

FOUR_STONES_MISSION = "dark-four"


class PlacingRule(Struct, frozen=True):
    """How a card places stones: `first_tile` is the only first tile (None: any), the others are limits."""

    card: str
    first_tile: int | None
    max_stones: int
    max_jumps: int
    clause_id: str
    as_four_stones: bool = False


@cache
def placing_rule(card: str) -> PlacingRule:
    """L-2.4 and L-2.5: a court card begins on its own tile, a joker on any."""
    if card == JOKER:
        return PlacingRule(card, None, 2, 1, "L-2.5")
    return PlacingRule(card, TILE_OF_PERSON[card], 3, 2, "L-2.4")


@cache
def four_stones_rule(card: str, jumps: int) -> PlacingRule:
    """L-2.7: any card as a joker for four stones."""
    return PlacingRule(card, None, 4, jumps, "L-2.7", as_four_stones=True)


_TILE_WORD = {str(tile): tile for tile in TILES}
_TOO_MANY_STONES = {"L-2.4": AT_MOST_THREE_STONES, "L-2.5": AT_MOST_TWO_STONES, "L-2.7": AT_MOST_FOUR_STONES}
_TAKE, _PLACE, _FOUR = touch_step("take"), implied_step("place"), touch_step("four")


@cache
def choice_by_influence_card(who: str, own: int, four_jumps: int) -> Mapping[str, Choice]:
    """Influence card -> what the player may do with it.

    `own` is how many stones they can place (4 stands for more); `four_jumps` is above 0 when "1 influence
    card = 4 stones" may be used.
    """
    return {card: _card_choice(who, card, own, four_jumps) for card in INFLUENCE_CARDS}


def _card_choice(who: str, card: str, own: int, four_jumps: int) -> Choice:
    branches = _take_or_place(who, own, placing_rule(card))
    if four_jumps:
        four = four_stones_rule(card, four_jumps)
        branches.append((_FOUR, branch_choice("L-2.7", _take_or_place(who, own, four), cacheable=True)))
    else:
        branches.append((_FOUR, NO_FOUR_STONES_MISSION()))
    return branch_choice("L-2.3", branches, cacheable=True)


def _take_or_place(who: str, own: int, rule: PlacingRule) -> list[tuple[MoveStep, Choice | Refusal]]:
    take = end_of_move_choice(
        TakeStonesBackAction(who, rule.card, rule.as_four_stones), "L-2.6", cacheable=True
    )
    place = placing_choice(who, rule, min(own, rule.max_stones), ())
    return [(_TAKE, take), (_PLACE, place)]


def placing_choice(who: str, rule: PlacingRule, own: int, placed: tuple[int, ...]) -> Choice:
    """The choice of the next tile, after the stones on `placed` in their order, of `own` in all."""
    if rule.as_four_stones and placed:
        return _placing(who, rule, own, placed)
    return _placed_once(who, rule, own, placed)


def _placing(who: str, rule: PlacingRule, own: int, placed: tuple[int, ...]) -> Choice:
    return Choice(
        rule.clause_id,
        TILES,
        step_for=STONE_STEPS[who].__getitem__,
        next_choice=lambda tile: placing_choice(who, rule, own, (*placed, tile)),
        refusal_for=lambda tile: placing_refusal(rule, own, placed, tile),
        action=_place_action(who, rule, placed) if placed else None,
        parse_word=_TILE_WORD.get,
        # a four-stone card forks too often to keep every choice
        cacheable=not rule.as_four_stones or not placed,
        allowed=_allowed_tiles(rule, own, placed),
        alike=None if placed or _is_listed(who, rule) else lambda: _listed_choice(rule, own),
    )


_placed_once = lru_cache(maxsize=None)(_placing)


def _allowed_tiles(rule: PlacingRule, own: int, placed: tuple[int, ...]) -> tuple[int, ...]:
    """Where the next stone may lie; found once for all players, and for four stones once for all cards."""
    return _allowed_tiles_by_rule(_rule_of_all_cards(rule), own, placed)


def _rule_of_all_cards(rule: PlacingRule) -> PlacingRule:
    """The rule of a card that may place stones where this one may."""
    return four_stones_rule(JOKER, rule.max_jumps) if rule.as_four_stones else rule


def _is_listed(who: str, rule: PlacingRule) -> bool:
    return who == COLOURS[0] and rule == _rule_of_all_cards(rule)


def _listed_choice(rule: PlacingRule, own: int) -> Choice:
    """The choice of all tiles that is listed for all players, and for four stones for all cards."""
    return placing_choice(COLOURS[0], _rule_of_all_cards(rule), own, ())


@cache
def _allowed_tiles_by_rule(rule: PlacingRule, own: int, placed: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(tile for tile in TILES if placing_refusal(rule, own, placed, tile) is None)


def placing_refusal(rule: PlacingRule, own: int, placed: tuple[int, ...], tile: int) -> Refusal | None:
    """L-2.4, L-2.5, L-2.7: why the next stone may not lie on `tile`; None where it may."""
    if len(placed) >= rule.max_stones:
        return _TOO_MANY_STONES[rule.clause_id]()
    if len(placed) >= own:
        return OWN_SUPPLY_EMPTY(own)
    if not placed:
        return None if rule.first_tile in (None, tile) else OWN_TILE_FIRST(rule.card, rule.first_tile)
    here = placed[-1]
    if tile == here:
        return None
    if tile in placed:
        return NEVER_BACK_TO_TILE(tile)
    if tile not in TILE_NEIGHBOURS[here]:
        return _neighbour_refusal(rule, placed, tile)
    if len(set(placed)) > rule.max_jumps:
        return TOO_MANY_JUMPS(rule.max_jumps)
    return None


def _neighbour_refusal(rule: PlacingRule, placed: tuple[int, ...], tile: int) -> Refusal:
    path = tuple(dict.fromkeys(placed))
    for left, entered in pairwise(path):
        if tile in TILE_NEIGHBOURS[left]:
            return TWO_DIRECTIONS(left, entered, tile)
    if rule.card == JOKER and not rule.as_four_stones:
        return JOKER_SAME_OR_NEIGHBOUR(placed[-1], tile)
    return NOT_A_NEIGHBOUR(placed[-1], tile)


def _place_action(who: str, rule: PlacingRule, placed: tuple[int, ...]) -> PlaceStonesAction:
    return PlaceStonesAction(
        who, rule.card, tuple((tile, placed.count(tile)) for tile in sorted(set(placed))), rule.as_four_stones
    )


class PlaceStonesAction(Action, frozen=True):
    """A player plays a card to place stones; `stones` are pairs of a tile and a number."""

    who: str
    card: str
    stones: tuple[tuple[int, int], ...]
    as_four_stones: bool = False

    def perform(self, transaction: Transaction) -> None:
        _play_card(transaction, self.who, self.card, "place", self.as_four_stones)
        for tile, stones in self.stones:
            transaction.apply_event(StonesPlaced(self.who, tile, stones, "own"))
        pass_turn(transaction, self.who)


class TakeStonesBackAction(Action, frozen=True):
    """L-2.6: a player plays a card to take stones back; with none to take it has no effect."""

    who: str
    card: str
    as_four_stones: bool = False

    def perform(self, transaction: Transaction) -> None:
        _play_card(transaction, self.who, self.card, "take", self.as_four_stones)
        stones = 4 if self.as_four_stones else placing_rule(self.card).max_stones
        take_stones(transaction, self.who, stones, "L-2.7" if self.as_four_stones else "L-2.6")
        pass_turn(transaction, self.who)


def _play_card(
    transaction: Transaction, who: str, card: str, use: Literal["place", "take"], as_four_stones: bool
) -> None:
    transaction.apply_event(InfluenceCardPlayed(who, card, use))
    if as_four_stones:
        transaction.apply_event(MissionUsed(who, FOUR_STONES_MISSION))


def pass_turn(transaction: Transaction, who: str) -> None:
    """L-2.3: pass the turn to the left neighbour."""
    now = transaction.agenda[0]
    transaction.replace_current_item(replace(now, who=transaction.position.config.clockwise_from[who][1]))
