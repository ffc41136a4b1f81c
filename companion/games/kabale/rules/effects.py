"""A card is turned up by another one: the five immediate effects and all they set off (K-1.3, K-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from companion.games.kabale.rules.deck import draw
from companion.games.kabale.rules.events import (
    CardRemoved,
    CardSlid,
    CardTurned,
    ColumnClosed,
    ExplorerMoved,
    ExplorerStayed,
    ObjectivesSwapped,
)
from companion.games.kabale.rules.naming import barred_in_hand, character, each_card, from_hand
from companion.games.kabale.rules.pieces import TABLE, UNSEEN, button, implied, touched_column
from companion.games.kabale.rules.state import Card, OfTurn, Table
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Clause, Refusal, declare_clause
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Action, Transaction

NAMING_AWAITED = declare_clause("K-1.3", "naming-awaited", "who", "awaited")
REMOVED_AWAITED = declare_clause("K-2.2", "removed-awaited", "who", "awaited")
NOT_YOUR_CLOAK = declare_clause("K-2.4", "not-your-cloak", "who", "awaited")
NOT_YOUR_TRAITOR = declare_clause("K-2.5", "not-your-traitor", "who", "awaited")
OWN_COLUMN = declare_clause("K-2.5", "own-column", "column")

What = Literal["turned", "removed", "slide", "swap"]


class TurnAbove(OfTurn, frozen=True, tag="turn-above"):
    """The card just laid turns the one above it, if that lies face down."""

    column: int

    def settle(self, tale: Transaction) -> bool:
        cards = tale.position.column(self.column).cards
        above = len(cards) - 1
        if above < 1 or cards[above - 1].up:
            tale.replace_current_item()
        elif cards[above - 1].card == UNKNOWN:
            tale.replace_current_item(NameTurned(self.turn, self.column, above, TABLE))
        else:
            turn_up(tale, self.turn, self.column, above, cards[above - 1])
        return True


def turn_up(tale: Transaction, turn: str, column: int, at: int, card: Card) -> None:
    """Card `at` of the column is turned up, and its immediate effect is what comes next."""
    tale.apply_event(CardTurned(card.by, column, at, card.card))
    tale.replace_current_item(*_effect(tale, turn, column, at, card))


def _effect(tale: Transaction, turn: str, column: int, at: int, card: Card) -> tuple[AgendaItem, ...]:
    match card.card:
        case "explorer":
            return _explore(tale, turn, column, at, card.by)
        case "assassin":
            return _assassinate(tale, turn, column, at + 1)
        case "storm":
            tale.apply_event(ColumnClosed(column))
        case "cloak" if tale.position.players[card.by].held:
            return (Slide(turn, column, at, card.by),)
        case "traitor":
            return (Swap(turn, column, at, card.by),)
    return ()


# -- K-2.1


def _explore(tale: Transaction, turn: str, column: int, at: int, by: str) -> tuple[AgendaItem, ...]:
    """He goes on to the next column that is open, and turns what lies there."""
    position: Table = tale.position
    target = _next_open(position, column)
    if by in position.travelled:
        tale.apply_event(ExplorerStayed(by, column, "moved-already"))
    elif target is None:
        tale.apply_event(ExplorerStayed(by, column, "no-column"))
    else:
        tale.apply_event(ExplorerMoved(by, column, at, target))
        return (TurnAbove(turn, target),)
    return ()


def _next_open(position: Table, column: int) -> int | None:
    """The next column on the right that is not closed, from the last to the first; None: there is no other."""
    order: tuple[int, ...] = (*range(column + 1, len(position.columns) + 1), *range(1, column))
    for target in order:
        if not position.column(target).closed:
            return target
    return column if position.house.yes("explorer-own-column") else None


# -- K-2.2


def _assassinate(tale: Transaction, turn: str, column: int, at: int) -> tuple[AgendaItem, ...]:
    """The card that turned him goes; when nobody saw it, somebody may say which it was."""
    card = tale.position.column(column).cards[at - 1]
    if card.card == UNKNOWN:
        return (NameRemoved(turn, column, at, TABLE),)
    tale.apply_event(CardRemoved(card.by, column, at, card.card))
    return ()


# -- questions about a card


class AboutCard(OfTurn, frozen=True):
    """Somebody is asked about card `at` of a column."""

    column: int
    at: int
    who: str
    what: ClassVar[What]
    not_you: ClassVar[Clause]

    @property
    def awaited_player(self) -> str | None:
        return None if self.who == TABLE else self.who

    def settle(self, tale: Transaction) -> bool:
        return False

    def ask(self, position: Table, choice: Choice, pattern: str = "") -> Turn:
        """The turn in which only that choice may be made."""
        choice.pattern = pattern
        return Turn({self.who: choice}, position.house.everybody, (self.who,), self.not_you)


class NameTurned(AboutCard, frozen=True, tag="turned"):
    """K-1.3: a card that nobody saw is turned; which is it?"""

    what = "turned"
    not_you = NAMING_AWAITED

    def build_choice_tree(self, position: Table) -> Turn:
        by = position.column(self.column).cards[self.at - 1].by

        def deed(card: str) -> Action:
            return NameCard(self.turn, self.column, self.at, Card(by, card))

        cards = character(position, by, self.column, "K-1.3", deed)
        return self.ask(position, single_word_choice(implied("turned"), cards), "turned CARD")


class NameCard(Action, frozen=True):
    """The card that was turned, named."""

    turn: str
    column: int
    at: int
    card: Card

    def perform(self, tale: Transaction) -> None:
        turn_up(tale, self.turn, self.column, self.at, self.card)


class NameRemoved(AboutCard, frozen=True, tag="removed"):
    """K-2.2: a card that nobody saw goes to the discard pile; which was it, if anybody noted it?"""

    what = "removed"
    not_you = REMOVED_AWAITED

    def build_choice_tree(self, position: Table) -> Turn:
        by = position.column(self.column).cards[self.at - 1].by

        def deed(card: str) -> Action:
            return Remove(by, self.column, self.at, card)

        cards = character(position, by, self.column, "K-2.2", deed, UNSEEN)
        return self.ask(position, single_word_choice(implied("removed"), cards), "removed CARD")


class Remove(Action, frozen=True):
    """The card goes."""

    by: str
    column: int
    at: int
    card: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(CardRemoved(self.by, self.column, self.at, self.card))
        tale.replace_current_item()


# -- K-2.4


class Slide(AboutCard, frozen=True, tag="slide"):
    """The owner of a Cloak may slide a card under it."""

    what = "slide"
    not_you = NOT_YOUR_CLOAK

    def build_choice_tree(self, position: Table) -> Turn:
        def deed(card: str) -> Action:
            return SlideUnder(self.who, self.column, self.at + 1, card)

        each = each_card("K-2.4", self.who, self.column, deed)
        cards = from_hand("K-2.4", barred_in_hand(position, self.who), each)
        choice = branch_choice(
            "K-2.4", [(implied("slide"), cards), (button(self.who, "skip"), _LEAVE["K-2.4"])]
        )
        return self.ask(position, choice)


class SlideUnder(Action, frozen=True):
    """It lies face down directly under the Cloak, and he draws at once."""

    who: str
    column: int
    at: int
    card: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(CardSlid(self.who, self.column, self.at, self.card))
        draw(tale, self.who)
        tale.replace_current_item()


class Leave(Action, frozen=True):
    """He lets it be."""

    def perform(self, tale: Transaction) -> None:
        tale.replace_current_item()


_LEAVE: Mapping[str, Choice] = {id: end_choice(Leave(), id, cacheable=True) for id in ("K-2.4", "K-2.5")}


# -- K-2.5


class Swap(AboutCard, frozen=True, tag="swap"):
    """The owner of a Traitor may exchange the objective of his column for another one's."""

    what = "swap"
    not_you = NOT_YOUR_TRAITOR

    def build_choice_tree(self, position: Table) -> Turn:
        def may(column: int) -> Refusal | None:
            return OWN_COLUMN(column) if column == self.column else None

        def then(column: int) -> Choice:
            return end_choice(SwapObjectives(self.who, self.column, column), "K-2.5")

        columns = range(1, len(position.columns) + 1)
        others = Choice("K-2.5", columns, touched_column, then, may, can_dead_end=False)
        choice = branch_choice(
            "K-2.5", [(implied("swap"), others), (button(self.who, "skip"), _LEAVE["K-2.5"])]
        )
        return self.ask(position, choice)


class SwapObjectives(Action, frozen=True):
    """Full columns and closed ones too."""

    who: str
    column: int
    other: int

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(ObjectivesSwapped(self.who, self.column, self.other))
        tale.replace_current_item()
