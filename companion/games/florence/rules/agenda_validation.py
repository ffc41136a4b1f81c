"""Faults of the agenda: turn, auction, what a player owes, what was won, and which actions were done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.florence.rules.edition import AUCTION_VALUES, OBJECT_KINDS, PIECE_COUNTS, PRICES
from companion.games.florence.rules.phases.auction import (
    BiddingDecision,
    OpeningDecision,
    max_objects_per_round,
    players_in_auction_phase,
    players_still_bidding,
)
from companion.games.florence.rules.phases.turn_options import ONCE_A_TURN_ACTIONS, ActionDecision
from companion.games.florence.rules.phases.won_objects import (
    KeepPrestigeCardDecision,
    ObjectChoiceDecision,
    PlacementDecision,
    RecruitingDecision,
)
from companion.games.florence.rules.state import AuctionState, TableState
from companion.rules.clauses import Refusal, declare_clause

UNKNOWN_TURN_PLAYER = declare_clause("P-A2", "turn", "turn")
IMPOSSIBLE_AUCTION = declare_clause("P-A1", "auction", "kind", "by", "bid")
BID_NOT_COVERED = declare_clause("P-A3", "uncovered", "who", "price", "money")
OBJECT_WON_TWICE = declare_clause("P-A1", "won-twice", "kind")
TOO_MANY_OBJECTS_WON = declare_clause("P-A1", "won-too-many", "who", "number", "most")
WON_OUTSIDE_AUCTION = declare_clause("P-2.1", "won-now", "who")
NOTHING_TO_CHOOSE = declare_clause("P-2.1", "choice", "who")
NOTHING_OWED = declare_clause("P-A5", "owed", "who")
IMPOSSIBLE_ACTIONS = declare_clause("P-B1", "actions", "actions")
COUNTED_ACTIONS = ("work", "build", "profession", "bonus", "freedom")


def agenda_faults(position: TableState) -> tuple[Refusal, ...]:
    """All faults of the agenda."""
    return (
        *_won_faults(position),
        *_auction_faults(position),
        *_turn_faults(position),
        *_action_faults(position),
    )


def _won_faults(position: TableState) -> Iterator[Refusal]:
    most = max_objects_per_round(position)
    for who, player in position.players.items():
        if len(player.won) > most:
            yield TOO_MANY_OBJECTS_WON(who, len(player.won), most)
        if player.won and position.config.is_two_player:
            if position.phase != "auction":
                yield WON_OUTSIDE_AUCTION(who)
            yield from _uncovered_bid(position, who, max(won.price for won in player.won))
    kinds = Counter(won.kind for player in position.players.values() for won in player.won)
    yield from (OBJECT_WON_TWICE(kind) for kind, number in kinds.items() if number > 1)


def _auction_faults(position: TableState) -> Iterator[Refusal]:
    auction = position.auction
    if auction is None:
        return
    if _is_possible_auction(position, auction) and isinstance(position.agenda[0], BiddingDecision):
        yield from _uncovered_bid(position, auction.by, auction.bid)
    else:
        yield IMPOSSIBLE_AUCTION(auction.kind, auction.by, auction.bid)


def _uncovered_bid(position: TableState, who: str, price: int) -> Iterator[Refusal]:
    """RULING: a bid must be covered in cash until it is paid."""
    money = position.players[who].money
    if money < price:
        yield BID_NOT_COVERED(who, price, money)


def _is_possible_auction(position: TableState, auction: AuctionState) -> bool:
    """Whether that object can be up for auction with that bid, not counting whether the bid is covered."""
    left = players_in_auction_phase(position)
    people = {auction.opener, auction.by, *auction.passed}
    return (
        position.phase == "auction"
        and auction.kind in OBJECT_KINDS
        and people <= set(left)
        and auction.by not in auction.passed
        and auction.bid >= AUCTION_VALUES["opening"]
        and auction.bid % AUCTION_VALUES["step"] == 0
        and position.supply_of(auction.kind) > 0
        and not (
            auction.kind == "builder"
            and position.players[auction.by].builders >= PIECE_COUNTS["builders-most"]
        )
        and not any(won.kind == auction.kind for player in position.players.values() for won in player.won)
    )


def _turn_faults(position: TableState) -> Iterator[Refusal]:
    item = position.agenda[0] if position.agenda else None
    who = position.awaited_player
    if who is None:
        return
    if who not in position.players:
        yield UNKNOWN_TURN_PLAYER(who)
        return
    match item:
        case BiddingDecision() if _has_possible_auction(position) and who not in players_still_bidding(
            position, highest_bidder(position)
        ):
            yield UNKNOWN_TURN_PLAYER(who)
        case OpeningDecision() if who not in players_in_auction_phase(position):
            yield UNKNOWN_TURN_PLAYER(who)
        case ObjectChoiceDecision() if not position.config.is_two_player or len(
            position.players[who].won
        ) != max_objects_per_round(position):
            yield NOTHING_TO_CHOOSE(who)
        case RecruitingDecision() if not (
            position.players[who].recruiting and _has_won(position, who, "recruiting")
        ):
            yield NOTHING_OWED(who)
        case PlacementDecision(kind=kind) if not (position.supply_of(kind) and _has_won(position, who, kind)):
            yield NOTHING_OWED(who)
        case KeepPrestigeCardDecision() if not (
            position.supply_of("prestige") and _has_won(position, who, "prestige")
        ):
            yield NOTHING_OWED(who)


def _has_won(position: TableState, who: str, kind: str) -> bool:
    """Whether the player may have won such an object in this round; two players' are no longer noted once chosen."""
    return position.config.is_two_player or any(won.kind == kind for won in position.players[who].won)


def _has_possible_auction(position: TableState) -> bool:
    return position.auction is not None and _is_possible_auction(position, position.auction)


def highest_bidder(position: TableState) -> str:
    """The player whose bid stands; an auction must be on."""
    assert position.auction is not None
    return position.auction.by


def _action_faults(position: TableState) -> Iterator[Refusal]:
    done = Counter(position.actions)
    acting = bool(position.agenda) and isinstance(position.agenda[0], ActionDecision)
    most = PRICES["actions"]
    if (
        (position.actions and not acting)
        or not set(done) <= set(COUNTED_ACTIONS)
        or len(position.actions) > most
        or any(done[action] > 1 for action in ONCE_A_TURN_ACTIONS)
    ):
        yield IMPOSSIBLE_ACTIONS(" ".join(position.actions))
