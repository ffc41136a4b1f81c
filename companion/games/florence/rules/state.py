"""The table of the Princes of Florence as a value: players, auction, and what is still to be done."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.florence.rules.edition import BUILDINGS, FREEDOMS, PIECE_COUNTS, POINTS
from companion.games.florence.rules.grid_geometry import TileOutline
from companion.games.florence.rules.pieces import RECRUITING_CARD
from companion.rules import agenda
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Turn
from companion.rules.clauses import declare_clause
from companion.rules.game import TableConfig
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset
from companion.rules.position import Position
from companion.rules.transaction import Transaction

Phase = Literal["auction", "actions", "final", "over"]
GAME_OVER = declare_clause("P-E2", "game-over", "who", "awaited")


class GameConfig(TableConfig, frozen=True):
    """What stays the same for a whole game, the printed outlines and least values with it."""

    outlines: Mapping[str, TileOutline]
    least_by_round: tuple[int, ...]

    @property
    def is_two_player(self) -> bool:
        """Whether the rules for two players apply (P-2)."""
        return len(self.seats) == 2


class PlacedTile(Struct, frozen=True, cache_hash=True, gc=False):
    """A building or landscape on a grid: its spot, and the squares it covers as a set (`grid_geometry`)."""

    name: str
    square: str
    turn: str
    squares: int

    def __str__(self) -> str:
        return f"{self.name} {self.square} {self.turn}"


Grid = tuple[PlacedTile, ...]


@lru_cache(maxsize=256)
def tile_counts(grid: Grid) -> Multiset:
    """How many tiles of each name lie on a grid."""
    counts: dict[str, int] = {}
    for tile in grid:
        counts[tile.name] = counts.get(tile.name, 0) + 1
    return counts


class WonObject(Struct, frozen=True, gc=False):
    """An object won in this round's auction, and its price in florins."""

    kind: str
    price: int

    def __str__(self) -> str:
        return f"{self.kind} {self.price}"


class AuctionState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An auction: the object, who opened it, the standing bid and its bidder, and who has passed (P-A1)."""

    kind: str
    opener: str
    bid: int
    by: str
    passed: tuple[str, ...] = ()


class PlayerState(Struct, frozen=True, gc=False):
    """One player's principality and cards.

    `hand` are professions, unknown ones under `?`. `table` are professions whose work is completed, and
    recruiting cards left in the place of one. `bonus` are bonus cards in hand, `used` those played,
    `prestige` the prestige cards kept face down. `won` are the objects won in this round's auction; with two
    players they are unpaid and without effect until the player chooses. `out`: they left the auction phase.
    `best` is the value of their best work in this round, 0 without one.
    """

    money: int = 0
    points: int = 0
    grid: Grid = ()
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
        """How many florins the player could have at once by selling all points (P-B8)."""
        return self.money + POINTS["sold"] * self.points

    def count_tiles(self, tile: str) -> int:
        """How many tiles of that name lie on the player's grid."""
        return tile_counts(self.grid).get(tile, 0)

    def to_public(self) -> PlayerState:
        """The player as everybody may see them: only backs in the hand and of the cards kept face down."""
        return replace(
            self, hand=_as_backs(self.hand), bonus=_as_backs(self.bonus), prestige=_as_backs(self.prestige)
        )


def _as_backs(cards: Multiset) -> Multiset:
    return {UNKNOWN: sum(cards.values())} if cards else cards


