"""The bids of the heuristic player, and what they do with what they win (P-A)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.florence.players.decision_context import DecisionContext, MoveWords
from companion.games.florence.players.tile_packing import most_compact_spot
from companion.games.florence.players.valuation import (
    expected_prestige_points,
    outlook_by_object,
    position_value,
)
from companion.games.florence.players.work_plan import FLORINS_PER_POINT
from companion.games.florence.rules.edition import AUCTION_VALUES
from companion.games.florence.rules.phases.auction import refusal_for_object
from companion.games.florence.rules.phases.won_objects import PlacementDecision
from companion.games.florence.rules.pieces import PRESTIGE_CARD

BID_MARGIN = 0.85
"""The share of an object's value that the player would pay."""
USUAL_PRICE_SHARE = 0.6
"""The share of an object's value that it mostly costs."""


class BidValuation:
    """What objects are worth to the player, in points, and how much they would pay for each."""

    def __init__(self, context: DecisionContext) -> None:
        self._me, self._current_value = context.outlook, position_value(context.outlook)
        self._outlook_with = outlook_by_object(context.position, context.outlook)
        self.gains = {
            kind: position_value(me) - self._current_value for kind, me in self._outlook_with.items()
        }
        self._allowed_objects = [
            kind for kind in self.gains if not refusal_for_object(context.position, context.who, kind)
        ]
        self._surpluses = {kind: self._surplus(kind) for kind in self._allowed_objects}

    def max_price(self, kind: str) -> float:
        """The highest price in florins, which is lower where another object would be nearly as good."""
        elsewhere = max((saved for other, saved in self._surpluses.items() if other != kind), default=0.0)
        return BID_MARGIN * (FLORINS_PER_POINT * self.gains[kind] - max(0.0, elsewhere))

    def _surplus(self, kind: str) -> float:
        """By how many florins the value of an object exceeds its usual price."""
        florins = FLORINS_PER_POINT * self.gains[kind]
        return florins - max(AUCTION_VALUES["opening"], USUAL_PRICE_SHARE * florins)

    def would_pay(self, kind: str, price: int) -> bool:
        """Whether the player would pay that price, which must leave enough for their plan."""
        if kind not in self._allowed_objects or price > min(self._me.money, self.max_price(kind)):
            return False
        return (
            position_value(replace(self._outlook_with[kind], money=self._me.money - price))
            >= self._current_value
        )

    def best_object(self) -> str:
        """The object the player would pay most for; "" where there is none."""
        return max(self._allowed_objects, key=self.max_price, default="")


def choose_opening(context: DecisionContext) -> MoveWords:
    """Open the object the player would pay most for; leave the phase where that is too little."""
    bids = BidValuation(context)
    kind = bids.best_object()
    return ("open", kind) if bids.would_pay(kind, AUCTION_VALUES["opening"]) else ("pass",)


def choose_bid(context: DecisionContext) -> MoveWords:
    """Bid while the price is acceptable, without selling prestige; else pass."""
    auction = context.position.auction
    assert auction is not None
    return (
        ("bid",)
        if BidValuation(context).would_pay(auction.kind, auction.bid + AUCTION_VALUES["step"])
        else ("pass",)
    )


def choose_won_object(context: DecisionContext) -> MoveWords:
    """P-2.1: choose the object that is worth more to the player."""
    gains = BidValuation(context).gains
    return "choose", max(
        (won.kind for won in context.player_state.won), key=lambda kind: gains.get(kind, 0.0)
    )


def choose_placement(context: DecisionContext) -> MoveWords:
    """P-A4: place the landscape where it leaves most room."""
    item = context.position.agenda[0]
    assert isinstance(item, PlacementDecision)
    spot = most_compact_spot(context.position, context.who, item.kind)
    assert spot is not None  # otherwise it was returned automatically
    return "place", item.kind, spot.square, spot.rotation


def choose_prestige_card(context: DecisionContext) -> MoveWords:
    """P-A5: keep the card with the most points to expect."""
    return "keep", max(
        context.top_cards_of_stack(PRESTIGE_CARD),
        key=lambda card: expected_prestige_points(context.outlook, card),
    )
