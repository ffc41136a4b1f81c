"""Who may open an auction, bid in it and have its object (P-A1 to P-A3, P-2.1)."""

from __future__ import annotations

from companion.games.florence.rules.auction_events import PassReason
from companion.games.florence.rules.edition import AUCTION_VALUES, LANDSCAPES, OBJECT_KINDS, PIECE_COUNTS
from companion.games.florence.rules.state import AuctionState, PlayerState, TableState
from companion.games.florence.rules.tile_placement import has_legal_spot
from companion.rules.clauses import Refusal, declare_clause

SOLD_ALREADY = declare_clause("P-A1", "sold-already", "kind", "who")
NO_SUCH_OBJECT_LEFT = declare_clause("P-A1", "none-left", "kind")
FOURTH_BUILDER = declare_clause("P-A3", "fourth-builder", "who")
NO_ROOM = declare_clause("P-A4", "no-room", "kind")


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