class TableState(Position, frozen=True, dict=True):
    """The table; the fields that are serialised are described in notation.md.

    `config` comes from the record's head. `auction` is the one going on, or one just won whose object still
    needs a decision. `gone` are the objects that left the game with two players (P-2.1). `actions` are those
    done in the current turn. Faults and JSON, which need the modules of all phases, are added in
    `position.FlorencePosition`.
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
    def least_work_value(self) -> int:
        """The least value of a work in this round (P-M4)."""
        return self.config.least_by_round[self.round - 1]

    @property
    def awaited_player(self) -> str | None:
        """Who is to decide; None while the table is awaited, or nobody."""
        return self.agenda[0].awaited_player if self.agenda else None

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """The agenda of a phase that begins now."""

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self, GAME_OVER)

    def settle(self, transaction: Transaction) -> None:
        agenda.settle_agenda(transaction)

    def points_by_player(self) -> Multiset:
        """The prestige of each player, which the track shows only without full laps."""
        return {who: player.points for who, player in self.players.items()}

    # -- the supply

    def supply_of(self, kind: str) -> int:
        """How many of those objects, buildings or freedoms are left (P-M1)."""
        if kind in FREEDOMS:
            return self._freedoms(kind)
        whole = PIECE_COUNTS["building"] if kind in BUILDINGS else PIECE_COUNTS[kind]
        players = self.players.values()
        count_held = _COUNT_HELD_BY_KIND.get(kind)
        if count_held is None:
            held = sum([tile_counts(player.grid).get(kind, 0) for player in players])
        else:
            held = sum(map(count_held, players))
        return whole - self.gone.get(kind, 0) - held

    def _freedoms(self, freedom: str) -> int:
        taken = sum([freedom in player.freedoms for player in self.players.values()])
        if self.config.is_two_player:
            gone = all(player.freedoms for player in self.players.values())  # P-2.2
            return 0 if gone else PIECE_COUNTS["freedom-two"] - taken
        return len(self.players) - PIECE_COUNTS["freedom"] - taken

    @property
    def profession_stack_size(self) -> int:
        """How many cards the stack of professions has."""
        held = sum([sum(player.hand.values()) + len(player.table) for player in self.players.values()])
        left = sum([player.table.count(RECRUITING_CARD) for player in self.players.values()])
        return PIECE_COUNTS["professions"] - held + left

    @property
    def bonus_stack_size(self) -> int:
        """How many cards the stack of bonus cards has."""
        held = sum([sum(player.bonus.values()) + len(player.used) for player in self.players.values()])
        return PIECE_COUNTS["bonus"] - held

    # -- the cards

    def known_professions(self) -> frozenset[str]:
        """The professions whose place is known, in a hand or on a table."""
        players = self.players.values()
        return _known_names([*[player.hand for player in players], *[player.table for player in players]])

    def known_bonus_cards(self) -> frozenset[str]:
        """The bonus cards whose place is known, or that have been used."""
        players = self.players.values()
        return _known_names([*[player.bonus for player in players], *[player.used for player in players]])

    def known_prestige_cards(self) -> frozenset[str]:
        """The prestige cards whose place is known."""
        return _known_names([player.prestige for player in self.players.values()])

    def owner_of_profession(self, profession: str) -> str | None:
        """The player on whose table that profession lies face up; None where it lies on nobody's."""
        return next((who for who, player in self.players.items() if profession in player.table), None)


def _count_recruiting_cards(player: PlayerState) -> int:
    return player.recruiting + player.table.count(RECRUITING_CARD)


def _count_prestige_cards(player: PlayerState) -> int:
    return sum(player.prestige.values())


_COUNT_HELD_BY_KIND: Mapping[str, Callable[[PlayerState], int]] = {
    "jester": attrgetter("jesters"),
    "builder": attrgetter("builders"),
    RECRUITING_CARD: _count_recruiting_cards,
    "prestige": _count_prestige_cards,
}
"""Kind -> how many of it a player has; kinds that are missing are tiles, which lie on grids."""


def _known_names(groups: Iterable[Iterable[str]]) -> frozenset[str]:
    return frozenset().union(*groups) - _NO_NAMES


_NO_NAMES = frozenset((UNKNOWN, RECRUITING_CARD))


def replace_player(position: TableState, who: str, player: PlayerState) -> TableState:
    """The position with that player replaced."""
    return replace(position, players={**position.players, who: player})


def replace_player_values(position: TableState, who: str, **values: Any) -> TableState:
    """The position with these values of that player replaced."""
    players = position.players
    return replace(position, players={**players, who: replace(players[who], **values)})
