"""The events of Kabale und Hiebe; nothing else changes the table.

Columns, and cards within one, count from 1: from left to right, and from the objective down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from companion.games.kabale.rules.column_evaluation import ColumnResult, DecidingRule, EvaluatedCard
from companion.games.kabale.rules.constants import HalfPoints
from companion.games.kabale.rules.final_scoring import ObjectivesScore
from companion.games.kabale.rules.pieces import card_piece, column_zone
from companion.games.kabale.rules.state import (
    CardState,
    ColumnState,
    Phase,
    PlayerState,
    TableState,
)
from companion.rules.moves import UNKNOWN, Observation
from companion.rules.multiset import with_added, without_card
from companion.rules.transaction import Event


class ObjectivesLaid(Event, frozen=True, tag="objectives"):
    """K-1.2: the objectives of a round are laid out, from left to right."""

    objectives: tuple[str, ...]

    def apply_to(self, position: TableState) -> TableState:
        columns = tuple(ColumnState(objective) for objective in self.objectives)
        return replace(position, phase="play", columns=columns)


class TurnBegan(Event, frozen=True, tag="turn"):
    """K-1.3: the turn of `who` begins; Explorers may move again."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, travelled=()) if position.travelled else position


class CardLaid(Event, frozen=True, tag="laid"):
    """K-1.3: a player lays a card of their hand face down at the end of a column."""

    who: str
    column: int
    card: str

    def apply_to(self, position: TableState) -> TableState:
        end = len(position.column(self.column).cards) + 1
        return _with_card_laid(position, self.who, self.card, self.column, end)

    def to_public(self) -> CardLaid:
        return replace(self, card=UNKNOWN)


class CardSlid(Event, frozen=True, tag="slid"):
    """K-2.4: a player slides a card of their hand face down under a Cloak, to place `at` of the column."""

    who: str
    column: int
    at: int
    card: str

    def apply_to(self, position: TableState) -> TableState:
        return _with_card_laid(position, self.who, self.card, self.column, self.at)

    def to_public(self) -> CardSlid:
        return replace(self, card=UNKNOWN)


class CardTurnedUp(Event, frozen=True, tag="turned"):
    """K-1.3: a card is turned up by the one laid under it."""

    by: str
    column: int
    at: int
    card: str

    def apply_to(self, position: TableState) -> TableState:
        return _with_card_up(position, self.by, self.column, self.at, self.card)


class CardShown(Event, frozen=True, tag="shown"):
    """K-1.5: a card still face down is shown at the end of the round, without its immediate effect."""

    by: str
    column: int
    at: int
    card: str

    def apply_to(self, position: TableState) -> TableState:
        return _with_card_up(position, self.by, self.column, self.at, self.card)


class ExplorerMoved(Event, frozen=True, tag="explorer-moved"):
    """K-2.1: an Explorer just turned up moves face down to the end of column `to`.

    With the OPTION explorer-own-column that may be its own column.
    """

    by: str
    column: int
    at: int
    to: int

    def apply_to(self, position: TableState) -> TableState:
        left = _without_card_at(position, self.column, self.at)
        there = left.column(self.to)
        moved = replace_column(
            left, self.to, replace(there, cards=(*there.cards, CardState(self.by, "explorer")))
        )
        return replace(moved, travelled=(*position.travelled, self.by))

    def expected_observations(self) -> tuple[Observation, ...]:
        return (Observation(card_piece(self.by, "explorer"), column_zone(self.to)),)


class ExplorerStayed(Event, frozen=True, tag="explorer-stayed"):
    """K-2.1 (RULING): an Explorer stays face up, as no other column is open or it has moved in this turn."""

    by: str
    column: int
    why: Literal["no-column", "moved-already"]

    def apply_to(self, position: TableState) -> TableState:
        return position


class CardRemoved(Event, frozen=True, tag="removed"):
    """K-2.2: the card that turned up an Assassin goes to its owner's discard pile; `?` if unknown."""

    by: str
    column: int
    at: int
    card: str

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.by]
        left = _without_card_at(position, self.column, self.at)
        return replace_player(left, self.by, replace(player, discard=with_added(player.discard, self.card)))


class ColumnClosed(Event, frozen=True, tag="closed"):
    """K-2.3: a Storm closes its column, which counts as full."""

    column: int

    def apply_to(self, position: TableState) -> TableState:
        return replace_column(position, self.column, replace(position.column(self.column), closed=True))


class ObjectivesSwapped(Event, frozen=True, tag="swapped"):
    """K-2.5: the objectives of two columns are swapped."""

    who: str
    column: int
    other: int

    def apply_to(self, position: TableState) -> TableState:
        one, two = position.column(self.column), position.column(self.other)
        position = replace_column(position, self.column, replace(one, objective=two.objective))
        return replace_column(position, self.other, replace(two, objective=one.objective))


