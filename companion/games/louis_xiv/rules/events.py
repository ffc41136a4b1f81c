"""The events of Louis XIV; nothing else changes the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from companion.games.louis_xiv.rules.pieces import NEUTRAL
from companion.games.louis_xiv.rules.state import Phase, TableState, TileState, replace_player
from companion.rules.moves import UNKNOWN, Observation
from companion.rules.multiset import Multiset, with_added, without_card
from companion.rules.transaction import Event

GainReason = str  # what gave it: `tile/6`, a mission type, or a clause id
SupplyName = Literal["own", "general"]


class MoneyCardTurned(Event, frozen=True, tag="money-card"):
    """L-1.1: a money card is turned; it gives every player `louis` and sends the king to tile `king`."""

    louis: int
    king: int

    def apply_to(self, position: TableState) -> TableState:
        turned = position.turned
        if position.config.edition.money_cards is not None:
            turned = tuple(sorted((*turned, f"{self.louis}:{self.king}")))
        return replace(position, king=self.king, turned=turned)

    def expected_observations(self) -> tuple[Observation, ...]:
        return (Observation("king", f"tile/{self.king}"),)


class MoneyGained(Event, frozen=True, tag="money"):
    """A player gets louis from the bank."""

    who: str
    louis: int
    why: GainReason

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, money=player.money + self.louis))


class MoneyPaid(Event, frozen=True, tag="paid"):
    """A player pays louis to the bank."""

    who: str
    louis: int
    why: GainReason

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, money=player.money - self.louis))


class StonesTakenBack(Event, frozen=True, tag="stones-taken"):
    """A player takes stones from the general into their own supply."""

    who: str
    stones: int
    why: GainReason

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        supplies = replace(player, own=player.own + self.stones, general=player.general - self.stones)
        return replace_player(position, self.who, supplies)


class StoneGivenForCard(Event, frozen=True, tag="stone-given"):
    """L-1.2: a player moves one stone from the own to the general supply, for an influence card."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        supplies = replace(player, own=player.own - 1, general=player.general + 1)
        return replace_player(position, self.who, supplies)


class StonesPlaced(Event, frozen=True, tag="stones-placed"):
    """A player places stones from one of their supplies on a tile."""

    who: str
    tile: int
    stones: int
    supply: SupplyName

    def apply_to(self, position: TableState) -> TableState:
        return _onto(position, self.who, self.tile, self.stones, self.supply)


class StonesReturned(Event, frozen=True, tag="stones-home"):
    """L-3.4 to L-3.7: a player's stones leave a tile, to the own or the general supply."""

    who: str
    tile: int
    stones: int
    supply: SupplyName

    def apply_to(self, position: TableState) -> TableState:
        return _onto(position, self.who, self.tile, -self.stones, self.supply)


def _onto(position: TableState, who: str, number: int, stones: int, supply: SupplyName) -> TableState:
    """The position after stones of a player moved from a supply to a tile; back if `stones` is negative."""
    player, tile = position.players[who], position.tiles[number]
    if supply == "own":
        player = replace(player, own=player.own - stones)
    else:
        player = replace(player, general=player.general - stones)
    changed = TileState(tile.side, with_added(tile.stones, who, stones))
    return replace(
        position,
        players={**position.players, who: player},
        tiles={**position.tiles, number: changed},
    )


class NeutralCardTurned(Event, frozen=True, tag="neutral-card"):
    """L-2.1: an influence card is turned for the neutral player."""

    card: str

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, played=with_added(position.played, self.card))


class NeutralStonesPlaced(Event, frozen=True, tag="neutral-placed"):
    """L-2.1: neutral stones are placed on a tile."""

    tile: int
    stones: int

    def apply_to(self, position: TableState) -> TableState:
        return _on_tile(position, self.tile, NEUTRAL, self.stones)


class NeutralStonesReturned(Event, frozen=True, tag="neutral-home"):
    """L-3.11: the neutral stones leave a tile."""

    tile: int
    stones: int

    def apply_to(self, position: TableState) -> TableState:
        return _on_tile(position, self.tile, NEUTRAL, -self.stones)


def _on_tile(position: TableState, number: int, who: str, stones: int) -> TableState:
    tile = position.tiles[number]
    changed = TileState(tile.side, with_added(tile.stones, who, stones))
    return replace(position, tiles={**position.tiles, number: changed})


