"""Phase A: objects are opened and bid for, one after another (P-A1 to P-A3, P-2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.florence.rules.asking import Branch, asked, branch, payable
from companion.games.florence.rules.events import (
    AuctionOpened,
    Bid,
    ObjectWon,
    Paid,
    Passed,
    PassedPhase,
    Why,
)
from companion.games.florence.rules.objects import NextChoice, come
from companion.games.florence.rules.pieces import button, implied, kind_step
from companion.games.florence.rules.placing import fits
from companion.games.florence.rules.printed import AUCTION, KINDS, LANDSCAPES, MATERIAL
from companion.games.florence.rules.rounds import begin_actions
from companion.games.florence.rules.state import Auction, Table
from companion.rules.agenda import Item
from companion.rules.choice import Choice, Turn, end
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import Step
from companion.rules.tale import Deed, Tale

NOT_YOUR_OPENING = clause("P-A2", "not-your-opening", "who", "awaited")
NOT_YOUR_BID = clause("P-A1", "not-your-bid", "who", "awaited")
SOLD_ALREADY = clause("P-A1", "sold-already", "kind", "who")
NONE_LEFT = clause("P-A1", "none-left", "kind")
FOURTH_BUILDER = clause("P-A3", "fourth-builder", "who")
NO_ROOM = clause("P-A4", "no-room", "kind")


# -- who takes part


def limit(position: Table) -> int:
    """How many objects one player may win in a round."""
    return 2 if position.house.two else 1


def bidders(position: Table) -> tuple[str, ...]:
    """Those still in the phase, from the start player on: they have not won all they may, and have not passed it."""
    most = limit(position)
    return tuple(
        who
        for who in position.from_start
        if len(position.players[who].won) < most and not position.players[who].out
    )


def opener(position: Table) -> str | None:
    """Who opens next: the first of them; of two players whoever has won fewer (P-A2, P-2.1)."""
    return min(bidders(position), key=lambda who: len(position.players[who].won), default=None)


def sold_to(position: Table, kind: str) -> str | None:
    """Who has won an object of that kind in this round."""
    for who, player in position.players.items():
        if any(won.kind == kind for won in player.won):
            return who
    return None


def barred(position: Table, who: str, kind: str) -> Refusal | None:
    """Why he may not have an object of that kind at any price."""
    winner = sold_to(position, kind)
    if winner is not None:
        return SOLD_ALREADY(kind, winner)
    if not position.supply(kind):
        return NONE_LEFT(kind)
    if kind == "builder" and position.players[who].builders >= MATERIAL["builders-most"]:
        return FOURTH_BUILDER(who)
    if kind in LANDSCAPES and position.house.yes("landscape-must-fit") and not fits(position, who, kind):
        return NO_ROOM(kind)
    return None


_PASSES: dict[str, Why] = {FOURTH_BUILDER.code: "builders", NO_ROOM.code: "no-room"}


def _may_not_bid(position: Table, who: str, auction: Auction) -> Why:
    """Why he passes by himself; "" when he is asked."""
    refusal = barred(position, who, auction.kind)
    if refusal is not None:
        return _PASSES[refusal.why.code]
    return "" if position.players[who].means >= auction.bid + AUCTION["step"] else "money"


def _may_not_open(position: Table, who: str) -> Why:
    """Why he is out of the phase by himself; "" when he is asked."""
    if all(barred(position, who, kind) for kind in KINDS):
        return "nothing"
    return "" if position.players[who].means >= AUCTION["opening"] else "money"


# -- P-A2


class NextAuction(Item, frozen=True, tag="next-auction"):
    """Whoever's turn it is opens; nobody left, or nothing: the phase is over."""

    def settle(self, tale: Tale) -> bool:
        position: Table = tale.position
        who = opener(position)
        if who is not None:
            tale.plan(Open(who))
        elif position.house.two:
            tale.plan(NextChoice())
        else:
            begin_actions(tale)
        return True


