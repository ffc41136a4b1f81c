"""The judge as it was before it was fast: the oracle of `tests/table/interpretation/slow_way/test_same_verdicts.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import NOT_OFFERED, Refusal, instead_refusal, not_offered_refusal
from companion.rules.moves import FINGER, MoveStep, Observation
from companion.rules.position import Position
from companion.rules.transaction import Transaction
from companion.table.interpretation.evidence import (
    MovePath,
    ReaderAvailability,
    is_answer,
    is_button_press,
    is_evidence_of,
    make_actor_step,
)
from companion.table.interpretation.judge import (
    Ambiguous,
    Incomplete,
    Interpretation,
    Interpreted,
    Unexplained,
    owner_of_observation,
)
from tests.table.interpretation.slow_way.slow_question import best_question
from tests.table.interpretation.slow_way.slow_search import SlowSearch

MAX_NEAREST_MOVES = 3


def judge(
    position: Position,
    observations: Sequence[Observation],
    readers: ReaderAvailability,
) -> Interpretation:
    """The meaning of `observations`, in the order in which they were made."""
    return interpret(position, observations, readers) or explain_rejection(position, observations, readers)


def interpret(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> Interpreted | Ambiguous | Incomplete | None:
    """The moves to which `observations` could belong; None: no legal move explains them all."""
    turn = position.choice_tree
    search = SlowSearch(observations, readers)
    if not search.observations:
        return Incomplete(tuple(step_by_touch_target(position, observations, readers).values()))
    complete, _, are_all_found = search.search_complete_moves(turn)
    known = (
        complete
        if are_all_found
        else [path for path in complete if search.is_seen_search_complete and not path.unseen_steps]
    )
    if known:
        meanings = _distinct_outcomes(position, known)
        if len(meanings) > 1:
            return Ambiguous(best_question(meanings))
        if not are_all_found:
            return Interpreted(meanings[0].move, may_continue=True, is_search_complete=False)
        actions = [path.choice.action for path in complete if path.choice.action is not None]
        longer, is_search_complete = search.search_incomplete_moves(turn, besides=actions, first=True)
        return Interpreted(meanings[0].move, may_continue=bool(longer) or not is_search_complete)
    found, is_search_complete = search.search_incomplete_moves(turn)
    # an observation that no path could use means nothing, however many paths there are
    fits = len(search.observations) - 1 in search.explained_indexes
    if found or complete:
        return Incomplete(find_missing_steps(found), is_search_complete and are_all_found)
    guess = () if is_search_complete else guess_missing_steps(turn, search)
    if guess or (fits and not is_search_complete and not _is_forbidden_by_rule(turn, observations, readers)):
        return Incomplete(guess, is_search_complete=False)
    return None


def step_by_touch_target(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> dict[str, MoveStep]:
    """Touch target -> step: what may be touched or shown next, in the order of the tree."""
    return {
        step.touch_target: step for step in next_steps(position, observations, readers) if step.touch_target
    }


def next_steps(
    position: Position,
    observations: Sequence[Observation],
    readers: ReaderAvailability,
    whose: Sequence[str] = (),
) -> list[MoveStep]:
    """The steps that may come next, in the order of the tree; where several players may begin, the players first.

    `whose`: only in the moves of these players.
    """
    turn = position.choice_tree
    search = SlowSearch(observations, readers)
    steps: list[MoveStep] = []
    complete, begun = find_move_paths(turn, search)
    if whose:
        complete, begun = ([path for path in each if path.words[0] in whose] for each in (complete, begun))
    if not search.observations and len(begun) > 1:
        steps += map(make_actor_step, turn.awaited_actors)
    for path in begun:
        steps += _steps_after(path.choice)
    return steps or list(
        find_missing_steps(search.search_incomplete_moves(turn)[0])
        or find_unseen_steps(complete)
        or guess_missing_steps(turn, search)
    )


def find_move_paths(turn: Turn, pending_input: SlowSearch) -> tuple[list[MovePath], list[MovePath]]:
    """Complete moves that the pending input could be, and the paths of words that it has begun."""
    return (
        pending_input.search_complete_moves(turn)[:2]
        if pending_input.observations
        else ([], list(pending_input.first_paths(turn)))
    )


def _steps_after(choice: Choice) -> Iterator[MoveStep]:
    """The steps that may follow; behind an implied word also those that follow it."""
    for _, step, after in choice.open_branches():
        yield step
        if step.is_implied:
            yield from _steps_after(after)


# -- one meaning or several


def _distinct_outcomes(position: Position, complete: Sequence[MovePath]) -> list[MovePath]:
    """One path for each different outcome, its words in the order of the observations where possible.

    Equal actions are the same move; so are actions that lead to the same position.
    """
    distinct: list[MovePath] = []
    for path in sorted(complete, key=_order_inversions):
        if all(path.choice.action != other.choice.action for other in distinct):
            distinct.append(path)
    if len(distinct) == 1:
        return distinct
    outcomes: list[tuple[Position, MovePath]] = []
    for path in distinct:
        after = _position_after(position, path)
        if all(after != other for other, _ in outcomes):
            outcomes.append((after, path))
    return [path for _, path in outcomes]


def _position_after(position: Position, path: MovePath) -> Position:
    transaction = Transaction(position)
    assert path.choice.action is not None
    path.choice.action.perform(transaction)
    after: Position = transaction.commit()
    return after


def _order_inversions(path: MovePath) -> int:
    """How far the words stand from the order in which their evidence was observed."""
    return sum(a > b for i, a in enumerate(path.explained_indexes) for b in path.explained_indexes[i + 1 :])


def find_missing_steps(found: Sequence[MovePath]) -> tuple[MoveStep, ...]:
    """The steps that lack evidence: of the cheapest moves first, each once."""
    cheapest = [path for path in found if path.cost == found[0].cost]
    steps = dict.fromkeys(step for path in cheapest for step in path.missing_steps)
    return tuple(steps)


def find_unseen_steps(complete: Sequence[MovePath]) -> tuple[MoveStep, ...]:
    """The steps that a failed reader may have missed: of the complete moves with the fewest such words, each once."""
    least = min((len(path.unseen_steps) for path in complete if path.unseen_steps), default=0)
    return tuple(
        dict.fromkeys(
            step for path in complete if len(path.unseen_steps) == least for step in path.unseen_steps
        )
    )


def guess_missing_steps(turn: Turn, pending_input: SlowSearch) -> tuple[MoveStep, ...]:
    """The steps that may be missing where there are too many to examine: all words beside those one guess lacks."""
    path = pending_input.guess_incomplete_move(turn)
    if path is None:
        return ()
    steps: dict[MoveStep, None] = {}
    choice = turn.choice_for(path.words[0])
    for word in path.words[1:]:
        step, after = choice.follow_word(word)
        if step in path.missing_steps:
            steps |= dict.fromkeys(beside for _, beside, _ in choice.open_branches())
        choice = after
    return tuple(steps)


# -- no meaning


def _is_forbidden_by_rule(
    turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability
) -> bool:
    """Whether a rule forbids the last observation where those before it are explained and nothing is missing."""
    *rest, last = observations
    for path, step, _ in SlowSearch(rest, readers).search_barred_steps(turn, last)[:1]:
        return not path.unexplained_indexes and not path.cost and is_evidence_of(last, step)
    return False


def explain_rejection(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> Unexplained:
    """Why `observations` has no meaning, and which moves would have one."""
    turn = position.choice_tree
    offending = _offending_index(turn, observations, readers)
    rest = tuple(observation for index, observation in enumerate(observations) if index != offending)
    last, search = observations[offending], SlowSearch(rest, readers)
    near = (
        [*search.search_complete_moves(turn)[0], *search.search_incomplete_moves(turn)[0]]
        if search.observations
        else []
    )
    nearest = tuple(dict.fromkeys(path.move for path in near))[:MAX_NEAREST_MOVES]
    refusal, tried = _refusal_and_tried_words(turn, search, last, readers)
    return Unexplained(refusal, nearest, last, tried)


def _offending_index(turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability) -> int:
    """The index of the observation without which the rest can be explained: the newest such, else the newest."""
    for index in reversed(range(len(observations))):
        rest = SlowSearch([*observations[:index], *observations[index + 1 :]], readers)
        if (
            not rest.observations
            or rest.search_complete_moves(turn)[0]
            or rest.search_incomplete_moves(turn, first=True)[0]
        ):
            return index
    return len(observations) - 1


def _refusal_and_tried_words(
    turn: Turn, pending_input: SlowSearch, last: Observation, readers: ReaderAvailability
) -> tuple[Refusal, tuple[str, ...]]:
    stranger = owner_of_observation(turn, last)
    if stranger is not None and stranger not in turn.choice_by_actor:
        return turn.out_of_turn_clause(stranger, " ".join(turn.awaited_actors)), ()
    barred = pending_input.search_barred_steps(turn, last)[:1]
    if not any(is_evidence_of(last, step) and not path.unexplained_indexes for path, step, _ in barred):
        entered = pending_input.observations
        for index in reversed(range(len(entered))):
            instead = SlowSearch([*entered[:index], *entered[index + 1 :], last], readers)
            found = (
                instead.search_complete_moves(turn)[0] or instead.search_incomplete_moves(turn, first=True)[0]
            )
            is_piece = last.piece != FINGER and not is_button_press(last)
            if found and (entered[index] != last or is_piece):
                clause_id = turn.choice_for(found[0].words[0]).clause_id or "H-1"
                words = _display_word(last), _display_word(entered[index])
                return instead_refusal(clause_id, *words), ()
    for path, step, refusal in barred:
        return refusal, (*path.words, step.word)
    for path in pending_input.first_paths(turn):
        return _refusal_for_word(path.choice, _display_word(last)), ()
    return turn.out_of_turn_clause(stranger or _display_word(last), " ".join(turn.awaited_actors)), ()


def _refusal_for_word(choice: Choice, word: str) -> Refusal:
    """The reason that the choice has against a word that is none of its candidates; else that it is not offered."""
    candidate = choice.parse_word(word) if choice.parse_word is not None else None
    refusal = choice.refusal_for(candidate) if candidate is not None else None
    return refusal or not_offered_refusal(choice.clause_id or NOT_OFFERED.id, word)


def _display_word(observation: Observation) -> str:
    return observation.zone if observation.piece == FINGER or is_answer(observation) else observation.piece
