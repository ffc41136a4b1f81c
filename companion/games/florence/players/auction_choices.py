"""How a greedy player bids, and what he does with what he has won (P-A)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.florence.players.decision_context import DecisionContext, MoveWords
from companion.games.florence.players.tile_packing import most_compact_spot
from companion.games.florence.players.valuation import (
    expected_prestige_points,
    outlooks_with_objects,
    position_value,
)
from companion.games.florence.players.work_plan import FLORINS_PER_POINT
from companion.games.florence.rules.edition import AUCTION_VALUES
from companion.games.florence.rules.phases.auction import refusal_for_object
from companion.games.florence.rules.phases.won_objects import PlacementDecision
from companion.games.florence.rules.pieces import PRESTIGE_CARD

BID_MARGIN = 0.85
"""So much of what an object is worth to him he would pay."""
USUAL_PRICE_SHARE = 0.6
"""So much of it an object mostly costs."""


class BidValuation:
    """What objects are worth to him, in points, and how much he would pay for each."""

    def __init__(self, asked: DecisionContext) -> None:
        self._me, self._current_value = asked.outlook, position_value(asked.outlook)
        self._outlook_with = outlooks_with_objects(asked.position, asked.outlook)
        self.gains = {
            kind: position_value(me) - self._current_value for kind, me in self._outlook_with.items()
        }
        self._allowed_objects = [
            kind for kind in self.gains if not refusal_for_object(asked.position, asked.who, kind)
        ]
        self._surpluses = {kind: self._surplus(kind) for kind in self._allowed_objects}

    def max_price(self, kind: str) -> float:
        """Florins: less, where another object serves him nearly as well."""
        elsewhere = max((saved for other, saved in self._surpluses.items() if other != kind), default=0.0)
        return BID_MARGIN * (FLORINS_PER_POINT * self.gains[kind] - max(0.0, elsewhere))

    def _surplus(self, kind: str) -> float:
        """What he has of an object beyond its price."""
        florins = FLORINS_PER_POINT * self.gains[kind]
        return florins - max(AUCTION_VALUES["opening"], USUAL_PRICE_SHARE * florins)

    def would_pay(self, kind: str, price: int) -> bool:
        """Whether he would; not where that leaves him too little for his plan."""
        if kind not in self._allowed_objects or price > min(self._me.money, self.max_price(kind)):
            return False
        return (
            position_value(replace(self._outlook_with[kind], money=self._me.money - price))
            >= self._current_value
        )

    def best_object(self) -> str:
        """The object for which he would pay most; "" for none."""
        return max(self._allowed_objects, key=self.max_price, default="")


def choose_opening(context: DecisionContext) -> MoveWords:
    """The object for which he would pay most; he is out where that is too little."""
    bids = BidValuation(context)
    kind = bids.best_object()
    return ("open", kind) if bids.would_pay(kind, AUCTION_VALUES["opening"]) else ("pass",)


def choose_bid(context: DecisionContext) -> MoveWords:
    """As long as he would pay it; he sells no prestige for it."""
    auction = context.position.auction
    assert auction is not None
    return (
        ("bid",)
        if BidValuation(context).would_pay(auction.kind, auction.bid + AUCTION_VALUES["step"])
        else ("pass",)
    )


def choose_won_object(context: DecisionContext) -> MoveWords:
    """P-2.1: that which is worth more to him."""
    gains = BidValuation(context).gains
    return "choose", max(
        (won.kind for won in context.player_state.won), key=lambda kind: gains.get(kind, 0.0)
    )


def choose_placement(context: DecisionContext) -> MoveWords:
    """P-A4."""
    item = context.position.agenda[0]
    assert isinstance(item, PlacementDecision)
    spot = most_compact_spot(context.position, context.who, item.kind)
    assert spot is not None  # else it went back by itself
    return "place", item.kind, spot.square, spot.turn


def choose_prestige_card(context: DecisionContext) -> MoveWords:
    """P-A5: the card that fits him best."""
    return "keep", max(
        context.top_of_stack(PRESTIGE_CARD), key=lambda card: expected_prestige_points(context.outlook, card)
    )
