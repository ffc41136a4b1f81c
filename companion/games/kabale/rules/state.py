"""The table of Kabale und Hiebe as a value: columns, players, and what is still to be done.

Columns, and cards within one, count from 1 here and in moves and events, as people count; only JSON counts
from 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from operator import attrgetter
from typing import Literal

from msgspec import Struct

from companion.games.kabale.rules.constants import MATERIAL, objective_value
from companion.games.kabale.rules.final_scoring import objectives_score
from companion.rules import agenda
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Turn
from companion.rules.clauses import declare_clause
from companion.rules.game import TableConfig
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset
from companion.rules.position import Position
from companion.rules.transaction import Transaction

Phase = Literal["objectives", "play", "shown", "over"]
GAME_OVER = declare_clause("K-4.2", "game-over", "who", "awaited")


class CardState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A card in a column: its owner, its name (`?` where nobody knows it), and whether it lies face up."""

    by: str
    card: str
    up: bool = False

    def to_public(self) -> CardState:
        """The card as everybody may see it."""
        return self if self.up or self.card == UNKNOWN else CardState(self.by, UNKNOWN)


class ColumnState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An objective ("" once it was evaluated) and the cards under it, from the objective down.

    `closed`: a Storm closed the column (K-2.3).
    """

    objective: str
    closed: bool = False
    cards: tuple[CardState, ...] = ()

    @property
    def is_full(self) -> bool:
        """K-1.4: whether the column is closed or has as many cards as its objective asks for."""
        return self.closed or (self.objective != "" and len(self.cards) >= objective_value(self.objective))


_is_full = attrgetter("is_full")


class PlayerState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one player holds (cards by name, unknown ones under `?`) and has won."""

    hand: Multiset = {}
    deck: int = 0
    discard: Multiset = {}
    won: tuple[str, ...] = ()

    @property
    def hand_size(self) -> int:
        """How many cards are in the hand."""
        return sum(self.hand.values())

    def to_public(self) -> PlayerState:
        """The player as everybody may see them: backs in the hand, won objectives face down (K-3.8)."""
        hand = {UNKNOWN: self.hand_size} if self.hand else self.hand
        return PlayerState(hand, self.deck, self.discard, (UNKNOWN,) * len(self.won))


class TableState(Position, frozen=True, dict=True):
    """The table; the fields that are serialised are described in notation.md.

    `config` comes from the record's head. `travelled` are the owners of Explorers that moved in this turn
    (K-2.1), `lost` the objectives that nobody could win. Faults, outcome and JSON, which need the modules of
    all phases, are added in `position.KabalePosition`.
    """

    config: TableConfig
    round: int
    phase: Phase
    start: str
    players: Mapping[str, PlayerState]
    columns: tuple[ColumnState, ...] = ()
    travelled: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    agenda: tuple[AgendaItem, ...] = ()

    @property
    def turn_player(self) -> str | None:
        """Whose turn it is, even while somebody else is asked; at the end of a round, who ended it."""
        return next((item.turn for item in self.agenda if isinstance(item, TurnItem)), None)

    def column(self, number: int) -> ColumnState:
        """The column of that number, from 1."""
        return self.columns[number - 1]

    @property
    def all_columns_full(self) -> bool:
        """Whether every column is full, which ends the round (K-1.5)."""
        return all(map(_is_full, self.columns))

    @property
    def is_last_round(self) -> bool:
        """Whether no more objectives will be laid out."""
        return self.round >= MATERIAL["rounds"]

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """The agenda of a phase that begins now."""

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self, GAME_OVER)

    def settle(self, transaction: Transaction) -> None:
        agenda.settle_agenda(transaction)

    def points_by_player(self) -> Multiset:
        """No points before the end, as what was won lies face down (K-3.8)."""
        over = self.phase == "over"
        return {
            who: objectives_score(player.won).points if over else 0 for who, player in self.players.items()
        }

    def known_cards(self, who: str) -> set[str]:
        """The characters of that colour whose place is known, in the hand or elsewhere."""
        player = self.players[who]
        known = {card.card for column in self.columns for card in column.cards if card.by == who}
        known.update(player.hand, player.discard)
        known.discard(UNKNOWN)
        return known


class TurnItem(AgendaItem, frozen=True):
    """The base of items within the turn of one player, who need not be the one asked."""

    turn: str
