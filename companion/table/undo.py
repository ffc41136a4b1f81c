"""Taking back: what hands must do, and what cannot be unseen."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.rules.clauses import UNDO_TOO_MANY, MoveRefused
from companion.rules.game import Game
from companion.rules.history import AcceptedLine, GameHistory, PositionCorrected
from companion.rules.layout import Layout
from companion.rules.movements import Movement, movements_between
from companion.rules.position import Position
from companion.rules.public_view import public_events, public_text
from companion.rules.transaction import Event

log = logging.getLogger(__name__)


class UndoPlan(Struct, frozen=True):
    """The moves to take back, newest first; the movements, take back before put down; what was seen
    meanwhile and stays known: all of it as everybody may know it. `is_carried_out`: it was taken back, the
    movements are to be made now. `has_unknown_movements`: which they are is not to be found out, the game failed."""

    move_count: int
    move_texts: tuple[str, ...]
    movements: tuple[Movement, ...]
    irreversible_events: tuple[Event, ...]
    is_carried_out: bool = False
    has_unknown_movements: bool = False


def make_undo_plan(history: GameHistory, count: int) -> UndoPlan:
    """What taking back the last `move_count` would mean; raises Refused when there are not so many."""
    standing = history.accepted_lines
    if not 0 < count <= len(standing):
        raise MoveRefused(UNDO_TOO_MANY(count, len(standing)))
    undone = standing[-count:]
    game = history.game
    before = (history.opening, *standing)[-count - 1].position
    events = public_events(game, [event for accepted in undone for event in accepted.events])
    hands, unseen, lost = tuple[Movement, ...](), tuple[Event, ...](), False
    try:
        unseen = game.irreversible_events(events)
        hands = movements_between(game.inventory(history.setup), layouts_while_undoing(game, before, undone))
    except Exception as fault:  # moves must be taken back most of all where a game has gone wrong
        log.error("nobody can say what hands must do", exc_info=fault)
        lost = True
    return UndoPlan(
        count,
        tuple(public_text(game, accepted.text) for accepted in reversed(undone)),
        hands,
        unseen,
        has_unknown_movements=lost,
    )


def layouts_while_undoing(game: Game, before: Position, undone: Sequence[AcceptedLine]) -> tuple[Layout, ...]:
    """How the table lies, as everybody may see it, on the way from the last of these lines to the table before them:
    one layout for each thing that happened. A correction is one step: no event tells what it set.
    """
    return tuple(reversed(tuple(_layouts_forward(game, before, undone))))


def _layouts_forward(game: Game, before: Position, said: Sequence[AcceptedLine]) -> Iterator[Layout]:
    yield game.layout(before.to_public())
    for accepted in said:
        if not any(isinstance(event, PositionCorrected) for event in accepted.events):
            position = before
            for event in accepted.events[:-1]:
                after = event.apply_to(position)
                if after is not position:
                    yield game.layout(after.to_public())
                position = after
        before = accepted.position
        yield game.layout(before.to_public())
