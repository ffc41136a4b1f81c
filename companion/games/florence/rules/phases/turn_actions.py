"""The actions of phase B carried out: building, cards, freedoms, and the end of a turn (P-B1, P-B4, P-B5)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.florence.rules.edition import FREEDOMS, POINTS, PRICES
from companion.games.florence.rules.events import (
    BonusCardTaken,
    BuildingBuilt,
    FreedomRemoved,
    FreedomTaken,
    PrestigeGained,
    ProfessionTaken,
    TurnBegan,
    TurnEnded,
)
from companion.games.florence.rules.phases.rounds import end_round
from companion.games.florence.rules.state import PlacedTile, TableState
from companion.rules.transaction import Action, Transaction

ACTIONS_IN_A_TURN: int = PRICES["actions"]


def actions_left(position: TableState) -> int:
    """How many actions are left in this turn."""
    return max(0, ACTIONS_IN_A_TURN - len(position.actions))


class EndTurnAction(Action, frozen=True):
    """P-B1: a player gives up the remaining actions; the next turn begins, or the round ends."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        position: TableState = transaction.position
        transaction.apply_event(TurnEnded(self.who, actions_left(position)))
        after = position.config.clockwise_from[self.who][1]
        if after == position.start:
            end_round(transaction)
        else:
            transaction.apply_event(TurnBegan(after))
            transaction.replace_current_item(replace(transaction.agenda[0], who=after))


class BuildAction(Action, frozen=True):
    """P-B4: a player pays for a building and places it, and gets prestige at once."""

    who: str
    price: int
    tile: PlacedTile

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(BuildingBuilt(self.who, self.tile, self.price))
        transaction.apply_event(PrestigeGained(self.who, POINTS["building"], "building"))


class TakeProfessionAction(Action, frozen=True):
    """P-B5: a player takes a profession card."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(ProfessionTaken(self.who, self.card, PRICES["card"]))


class TakeBonusCardAction(Action, frozen=True):
    """P-B5: a player takes a bonus card."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(BonusCardTaken(self.who, self.card, PRICES["card"]))


class TakeFreedomAction(Action, frozen=True):
    """P-B5: a player takes a freedom; when both of two players have one, the third is removed (P-2.2)."""

    who: str
    freedom: str

    def perform(self, transaction: Transaction) -> None:
        before: TableState = transaction.position
        transaction.apply_event(FreedomTaken(self.who, self.freedom, PRICES["freedom"]))
        if before.config.is_two_player:
            for other in FREEDOMS:
                if (
                    other != self.freedom
                    and before.supply_of(other)
                    and not transaction.position.supply_of(other)
                ):
                    transaction.apply_event(FreedomRemoved(other))