class InfluenceCardPlayed(Event, frozen=True, tag="card-played"):
    """L-2.3: a player plays an influence card face up; `way` is place, take or discard."""

    who: str
    card: str
    way: Literal["place", "take", "discard"]

    def apply_to(self, position: TableState) -> TableState:
        players = position.players
        player = players[self.who]
        return replace(
            position,
            players={
                **players,
                self.who: replace(player, influence=without_card(player.influence, self.card)),
            },
            played=with_added(position.played, self.card),
        )


class LastCardReturned(Event, frozen=True, tag="last-card"):
    """L-2.9: a player's last influence card goes back unseen."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        return replace_player(position, self.who, replace(position.players[self.who], influence={}))


class InfluenceDrawn(Event, frozen=True, tag="influence-drawn"):
    """A player draws influence cards from the deck."""

    who: str
    cards: int
    why: GainReason

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        hand = with_added(player.influence, UNKNOWN, self.cards)
        return replace_player(position, self.who, replace(player, influence=hand))


class InfluenceDeckShuffled(Event, frozen=True, tag="shuffled"):
    """L-2.10: all influence cards are shuffled into one deck again."""

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, played={})


class IntrigueDrawn(Event, frozen=True, tag="intrigue-drawn"):
    """A player draws an intrigue card."""

    who: str
    why: GainReason

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(
            position, self.who, replace(player, intrigue=with_added(player.intrigue, UNKNOWN))
        )


class IntriguePlayed(Event, frozen=True, tag="intrigue-played"):
    """L-3.2: a player plays an intrigue card, which goes under its deck."""

    who: str
    tile: int

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        hand = without_card(player.intrigue, str(self.tile))
        return replace_player(position, self.who, replace(player, intrigue=hand))


class TileEvaluationBegan(Event, frozen=True, tag="tile"):
    """L-3.1: the evaluation of the next tile begins."""

    tile: int

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, tile=self.tile)


class MajorityCounted(Event, frozen=True, tag="majority"):
    """The majority on the tile being evaluated: who has most, and on the king's tile the sole second.

    `stones` maps a colour to the count that decides; `favoured` is the player who used "once first" (L-3.3).
    """

    tile: int
    first: tuple[str, ...]
    second: str | None
    stones: Multiset
    favoured: str | None

    def apply_to(self, position: TableState) -> TableState:
        return position


class RewardGiven(Event, frozen=True, tag="reward"):
    """A tile gives its reward to a player; the events of the reward follow.

    `how` says why they get it: alone with most, second with the king, tied, bought, or by number of stones.
    """

    who: str
    tile: int
    how: Literal["alone", "second", "tied", "bought", "stones"]

    def apply_to(self, position: TableState) -> TableState:
        return position


class ChipGained(Event, frozen=True, tag="chip"):
    """A player gets a mission chip from the middle."""

    who: str
    chip: str
    why: GainReason

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, chips=with_added(player.chips, self.chip)))


class ArmsGained(Event, frozen=True, tag="arms"):
    """A player gets coats of arms, face down."""

    who: str
    arms: int
    why: GainReason

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, arms=player.arms + self.arms))

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: self.arms}


class SubstituteNeeded(Event, frozen=True, tag="substitute"):
    """L-M6: the box has no more of `what`; a substitute stands for it."""

    what: str

    def apply_to(self, position: TableState) -> TableState:
        return position


class TileTurned(Event, frozen=True, tag="tile-turned"):
    """L-3.8: a tile is turned and shows its other condition."""

    tile: int
    side: Literal["front", "back"]

    def apply_to(self, position: TableState) -> TableState:
        tile = position.tiles[self.tile]
        return replace(position, tiles={**position.tiles, self.tile: TileState(self.side, tile.stones)})


class KingLeftTile(Event, frozen=True, tag="king-left"):
    """L-3.7: the king leaves the tile and goes back beside the money cards."""

    tile: int

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, king=None)


class StartPlayerPassed(Event, frozen=True, tag="start"):
    """L-4.6: the start player card goes to `who`."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, start=self.who)


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins."""

    round: int

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, round=self.round)


class PhaseBegan(Event, frozen=True, tag="phase"):
    """A phase begins; missions may be used again."""

    phase: Phase

    def apply_to(self, position: TableState) -> TableState:
        players = position.players
        if any(player.used for player in players.values()):
            players = {who: replace(player, used=()) for who, player in players.items()}
        return replace(position, phase=self.phase, tile=None, players=players)
