"""Taking back: what hands must do, and what cannot be unseen."""

from __future__ import annotations

from msgspec import Struct

from companion.rules.account import Account
from companion.rules.clauses import UNDO_TOO_MANY, Refused
from companion.rules.movements import Movement
from companion.rules.public import public_events, public_text
from companion.rules.tale import Event


class UndoPlan(Struct, frozen=True):
    """The moves to take back, newest first; the movements, take back before put down; what was seen
    meanwhile and stays known: all of it as everybody may know it. `carried`: it was taken back, the
    movements are to be made now."""

    count: int
    moves: tuple[str, ...]
    movements: tuple[Movement, ...]
    unseen: tuple[Event, ...]
    carried: bool = False


def undo_plan(account: Account, count: int) -> UndoPlan:
    """What taking back the last `count` would mean; raises Refused when there are not so many."""
    standing = account.standing
    if not 0 < count <= len(standing):
        raise Refused(UNDO_TOO_MANY(count, len(standing)))
    undone = standing[-count:]
    game = account.game
    path = [each.position for each in reversed((account.opening, *standing)[-count - 1 :])]
    events = public_events(game, [event for accepted in undone for event in accepted.events])
    return UndoPlan(
        count,
        tuple(public_text(game, accepted.text) for accepted in reversed(undone)),
        game.hands(*path),
        game.unseen(events),
    )
