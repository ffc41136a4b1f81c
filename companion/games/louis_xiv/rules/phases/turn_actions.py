"""What a player may do in a turn instead of playing a card for stones (L-2.8)."""

from __future__ import annotations

from companion.games.louis_xiv.rules.events import InfluenceCardPlayed, MoneyPaid
from companion.games.louis_xiv.rules.gains import draw_influence
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from companion.games.louis_xiv.rules.phases.stone_placement import pass_turn
from companion.rules.transaction import Action, Transaction

PAY_TWO_MISSION = "light-pay-two"
PAY_TWO_LOUIS = 2
EXCHANGE_MISSION = "mid-exchange"


class PayInsteadOfCardAction(Action, frozen=True):
    """L-2.8: a player pays two louis instead of playing a card."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, PAY_TWO_MISSION))
        transaction.apply_event(MoneyPaid(self.who, PAY_TWO_LOUIS, PAY_TWO_MISSION))
        pass_turn(transaction, self.who)


class ExchangeCardAction(Action, frozen=True):
    """L-2.8: a player discards a card without effect and draws the top one."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, EXCHANGE_MISSION))
        transaction.apply_event(InfluenceCardPlayed(self.who, self.card, "discard"))
        draw_influence(transaction, self.who, 1, EXCHANGE_MISSION)
        pass_turn(transaction, self.who)
