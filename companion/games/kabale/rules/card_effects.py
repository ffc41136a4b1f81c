"""Cards turned up by others: the five immediate effects and what follows from them (K-1.3, K-2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import ClassVar, Literal

from companion.games.kabale.rules.card_choices import (
    character_choice,
    face_down_card_menu,
    hand_card_choice,
    possible_hand_cards,
)
from companion.games.kabale.rules.drawing import draw_card
from companion.games.kabale.rules.events import (
    CardRemoved,
    CardSlid,
    CardTurnedUp,
    ColumnClosed,
    ExplorerMoved,
    ExplorerStayed,
    ObjectivesSwapped,
)
from companion.games.kabale.rules.pieces import (
    UNSEEN_STEP,
    button_step,
    implied_step,
    touch_column_step,
)
from companion.games.kabale.rules.state import CardState, TableState, TurnItem
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Clause, Refusal, declare_clause
from companion.rules.moves import TABLE_ACTOR, UNKNOWN
from companion.rules.transaction import Action, Transaction

NAMING_AWAITED = declare_clause("K-1.3", "naming-awaited", "who", "awaited")
REMOVED_AWAITED = declare_clause("K-2.2", "removed-awaited", "who", "awaited")
NOT_YOUR_CLOAK = declare_clause("K-2.4", "not-your-cloak", "who", "awaited")
NOT_YOUR_TRAITOR = declare_clause("K-2.5", "not-your-traitor", "who", "awaited")
SWAP_WITH_OWN_COLUMN = declare_clause("K-2.5", "own-column", "column")

CardQuestionKind = Literal["turned", "removed", "slide", "swap"]


class TurnCardAbove(TurnItem, frozen=True, tag="turn-above"):
    """K-1.3: the card just laid turns up the one above it, if that lies face down."""

    column: int

    def settle(self, transaction: Transaction) -> bool:
        cards = transaction.position.column(self.column).cards
        above = len(cards) - 1
        if above < 1 or cards[above - 1].up:
            transaction.replace_current_item()
        elif cards[above - 1].card == UNKNOWN:
            transaction.replace_current_item(
                NameTurnedCardDecision(self.turn, self.column, above, TABLE_ACTOR)
            )
        else:
            turn_card_up(transaction, self.turn, self.column, above, cards[above - 1])
        return True


def turn_card_up(transaction: Transaction, turn: str, column: int, at: int, card: CardState) -> None:
    """Turn up card `at` of the column; its immediate effect is next on the agenda."""
    transaction.apply_event(CardTurnedUp(card.by, column, at, card.card))
    transaction.replace_current_item(*_immediate_effect(transaction, turn, column, at, card))


def _immediate_effect(
    transaction: Transaction, turn: str, column: int, at: int, card: CardState
) -> tuple[AgendaItem, ...]:
    match card.card:
        case "explorer":
            return _explore(transaction, turn, column, at, card.by)
        case "assassin":
            return _assassinate(transaction, turn, column, at + 1)
        case "storm":
            transaction.apply_event(ColumnClosed(column))
        case "cloak" if transaction.position.players[card.by].hand_size:
            return (SlideDecision(turn, column, at, card.by),)
        case "traitor":
            return (SwapDecision(turn, column, at, card.by),)
    return ()


# -- K-2.1


def _explore(transaction: Transaction, turn: str, column: int, at: int, by: str) -> tuple[AgendaItem, ...]:
    """The Explorer moves to the next open column, if it may, and turns up the card above it there."""
    position: TableState = transaction.position
    target = _next_open(position, column)
    if by in position.travelled:
        transaction.apply_event(ExplorerStayed(by, column, "moved-already"))
    elif target is None:
        transaction.apply_event(ExplorerStayed(by, column, "no-column"))
    else:
        transaction.apply_event(ExplorerMoved(by, column, at, target))
        return (TurnCardAbove(turn, target),)
    return ()


def _next_open(position: TableState, column: int) -> int | None:
    """The next column to the right that is not closed, the first following the last; None where none is open.

    With the option explorer-own-column the Explorer's own column is the last resort.
    """
    order: tuple[int, ...] = (*range(column + 1, len(position.columns) + 1), *range(1, column))
    for target in order:
        if not position.column(target).closed:
            return target
    return column if position.config.is_enabled("explorer-own-column") else None


# -- K-2.2


def _assassinate(transaction: Transaction, turn: str, column: int, at: int) -> tuple[AgendaItem, ...]:
    """The card that turned up the Assassin is removed; where it is unknown, it may be named first."""
    card = transaction.position.column(column).cards[at - 1]
    if card.card == UNKNOWN:
        return (NameRemovedCardDecision(turn, column, at, TABLE_ACTOR),)
    transaction.apply_event(CardRemoved(card.by, column, at, card.card))
    return ()


# -- decisions about a card


class CardQuestion(TurnItem, frozen=True):
    """The base of decisions about card `at` of a column."""

    column: int
    at: int
    who: str
    kind: ClassVar[CardQuestionKind]
    out_of_turn_clause: ClassVar[Clause]

    @property
    def awaited_player(self) -> str | None:
        return None if self.who == TABLE_ACTOR else self.who

    def settle(self, transaction: Transaction) -> bool:
        return False

    def make_turn(self, position: TableState, choice: Choice, pattern: str = "") -> Turn:
        """The turn in which only that choice may be made."""
        choice.pattern = pattern
        return Turn({self.who: choice}, position.config.actors, (self.who,), self.out_of_turn_clause)


class NameTurnedCardDecision(CardQuestion, frozen=True, tag="turned"):
    """K-1.3: which character an unknown card is that is turned up."""

    kind = "turned"
    out_of_turn_clause = NAMING_AWAITED

    def build_choice_tree(self, position: TableState) -> Turn:
        by = position.column(self.column).cards[self.at - 1].by

        def make_action(card: str) -> Action:
            return NameTurnedCardAction(self.turn, self.column, self.at, CardState(by, card))

        cards = character_choice(position, by, self.column, "K-1.3", make_action)
        return self.make_turn(position, single_word_choice(implied_step("turned"), cards), "turned CARD")


class NameTurnedCardAction(Action, frozen=True):
    """K-1.3: the card that is turned up is named."""

    turn: str
    column: int
    at: int
    card: CardState

    def perform(self, transaction: Transaction) -> None:
        turn_card_up(transaction, self.turn, self.column, self.at, self.card)


class NameRemovedCardDecision(CardQuestion, frozen=True, tag="removed"):
    """K-2.2: which character an unknown card was that is removed, if anybody noted it."""

    kind = "removed"
    out_of_turn_clause = REMOVED_AWAITED

    def build_choice_tree(self, position: TableState) -> Turn:
        by = position.column(self.column).cards[self.at - 1].by

        def make_action(card: str) -> Action:
            return RemoveCardAction(by, self.column, self.at, card)

        cards = character_choice(position, by, self.column, "K-2.2", make_action, UNSEEN_STEP)
        return self.make_turn(position, single_word_choice(implied_step("removed"), cards), "removed CARD")


class RemoveCardAction(Action, frozen=True):
    """K-2.2: the card is removed."""

    by: str
    column: int
    at: int
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(CardRemoved(self.by, self.column, self.at, self.card))
        transaction.replace_current_item()


# -- K-2.4


class SlideDecision(CardQuestion, frozen=True, tag="slide"):
    """K-2.4: the owner of a Cloak may slide a card under it."""

    kind = "slide"
    out_of_turn_clause = NOT_YOUR_CLOAK

    def build_choice_tree(self, position: TableState) -> Turn:
        menu = _slide_card_menu(self.who, self.column, self.at + 1)
        cards = hand_card_choice(menu, possible_hand_cards(position, self.who))
        choice = branch_choice(
            "K-2.4",
            [(implied_step("slide"), cards), (button_step(self.who, "skip"), _DECLINE_CHOICES["K-2.4"])],
        )
        return self.make_turn(position, choice)


@lru_cache(maxsize=512)
def _slide_card_menu(who: str, column: int, at: int) -> Choice:
    return face_down_card_menu("K-2.4", who, column, partial(SlideCardAction, who, column, at))


class SlideCardAction(Action, frozen=True):
    """K-2.4: the player slides a card face down directly under the Cloak, and draws at once."""

    who: str
    column: int
    at: int
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(CardSlid(self.who, self.column, self.at, self.card))
        draw_card(transaction, self.who)
        transaction.replace_current_item()


class DeclineAction(Action, frozen=True):
    """The player declines the effect of their card."""

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()


_DECLINE_CHOICES: Mapping[str, Choice] = {
    id: end_of_move_choice(DeclineAction(), id, cacheable=True) for id in ("K-2.4", "K-2.5")
}


# -- K-2.5


class SwapDecision(CardQuestion, frozen=True, tag="swap"):
    """K-2.5: the owner of a Traitor may swap the objective of its column for that of another."""

    kind = "swap"
    out_of_turn_clause = NOT_YOUR_TRAITOR

    def build_choice_tree(self, position: TableState) -> Turn:
        def may(column: int) -> Refusal | None:
            return SWAP_WITH_OWN_COLUMN(column) if column == self.column else None

        def then(column: int) -> Choice:
            return end_of_move_choice(SwapObjectivesAction(self.who, self.column, column), "K-2.5")

        columns = range(1, len(position.columns) + 1)
        others = Choice("K-2.5", columns, touch_column_step, then, may, can_dead_end=False)
        choice = branch_choice(
            "K-2.5",
            [(implied_step("swap"), others), (button_step(self.who, "skip"), _DECLINE_CHOICES["K-2.5"])],
        )
        return self.make_turn(position, choice)


class SwapObjectivesAction(Action, frozen=True):
    """K-2.5: the player swaps the objectives of two columns, which may be full or closed."""

    who: str
    column: int
    other: int

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(ObjectivesSwapped(self.who, self.column, self.other))
        transaction.replace_current_item()
