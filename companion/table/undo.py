"""Undo: the movements that people must make, and what cannot be made unknown again."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.rules.clauses import UNDO_TOO_MANY, MoveRefused
from companion.rules.forgetting import is_forgetting
from companion.rules.game import Game
from companion.rules.history import CORRECTION_PREFIX, AcceptedLine, GameHistory
from companion.rules.layout import Layout
from companion.rules.movements import Movement, movements_between
from companion.rules.moves import Observation
from companion.rules.position import Position
from companion.rules.public_view import public_events, public_text
from companion.rules.transaction import Event

log = logging.getLogger(__name__)

MAX_RETRACED_LINES = 1_000
"""More lines than that are undone like one: all that lay somewhere in between would be too much to look at."""


class UndoPlan(Struct, frozen=True):
    """The plan of an undo, as everybody may know it.

    move_texts: the moves to undo, newest first.
    movements: what people move, off the table before onto it.
    irreversible_events: what was seen meanwhile and stays known.
    is_carried_out: the moves were undone, and the movements are to be made now.
    is_redo: they were laid again instead.
    has_unknown_movements: the game failed, so the movements are unknown.
    """

    move_count: int
    move_texts: tuple[str, ...]
    movements: tuple[Movement, ...]
    irreversible_events: tuple[Event, ...]
    is_carried_out: bool = False
    has_unknown_movements: bool = False
    is_redo: bool = False


def undo_line(history: GameHistory, count: int) -> str:
    """The line of the record that undoes the last `count` moves; raises MoveRefused when there are not so many."""
    return f"undo {_count_lines_to_undo(history, count)}"


def _count_lines_to_undo(history: GameHistory, count: int) -> int:
    """How many lines the last `count` moves are, with what was forgotten before each; raises MoveRefused."""
    moves = 0
    for lines, accepted in enumerate(reversed(history.accepted_lines)):
        if is_forgetting(accepted.text):
            continue
        if moves == count > 0:
            return lines
        moves += 1
    if not 0 < count <= moves:
        raise MoveRefused(UNDO_TOO_MANY(count, moves))
    return len(history.accepted_lines)


def make_undo_plan(history: GameHistory, count: int) -> UndoPlan:
    """The plan for undoing the last `count` moves; raises MoveRefused when there are not so many."""
    standing = history.accepted_lines
    game, first = history.game, len(standing) - _count_lines_to_undo(history, count)
    before = (standing[first - 1] if first else history.opening).position
    events = public_events(game, [event for accepted in standing[first:] for event in accepted.events])
    movements, irreversible, has_unknown_movements = tuple[Movement, ...](), tuple[Event, ...](), False
    try:
        irreversible = game.irreversible_events(events)
        layouts = (
            layouts_while_undoing(game, before, standing[first:])
            if count <= MAX_RETRACED_LINES
            else tuple(game.layout(each.to_public()) for each in (history.position, before))
        )
        movements = movements_between(game.inventory(history.setup), layouts)
    except Exception as fault:  # an undo is needed most of all where a game has failed
        log.error("nobody can say what hands must do", exc_info=fault)
        has_unknown_movements = True
    return UndoPlan(
        count,
        tuple(
            public_text(game, accepted.text)
            for accepted in reversed(standing[first:])
            if not is_forgetting(accepted.text)
        ),
        movements,
        irreversible,
        has_unknown_movements=has_unknown_movements,
    )


def make_redo_plan(history: GameHistory, lines: Sequence[AcceptedLine]) -> UndoPlan:
    """What people move when these lines were laid again after that history."""
    game, movements, has_unknown_movements = history.game, tuple[Movement, ...](), False
    texts = [accepted.text for accepted in lines if not is_forgetting(accepted.text)]
    try:
        layouts = tuple(_layouts_forward(game, history.position, lines))
        movements = movements_between(game.inventory(history.setup), layouts)
    except Exception as fault:
        log.error("nobody can say what hands must do", exc_info=fault)
        has_unknown_movements = True
    return UndoPlan(
        len(texts),
        tuple(public_text(game, text) for text in reversed(texts)),
        movements,
        (),
        is_carried_out=True,
        has_unknown_movements=has_unknown_movements,
        is_redo=True,
    )


def observations_of_lines(before: Position, lines: Sequence[AcceptedLine]) -> Iterator[Observation]:
    """What readers report when people lay these lines again."""
    for accepted in lines:
        words = tuple(accepted.text.split())
        if words[: len(CORRECTION_PREFIX)] != CORRECTION_PREFIX:
            choice = before.choice_tree.choice_for(words[0])
            for word in words[1:]:
                step, choice = choice.follow_word(word)
                yield from step.accepted_observations
        before = accepted.position


def layouts_while_undoing(game: Game, before: Position, undone: Sequence[AcceptedLine]) -> tuple[Layout, ...]:
    """The public layouts on the way from the last of these lines back to the position before them.

    There is one layout for each event. A correction is one step: no event shows what it set.
    """
    return tuple(reversed(tuple(_layouts_forward(game, before, undone))))


def _layouts_forward(game: Game, before: Position, lines: Sequence[AcceptedLine]) -> Iterator[Layout]:
    yield game.layout(before.to_public())
    for accepted in lines:
        if not accepted.is_correction:
            position = before
            for event in accepted.events[:-1]:
                after = event.apply_to(position)
                if after is not position:
                    yield game.layout(after.to_public())
                position = after
        before = accepted.position
        yield game.layout(before.to_public())
