"""Selling prestige for florins, which is possible at any time, beside what a player is asked (P-B8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from companion.games.florence.rules.edition import POINTS
from companion.games.florence.rules.phases.turn_actions import SellPrestigeAction
from companion.games.florence.rules.pieces import (
    BUTTON_WORDS,
    SELL_WORD,
    button_step,
    implied_step,
    number_step,
    sell_step,
    touch_step,
)
from companion.games.florence.rules.state import PlayerState, TableState
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice
from companion.rules.clauses import Clause, Refusal, declare_clause
from companion.rules.moves import MoveStep

AT_LEAST_ONE_POINT = declare_clause("P-B8", "at-least-one")
TOO_FEW_POINTS = declare_clause("P-B8", "below-zero", "number", "points")
SELL_PRESTIGE_FIRST = declare_clause("P-B8", "sell-first", "price", "money", "number")
CANNOT_AFFORD = declare_clause("P-B8", "too-poor", "price", "money", "points")

ChoiceBranch = tuple[MoveStep, Choice | Refusal]


def branch_implied_if_possible(step: MoveStep, choice: Choice, is_possible: bool) -> ChoiceBranch:
    """A branch whose word is implied by what follows it, where something may follow.

    Otherwise only a touch can mean it, and nothing else that is shown is taken for it. `is_possible` says
    whether anything may follow, as far as that is cheap to know.
    """
    return (step if is_possible else touch_step(step.word, step.touch_target)), choice


def refused_choice(
    clause_id: str,
    among: Sequence[Any],
    step: Callable[[Any], MoveStep],
    refusal: Refusal,
    read: Callable[[str], Any] | None = None,
) -> Choice:
    """A choice in which every option is refused for the same reason."""
    return Choice(
        clause_id,
        among,
        step,
        refusal_for=lambda _: refusal,
        parse_word=read,
        can_dead_end=False,
        allowed=(),
    )


def turn_with_sales(
    position: TableState,
    who: str,
    clause_id: str,
    branches: Sequence[ChoiceBranch],
    out_of_turn_clause: Clause,
    parse_word: Callable[[str], ChoiceBranch | None] | None = None,
) -> Turn:
    """The turn in which one player is asked, and all with prestige may sell some of it.

    parse_word: other words that are refused here for a reason of their own.
    It is always asked: whether a decision has only one answer would else depend on what others can sell.
    """
    sale = sell_step(who), sale_choice(who, position.players[who].points)
    choice = branch_choice(clause_id, (*branches, sale))
    choice.parse_word = parse_word
    return turn_beside_sales(position, who, choice, out_of_turn_clause)


def turn_beside_sales(position: TableState, who: str, choice: Choice, out_of_turn_clause: Clause) -> Turn:
    """As `turn_with_sales`, where `choice`, of the player asked, has their own sale among its branches."""
    after = {who: choice}
    players = position.players
    for other in position.config.clockwise_from[who][1:]:
        points = players[other].points
        if points:
            after[other] = _only_sale_choice(other, points, who, out_of_turn_clause)
    return Turn(after, position.config.actors, (who,), out_of_turn_clause, always_ask=True)


@cache
def _only_sale_choice(who: str, points: int, awaited: str, out_of_turn_clause: Clause) -> Choice:
    """The choice of a player who is not asked: they may sell; for anything else it is not their turn."""
    not_you = out_of_turn_clause(who, awaited)
    sale = sell_step(who), sale_choice(who, points)
    buttons: list[ChoiceBranch] = [(button_step(who, each), not_you) for each in BUTTON_WORDS]

    def read(word: str) -> ChoiceBranch | None:
        return None if word == SELL_WORD else (implied_step(word), not_you)

    choice = branch_choice("P-B8", (sale, *buttons), cacheable=True)
    choice.parse_word = read
    choice.always_completes = True  # nobody without a point is offered it
    return choice


@cache
def sale_choice(who: str, points: int) -> Choice:
    """The choice of how many points to sell, at most those the player has; without any, one is refused."""

    def may(number: int) -> Refusal | None:
        if not number:
            return AT_LEAST_ONE_POINT()
        return TOO_FEW_POINTS(number, points) if number > points else None

    return Choice(
        "P-B8",
        range(1, max(points, 1) + 1),
        _points_step,
        lambda number: _end_with_sale(who, number),
        may,
        parse_word=_parse_number,
        cacheable=True,
        allowed=range(1, points + 1),
        is_last=True,
    )


@cache
def _end_with_sale(who: str, number: int) -> Choice:
    return end_of_move_choice(SellPrestigeAction(who, number), "P-B8", cacheable=True)


def _points_step(number: int) -> MoveStep:
    return number_step("points", number)


def _parse_number(word: str) -> int | None:
    """The number, written without sign and leading zero; None for other words."""
    plain = word == "0" or (word.isascii() and word.isdecimal() and word[0] != "0" and len(word) < 5)
    return int(word) if plain else None


def refusal_for_payment(player: PlayerState, price: int) -> Refusal | None:
    """Why the player cannot pay: so many points must be sold first, or even all are not enough.

    None where they have the cash.
    """
    number = points_to_sell(player, price)
    if not number:
        return None
    if number > player.points:
        return CANNOT_AFFORD(price, player.money, player.points)
    return SELL_PRESTIGE_FIRST(price, player.money, number)


def points_to_sell(player: PlayerState, price: int) -> int:
    """How many points the player must sell to pay that much; 0 where they have the cash."""
    return max(0, -((player.money - price) // POINTS["sold"]))
