"""What may be said at any time, beside what a player is asked: prestige sold for florins (P-B8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from companion.games.florence.rules.events import Sold
from companion.games.florence.rules.pieces import (
    BUTTONS,
    SELL,
    button,
    implied,
    number_step,
    sell_step,
    touched,
)
from companion.games.florence.rules.printed import POINTS
from companion.games.florence.rules.state import Player, Table
from companion.rules.choice import Choice, Turn, branch_choice, end_choice
from companion.rules.clauses import Clause, Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

BELOW_ZERO = declare_clause("P-B8", "below-zero", "number", "points")
SELL_FIRST = declare_clause("P-B8", "sell-first", "price", "money", "number")
TOO_POOR = declare_clause("P-B8", "too-poor", "price", "money", "points")

Branch = tuple[MoveStep, Choice | Refusal]


def branch(step: MoveStep, choice: Choice, may_be: bool) -> Branch:
    """A word that what follows says. Where nothing may follow nobody can have meant it by showing something else.

    may_be: whether anything may, as far as it is cheap to know.
    """
    return (step if may_be else touched(step.word, step.touch_target)), choice


def never(
    id: str,
    among: Sequence[Any],
    step: Callable[[Any], MoveStep],
    refusal: Refusal,
    read: Callable[[str], Any] | None = None,
) -> Choice:
    """What may not be had now, whichever it is: whoever shows one is told why."""
    return Choice(id, among, step, refusal_for=lambda _: refusal, parse_word=read, can_dead_end=False)


def asked(position: Table, who: str, id: str, branches: Sequence[Branch], not_you: Clause) -> Turn:
    """One player is asked; he and everybody else who has prestige may sell some of it.

    Always said: whether a question has one answer only would else depend on what others could sell.
    """
    after = {who: branch_choice(id, (*branches, _sale(position, who)))}
    for other in position.house.order[who][1:]:
        if position.players[other].points:
            after[other] = _only_sale(other, position.players[other].points, not_you(other, who))
    return Turn(after, position.house.everybody, (who,), not_you, always_ask=True)


@cache
def _only_sale(who: str, points: int, not_you: Refusal) -> Choice:
    """Somebody who is not asked may sell; for anything else he says or presses it is not his turn."""
    sale = sell_step(who), _numbers(who, points)
    buttons: list[Branch] = [(button(who, each), not_you) for each in BUTTONS]

    def read(word: str) -> Branch | None:
        return None if word == SELL else (implied(word), not_you)

    choice = branch_choice("P-B8", (sale, *buttons), cacheable=True)
    choice.parse_word = read
    return choice


def _sale(position: Table, who: str) -> Branch:
    return sell_step(who), _numbers(who, position.players[who].points)


@cache
def _numbers(who: str, points: int) -> Choice:
    """How many of his points, never more than he has; of none, one is one too many."""

    def may(number: int) -> Refusal | None:
        return BELOW_ZERO(number, points) if number > points else None

    return Choice(
        "P-B8",
        range(1, max(points, 1) + 1),
        _points,
        lambda number: _sold(who, number),
        may,
        parse_word=_number,
        cacheable=True,
    )


@cache
def _sold(who: str, number: int) -> Choice:
    return end_choice(Sell(who, number), "P-B8", cacheable=True)


def _points(number: int) -> MoveStep:
    return number_step("points", number)


def _number(word: str) -> int | None:
    """A number as the notation writes it: no sign, no leading zero."""
    return int(word) if word.isascii() and word.isdecimal() and word[0] != "0" and len(word) < 5 else None


class Sell(Action, frozen=True):
    """One point for so many florins each."""

    who: str
    number: int

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(Sold(self.who, self.number, self.number * POINTS["sold"]))


def payable(player: Player, price: int) -> Refusal | None:
    """Whether he has the cash; else how many points must be sold first, or that all of them would not do."""
    number = to_sell(player, price)
    if not number:
        return None
    if number > player.points:
        return TOO_POOR(price, player.money, player.points)
    return SELL_FIRST(price, player.money, number)


def to_sell(player: Player, price: int) -> int:
    """How many points he would have to sell to pay that much; 0: none."""
    return max(0, -((player.money - price) // POINTS["sold"]))
