"""The events of the auction in the Princes of Florence, and of what is won there."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.games.florence.rules.state import (
    AuctionState,
    PlacedTile,
    TableState,
    WonObject,
    replace_player_values,
)
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import with_added
from companion.rules.transaction import Event

PassReason = Literal["", "builders", "money", "no-room", "nothing"]
"""Why a player passes automatically; "" where they chose to pass.

They have three builders, too little money and prestige, no room on their grid (OPTION), or nothing is left
that they may bid for.
"""


class AuctionOpened(Event, frozen=True, tag="opened"):
    """P-A1: a player names an object at the opening price."""

    who: str
    kind: str
    price: int

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, auction=AuctionState(self.kind, self.who, self.price, self.who))


class BidRaised(Event, frozen=True, tag="bid"):
    """P-A1: a player bids `price` florins."""

    who: str
    price: int

    def apply_to(self, position: TableState) -> TableState:
        assert position.auction is not None
        return replace(position, auction=replace(position.auction, bid=self.price, by=self.who))


class ObjectPassed(Event, frozen=True, tag="passed"):
    """P-A1: a player bids no more for this object; `why` is "" where they chose so."""

    who: str
    kind: str
    why: PassReason = ""

    def apply_to(self, position: TableState) -> TableState:
        assert position.auction is not None
        passed = (*position.auction.passed, self.who)
        return replace(position, auction=replace(position.auction, passed=passed))


class AuctionPhasePassed(Event, frozen=True, tag="out"):
    """P-A3: a player leaves the auction phase instead of opening; `why` is "" where they chose so."""

    who: str
    why: PassReason = ""

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(position, self.who, out=True)


class ObjectWon(Event, frozen=True, tag="won"):
    """P-A1: the highest bidder wins the object; with two players it is set aside first (P-2.1)."""

    who: str
    kind: str
    price: int

    def apply_to(self, position: TableState) -> TableState:
        won = (*position.players[self.who].won, WonObject(self.kind, self.price))
        return replace(replace_player_values(position, self.who, won=won), auction=None)


class BidPaid(Event, frozen=True, tag="paid"):
    """P-A1, P-2.1: a player pays for what they won."""

    who: str
    price: int

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(position, self.who, money=position.players[self.who].money - self.price)


class ObjectChosen(Event, frozen=True, tag="chosen"):
    """P-2.1: a player keeps one of the objects they won and pays `price`, the dearer bid.

    `given_up` leaves the game; "" where nothing does.
    """

    who: str
    kind: str
    price: int
    given_up: str = ""

    def apply_to(self, position: TableState) -> TableState:
        gone = with_added(position.gone, self.given_up) if self.given_up else position.gone
        return replace(replace_player_values(position, self.who, won=()), gone=gone)


class JesterGained(Event, frozen=True, tag="jester"):
    """P-A5: a player gets a jester."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(position, self.who, jesters=position.players[self.who].jesters + 1)


class BuilderGained(Event, frozen=True, tag="builder"):
    """P-A5: a player gets their first, second or third builder."""

    who: str
    number: int

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(position, self.who, builders=self.number)


class RecruitingCardGained(Event, frozen=True, tag="recruiting"):
    """P-A5: a player gets a recruiting card."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(position, self.who, recruiting=position.players[self.who].recruiting + 1)


class LandscapePlaced(Event, frozen=True, tag="landscape"):
    """P-A4: a player places a landscape."""

    who: str
    tile: PlacedTile

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(position, self.who, grid=(*position.players[self.who].grid, self.tile))


class LandscapeReturned(Event, frozen=True, tag="returned"):
    """P-A4 (RULING): a landscape fits nowhere and goes back to the supply; its price stays paid."""

    who: str
    kind: str

    def apply_to(self, position: TableState) -> TableState:
        return position


class PrestigeCardKept(Event, frozen=True, tag="kept"):
    """P-A5: a player keeps one of the top five prestige cards face down; the others go under the stack.

    `card` is `?` where nobody saw which.
    """

    who: str
    card: str

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(
            position, self.who, prestige=with_added(position.players[self.who].prestige, self.card)
        )

    def to_public(self) -> PrestigeCardKept:
        return replace(self, card=UNKNOWN)
