"""The table of Louis XIV as a value: players, tiles, and the agenda of what is still to be done."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.louis_xiv.rules.pieces import MISSION_STACK, MISSION_TYPE, STACKS, TABLE
from companion.games.louis_xiv.rules.printed import MATERIAL, MISSIONS, Condition, Printed
from companion.rules import agenda
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Turn
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.multiset import Multiset
from companion.rules.position import Position
from companion.rules.transaction import Transaction

Phase = Literal["supply", "influence", "evaluation", "missions", "final", "over"]
POINTS_A_MISSION = 5  # L-5.3
STACK_SIZE = {
    stack: sum(kind.copies for kind in MISSIONS.values() if kind.stack == stack) for stack in STACKS
}
GAME_OVER = declare_clause("L-4.6", "game-over", "who", "awaited")
SITS_NOWHERE = declare_clause("L-S1", "agenda-player", "who")


class House(Struct, frozen=True):
    """What stays the same all evening: seats clockwise, what is printed, and the table's options."""

    seats: tuple[str, ...]
    printed: Printed
    options: Mapping[str, str]
    order: Mapping[str, tuple[str, ...]]
    everybody: tuple[str, ...]

    def yes(self, option: str) -> bool:
        """Whether that option stands at `yes`."""
        return self.options[option] == "yes"


def house(seats: tuple[str, ...], printed: Printed, options: Mapping[str, str]) -> House:
    """The house rules of a table."""
    order = {who: seats[i:] + seats[:i] for i, who in enumerate(seats)}
    return House(seats, printed, options, order, (*seats, TABLE))


class Player(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What lies before one player, and how much he holds. Cards nobody saw count under `?`."""

    money: int = 0
    own: int = 0
    general: int = 0
    chips: Multiset = {}
    arms: int = 0
    influence: Multiset = {}
    intrigue: Multiset = {}
    hand: Multiset = {}
    missions: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    shown: Multiset = {}

    @property
    def stones(self) -> int:
        """Stones he could place by a card that takes from the general supply (L-X1)."""
        return self.own + self.general

    @property
    def points(self) -> int:
        """L-5.3, as it lies on the table now."""
        return self.arms + POINTS_A_MISSION * len(self.missions)

    @property
    def usable(self) -> Mapping[str, int]:
        """Type -> how many laid-out cards of it he has not used in this phase (L-4.7)."""
        return _usable(self.missions, self.used) if self.missions else {}

    def ready(self, mission: str) -> int:
        """`usable` of one type."""
        return self.usable.get(mission, 0)


@lru_cache(maxsize=4096)  # asked about many times between two missions
def _usable(missions: tuple[str, ...], used: tuple[str, ...]) -> Mapping[str, int]:
    laid = Counter(MISSION_TYPE[name] for name in missions)
    laid.subtract(used)
    return dict(laid)


class Tile(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A person: which side is up, and the stones on it by colour."""

    side: Literal["front", "back"] = "front"
    stones: Multiset = {}


class PlayersDecision(Decision, frozen=True):
    """One player chooses."""

    who: str

    @property
    def awaited_player(self) -> str | None:
        return self.who

    def fault_in(self, position: Table) -> Refusal | None:
        return sits_nowhere(position, self.who)


class Table(Position, frozen=True, dict=True):
    """The table. `house` is what the record's head says; all else is in notation.md.

    `turned`: the money cards used up (`4:2`), kept only where this copy's eight are known.
    What needs every phase's module (faults, outcome, JSON) joins in `position.LouisXIV`.
    """

    house: House
    round: int
    phase: Phase
    start: str
    players: Mapping[str, Player]
    tiles: Mapping[int, Tile]
    king: int | None = None
    tile: int | None = None
    played: Multiset = field(default_factory=dict)
    turned: tuple[str, ...] = ()
    agenda: tuple[AgendaItem, ...] = ()

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """All that is to be done in a phase that begins now."""

    @property
    def turn(self) -> str | None:
        """Who is asked; None while the table or the window is awaited."""
        return self.agenda[0].awaited_player if self.agenda else None

    @property
    def from_start(self) -> tuple[str, ...]:
        """The players from the start player on, clockwise."""
        return self.house.order[self.start]

    @property
    def last_round(self) -> bool:
        """Round 4: tiles are no longer turned, missions no longer renewed."""
        return self.round >= MATERIAL["rounds"]

    def condition(self, tile: int) -> Condition:
        """The condition that lies face up on `tile`."""
        return self.house.printed.condition(tile, self.tiles[tile].side)

    def money_left(self) -> tuple[str, ...] | None:
        """The money cards that may still be turned (`4:2`); None: this copy's were not read off."""
        known = self.house.printed.money
        if known is None:
            return None
        left = [f"{louis}:{king}" for louis, king in known]
        for card in self.turned:
            if card in left:
                left.remove(card)
        return tuple(left)

    def influence_deck(self) -> int:
        """Cards left in the influence deck."""
        held = sum([sum(player.influence.values()) for player in self.players.values()])
        return 12 * MATERIAL["persons"] + MATERIAL["jokers"] - held - sum(self.played.values())

    def intrigue_deck(self) -> int:
        """Cards left in the intrigue deck."""
        return MATERIAL["intrigue"] - sum([sum(player.intrigue.values()) for player in self.players.values()])

    @property
    def stacks(self) -> Mapping[str, int]:
        """Cards left in each mission stack."""
        left = dict(STACK_SIZE)
        for player in self.players.values():
            for stack, cards in player.hand.items():
                left[stack] = left.get(stack, 0) - cards
            for name in player.missions:
                left[MISSION_STACK[name]] -= 1
        return left

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self.agenda, self, Turn({}, self.house.everybody, (), GAME_OVER))

    def settle(self, tale: Transaction) -> None:
        agenda.settle_agenda(tale)

    def points_by_player(self) -> Mapping[str, int]:
        return {who: player.points for who, player in self.players.items()}


def sits_nowhere(position: Table, who: str) -> Refusal | None:
    """What is to be done by `who` cannot be when nobody of that colour sits here."""
    return None if who in position.players else SITS_NOWHERE(who)


def with_player(position: Table, who: str, player: Player) -> Table:
    """The position with one player changed."""
    return replace(position, players={**position.players, who: player})
