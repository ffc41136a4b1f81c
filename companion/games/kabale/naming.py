"""Which card it may be: what a player lays from a hand nobody knows, and what is named when it is turned (K-1.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.games.kabale.pieces import NAMES, laid, named
from companion.games.kabale.printed import CARDS
from companion.games.kabale.state import Table
from companion.rules.choice import Choice, end
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import UNKNOWN, Step
from companion.rules.tale import Deed

NOT_IN_HAND = clause("K-1.3", "not-in-hand", "card")
ALL_KNOWN = clause("K-1.3", "all-known")
KNOWN_ELSEWHERE = clause("K-M1", "known-elsewhere", "who", "card")

LAID = (*CARDS, UNKNOWN)
Hand = frozenset[str]


def from_hand(position: Table, who: str, column: int, clause_id: str, deed: Callable[[str], Deed]) -> Choice:
    """Which card of his hand: a known one, any that could be among those nobody knows, or `?`."""
    hand = frozenset(position.players[who].hand)
    why_not = _barred_in_hand(who, hand, position.known(who))
    return Choice(
        clause_id,
        LAID,
        lambda card: laid(who, column, card),
        lambda card: end(deed(card), clause_id),
        why_not.get,
        read=NAMES.get,
        deep=False,
    )


@lru_cache(maxsize=4096)
def _barred_in_hand(who: str, hand: Hand, known: Hand) -> dict[str, Refusal]:
    if UNKNOWN not in hand:
        barred = {card: NOT_IN_HAND(card) for card in CARDS if card not in hand}
        return {**barred, UNKNOWN: ALL_KNOWN()}
    return {card: KNOWN_ELSEWHERE(who, card) for card in known - hand}


def character(
    position: Table, who: str, column: int, clause_id: str, deed: Callable[[str], Deed], *more: Step
) -> Choice:
    """Which character a card of that player is: any whose place nobody knows. `more`: other words."""
    known = position.known(who)
    others = {step.word: step for step in more}

    def may(card: str) -> Refusal | None:
        return KNOWN_ELSEWHERE(who, card) if card in known else None

    def step(card: str) -> Step:
        return others.get(card) or named(who, column, card)

    def then(card: str) -> Any:
        return end(deed(card), clause_id)

    return Choice(clause_id, (*CARDS, *others), step, then, may, deep=False)
