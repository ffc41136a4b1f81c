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
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, end_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_OPENING = declare_clause("P-A2", "not-your-opening", "who", "awaited")
NOT_YOUR_BID = declare_clause("P-A1", "not-your-bid", "who", "awaited")
SOLD_ALREADY = declare_clause("P-A1", "sold-already", "kind", "who")
NONE_LEFT = declare_clause("P-A1", "none-left", "kind")
FOURTH_BUILDER = declare_clause("P-A3", "fourth-builder", "who")
NO_ROOM = declare_clause("P-A4", "no-room", "kind")


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
        return _PASSES[refusal.clause.code]
    return "" if position.players[who].means >= auction.bid + AUCTION["step"] else "money"


def _may_not_open(position: Table, who: str) -> Why:
    """Why he is out of the phase by himself; "" when he is asked."""
    if all(barred(position, who, kind) for kind in KINDS):
        return "nothing"
    return "" if position.players[who].means >= AUCTION["opening"] else "money"


# -- P-A2


class NextAuction(AgendaItem, frozen=True, tag="next-auction"):
    """Whoever's turn it is opens; nobody left, or nothing: the phase is over."""

    def settle(self, transaction: Transaction) -> bool:
        position: Table = transaction.position
        who = opener(position)
        if who is not None:
            transaction.replace_current_item(Open(who))
        elif position.house.two:
            transaction.replace_current_item(NextChoice())
        else:
            begin_actions(transaction)
        return True


class Open(AgendaItem, frozen=True, tag="open"):
    """He names an object, or is out of the phase (RULING)."""

    who: str

    @property
    def awaited_player(self) -> str:
        return self.who

    def settle(self, transaction: Transaction) -> bool:
        why = _may_not_open(transaction.position, self.who)
        if why:
            PassPhase(self.who, why).perform(transaction)
        return bool(why)

    def build_choice_tree(self, position: Table) -> Turn:
        player = position.players[self.who]

        def may(kind: str) -> Refusal | None:
            return barred(position, self.who, kind) or payable(player, AUCTION["opening"])

        def then(kind: str) -> Choice:
            return end_choice(OpenAuction(self.who, kind), "P-A1")

        kinds = Choice("P-A1", KINDS, kind_step, then, may, can_dead_end=False)
        branches: list[Branch] = [
            branch(_OPEN, kinds, may_be=kinds.can_complete_move()),
            (button(self.who, "pass"), end_choice(PassPhase(self.who), "P-A3")),
        ]
        return asked(position, self.who, "P-A1", branches, NOT_YOUR_OPENING)


_OPEN: MoveStep = implied("open")


class OpenAuction(Action, frozen=True):
    """At the opening price; the last one left has it without an auction (P-A2)."""

    who: str
    kind: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(AuctionOpened(self.who, self.kind, AUCTION["opening"]))
        _ask_next(transaction, self.who)


class PassPhase(Action, frozen=True):
    """He is out of the phase (P-A3)."""

    who: str
    why: Why = ""

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(PassedPhase(self.who, self.why))
        transaction.replace_current_item(NextAuction())


# -- P-A1


class Bidding(AgendaItem, frozen=True, tag="bidding"):
    """He bids exactly so much more, or passes for this object; whoever may not bid passes by himself."""

    who: str

    @property
    def awaited_player(self) -> str:
        return self.who

    def settle(self, transaction: Transaction) -> bool:
        auction = _auction(transaction.position)
        why = _may_not_bid(transaction.position, self.who, auction)
        if why:
            transaction.apply_event(Passed(self.who, auction.kind, why))
            _ask_next(transaction, self.who)
        return bool(why)

    def build_choice_tree(self, position: Table) -> Turn:
        auction, player = _auction(position), position.players[self.who]
        price = auction.bid + AUCTION["step"]
        bid = payable(player, price) or end_choice(BidMore(self.who, price), "P-A1")
        branches: list[Branch] = [
            (button(self.who, "bid"), bid),
            (button(self.who, "pass"), end_choice(PassObject(self.who), "P-A1")),
        ]
        return asked(position, self.who, "P-A1", branches, NOT_YOUR_BID)


class BidMore(Action, frozen=True):
    """So much is bid."""

    who: str
    price: int

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(Bid(self.who, self.price))
        _ask_next(transaction, self.who)


class PassObject(Action, frozen=True):
    """He bids no more for this object."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(Passed(self.who, _auction(transaction.position).kind))
        _ask_next(transaction, self.who)


def _auction(position: Table) -> Auction:
    assert position.auction is not None
    return position.auction


def _ask_next(tale: Transaction, who: str) -> None:
    """The next one clockwise is asked; when nobody is left, the bid that stands wins."""
    position: Table = tale.position
    for other in may_answer(position, who):
        tale.replace_current_item(Bidding(other))
        return
    _win(tale)


def may_answer(position: Table, who: str) -> Iterator[str]:
    """Those who may still answer the bid that stands, clockwise behind `who`."""
    auction, left = _auction(position), bidders(position)
    for other in position.house.order[who][1:]:
        if other in left and other != auction.by and other not in auction.passed:
            yield other


def _win(tale: Transaction) -> None:
    auction = _auction(tale.position)
    who, kind, price = auction.by, auction.kind, auction.bid
    tale.apply_event(ObjectWon(who, kind, price))
    if tale.position.house.two:  # unpaid, and without effect until he chooses (P-2.1)
        tale.replace_current_item(NextAuction())
        return
    tale.apply_event(Paid(who, price))
    tale.replace_current_item(*come(tale, who, kind), NextAuction())
