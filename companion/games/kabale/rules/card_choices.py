"""The choices of a card: one that a player lays from their hand, or names when it is turned up (K-1.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from companion.games.kabale.rules.constants import CHARACTERS
from companion.games.kabale.rules.pieces import CARD_NAMES, column_step, face_down_card_step, open_card_step
from companion.games.kabale.rules.state import TableState
from companion.rules.choice import Choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action

NOT_IN_HAND = declare_clause("K-1.3", "not-in-hand", "card")
ALL_CARDS_KNOWN = declare_clause("K-1.3", "all-known")
COLUMN_CLOSED = declare_clause("K-2.3", "column-closed", "column")
NO_CLOAK = declare_clause("K-2.4", "no-cloak")
NO_TRAITOR = declare_clause("K-2.5", "no-traitor")
KNOWN_ELSEWHERE = declare_clause("K-M1", "known-elsewhere", "who", "card")

LAYABLE_CARDS = (*CHARACTERS, UNKNOWN)


PossibleCards = tuple[Sequence[str], Callable[[str], Refusal | None]]
"""The cards that may be in a hand, and why another one may not."""


def possible_hand_cards(position: TableState, who: str) -> PossibleCards:
    """K-1.3: the cards that may be in the player's hand; others are elsewhere, or the whole hand is known."""
    hand = position.players[who].hand
    if UNKNOWN not in hand:
        return (
            [card for card in LAYABLE_CARDS if card in hand],
            lambda card: None if card in hand else _NOT_IN_HAND[card],
        )
    elsewhere, reasons = position.known_cards(who), _known_elsewhere_by_card(who)
    elsewhere.difference_update(hand)
    return (
        [card for card in LAYABLE_CARDS if card not in elsewhere],
        lambda card: reasons[card] if card in elsewhere else None,
    )


_NOT_IN_HAND: Mapping[str, Refusal] = {
    **{card: NOT_IN_HAND(card) for card in CHARACTERS},
    UNKNOWN: ALL_CARDS_KNOWN(),
}


@cache
def _known_elsewhere_by_card(who: str) -> Mapping[str, Refusal]:
    return {card: KNOWN_ELSEWHERE(who, card) for card in CHARACTERS}


def hand_card_choice(menu: Choice, possible: PossibleCards) -> Choice:
    """The choice of a card of a hand: a known one, any that may be among the unknown ones, or `?`.

    `menu` is the fixed choice of all cards.
    """
    cards, refusal_for = possible
    return Choice(
        menu.clause_id,
        LAYABLE_CARDS,
        menu.step_for,
        menu.next_choice,
        refusal_for,
        parse_word=CARD_NAMES.get,
        can_dead_end=False,
        allowed=cards,
        menu=menu,
    )


def face_down_card_menu(
    clause_id: str, who: str, column: int, make_action: Callable[[str], Action]
) -> Choice:
    """The fixed choice of laying any card face down in a column."""
    steps = {card: face_down_card_step(who, column, card) for card in LAYABLE_CARDS}
    ends = {card: end_of_move_choice(make_action(card), clause_id, cacheable=True) for card in LAYABLE_CARDS}
    return Choice(clause_id, LAYABLE_CARDS, steps.__getitem__, ends.__getitem__, cacheable=True)


def lay_card_choice(position: TableState, who: str, menu_of: Callable[[str, int], Choice]) -> Choice:
    """K-1.3: the choice of a column that is not closed, and of a card of the hand for it.

    `menu_of` makes the fixed choice of any card of a player in a column.
    """
    closed: dict[int | str, Refusal] = {
        number: COLUMN_CLOSED(number) for number, column in enumerate(position.columns, 1) if column.closed
    }
    possible = possible_hand_cards(position, who)
    cards: dict[int, Choice] = {}  # each is needed several times for one move

    def card(column: int) -> Choice:
        choice = cards.get(column)
        if choice is None:
            choice = cards[column] = hand_card_choice(menu_of(who, column), possible)
        return choice

    columns = range(1, len(position.columns) + 1)
    return Choice(
        "K-1.3",
        columns,
        column_step,
        card,
        (closed | _NOT_TURNED_UP).get,
        parse_word=_first_words(len(columns)).get,
        can_dead_end=False,
        allowed=[number for number in columns if number not in closed] if closed else columns,
    )


_NOT_TURNED_UP: dict[int | str, Refusal] = {"slide": NO_CLOAK(), "swap": NO_TRAITOR()}
"""What only a card that is turned up lets a player do."""


@cache
def _first_words(columns: int) -> Mapping[str, int | str]:
    """Word -> the column that it names, or itself where something else lets a player say it."""
    return {str(each): each for each in (*range(1, columns + 1), *_NOT_TURNED_UP)}


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
    elsewhere = _known_elsewhere_by_card(who)
    others = {step.word: step for step in more}

    def may(card: str) -> Refusal | None:
        return elsewhere[card] if card in known else None

    def step(card: str) -> MoveStep:
        return others.get(card) or open_card_step(who, column, card)

    def then(card: str) -> Any:
        return end_of_move_choice(make_action(card), clause_id)

    def parse(word: str) -> str | None:
        return word if word in others or (word != UNKNOWN and word in CARD_NAMES) else None

    return Choice(clause_id, (*CHARACTERS, *others), step, then, may, parse_word=parse, can_dead_end=False)
