"""Phase A: players open auctions and bid, object by object (P-A1 to P-A3, P-2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.games.florence.rules.auction_events import (
    AuctionOpened,
    AuctionPhasePassed,
    BidPaid,
    BidRaised,
    ObjectPassed,
    ObjectWon,
    PassReason,
)
from companion.games.florence.rules.edition import AUCTION_VALUES, LANDSCAPES, OBJECT_KINDS, PIECE_COUNTS
from companion.games.florence.rules.phases.prestige_sales import (
    ChoiceBranch,
    branch_implied_if_possible,
    refusal_for_payment,
    sale_choice,
    turn_beside_sales,
    turn_with_sales,
)
from companion.games.florence.rules.phases.rounds import begin_actions
from companion.games.florence.rules.phases.won_objects import (
    AskNextObjectChoice,
    receive_object,
    refused_in_auction,
)
from companion.games.florence.rules.pieces import button_step, implied_step, object_step, sell_step
from companion.games.florence.rules.state import AuctionState, PlayerState, TableState
from companion.games.florence.rules.tile_placement import has_legal_spot
from companion.rules.agenda import AgendaItem, PlayerItem
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

SOLD_ALREADY = declare_clause("P-A1", "sold-already", "kind", "who")
NO_SUCH_OBJECT_LEFT = declare_clause("P-A1", "none-left", "kind")
FOURTH_BUILDER = declare_clause("P-A3", "fourth-builder", "who")
NO_ROOM = declare_clause("P-A4", "no-room", "kind")
NOTHING_TO_BID_FOR = declare_clause("P-A2", "nothing-open")
NOT_YOUR_OPENING = declare_clause("P-A2", "not-your-opening", "who", "awaited")
NOT_YOUR_BID = declare_clause("P-A1", "not-your-bid", "who", "awaited")


def max_objects_per_round(position: TableState) -> int:
    """How many objects one player may win in a round."""
    return 2 if position.config.is_two_player else 1


def players_in_auction_phase(position: TableState) -> tuple[str, ...]:
    """The players still in the phase, from the start player on: they may win more and have not left it."""
    most, players = max_objects_per_round(position), position.players
    return tuple([who for who in position.players_from_start if _is_in_phase(players[who], most)])


def _is_in_phase(player: PlayerState, most: int) -> bool:
    return not player.out and len(player.won) < most


def next_opener(position: TableState) -> str | None:
    """The player who opens next: the first in the phase, of two the one with fewer objects (P-A2, P-2.1)."""
    return min(
        players_in_auction_phase(position), key=lambda who: len(position.players[who].won), default=None
    )


def winner_of(position: TableState, kind: str) -> str | None:
    """The player who has won an object of that kind in this round; None where nobody has."""
    for who, player in position.players.items():
        for won in player.won:
            if won.kind == kind:
                return who
    return None


def refusal_for_object(position: TableState, who: str, kind: str) -> Refusal | None:
    """Why the player may not have an object of that kind at any price; None where they may."""
    winner = winner_of(position, kind)
    if winner is not None:
        return SOLD_ALREADY(kind, winner)
    if not position.supply_of(kind):
        return NO_SUCH_OBJECT_LEFT(kind)
    return _refusal_for_player(position, who, kind)


def _refusal_for_player(position: TableState, who: str, kind: str) -> Refusal | None:
    """Why the player may not have an object that others may have; None where they may."""
    if kind == "builder" and position.players[who].builders >= PIECE_COUNTS["builders-most"]:
        return FOURTH_BUILDER(who)
    if (
        kind in LANDSCAPES
        and position.config.is_enabled("landscape-must-fit")
        and not has_legal_spot(position, who, kind)
    ):
        return NO_ROOM(kind)
    return None


_PASS_REASON_BY_REFUSAL: dict[str, PassReason] = {FOURTH_BUILDER.code: "builders", NO_ROOM.code: "no-room"}


def automatic_pass_reason(position: TableState, who: str, auction: AuctionState) -> PassReason:
    """Why the player passes automatically; "" where they are asked."""
    refusal = _refusal_for_player(position, who, auction.kind)
    if refusal is not None:
        return _PASS_REASON_BY_REFUSAL[refusal.clause.code]
    return "" if position.players[who].purchasing_power >= auction.bid + AUCTION_VALUES["step"] else "money"


def automatic_phase_pass_reason(position: TableState, who: str) -> PassReason:
    """Why the player leaves the phase automatically; "" where they are asked."""
    if all(refusal_for_object(position, who, kind) for kind in OBJECT_KINDS):
        return "nothing"
    return "" if position.players[who].purchasing_power >= AUCTION_VALUES["opening"] else "money"


def players_still_bidding(position: TableState, who: str) -> list[str]:
    """The players who may still raise the standing bid, clockwise from the one after `who`."""
    auction, most, players = current_auction(position), max_objects_per_round(position), position.players
    return [
        other
        for other in position.config.clockwise_from[who][1:]
        if other != auction.by and other not in auction.passed and _is_in_phase(players[other], most)
    ]


def current_auction(position: TableState) -> AuctionState:
    """The auction that is on; there must be one."""
    assert position.auction is not None
    return position.auction


# -- P-A2


class StartNextAuction(AgendaItem, frozen=True, tag="next-auction"):
    """P-A2: the next player opens an auction; where nobody is left the phase is over."""

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        who = next_opener(position)
        if who is not None:
            transaction.replace_current_item(OpeningDecision(who))
        elif position.config.is_two_player:
            transaction.replace_current_item(AskNextObjectChoice())
        else:
            begin_actions(transaction)
        return True


class OpeningDecision(PlayerItem, frozen=True, tag="open"):
    """P-A2: a player names an object, or leaves the phase (RULING)."""

    def settle(self, transaction: Transaction) -> bool:
        why = automatic_phase_pass_reason(transaction.position, self.who)
        if why:
            PassPhaseAction(self.who, why).perform(transaction)
        return bool(why)

    def build_choice_tree(self, position: TableState) -> Turn:
        who, player = self.who, position.players[self.who]
        unpaid = refusal_for_payment(player, AUCTION_VALUES["opening"])

        def may(kind: str) -> Refusal | None:
            return refusal_for_object(position, who, kind) or unpaid

        kinds = Choice(
            "P-A1",
            OBJECT_KINDS,
            object_step,
            _opening_ends(who).__getitem__,
            may,
            can_dead_end=False,
            refusal_when_empty=unpaid,
            always_completes=unpaid is None,  # where nothing can be named they have left the phase
        )
        branches: list[ChoiceBranch] = [
            branch_implied_if_possible(_OPEN, kinds, is_possible=unpaid is None),
            (button_step(who, "pass"), _end_with_phase_passed(who)),
        ]
        return turn_with_sales(position, who, "P-A1", branches, NOT_YOUR_OPENING, _refused_before_opening)


@cache
def _opening_ends(who: str) -> Mapping[str, Choice]:
    """What follows the kind of object that is named: the end of the move."""
    return {kind: end_of_move_choice(OpenAuctionAction(who, kind), "P-A1") for kind in OBJECT_KINDS}


@cache
def _end_with_phase_passed(who: str) -> Choice:
    return end_of_move_choice(PassPhaseAction(who), "P-A3")


def _refused_before_opening(word: str) -> ChoiceBranch | None:
    """As `refused_in_auction`; and nobody bids yet, by a word or a button."""
    if word.removeprefix("button/") == "bid":
        return implied_step(word), NOTHING_TO_BID_FOR()
    return refused_in_auction(word)


_OPEN: MoveStep = implied_step("open")


class OpenAuctionAction(Action, frozen=True):
    """P-A2: a player opens an auction at the opening price; the last in the phase gets the object at once."""

    who: str
    kind: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(AuctionOpened(self.who, self.kind, AUCTION_VALUES["opening"]))
        _ask_next(transaction, self.who)


class PassPhaseAction(Action, frozen=True):
    """P-A3: a player leaves the phase."""

    who: str
    why: PassReason = ""

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(AuctionPhasePassed(self.who, self.why))
        transaction.replace_current_item(StartNextAuction())


# -- P-A1


class BiddingDecision(PlayerItem, frozen=True, tag="bidding"):
    """P-A1: a player raises the bid by exactly one step, or passes; who may not bid passes automatically."""

    def settle(self, transaction: Transaction) -> bool:
        auction = current_auction(transaction.position)
        why = automatic_pass_reason(transaction.position, self.who, auction)
        if why:
            transaction.apply_event(ObjectPassed(self.who, auction.kind, why))
            _ask_next(transaction, self.who)
        return bool(why)

    def build_choice_tree(self, position: TableState) -> Turn:
        player, price = position.players[self.who], current_auction(position).bid + AUCTION_VALUES["step"]
        choice = _bidding_choice(self.who, price, refusal_for_payment(player, price), player.points)
        return turn_beside_sales(position, self.who, choice, NOT_YOUR_BID)


@lru_cache(maxsize=4_096)
def _bidding_choice(who: str, price: int, unpaid: Refusal | None, points: int) -> Choice:
    branches: list[ChoiceBranch] = [
        (button_step(who, "bid"), unpaid or end_of_move_choice(RaiseBidAction(who, price), "P-A1")),
        (button_step(who, "pass"), end_of_move_choice(PassObjectAction(who), "P-A1")),
        (sell_step(who), sale_choice(who, points)),
    ]
    choice = branch_choice("P-A1", branches)
    choice.parse_word = refused_in_auction
    choice.always_completes = True
    return choice


class RaiseBidAction(Action, frozen=True):
    """P-A1: a player bids `price` florins."""

    who: str
    price: int

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(BidRaised(self.who, self.price))
        _ask_next(transaction, self.who)


class PassObjectAction(Action, frozen=True):
    """P-A1: a player bids no more for this object."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(ObjectPassed(self.who, current_auction(transaction.position).kind))
        _ask_next(transaction, self.who)


def _ask_next(transaction: Transaction, who: str) -> None:
    """Ask the next player clockwise; when nobody is left, the standing bid wins."""
    others = players_still_bidding(transaction.position, who)
    if others:
        transaction.replace_current_item(BiddingDecision(others[0]))
    else:
        _sell_to_highest_bidder(transaction)


def _sell_to_highest_bidder(transaction: Transaction) -> None:
    auction = current_auction(transaction.position)
    who, kind, price = auction.by, auction.kind, auction.bid
    transaction.apply_event(ObjectWon(who, kind, price))
    if transaction.position.config.is_two_player:  # unpaid and idle until the player chooses (P-2.1)
        transaction.replace_current_item(StartNextAuction())
        return
    transaction.apply_event(BidPaid(who, price))
    transaction.replace_current_item(*receive_object(transaction, who, kind), StartNextAuction())
