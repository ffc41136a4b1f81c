"""Which card it may be: what a player lays from a hand nobody knows, and what is named when it is turned (K-1.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.games.kabale.rules.pieces import NAMES, laid, named
from companion.games.kabale.rules.printed import CARDS
from companion.games.kabale.rules.state import Table
from companion.rules.choice import Choice, end_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action

NOT_IN_HAND = declare_clause("K-1.3", "not-in-hand", "card")
ALL_KNOWN = declare_clause("K-1.3", "all-known")
KNOWN_ELSEWHERE = declare_clause("K-M1", "known-elsewhere", "who", "card")

LAID = (*CARDS, UNKNOWN)


def barred_in_hand(position: Table, who: str) -> Mapping[str, Refusal]:
    """The words that cannot be said of his hand, and why: a card elsewhere, or none of those all know."""
    hand = position.players[who].hand
    if UNKNOWN not in hand:
        barred = {card: NOT_IN_HAND(card) for card in CARDS if card not in hand}
        return {**barred, UNKNOWN: ALL_KNOWN()}
    return {card: _elsewhere(who, card) for card in position.known(who) if card not in hand}


@cache
def _elsewhere(who: str, card: str) -> Refusal:
    return KNOWN_ELSEWHERE(who, card)


def from_hand(clause_id: str, barred: Mapping[str, Refusal], each: Mapping[str, Choice]) -> Choice:
    """Which card of a hand: a known one, any that could be among those nobody knows, or `?`.

    each: word -> the fixed choice of that one card and what is done with it.
    """
    return Choice(
        clause_id,
        LAID,
        lambda card: each[card].step_for(card),
        lambda card: each[card].next_choice(card),
        barred.get,
        parse_word=NAMES.get,
        can_dead_end=False,
        cached_parts=[only for card, only in each.items() if card not in barred],
    )


def each_card(clause_id: str, who: str, column: int, deed: Callable[[str], Action]) -> Mapping[str, Choice]:
    """The fixed choice of each card that may be laid face down in a column."""

    def only(card: str) -> Choice:
        step, then = laid(who, column, card), end_choice(deed(card), clause_id, cacheable=True)
        return Choice(clause_id, (card,), lambda _: step, lambda _: then, cacheable=True)

    return {card: only(card) for card in LAID}


def character(
    position: Table, who: str, column: int, clause_id: str, deed: Callable[[str], Action], *more: MoveStep
) -> Choice:
    """Which character a card of that player is: any whose place nobody knows. `more`: other words."""
    known = position.known(who)
    others = {step.word: step for step in more}

    def may(card: str) -> Refusal | None:
        return _elsewhere(who, card) if card in known else None

    def step(card: str) -> MoveStep:
        return others.get(card) or named(who, column, card)

    def then(card: str) -> Any:
        return end_choice(deed(card), clause_id)

    return Choice(clause_id, (*CARDS, *others), step, then, may, can_dead_end=False)
