"""The state of a table of the Princes of Florence: who has what, and what is offered in the auction."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.florence.rules.edition import BUILDINGS, FREEDOMS, PIECE_COUNTS, POINTS
from companion.games.florence.rules.grid_geometry import TileOutline
from companion.games.florence.rules.pieces import RECRUITING_CARD
from companion.rules import agenda
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Turn
from companion.rules.clauses import declare_clause
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset
from companion.rules.position import Position
from companion.rules.transaction import Transaction

Phase = Literal["auction", "actions", "final", "over"]
GAME_OVER = declare_clause("P-E2", "game-over", "who", "awaited")


class GameConfig(Struct, frozen=True):
    """What stays the same all evening: seats clockwise, the table's options, what is printed on this copy."""

    seats: tuple[str, ...]
    options: Mapping[str, str]
    clockwise_from: Mapping[str, tuple[str, ...]]
    actors: tuple[str, ...]
    outlines: Mapping[str, TileOutline]
    least_by_round: tuple[int, ...]

    @property
    def is_two_player(self) -> bool:
        """Whether the chapter for two players holds (P-2)."""
        return len(self.seats) == 2

    def is_enabled(self, option: str) -> bool:
        """Whether that option stands at `is_enabled`."""
        return self.options[option] == "yes"


class PlacedTile(Struct, frozen=True, cache_hash=True, gc=False):
    """A building or landscape on a grid: where, how it is turned, and the squares it covers as bits (grid.py)."""

    name: str
    square: str
    turn: str
    squares: int

    def __str__(self) -> str:
        return f"{self.name} {self.square} {self.turn}"


class WonObject(Struct, frozen=True, gc=False):
    """An object won in this round's auction, and its price."""

    kind: str
    price: int

    def __str__(self) -> str:
        return f"{self.kind} {self.price}"


