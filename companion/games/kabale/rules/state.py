"""The table of Kabale und Hiebe as a value: columns, players, and what is still to be done.

Columns, and cards within one, are counted from 1 here and in moves and events, as people do; only JSON counts from 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.kabale.rules.constants import MATERIAL, objective_value
from companion.games.kabale.rules.final_scoring import count_objectives
from companion.games.kabale.rules.pieces import TABLE_ACTOR
from companion.rules import agenda
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Turn
from companion.rules.clauses import declare_clause
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset
from companion.rules.position import Position
from companion.rules.transaction import Transaction

Phase = Literal["objectives", "play", "shown", "over"]
GAME_OVER = declare_clause("K-4.2", "game-over", "who", "awaited")


class GameConfig(Struct, frozen=True):
    """What stays the same all evening: seats clockwise and the table's options."""

    seats: tuple[str, ...]
    options: Mapping[str, str]
    clockwise_from: Mapping[str, tuple[str, ...]]
    actors: tuple[str, ...]

    def is_enabled(self, option: str) -> bool:
        """Whether that option stands at `is_enabled`."""
        return self.options[option] == "yes"


def make_config(seats: tuple[str, ...], options: Mapping[str, str]) -> GameConfig:
    """The house rules of a table."""
    order = {who: seats[i:] + seats[:i] for i, who in enumerate(seats)}
    return GameConfig(seats, options, order, (*seats, TABLE_ACTOR))


class CardState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An influence card in a column: whose, which (`?` when nobody knows), and whether its face is up."""

    by: str
    card: str
    up: bool = False

    def to_public(self) -> CardState:
        """As everybody may see it."""
        return self if self.up or self.card == UNKNOWN else CardState(self.by, UNKNOWN)


class ColumnState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An objective ("" once it was evaluated) and the cards under it, from the objective down.

    closed: by a Storm (K-2.3).
    """

    objective: str
    closed: bool = False
    cards: tuple[CardState, ...] = ()

    @property
    def is_full(self) -> bool:
        """K-1.4."""
        return self.closed or (self.objective != "" and len(self.cards) >= objective_value(self.objective))


class PlayerState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one player holds and has: cards by name, those nobody saw under `?`; objectives won."""

    hand: Multiset = {}
    deck: int = 0
    discard: Multiset = {}
    won: tuple[str, ...] = ()

    @property
    def hand_size(self) -> int:
        """Cards in his hand."""
        return sum(self.hand.values())

    def to_public(self) -> PlayerState:
        """As everybody may see it: backs in the hand, won objectives face down (K-3.8)."""
        hand = {UNKNOWN: self.hand_size} if self.hand else self.hand
        return PlayerState(hand, self.deck, self.discard, (UNKNOWN,) * len(self.won))


class TableState(Position, frozen=True, dict=True):
    """The table. `house` is what the record's head says; all else is in notation.md.

    travelled: owners of Explorers that moved in this turn (K-2.1). lost: objectives nobody could win, out
    of the game. What needs every phase's module (faults, outcome, JSON) joins in `position.Kabale`.
    """

    config: GameConfig
    round: int
    phase: Phase
    start: str
    players: Mapping[str, PlayerState]
    columns: tuple[ColumnState, ...] = ()
    travelled: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    agenda: tuple[AgendaItem, ...] = ()

    @property
    def turn(self) -> str | None:
        """Whose turn it is, also while somebody else is asked; at the round's end who ended it."""
        return next((item.turn for item in self.agenda if isinstance(item, TurnItem)), None)

    def column(self, number: int) -> ColumnState:
        """The column of that number, from 1."""
        return self.columns[number - 1]

    @property
    def all_columns_full(self) -> bool:
        """Whether the round ends (K-1.5)."""
        return all(column.is_full for column in self.columns)

    @property
    def is_last_round(self) -> bool:
        """Whether no objectives are laid out any more."""
        return self.round >= MATERIAL["rounds"]

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """All that is to be done in a phase that begins now."""

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self.agenda, self, Turn({}, self.config.actors, (), GAME_OVER))

    def settle(self, transaction: Transaction) -> None:
        agenda.settle_agenda(transaction)

    def points_by_player(self) -> Multiset:
        """None before the end: what was won lies face down (K-3.8)."""
        over = self.phase == "over"
        return {
            who: count_objectives(player.won).points if over else 0 for who, player in self.players.items()
        }

    def known_cards(self, who: str) -> frozenset[str]:
        """The characters of that colour whose place is known, in the hand or elsewhere."""
        player = self.players[who]
        laid = [card.card for column in self.columns for card in column.cards if card.by == who]
        return frozenset((*player.hand, *player.discard, *laid)) - {UNKNOWN}


class TurnItem(AgendaItem, frozen=True):
    """What is done in the turn of one player, whoever is asked."""

    turn: str


def replace_player(position: TableState, who: str, player: PlayerState) -> TableState:
    """The position with one player changed."""
    return replace(position, players={**position.players, who: player})


def replace_column(position: TableState, number: int, column: ColumnState) -> TableState:
    """The position with the column of that number changed."""
    columns = position.columns
    return replace(position, columns=(*columns[: number - 1], column, *columns[number:]))
