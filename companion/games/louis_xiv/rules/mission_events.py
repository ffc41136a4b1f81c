"""The events of missions and of the end of the game (L-4, L-5); the others are in `events`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.louis_xiv.rules.pieces import STACK_OF_MISSION
from companion.games.louis_xiv.rules.state import POINTS_PER_MISSION, TableState, TileState, replace_player
from companion.rules.multiset import Multiset, with_added
from companion.rules.transaction import Event


class MissionUsed(Event, frozen=True, tag="mission-used"):
    """L-4.7: a player uses a laid-out mission, which works once in a phase."""

    who: str
    mission: str

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        used = tuple(sorted((*player.used, self.mission)))
        return replace_player(position, self.who, replace(player, used=used))


class MissionFulfilled(Event, frozen=True, tag="mission"):
    """L-4.1: a player fulfils a mission, paying two chips."""

    who: str
    mission: str
    paid: tuple[str, ...]

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        chips: Multiset = player.chips
        for chip in self.paid:
            chips = with_added(chips, chip, -1)
        laid = tuple(sorted((*player.missions, self.mission)))  # sorted, so that equal tables compare equal
        hand = with_added(player.hand, STACK_OF_MISSION[self.mission], -1)
        return replace_player(position, self.who, replace(player, chips=chips, missions=laid, hand=hand))

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: POINTS_PER_MISSION}


class MissionDrawn(Event, frozen=True, tag="mission-drawn"):
    """L-4.2: a player draws a mission card from a stack."""

    who: str
    stack: str

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, hand=with_added(player.hand, self.stack)))


class MissionReturned(Event, frozen=True, tag="mission-returned"):
    """L-4.5: a player puts a mission card from their hand under its stack."""

    who: str
    stack: str

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(
            position, self.who, replace(player, hand=with_added(player.hand, self.stack, -1))
        )


class ChipSwapped(Event, frozen=True, tag="chip-swapped"):
    """L-4.3: a player swaps a chip for a crown."""

    who: str
    chip: str

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        chips = with_added(with_added(player.chips, self.chip, -1), "crown")
        return replace_player(position, self.who, replace(player, chips=chips))


class ChipsReturned(Event, frozen=True, tag="chips-returned"):
    """L-4.4: a player returns all chips but one."""

    who: str
    kept: str
    chips: Multiset

    def apply_to(self, position: TableState) -> TableState:
        return replace_player(position, self.who, replace(position.players[self.who], chips={self.kept: 1}))


class LeftoversExchanged(Event, frozen=True, tag="exchanged"):
    """L-5.1: a player exchanges what is left for coats of arms.

    The fields count what they gave: `stones` maps a tile to stones, and `louis` is a multiple of three.
    """

    who: str
    influence: int
    intrigue: int
    chips: int
    stones: Mapping[int, int]
    louis: int
    arms: int

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        tiles = {
            number: TileState(tile.side, with_added(tile.stones, self.who, -self.stones.get(number, 0)))
            for number, tile in position.tiles.items()
        }
        changed = replace(
            player,
            influence={},
            intrigue={},
            chips={},
            general=player.general + sum(self.stones.values()),
            money=player.money - self.louis,
            arms=player.arms + self.arms,
        )
        return replace(position, tiles=tiles, players={**position.players, self.who: changed})

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: self.arms}


class ArmsShown(Event, frozen=True, tag="arms-shown"):
    """L-5.2: a player's coats of arms are shown, by kind."""

    who: str
    kinds: Multiset

    def apply_to(self, position: TableState) -> TableState:
        return replace_player(position, self.who, replace(position.players[self.who], shown=self.kinds))


class ArmsKindWon(Event, frozen=True, tag="kind"):
    """L-5.2: those with most of a kind get one more coat of arms each, face down."""

    kind: str
    players: tuple[str, ...]
    most: int

    def apply_to(self, position: TableState) -> TableState:
        for who in self.players:
            player = position.players[who]
            position = replace_player(position, who, replace(player, arms=player.arms + 1))
        return position

    def points_by_player(self) -> Mapping[str, int]:
        return dict.fromkeys(self.players, 1)


class GameEnded(Event, frozen=True, tag="end"):
    """L-5.3: the points of each player, the winners, and what decided (points, stones, shared)."""

    scores: Multiset
    winners: tuple[str, ...]
    decided_by: str

    def apply_to(self, position: TableState) -> TableState:
        return position
