"""The table of Louis XIV as a value: players, tiles, and the agenda of what is still to be done."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.louis_xiv.rules.edition import MATERIAL, MISSION_TYPES, Edition, TileCondition
from companion.games.louis_xiv.rules.pieces import STACK_OF_MISSION, STACKS, TYPE_OF_MISSION
from companion.rules import agenda
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Turn
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.game import TableConfig
from companion.rules.multiset import Multiset
from companion.rules.position import Position
from companion.rules.transaction import Transaction

Phase = Literal["supply", "influence", "evaluation", "missions", "final", "over"]
POINTS_PER_MISSION = 5  # L-5.3
STACK_SIZES = {
    stack: sum(kind.copies for kind in MISSION_TYPES.values() if kind.stack == stack) for stack in STACKS
}
GAME_OVER = declare_clause("L-4.6", "game-over", "who", "awaited")
NOT_SEATED = declare_clause("L-S1", "agenda-player", "who")


class GameConfig(TableConfig, frozen=True):
    """What stays the same for a whole game: the printed values, and the reading of the rules, with it."""

    edition: Edition
    rules: int


class PlayerState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one player has in front of them and in hand; cards nobody saw count under `?`."""

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
    def placeable_stones(self) -> int:
        """How many stones the player could place by a card that takes from the general supply (L-X1)."""
        return self.own + self.general

    @property
    def points(self) -> int:
        """L-5.3: the points as the table lies now."""
        return self.arms + POINTS_PER_MISSION * len(self.missions)

    @property
    def usable_mission_count_by_type(self) -> Mapping[str, int]:
        """Type -> how many of its laid-out cards the player has not used in this phase (L-4.7)."""
        return _usable_missions(self.missions, self.used) if self.missions else {}

    def usable_mission_count(self, mission: str) -> int:
        """`usable_mission_count_by_type` of one type."""
        return self.usable_mission_count_by_type.get(mission, 0)


@lru_cache(maxsize=4096)  # asked for many times between two missions
def _usable_missions(missions: tuple[str, ...], used: tuple[str, ...]) -> Mapping[str, int]:
    laid = Counter(TYPE_OF_MISSION[name] for name in missions)
    laid.subtract(used)
    return dict(laid)


class TileState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A tile: the side that is up, and the stones on it by colour."""

    side: Literal["front", "back"] = "front"
    stones: Multiset = {}


class PlayerDecision(Decision, frozen=True):
    """A decision of one player."""

    who: str

    @property
    def awaited_player(self) -> str | None:
        return self.who

    def fault_in(self, position: TableState) -> Refusal | None:
        return refusal_if_not_seated(position, self.who)


class TableState(Position, frozen=True, dict=True):
    """The table; the fields that are serialised are described in notation.md.

    `config` comes from the record's head. `turned` are the money cards used up (`4:2`), known only where the
    eight of this copy are. Faults, outcome and JSON, which need the modules of all phases, are added in
    `position.LouisXIVPosition`.
    """

    config: GameConfig
    round: int
    phase: Phase
    start: str
    players: Mapping[str, PlayerState]
    tiles: Mapping[int, TileState]
    king: int | None = None
    tile: int | None = None
    played: Multiset = field(default_factory=dict)
    turned: tuple[str, ...] = ()
    agenda: tuple[AgendaItem, ...] = ()

    @abstractmethod
    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        """The agenda of a phase that begins now."""

    @property
    def awaited_player(self) -> str | None:
        """Who is to decide; None while the table or an intrigue card is awaited."""
        return self.agenda[0].awaited_player if self.agenda else None

    @property
    def players_from_start(self) -> tuple[str, ...]:
        """The players from the start player on, clockwise."""
        return self.config.clockwise_from[self.start]

    @property
    def is_last_round(self) -> bool:
        """Round 4: tiles are no longer turned, missions no longer renewed."""
        return self.round >= MATERIAL["rounds"]

    def condition(self, tile: int) -> TileCondition:
        """The condition that lies face up on `tile`."""
        return self.config.edition.condition(tile, self.tiles[tile].side)

    def unturned_money_cards(self) -> tuple[str, ...] | None:
        """The money cards that may still be turned (`4:2`); None where this copy's were not read off."""
        known = self.config.edition.money_cards
        if known is None:
            return None
        left = [f"{louis}:{king}" for louis, king in known]
        for card in self.turned:
            if card in left:
                left.remove(card)
        return tuple(left)

    def influence_deck_size(self) -> int:
        """Cards left in the influence deck."""
        held = sum([sum(player.influence.values()) for player in self.players.values()])
        return 12 * MATERIAL["persons"] + MATERIAL["jokers"] - held - sum(self.played.values())

    def intrigue_deck_size(self) -> int:
        """Cards left in the intrigue deck."""
        return MATERIAL["intrigue"] - sum([sum(player.intrigue.values()) for player in self.players.values()])

    @property
    def mission_stack_sizes(self) -> Mapping[str, int]:
        """Cards left in each mission stack."""
        left = dict(STACK_SIZES)
        for player in self.players.values():
            for stack, cards in player.hand.items():
                left[stack] = left.get(stack, 0) - cards
            for name in player.missions:
                left[STACK_OF_MISSION[name]] -= 1
        return left

    def build_choice_tree(self) -> Turn:
        return agenda.agenda_choice_tree(self, GAME_OVER)

    def settle(self, transaction: Transaction) -> None:
        agenda.settle_agenda(transaction)

    def points_by_player(self) -> Mapping[str, int]:
        return {who: player.points for who, player in self.players.items()}


def refusal_if_not_seated(position: TableState, who: str) -> Refusal | None:
    """Why `who` cannot be on the agenda: nobody of that colour sits here; None where somebody does."""
    return None if who in position.players else NOT_SEATED(who)


def replace_player(position: TableState, who: str, player: PlayerState) -> TableState:
    """The position with that player replaced."""
    return replace(position, players={**position.players, who: player})
