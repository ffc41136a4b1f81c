"""Whether what a position says is still to be done can be: turn, auction, what is owed, what was won and done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.florence.rules.actions import ONCE, Acting
from companion.games.florence.rules.auction import Bidding, Open, bidders, limit, may_answer
from companion.games.florence.rules.objects import Choose, Keep, Place, RecruitNow
from companion.games.florence.rules.printed import AUCTION, KINDS, MATERIAL, PRICES
from companion.games.florence.rules.state import Auction, Table
from companion.rules.clauses import Refusal, declare_clause

TURN = declare_clause("P-A2", "turn", "turn")
AUCTION_CANNOT_BE = declare_clause("P-A1", "auction", "kind", "by", "bid")
UNCOVERED = declare_clause("P-A3", "uncovered", "who", "price", "money")
WON_TWICE = declare_clause("P-A1", "won-twice", "kind")
WON_TOO_MANY = declare_clause("P-A1", "won-too-many", "who", "number", "most")
WON_NOW = declare_clause("P-2.1", "won-now", "who")
CHOICE = declare_clause("P-2.1", "choice", "who")
OWED = declare_clause("P-A5", "owed", "who")
ACTIONS = declare_clause("P-B1", "actions", "actions")
WORK_ACTIONS = ("work", "build", "profession", "bonus", "freedom")


def wrong_agenda(position: Table) -> tuple[Refusal, ...]:
    """All that cannot be so."""
    return (*_won(position), *_auction(position), *_turn(position), *_actions(position))


def _won(position: Table) -> Iterator[Refusal]:
    most = limit(position)
    for who, player in position.players.items():
        if len(player.won) > most:
            yield WON_TOO_MANY(who, len(player.won), most)
        if player.won and position.house.two:
            if position.phase != "auction":
                yield WON_NOW(who)
            yield from _uncovered(position, who, max(won.price for won in player.won))
    kinds = Counter(won.kind for player in position.players.values() for won in player.won)
    yield from (WON_TWICE(kind) for kind, number in kinds.items() if number > 1)


def _auction(position: Table) -> Iterator[Refusal]:
    auction = position.auction
    if auction is None:
        return
    if _can_be(position, auction) and isinstance(position.agenda[0], Bidding):
        yield from _uncovered(position, auction.by, auction.bid)
    else:
        yield AUCTION_CANNOT_BE(auction.kind, auction.by, auction.bid)


def _uncovered(position: Table, who: str, price: int) -> Iterator[Refusal]:
    """What is bid must be there in cash until it is paid (RULING)."""
    money = position.players[who].money
    if money < price:
        yield UNCOVERED(who, price, money)


def _can_be(position: Table, auction: Auction) -> bool:
    """Whether that may be bid for, and that bid may stand; whether it is covered is another matter."""
    left = bidders(position)
    people = {auction.opener, auction.by, *auction.passed}
    return (
        position.phase == "auction"
        and auction.kind in KINDS
        and people <= set(left)
        and auction.by not in auction.passed
        and auction.bid >= AUCTION["opening"]
        and auction.bid % AUCTION["step"] == 0
        and position.supply(auction.kind) > 0
        and not (
            auction.kind == "builder" and position.players[auction.by].builders >= MATERIAL["builders-most"]
        )
        and not any(won.kind == auction.kind for player in position.players.values() for won in player.won)
    )


def _turn(position: Table) -> Iterator[Refusal]:
    item = position.agenda[0] if position.agenda else None
    who = position.turn
    if who is None:
        return
    if who not in position.players:
        yield TURN(who)
        return
    match item:
        case Bidding() if _auction_stands(position) and who not in may_answer(position, who_bid(position)):
            yield TURN(who)
        case Open() if who not in bidders(position):
            yield TURN(who)
        case Choose() if not position.house.two or len(position.players[who].won) != limit(position):
            yield CHOICE(who)
        case RecruitNow() if not position.players[who].recruiting:
            yield OWED(who)
        case Place(kind=kind) if not position.supply(kind):
            yield OWED(who)
        case Keep() if not position.supply("prestige"):
            yield OWED(who)


def _auction_stands(position: Table) -> bool:
    return position.auction is not None and _can_be(position, position.auction)


def who_bid(position: Table) -> str:
    """Whose bid stands."""
    assert position.auction is not None
    return position.auction.by


def _actions(position: Table) -> Iterator[Refusal]:
    done = Counter(position.actions)
    acting = bool(position.agenda) and isinstance(position.agenda[0], Acting)
    most = PRICES["actions"]
    if (
        (position.actions and not acting)
        or not set(done) <= set(WORK_ACTIONS)
        or len(position.actions) > most
        or any(done[action] > 1 for action in ONCE)
    ):
        yield ACTIONS(" ".join(position.actions))
