"""The actions of phase B carried out: works, buildings, cards, freedoms, sales and the end of a turn (P-B)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.florence.rules.edition import FREEDOMS, POINTS, PRICES
from companion.games.florence.rules.events import (
    BonusCardTaken,
    BuildingBuilt,
    FreedomRemoved,
    FreedomTaken,
    PrestigeGained,
    PrestigeSold,
    ProfessionRecruited,
    ProfessionTaken,
    TurnBegan,
    TurnEnded,
    WorkCompleted,
)
from companion.games.florence.rules.phases.rounds import end_round
from companion.games.florence.rules.principality_counts import count_principality
from companion.games.florence.rules.state import PlacedTile, TableState
from companion.games.florence.rules.work_value import itemised_work_value
from companion.rules.transaction import Action, Transaction

ACTIONS_IN_A_TURN: int = PRICES["actions"]


def actions_left(position: TableState) -> int:
    """How many actions are left in this turn."""
    return max(0, ACTIONS_IN_A_TURN - len(position.actions))


class CompleteWorkAction(Action, frozen=True):
    """P-B2, P-B3: a player completes a work, and splits its income now and not later."""

    who: str
    profession: str
    bonus: tuple[str, ...]
    kept: int

    def perform(self, transaction: Transaction) -> None:
        found = itemised_work_value(
            count_principality(transaction.position.players[self.who]), self.profession, self.bonus
        )
        bought = (found.total * POINTS["florins"] - self.kept) // POINTS["bought"]
        transaction.apply_event(
            WorkCompleted(self.who, self.profession, self.bonus, found, self.kept, bought)
        )


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


class RecruitAction(Action, frozen=True):
    """P-B6: a player takes the profession into their hand and leaves the recruiting card in its place."""

    who: str
    profession: str
    from_: str
    once: bool

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(ProfessionRecruited(self.who, self.profession, self.from_))
        if self.once:
            transaction.replace_current_item()


class SellPrestigeAction(Action, frozen=True):
    """P-B8: a player sells `number` points for a fixed number of florins each."""

    who: str
    number: int

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(PrestigeSold(self.who, self.number, self.number * POINTS["sold"]))