class Open(Item, frozen=True, tag="open"):
    """He names an object, or is out of the phase (RULING)."""

    who: str

    @property
    def asked(self) -> str:
        return self.who

    def settle(self, tale: Tale) -> bool:
        why = _may_not_open(tale.position, self.who)
        if why:
            PassPhase(self.who, why).do(tale)
        return bool(why)

    def offer(self, position: Table) -> Turn:
        player = position.players[self.who]

        def may(kind: str) -> Refusal | None:
            return barred(position, self.who, kind) or payable(player, AUCTION["opening"])

        def then(kind: str) -> Choice:
            return end(OpenAuction(self.who, kind), "P-A1")

        kinds = Choice("P-A1", KINDS, kind_step, then, may, deep=False)
        branches: list[Branch] = [
            branch(_OPEN, kinds, may_be=kinds.can_end()),
            (button(self.who, "pass"), end(PassPhase(self.who), "P-A3")),
        ]
        return asked(position, self.who, "P-A1", branches, NOT_YOUR_OPENING)


_OPEN: Step = implied("open")


class OpenAuction(Deed, frozen=True):
    """At the opening price; the last one left has it without an auction (P-A2)."""

    who: str
    kind: str

    def do(self, tale: Tale) -> None:
        tale.tell(AuctionOpened(self.who, self.kind, AUCTION["opening"]))
        _ask_next(tale, self.who)


class PassPhase(Deed, frozen=True):
    """He is out of the phase (P-A3)."""

    who: str
    why: Why = ""

    def do(self, tale: Tale) -> None:
        tale.tell(PassedPhase(self.who, self.why))
        tale.plan(NextAuction())


# -- P-A1


class Bidding(Item, frozen=True, tag="bidding"):
    """He bids exactly so much more, or passes for this object; whoever may not bid passes by himself."""

    who: str

    @property
    def asked(self) -> str:
        return self.who

    def settle(self, tale: Tale) -> bool:
        auction = _auction(tale.position)
        why = _may_not_bid(tale.position, self.who, auction)
        if why:
            tale.tell(Passed(self.who, auction.kind, why))
            _ask_next(tale, self.who)
        return bool(why)

    def offer(self, position: Table) -> Turn:
        auction, player = _auction(position), position.players[self.who]
        price = auction.bid + AUCTION["step"]
        bid = payable(player, price) or end(BidMore(self.who, price), "P-A1")
        branches: list[Branch] = [
            (button(self.who, "bid"), bid),
            (button(self.who, "pass"), end(PassObject(self.who), "P-A1")),
        ]
        return asked(position, self.who, "P-A1", branches, NOT_YOUR_BID)


class BidMore(Deed, frozen=True):
    """So much is bid."""

    who: str
    price: int

    def do(self, tale: Tale) -> None:
        tale.tell(Bid(self.who, self.price))
        _ask_next(tale, self.who)


class PassObject(Deed, frozen=True):
    """He bids no more for this object."""

    who: str

    def do(self, tale: Tale) -> None:
        tale.tell(Passed(self.who, _auction(tale.position).kind))
        _ask_next(tale, self.who)


def _auction(position: Table) -> Auction:
    assert position.auction is not None
    return position.auction


def _ask_next(tale: Tale, who: str) -> None:
    """The next one clockwise is asked; when nobody is left, the bid that stands wins."""
    position: Table = tale.position
    for other in may_answer(position, who):
        tale.plan(Bidding(other))
        return
    _win(tale)


def may_answer(position: Table, who: str) -> Iterator[str]:
    """Those who may still answer the bid that stands, clockwise behind `who`."""
    auction, left = _auction(position), bidders(position)
    for other in position.house.order[who][1:]:
        if other in left and other != auction.by and other not in auction.passed:
            yield other


def _win(tale: Tale) -> None:
    auction = _auction(tale.position)
    who, kind, price = auction.by, auction.kind, auction.bid
    tale.tell(ObjectWon(who, kind, price))
    if tale.position.house.two:  # unpaid, and without effect until he chooses (P-2.1)
        tale.plan(NextAuction())
        return
    tale.tell(Paid(who, price))
    tale.plan(*come(tale, who, kind), NextAuction())