class DeckRefilled(Event, frozen=True, tag="refilled"):
    """K-1.3 (RULING): the shuffled discard pile becomes the deck."""

    who: str
    cards: int

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, deck=self.cards, discard={}))


class CardDrawn(Event, frozen=True, tag="drawn"):
    """K-1.3: a player draws the top card of their deck."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        hand = {**player.hand, UNKNOWN: player.hand.get(UNKNOWN, 0) + 1}
        return replace_player(position, self.who, replace(player, hand=hand, deck=player.deck - 1))


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """K-1.5: the round ends, as every column is full or nobody has a card; `who` had the turn (K-1.6)."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, phase="shown", travelled=())


class ColumnEvaluated(Event, frozen=True, tag="column"):
    """K-3: a column is evaluated; its winner takes the objective and its cards leave (K-3.8).

    `cards`, `rule`, `sums`, `tied`, `musketeers` and `idle` are those of `column_evaluation.ColumnResult`;
    values are in half points.
    """

    column: int
    objective: str
    winner: str | None
    rule: DecidingRule
    cards: tuple[EvaluatedCard, ...]
    sums: Mapping[str, HalfPoints]
    tied: tuple[str, ...]
    musketeers: bool
    idle: tuple[str, ...]

    def apply_to(self, position: TableState) -> TableState:
        players: dict[str, PlayerState] = dict(position.players)
        discards: dict[str, dict[str, int]] = {}
        for card in self.cards:
            discard = discards.get(card.by)
            if discard is None:
                discard = discards[card.by] = dict(players[card.by].discard)
            discard[card.card] = discard.get(card.card, 0) + 1
        for who, discard in discards.items():
            players[who] = replace(players[who], discard=discard)
        lost = position.lost
        if self.winner is None:
            lost = tuple(sorted((*lost, self.objective)))
        else:
            player = players[self.winner]
            players[self.winner] = replace(player, won=tuple(sorted((*player.won, self.objective))))
        cleared = replace_column(position, self.column, ColumnState(""))
        return replace(cleared, players=players, lost=lost)


def column_evaluated(number: int, objective: str, found: ColumnResult) -> ColumnEvaluated:
    """The event that a column brings which is evaluated so."""
    return ColumnEvaluated(
        column=number,
        objective=objective,
        winner=found.winner,
        rule=found.rule,
        cards=found.cards,
        sums=found.sums,
        tied=found.tied,
        musketeers=found.musketeers,
        idle=found.idle,
    )


class RoundBegan(Event, frozen=True, tag="round"):
    """K-1.6: a round begins with `start`; its objectives are still to be laid out."""

    round: int
    start: str

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, phase="objectives", round=self.round, start=self.start, columns=())


class ObjectivesCounted(Event, frozen=True, tag="counted"):
    """K-4.1: a player's objectives are shown and counted, in both ways where both are allowed."""

    who: str
    objectives: tuple[str, ...]
    count: ObjectivesScore

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, won=self.objectives))

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: self.count.points}


class GameEnded(Event, frozen=True, tag="end"):
    """K-4.2: the points of each player, the winners, and what decided (points, shared)."""

    scores: Mapping[str, int]
    winners: tuple[str, ...]
    decided_by: str

    def apply_to(self, position: TableState) -> TableState:
        phase: Phase = "over"
        return replace(position, phase=phase, columns=())


def _with_card_laid(position: TableState, who: str, card: str, column: int, at: int) -> TableState:
    """The table after a player laid a card of their hand face down, as card `at` of a column."""
    columns, player = list(position.columns), position.players[who]
    there = columns[column - 1]
    cards = [*there.cards[: at - 1], CardState(who, card), *there.cards[at - 1 :]]
    columns[column - 1] = replace(there, cards=tuple(cards))
    hand = without_card(player.hand, card)
    return replace(
        position,
        columns=tuple(columns),
        players={**position.players, who: replace(player, hand=hand)},
    )


def _with_card_up(position: TableState, by: str, column: int, at: int, card: str) -> TableState:
    """The table after card `at` of a column was turned up; `by` is its owner."""
    there = position.columns[column - 1]
    cards = list(there.cards)
    cards[at - 1] = CardState(by, card, up=True)
    return replace_column(position, column, replace(there, cards=tuple(cards)))


def _without_card_at(position: TableState, column: int, at: int) -> TableState:
    """The table without card `at` of a column."""
    there = position.columns[column - 1]
    cards = list(there.cards)
    del cards[at - 1]
    return replace_column(position, column, replace(there, cards=tuple(cards)))


def replace_player(position: TableState, who: str, player: PlayerState) -> TableState:
    """The position with that player replaced."""
    return replace(position, players={**position.players, who: player})


def replace_column(position: TableState, number: int, column: ColumnState) -> TableState:
    """The position with the column of that number replaced."""
    columns = list(position.columns)
    columns[number - 1] = column
    return replace(position, columns=tuple(columns))
