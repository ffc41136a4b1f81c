"""The choices of a card: one that a player lays from their hand, or names when it is turned up (K-1.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.games.kabale.rules.constants import CHARACTERS
from companion.games.kabale.rules.pieces import CARD_NAMES, face_down_card_step, open_card_step
from companion.games.kabale.rules.state import TableState
from companion.rules.choice import Choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action

NOT_IN_HAND = declare_clause("K-1.3", "not-in-hand", "card")
ALL_CARDS_KNOWN = declare_clause("K-1.3", "all-known")
KNOWN_ELSEWHERE = declare_clause("K-M1", "known-elsewhere", "who", "card")

LAYABLE_CARDS = (*CHARACTERS, UNKNOWN)


def not_in_hand_refusal_by_card(position: TableState, who: str) -> Mapping[str, Refusal]:
    """Card -> why it cannot be in the player's hand: it is elsewhere, or the whole hand is known."""
    hand = position.players[who].hand
    if UNKNOWN not in hand:
        refusals = {card: NOT_IN_HAND(card) for card in CHARACTERS if card not in hand}
        return {**refusals, UNKNOWN: ALL_CARDS_KNOWN()}
    return {card: _known_elsewhere(who, card) for card in position.known_cards(who) if card not in hand}


@cache
def _known_elsewhere(who: str, card: str) -> Refusal:
    return KNOWN_ELSEWHERE(who, card)


def hand_card_choice(
    clause_id: str, refusals: Mapping[str, Refusal], choice_by_card: Mapping[str, Choice]
) -> Choice:
    """The choice of a card of a hand: a known one, any that may be among the unknown ones, or `?`.

    `choice_by_card` has for each card the fixed choice of that card alone and what follows it.
    """
    return Choice(
        clause_id,
        LAYABLE_CARDS,
        lambda card: choice_by_card[card].step_for(card),
        lambda card: choice_by_card[card].next_choice(card),
        refusals.get,
        parse_word=CARD_NAMES.get,
        can_dead_end=False,
        cached_parts=[only for card, only in choice_by_card.items() if card not in refusals],
    )


def face_down_choice_by_card(
    clause_id: str, who: str, column: int, make_action: Callable[[str], Action]
) -> Mapping[str, Choice]:
    """Card -> the fixed choice of laying that card face down in a column."""

    def only(card: str) -> Choice:
        step, then = (
            face_down_card_step(who, column, card),
            end_of_move_choice(make_action(card), clause_id, cacheable=True),
        )
        return Choice(clause_id, (card,), lambda _: step, lambda _: then, cacheable=True)

    return {card: only(card) for card in LAYABLE_CARDS}


def character_choice(
    position: TableState,
    who: str,
    column: int,
    clause_id: str,
    make_action: Callable[[str], Action],
    *more: MoveStep,
) -> Choice:
    """The choice of the character a player's card is: any whose place nobody knows, or one of `more`."""
    known = position.known_cards(who)
    others = {step.word: step for step in more}

    def may(card: str) -> Refusal | None:
        return _known_elsewhere(who, card) if card in known else None

    def step(card: str) -> MoveStep:
        return others.get(card) or open_card_step(who, column, card)

    def then(card: str) -> Any:
        return end_of_move_choice(make_action(card), clause_id)

    return Choice(clause_id, (*CHARACTERS, *others), step, then, may, can_dead_end=False)
