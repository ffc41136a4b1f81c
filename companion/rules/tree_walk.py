"""One path of the choice tree, for callers that need one move and not the list of all, and a game of such moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.rules.choice import END_OF_MOVE, Branch, Choice
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.transaction import Action, Transaction
from companion.rules.turn import Turn

AnyPosition = TypeVar("AnyPosition", bound=Position)
PickOne = Callable[[Sequence[Any]], Any]
_END = object()
"""A candidate: the move ends here. `END_OF_MOVE` has no identity where this is compiled, as no tuple has."""


def pick_legal_move(turn: Turn, pick: PickOne) -> tuple[Move, Action]:
    """One legal move and its action: `pick` chooses who moves, and then a way on at each fork of the path.

    `pick` gets a sequence of two or more and returns one of it (`random.Random(seed).choice`). Not every move is
    equally likely: a fork counts, not what lies behind it.
    """
    actor = _pick_actor(turn, pick)
    choice, path = turn.choice_by_actor[actor], [actor]
    while True:
        word, following = _pick_branch(choice, pick)
        if following is None:
            break
        path.append(word)
        choice = following
    assert choice.action is not None
    return Move(tuple(path)), choice.action


def pick_legal_action(turn: Turn, pick: PickOne) -> Action:
    """The action of the move that `pick_legal_move` finds with the same picks, without the words of the move."""
    choice = turn.choice_by_actor[_pick_actor(turn, pick)]
    while (following := _pick_branch(choice, pick)[1]) is not None:
        choice = following
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


def _pick_branch(choice: Choice, pick: PickOne) -> Branch:
    """One of the ways on, or the end."""
    if choice.cacheable:
        branches = choice.cached_branches()
        found: Branch = branches[0] if len(branches) == 1 else pick(branches)
        return found
    candidate: object
    kept = choice.allowed
    if kept is None and choice.cached_parts is not None:
        candidate = _pick_from_parts(choice.cached_parts, pick)
    elif kept is None:
        candidate = _pick_by_trial(choice, pick)
    elif choice.action is not None:
        candidate = pick((*kept, _END)) if kept else _END
    else:
        candidate = kept[0] if len(kept) == 1 else pick(kept)
    if candidate is not _END:
        step, following = choice.follow_candidate(candidate)
        return step.word, following
    return END_OF_MOVE


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
