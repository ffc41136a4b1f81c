"""The table of Kabale und Hiebe as a value: columns, players, and what is still to be done.

Columns, and cards within one, are counted from 1 here and in moves and events, as people do; only JSON counts from 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.kabale.rules.counting import count
from companion.games.kabale.rules.pieces import TABLE
from companion.games.kabale.rules.printed import MATERIAL, value_of
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


class House(Struct, frozen=True):
    """What stays the same all evening: seats clockwise and the table's options."""

    seats: tuple[str, ...]
    options: Mapping[str, str]
    order: Mapping[str, tuple[str, ...]]
    everybody: tuple[str, ...]

    def yes(self, option: str) -> bool:
        """Whether that option stands at `yes`."""
        return self.options[option] == "yes"


def house(seats: tuple[str, ...], options: Mapping[str, str]) -> House:
    """The house rules of a table."""
    order = {who: seats[i:] + seats[:i] for i, who in enumerate(seats)}
    return House(seats, options, order, (*seats, TABLE))


class Card(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An influence card in a column: whose, which (`?` when nobody knows), and whether its face is up."""

    by: str
    card: str
    up: bool = False

    def public(self) -> Card:
        """As everybody may see it."""
        return self if self.up or self.card == UNKNOWN else Card(self.by, UNKNOWN)


class Column(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An objective ("" once it was evaluated) and the cards under it, from the objective down.

    closed: by a Storm (K-2.3).
    """

    objective: str
    closed: bool = False
    cards: tuple[Card, ...] = ()

    @property
    def full(self) -> bool:
        """K-1.4."""
        return self.closed or (self.objective != "" and len(self.cards) >= value_of(self.objective))


class Player(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one player holds and has: cards by name, those nobody saw under `?`; objectives won."""

    hand: Multiset = {}
    deck: int = 0
    discard: Multiset = {}
    won: tuple[str, ...] = ()

    @property
    def held(self) -> int:
        """Cards in his hand."""
        return sum(self.hand.values())

    def public(self) -> Player:
        """As everybody may see it: backs in the hand, won objectives face down (K-3.8)."""
        hand = {UNKNOWN: self.held} if self.hand else self.hand
        return Player(hand, self.deck, self.discard, (UNKNOWN,) * len(self.won))


class Table(Position, frozen=True, dict=True):
    """The table. `house` is what the record's head says; all else is in notation.md.

    travelled: owners of Explorers that moved in this turn (K-2.1). lost: objectives nobody could win, out
    of the game. What needs every phase's module (faults, outcome, JSON) joins in `position.Kabale`.
    """

    house: House
    round: int
    phase: Phase
    start: str
    players: Mapping[str, Player]
    columns: tuple[Column, ...] = ()
    travelled: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    agenda: tuple[AgendaItem, ...] = ()

    @property
    def turn(self) -> str | None:
        """Whose turn it is, also while somebody else is asked; at the round's end who ended it."""
        return next((item.turn for item in self.agenda if isinstance(item, OfTurn)), None)

    def column(self, number: int) -> Column:
        """The column of that number, from 1."""
        return self.columns[number - 1]

    @property
    def full(self) -> bool:
        """Whether the round ends (K-1.5)."""
        return all(column.full for column in self.columns)

    @property
    def last_round(self) -> bool:
        """Whether no objectives are laid out any more."""
        return self.round >= MATERIAL["rounds"]

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """All that is to be done in a phase that begins now."""

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self.agenda, self, Turn({}, self.house.everybody, (), GAME_OVER))

    def settle(self, tale: Transaction) -> None:
        agenda.settle_agenda(tale)

    def points_by_player(self) -> Multiset:
        """None before the end: what was won lies face down (K-3.8)."""
        over = self.phase == "over"
        return {who: count(player.won).points if over else 0 for who, player in self.players.items()}

    def known(self, who: str) -> frozenset[str]:
        """The characters of that colour whose place is known, in the hand or elsewhere."""
        player = self.players[who]
        laid = [card.card for column in self.columns for card in column.cards if card.by == who]
        return frozenset((*player.hand, *player.discard, *laid)) - {UNKNOWN}


class OfTurn(AgendaItem, frozen=True):
    """What is done in the turn of one player, whoever is asked."""

    turn: str


def with_player(position: Table, who: str, player: Player) -> Table:
    """The position with one player changed."""
    return replace(position, players={**position.players, who: player})


def with_column(position: Table, number: int, column: Column) -> Table:
    """The position with the column of that number changed."""
    columns = position.columns
    return replace(position, columns=(*columns[: number - 1], column, *columns[number:]))
