"""One path of the choice tree, for callers that need one move and not the list of all, and a game of such moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.rules.choice import Choice, Turn
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.transaction import Action, Transaction

AnyPosition = TypeVar("AnyPosition", bound=Position)
PickOne = Callable[[Sequence[Any]], Any]
_END = object()


def pick_legal_move(turn: Turn, pick: PickOne) -> tuple[Move, Action]:
    """One legal move and its action: `pick` chooses who moves, and then a candidate at each fork of the path.

    `pick` gets a sequence of two or more and returns one of it (`random.Random(seed).choice`). Not every move is
    equally likely: a fork counts, not what lies behind it.
    """
    actor = _pick_actor(turn, pick)
    choice, path = turn.choice_by_actor[actor], [actor]
    while (candidate := _pick_candidate(choice, pick)) is not _END:
        step, choice = choice.follow_candidate(candidate)
        path.append(step.word)
    assert choice.action is not None
    return Move(tuple(path)), choice.action


def pick_legal_action(turn: Turn, pick: PickOne) -> Action:
    """The action of the move that `pick_legal_move` finds with the same picks, without the words of the move."""
    choice = turn.choice_by_actor[_pick_actor(turn, pick)]
    while (candidate := _pick_candidate(choice, pick)) is not _END:
        choice = choice.follow_candidate(candidate)[1] if choice.cacheable else choice.next_choice(candidate)
    assert choice.action is not None
    return choice.action


def play_out(position: AnyPosition, pick: PickOne) -> AnyPosition:
    """The position at the end, `pick` deciding as in `pick_legal_move`.

    For players that think: there is no history and no record, and no event is kept. The given position is as it
    was. With the same picks it ends where a `companion.rules.history.GameHistory` of the same moves does.
    """
    transaction = Transaction(position)
    while True:
        transaction.position.settle(transaction)
        transaction.events.clear()  # nobody is told of them
        turn = transaction.commit().build_choice_tree()
        action = turn.only_action()
        if action is None:
            if not turn.choice_by_actor:
                end: AnyPosition = transaction.position
                return end
            action = pick_legal_action(turn, pick)
        action.perform(transaction)


def _pick_actor(turn: Turn, pick: PickOne) -> str:
    """One of those who can move."""
    actors = list(turn.choice_by_actor)
    if len(actors) > 1:
        actors = [actor for actor in actors if turn.choice_by_actor[actor].can_complete_move()]
    return actors[0] if len(actors) == 1 else pick(actors)


def _pick_candidate(choice: Choice, pick: PickOne) -> Any:
    """One of the candidates that are allowed, or the end."""
    if choice.cached_parts is not None and choice.allowed is None:
        return _pick_from_parts(choice.cached_parts, pick)
    kept = choice.cached_candidates()
    if kept is None:
        return _pick_by_trial(choice, pick)
    if choice.action is not None:
        return pick((*kept, _END)) if kept else _END
    return kept[0] if len(kept) == 1 else pick(kept)


def _pick_from_parts(parts: Sequence[Choice], pick: PickOne) -> Any:
    """A candidate of one of the parts; the part is a fork of its own."""
    while True:
        part = pick(parts) if len(parts) > 1 else parts[0]
        if kept := part.cached_candidates():
            return kept[0] if len(kept) == 1 else pick(kept)
        parts = [other for other in parts if other is not part]


def _pick_by_trial(choice: Choice, pick: PickOne) -> Any:
    """A candidate picked first and checked then, where checking every candidate would cost much."""
    pool = list(choice.candidates)
    if choice.action is not None:
        pool.append(_END)
    while True:
        candidate = pick(pool) if len(pool) > 1 else pool[0]
        if candidate is _END or choice.is_allowed(candidate):
            return candidate
        pool.remove(candidate)
