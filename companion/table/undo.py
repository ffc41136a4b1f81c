"""Taking back: what hands must do, and what cannot be unseen."""

from __future__ import annotations

from msgspec import Struct

from companion.rules.account import Account
from companion.rules.clauses import UNDO_TOO_MANY, Refused
from companion.rules.hands import Hand
from companion.rules.tale import Event


class UndoPlan(Struct, frozen=True):
    """The moves to take back, newest first; the movements, take back before put down; what was seen
    meanwhile and stays known. `carried`: it was taken back, the movements are to be made now."""

    count: int
    moves: tuple[str, ...]
    hands: tuple[Hand, ...]
    unseen: tuple[Event, ...]
    carried: bool = False


def undo_plan(account: Account, count: int) -> UndoPlan:
    """What taking back the last `count` would mean; raises Refused when there are not so many."""
    standing = account.standing
    if not 0 < count <= len(standing):
        raise Refused(UNDO_TOO_MANY(count, len(standing)))
    undone = standing[-count:]
    path = [each.position for each in reversed((account.opening, *standing)[-count - 1 :])]
    events = tuple(event for accepted in undone for event in accepted.events)
    return UndoPlan(
        count,
        tuple(accepted.text for accepted in reversed(undone)),
        account.game.hands(*path),
        account.game.unseen(events),
    )
