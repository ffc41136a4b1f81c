"""The events of the Princes of Florence between the auction and the final count: prestige, actions, rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from companion.games.florence.rules.pieces import RECRUITING_CARD
from companion.games.florence.rules.state import (
    PlacedTile,
    PlayerState,
    TableState,
    replace_player,
    replace_player_values,
)
from companion.games.florence.rules.work_value import WorkValue
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset, with_added, without_card
from companion.rules.transaction import Event


def _with_action_done(position: TableState, action: str) -> TableState:
    return replace(position, actions=(*position.actions, action))


# -- prestige and money


class PrestigeGained(Event, frozen=True, tag="gained"):
    """A player gets prestige for a landscape, builder, building or the best work (P-A4, P-A5, P-B4, P-B7)."""

    who: str
    number: int
    why: Literal["landscape", "builder", "building", "best-work"]

    def apply_to(self, position: TableState) -> TableState:
        return replace_player_values(
            position, self.who, points=position.players[self.who].points + self.number
        )

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: self.number}


class PrestigeSold(Event, frozen=True, tag="sold"):
    """P-B8: a player sells prestige for florins."""

    who: str
    number: int
    florins: int

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player_values(
            position, self.who, points=player.points - self.number, money=player.money + self.florins
        )

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: -self.number}


# -- actions


class ActionPhaseBegan(Event, frozen=True, tag="actions"):
    """P-B: the auction is over and the actions begin."""

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, phase="actions")


class TurnBegan(Event, frozen=True, tag="turn"):
    """P-B: the turn of `who` begins."""

    who: str

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, actions=())


class WorkCompleted(Event, frozen=True, tag="work"):
    """P-B2, P-B3: a player completes a work, keeps `kept` florins and takes the rest as `bought` points."""

    who: str
    profession: str
    bonus: tuple[str, ...]
    value: WorkValue
    kept: int
    bought: int

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        bonus: Multiset = player.bonus
        for card in self.bonus:
            bonus = without_card(bonus, card)
        worked = replace(
            player,
            hand=without_card(player.hand, self.profession),
            table=(*player.table, self.profession),
            bonus=bonus,
            used=(*player.used, *self.bonus),
            money=player.money + self.kept,
            points=player.points + self.bought,
            best=max(player.best, self.value.total),
        )
        return _with_action_done(replace_player(position, self.who, worked), "work")

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: self.bought} if self.bought else {}


class BuildingBuilt(Event, frozen=True, tag="built"):
    """P-B4: a player builds a building."""

    who: str
    tile: PlacedTile
    price: int

    def apply_to(self, position: TableState) -> TableState:
        grid = (*position.players[self.who].grid, self.tile)
        return _with_action_done(_replace_after_purchase(position, self.who, self.price, grid=grid), "build")


class ProfessionTaken(Event, frozen=True, tag="profession"):
    """P-B5: a player takes one of the top five profession cards; `card` is `?` where nobody saw which."""

    who: str
    card: str
    price: int

    def apply_to(self, position: TableState) -> TableState:
        hand = with_added(position.players[self.who].hand, self.card)
        return _with_action_done(
            _replace_after_purchase(position, self.who, self.price, hand=hand), "profession"
        )

    def to_public(self) -> ProfessionTaken:
        return replace(self, card=UNKNOWN)


class BonusCardTaken(Event, frozen=True, tag="bonus-card"):
    """P-B5: a player takes one of the top five bonus cards; `card` is `?` where nobody saw which."""

    who: str
    card: str
    price: int

    def apply_to(self, position: TableState) -> TableState:
        bonus = with_added(position.players[self.who].bonus, self.card)
        return _with_action_done(
            _replace_after_purchase(position, self.who, self.price, bonus=bonus), "bonus"
        )

    def to_public(self) -> BonusCardTaken:
        return replace(self, card=UNKNOWN)


class FreedomTaken(Event, frozen=True, tag="freedom"):
    """P-B5: a player takes a freedom."""

    who: str
    freedom: str
    price: int

    def apply_to(self, position: TableState) -> TableState:
        freedoms = (*position.players[self.who].freedoms, self.freedom)
        return _with_action_done(
            _replace_after_purchase(position, self.who, self.price, freedoms=freedoms), "freedom"
        )


class FreedomRemoved(Event, frozen=True, tag="freedom-gone"):
    """P-2.2: both of two players have a freedom, so the third leaves the game."""

    freedom: str

    def apply_to(self, position: TableState) -> TableState:
        return position


def _replace_after_purchase(position: TableState, who: str, price: int, **values: Any) -> TableState:
    return replace_player_values(position, who, money=position.players[who].money - price, **values)


class ProfessionRecruited(Event, frozen=True, tag="recruited", rename={"from_": "from"}):
    """P-B6: a player recruits a profession from another's table; the recruiting card stays in its place."""

    who: str
    profession: str
    from_: str

    def apply_to(self, position: TableState) -> TableState:
        player, other = position.players[self.who], position.players[self.from_]
        table = tuple(RECRUITING_CARD if name == self.profession else name for name in other.table)
        left = replace(other, table=table)
        hand = with_added(player.hand, self.profession)
        came = replace(player, hand=hand, recruiting=player.recruiting - 1)
        return replace_player(replace_player(position, self.from_, left), self.who, came)


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """P-B: a player's turn ends, with so many actions given up."""

    who: str
    given_up: int

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, actions=())


class BestWorkAwarded(Event, frozen=True, tag="best-work"):
    """P-B7: the best work of the round, and its player or all who are tied."""

    value: int
    who: tuple[str, ...]

    def apply_to(self, position: TableState) -> TableState:
        return position


class RoundBegan(Event, frozen=True, tag="round"):
    """P-B9: a round begins; the start player moves left."""

    round: int
    start: str

    def apply_to(self, position: TableState) -> TableState:
        players = {who: _reset_for_round(player) for who, player in position.players.items()}
        return replace(position, round=self.round, start=self.start, phase="auction", players=players)


def _reset_for_round(player: PlayerState) -> PlayerState:
    return replace(player, won=(), out=False, best=0)