class AuctionState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An object that is bid for: who opened, the bid that stands and whose it is, who has passed (P-A1)."""

    kind: str
    opener: str
    bid: int
    by: str
    passed: tuple[str, ...] = ()


class PlayerState(Struct, frozen=True, gc=False):
    """One player's principality and cards.

    hand: professions, those nobody saw under `?`. table: professions whose work is done, and recruiting cards left in
    the place of one. used: bonus cards played. prestige: prestige cards kept face down. won: what he has won in this
    round's auction; with two players it is unpaid and without effect until he chooses. out: he passed instead of
    opening. best: the value of his best work in this round, 0 without one.
    """

    money: int = 0
    points: int = 0
    grid: tuple[PlacedTile, ...] = ()
    builders: int = 0
    jesters: int = 0
    recruiting: int = 0
    freedoms: tuple[str, ...] = ()
    hand: Multiset = {}
    table: tuple[str, ...] = ()
    bonus: Multiset = {}
    used: tuple[str, ...] = ()
    prestige: Multiset = {}
    won: tuple[WonObject, ...] = ()
    out: bool = False
    best: int = 0

    @property
    def purchasing_power(self) -> int:
        """Florins he could have at once, all his points sold (P-B8)."""
        return self.money + POINTS["sold"] * self.points

    def count_tiles(self, tile: str) -> int:
        """How many tiles of that name lie on his grid."""
        return sum(each.name == tile for each in self.grid)

    def to_public(self) -> PlayerState:
        """As everybody may see it: backs in the hand, and of the cards he keeps face down."""
        return replace(
            self, hand=_as_backs(self.hand), bonus=_as_backs(self.bonus), prestige=_as_backs(self.prestige)
        )


def _as_backs(cards: Multiset) -> Multiset:
    return {UNKNOWN: sum(cards.values())} if cards else cards


class TableState(Position, frozen=True, dict=True):
    """The table. `config` is what the record's head says; all else is in notation.md.

    auction: what is bid for now, or was won a moment ago and is owed. gone: what left the game in the auction of two
    players (P-2.1). actions: those done in the turn of him whose turn it is. What needs every phase's module (faults,
    JSON) joins in `position.Florence`.
    """

    config: GameConfig
    round: int
    phase: Phase
    start: str
    players: Mapping[str, PlayerState]
    auction: AuctionState | None = None
    gone: Multiset = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    agenda: tuple[AgendaItem, ...] = ()

    @property
    def players_from_start(self) -> tuple[str, ...]:
        """The players clockwise, the start player first."""
        return self.config.clockwise_from[self.start]

    @property
    def least_value(self) -> int:
        """What a work of this round must be worth (P-M4)."""
        return self.config.least_by_round[self.round - 1]

    @property
    def turn(self) -> str | None:
        """Whom the app waits for; None while the table is awaited, or nobody."""
        return self.agenda[0].awaited_player if self.agenda else None

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """All that is to be done in a phase that begins now."""

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self.agenda, self, Turn({}, self.config.actors, (), GAME_OVER))

    def settle(self, transaction: Transaction) -> None:
        agenda.settle_agenda(transaction)

    def points_by_player(self) -> Multiset:
        """True prestige, not what the track shows."""
        return {who: player.points for who, player in self.players.items()}

    # -- what lies in the supply

    def supply_of(self, kind: str) -> int:
        """How many of an auction's objects, buildings or freedoms may still be had (P-M1)."""
        if kind in FREEDOMS:
            return self._freedoms(kind)
        whole = PIECE_COUNTS["building"] if kind in BUILDINGS else PIECE_COUNTS[kind]
        return (
            whole
            - self.gone.get(kind, 0)
            - sum(_count_with_player(player, kind) for player in self.players.values())
        )

    def _freedoms(self, freedom: str) -> int:
        taken = sum(freedom in player.freedoms for player in self.players.values())
        if self.config.is_two_player:
            gone = all(player.freedoms for player in self.players.values())  # P-2.2
            return 0 if gone else PIECE_COUNTS["freedom-two"] - taken
        return len(self.players) - PIECE_COUNTS["freedom"] - taken

    @property
    def profession_stack_size(self) -> int:
        """Cards in the stack of professions."""
        held = sum(
            sum(player.hand.values()) + _count_professions_on_table(player)
            for player in self.players.values()
        )
        return PIECE_COUNTS["professions"] - held

    @property
    def bonus_stack_size(self) -> int:
        """Cards in the stack of bonus cards."""
        held = sum(sum(player.bonus.values()) + len(player.used) for player in self.players.values())
        return PIECE_COUNTS["bonus"] - held

    # -- which card lies where

    def known_professions(self) -> frozenset[str]:
        """Professions whose place is known, in a hand or on a table."""
        return _known_names(
            name for player in self.players.values() for name in (*player.hand, *player.table)
        )

    def known_bonus_cards(self) -> frozenset[str]:
        """Bonus cards whose place is known, or that have been used."""
        return _known_names(
            name for player in self.players.values() for name in (*player.bonus, *player.used)
        )

    def known_prestige_cards(self) -> frozenset[str]:
        """Prestige cards whose place is known."""
        return _known_names(name for player in self.players.values() for name in player.prestige)

    def owner_of_profession(self, profession: str) -> str | None:
        """On whose table that profession lies face up; None: on nobody's."""
        return next((who for who, player in self.players.items() if profession in player.table), None)


def _count_with_player(player: PlayerState, kind: str) -> int:
    match kind:
        case "jester":
            return player.jesters
        case "builder":
            return player.builders
        case "recruiting":
            return player.recruiting + player.table.count(RECRUITING_CARD)
        case "prestige":
            return sum(player.prestige.values())
        case _:
            return player.count_tiles(kind)


def _count_professions_on_table(player: PlayerState) -> int:
    return len(player.table) - player.table.count(RECRUITING_CARD)


def _known_names(names: Iterator[str]) -> frozenset[str]:
    return frozenset(names) - {UNKNOWN, RECRUITING_CARD}


def replace_player(position: TableState, who: str, player: PlayerState) -> TableState:
    """The position with one player changed."""
    return replace(position, players={**position.players, who: player})
