"""The state of a table of the Princes of Florence: who has what, and what is offered in the auction."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.florence.rules.grid import Outline
from companion.games.florence.rules.pieces import RECRUITING
from companion.games.florence.rules.printed import BUILDINGS, FREEDOMS, MATERIAL, POINTS
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


class House(Struct, frozen=True):
    """What stays the same all evening: seats clockwise, the table's options, what is printed on this copy."""

    seats: tuple[str, ...]
    options: Mapping[str, str]
    order: Mapping[str, tuple[str, ...]]
    everybody: tuple[str, ...]
    outlines: Mapping[str, Outline]
    least: tuple[int, ...]

    @property
    def two(self) -> bool:
        """Whether the chapter for two players holds (P-2)."""
        return len(self.seats) == 2

    def yes(self, option: str) -> bool:
        """Whether that option stands at `yes`."""
        return self.options[option] == "yes"


class Tile(Struct, frozen=True, cache_hash=True, gc=False):
    """A building or landscape on a grid: where, how it is turned, and the squares it covers as bits (grid.py)."""

    name: str
    square: str
    turn: str
    squares: int

    def __str__(self) -> str:
        return f"{self.name} {self.square} {self.turn}"


class Won(Struct, frozen=True, gc=False):
    """An object won in this round's auction, and its price."""

    kind: str
    price: int

    def __str__(self) -> str:
        return f"{self.kind} {self.price}"


class Auction(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An object that is bid for: who opened, the bid that stands and whose it is, who has passed (P-A1)."""

    kind: str
    opener: str
    bid: int
    by: str
    passed: tuple[str, ...] = ()


class Player(Struct, frozen=True, gc=False):
    """One player's principality and cards.

    hand: professions, those nobody saw under `?`. table: professions whose work is done, and recruiting cards left in
    the place of one. used: bonus cards played. prestige: prestige cards kept face down. won: what he has won in this
    round's auction; with two players it is unpaid and without effect until he chooses. out: he passed instead of
    opening. best: the value of his best work in this round, 0 without one.
    """

    money: int = 0
    points: int = 0
    grid: tuple[Tile, ...] = ()
    builders: int = 0
    jesters: int = 0
    recruiting: int = 0
    freedoms: tuple[str, ...] = ()
    hand: Multiset = {}
    table: tuple[str, ...] = ()
    bonus: Multiset = {}
    used: tuple[str, ...] = ()
    prestige: Multiset = {}
    won: tuple[Won, ...] = ()
    out: bool = False
    best: int = 0

    @property
    def means(self) -> int:
        """Florins he could have at once, all his points sold (P-B8)."""
        return self.money + POINTS["sold"] * self.points

    def has(self, tile: str) -> int:
        """How many tiles of that name lie on his grid."""
        return sum(each.name == tile for each in self.grid)

    def public(self) -> Player:
        """As everybody may see it: backs in the hand, and of the cards he keeps face down."""
        return replace(self, hand=_backs(self.hand), bonus=_backs(self.bonus), prestige=_backs(self.prestige))


def _backs(cards: Multiset) -> Multiset:
    return {UNKNOWN: sum(cards.values())} if cards else cards


class Table(Position, frozen=True, dict=True):
    """The table. `house` is what the record's head says; all else is in notation.md.

    auction: what is bid for now, or was won a moment ago and is owed. gone: what left the game in the auction of two
    players (P-2.1). actions: those done in the turn of him whose turn it is. What needs every phase's module (faults,
    JSON) joins in `position.Florence`.
    """

    house: House
    round: int
    phase: Phase
    start: str
    players: Mapping[str, Player]
    auction: Auction | None = None
    gone: Multiset = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    agenda: tuple[AgendaItem, ...] = ()

    @property
    def from_start(self) -> tuple[str, ...]:
        """The players clockwise, the start player first."""
        return self.house.order[self.start]

    @property
    def least(self) -> int:
        """What a work of this round must be worth (P-M4)."""
        return self.house.least[self.round - 1]

    @property
    def turn(self) -> str | None:
        """Whom the app waits for; None while the table is awaited, or nobody."""
        return self.agenda[0].awaited_player if self.agenda else None

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """All that is to be done in a phase that begins now."""

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self.agenda, self, Turn({}, self.house.everybody, (), GAME_OVER))

    def settle(self, transaction: Transaction) -> None:
        agenda.settle_agenda(transaction)

    def points_by_player(self) -> Multiset:
        """True prestige, not what the track shows."""
        return {who: player.points for who, player in self.players.items()}

    # -- what lies in the supply

    def supply(self, kind: str) -> int:
        """How many of an auction's objects, buildings or freedoms may still be had (P-M1)."""
        if kind in FREEDOMS:
            return self._freedoms(kind)
        whole = MATERIAL["building"] if kind in BUILDINGS else MATERIAL[kind]
        return whole - self.gone.get(kind, 0) - sum(_with(player, kind) for player in self.players.values())

    def _freedoms(self, freedom: str) -> int:
        taken = sum(freedom in player.freedoms for player in self.players.values())
        if self.house.two:
            gone = all(player.freedoms for player in self.players.values())  # P-2.2
            return 0 if gone else MATERIAL["freedom-two"] - taken
        return len(self.players) - MATERIAL["freedom"] - taken

    @property
    def professions(self) -> int:
        """Cards in the stack of professions."""
        held = sum(sum(player.hand.values()) + _faces(player) for player in self.players.values())
        return MATERIAL["professions"] - held

    @property
    def bonus_cards(self) -> int:
        """Cards in the stack of bonus cards."""
        held = sum(sum(player.bonus.values()) + len(player.used) for player in self.players.values())
        return MATERIAL["bonus"] - held

    # -- which card lies where

    def known_professions(self) -> frozenset[str]:
        """Professions whose place is known, in a hand or on a table."""
        return _named(name for player in self.players.values() for name in (*player.hand, *player.table))

    def known_bonus(self) -> frozenset[str]:
        """Bonus cards whose place is known, or that have been used."""
        return _named(name for player in self.players.values() for name in (*player.bonus, *player.used))

    def known_prestige(self) -> frozenset[str]:
        """Prestige cards whose place is known."""
        return _named(name for player in self.players.values() for name in player.prestige)

    def owner_of(self, profession: str) -> str | None:
        """On whose table that profession lies face up; None: on nobody's."""
        return next((who for who, player in self.players.items() if profession in player.table), None)


def _with(player: Player, kind: str) -> int:
    match kind:
        case "jester":
            return player.jesters
        case "builder":
            return player.builders
        case "recruiting":
            return player.recruiting + player.table.count(RECRUITING)
        case "prestige":
            return sum(player.prestige.values())
        case _:
            return player.has(kind)


def _faces(player: Player) -> int:
    return len(player.table) - player.table.count(RECRUITING)


def _named(names: Iterator[str]) -> frozenset[str]:
    return frozenset(names) - {UNKNOWN, RECRUITING}


def with_player(position: Table, who: str, player: Player) -> Table:
    """The position with one player changed."""
    return replace(position, players={**position.players, who: player})
