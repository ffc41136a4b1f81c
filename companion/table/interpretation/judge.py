"""The judge: pending input, in any order, becomes a move, a question, a wait or a refusal.

Nothing here knows a game: pieces at readers, buttons and touches are all observations, and the position's own choice
    tree says what they can mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import INSTEAD, NOT_OFFERED, Refusal, instead_refusal, not_offered_refusal
from companion.rules.moves import FINGER, Move, MoveStep, Observation
from companion.rules.position import Position
from companion.rules.transaction import Action
from companion.table.interpretation.evidence import (
    MovePath,
    ReaderAvailability,
    is_answer,
    is_button_press,
    is_evidence_of,
    make_actor_step,
)
from companion.table.interpretation.free_walk import CompleteMoves
from companion.table.interpretation.outcomes import distinct_outcomes
from companion.table.interpretation.question import ClarifyingQuestion, best_question
from companion.table.interpretation.search import MoveSearch, shared_search

MAX_NEAREST_MOVES = 3
MAX_MOVES_BESIDE_SEEN = 400  # with unseen words, that are asked about beside those without
MAX_EXAMPLES = 4  # of moves that lack something, in whose place other words are tried


class Interpreted(Struct, frozen=True):
    """One meaning, nothing missing.

    may_continue: more could belong to it, so it is accepted only when the next observation begins the next move, or a
        person is done.
    is_search_complete: every possible meaning was examined; otherwise a failed reader may have missed too much for
        that, the move is what was observed, and it is accepted only when a person is done.
    """

    move: Move
    may_continue: bool
    is_search_complete: bool = True


class Ambiguous(Struct, frozen=True):
    """Several meanings, nothing missing."""

    question: ClarifyingQuestion


class Incomplete(Struct, frozen=True):
    """Something is missing: the steps whose evidence would help, likeliest first.

    `is_search_complete`: every possible meaning was examined; otherwise there are too many.
    """

    missing_steps: tuple[MoveStep, ...]
    is_search_complete: bool = True


class Unexplained(Struct, frozen=True):
    """No legal move explains all observations.

    refusal: the rule in the way.
    nearest_moves: the nearest complete moves.
    offending_observation: the observation that would have to go.
    tried_words: the words tried (the last one refused), if they were words of the game.
    """

    refusal: Refusal
    nearest_moves: tuple[Move, ...]
    offending_observation: Observation
    tried_words: tuple[str, ...] = ()


class ExpectedObservation(Struct, frozen=True):
    """An earlier event expects the observation, as people carry the event out. It is never a move."""

    observation: Observation


Interpretation = Interpreted | Ambiguous | Incomplete | Unexplained | ExpectedObservation


def judge(
    position: Position,
    observations: Sequence[Observation],
    readers: ReaderAvailability,
    expected_observations: Sequence[Observation] = (),
) -> Interpretation:
    """The meaning of `observations` (in the order in which they were made).

    readers: what a failed reader did not report costs nothing.
    expected_observations: what earlier events still expect.
    """
    if observations and observations[-1] in expected_observations:
        return ExpectedObservation(observations[-1])
    return interpret(position, observations, readers) or explain_rejection(position, observations, readers)


def interpret(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> Interpreted | Ambiguous | Incomplete | None:
    """The moves to which `observations` could belong; None: no legal move explains them all."""
    turn = position.choice_tree
    search = shared_search(turn, observations, readers)
    if not search.observations:
        return Incomplete(tuple(step_by_touch_target(position, observations, readers).values()))
    free = search.complete_moves()
    known, are_all_considered = _moves_considered(free)
    if known:
        meanings = distinct_outcomes(position, known)
        if len(meanings) > 1:
            return Ambiguous(best_question(meanings))
        if not are_all_considered:
            return Interpreted(meanings[0].move, may_continue=True, is_search_complete=False)
        actions = [path.choice.action for path in free.complete if path.choice.action is not None]
        longer = search.incomplete_moves(besides=actions, first=True)
        may_continue = bool(longer.found) or not longer.is_search_complete
        return Interpreted(meanings[0].move, may_continue=may_continue)
    missing = search.incomplete_moves()
    if missing.found or free.complete:
        return Incomplete(find_missing_steps(search), missing.is_search_complete and free.are_all_found)
    is_search_complete = missing.is_search_complete and free.are_all_found
    guess = () if is_search_complete else guess_missing_steps(search)
    # an observation that no path could use means nothing, however many paths there are
    fits = len(search.observations) - 1 in free.explained_indexes | missing.explained_indexes
    if guess or (fits and not is_search_complete and not _is_forbidden_by_rule(turn, observations, readers)):
        return Incomplete(guess, is_search_complete=False)
    return None


def only_meaning(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> Move | None:
    """The move of which `interpret` would say that it is meant, without looking for what is missing or may follow."""
    search = shared_search(position.choice_tree, observations, readers)
    known, _ = _moves_considered(search.complete_moves()) if search.observations else ((), True)
    meanings = distinct_outcomes(position, known) if known else ()
    return meanings[0].move if len(meanings) == 1 else None


def _moves_considered(free: CompleteMoves) -> tuple[Sequence[MovePath], bool]:
    """The complete moves that count, and whether these are all.

    Where failed readers may have missed too much to ask about, what was observed counts: moves without unseen words.
    """
    seen = [path for path in free.complete if not path.unseen_steps]
    if free.are_all_found and not (seen and len(free.complete) > MAX_MOVES_BESIDE_SEEN):
        return free.complete, True
    return seen if free.are_all_seen_found else (), False


def step_by_touch_target(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> dict[str, MoveStep]:
    """Touch target -> step: what may be touched or shown next, in the order of the tree."""
    return {
        step.touch_target: step for step in next_steps(position, observations, readers) if step.touch_target
    }


def next_observations(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> tuple[Observation, ...]:
    """What may be laid or pressed next, each as its observation, including what no touch can give.

    Examples are `card/inf6` at `play` and `button/yes` at `seat/blue`.
    """
    return tuple(
        dict.fromkeys(
            observation
            for step in next_steps(position, observations, readers)
            for observation in step.accepted_observations
        )
    )


def next_steps(
    position: Position,
    observations: Sequence[Observation],
    readers: ReaderAvailability,
    whose: Sequence[str] = (),
) -> list[MoveStep]:
    """The steps that may come next, in the order of the tree; where several players may begin, the players first.

    `whose`: only in the moves of these players.
    """
    search = shared_search(position.choice_tree, observations, readers)
    if whose:
        return _find_next_steps(search, whose)
    if search.next_steps is None:
        search.next_steps = tuple(_find_next_steps(search))
    return list(search.next_steps)


def _find_next_steps(search: MoveSearch, whose: Sequence[str] = ()) -> list[MoveStep]:
    turn = search.turn
    steps: dict[MoveStep, None] = {}
    complete, begun = find_move_paths(search)
    if whose:
        complete, begun = ([path for path in each if path.words[0] in whose] for each in (complete, begun))
    if not search.observations and len(begun) > 1:
        steps |= dict.fromkeys(map(make_actor_step, turn.awaited_actors))
    for path in begun:
        _add_steps_after(path.choice, steps)
    return list(
        steps or find_missing_steps(search) or find_unseen_steps(complete) or guess_missing_steps(search)
    )


def find_move_paths(search: MoveSearch) -> tuple[Sequence[MovePath], Sequence[MovePath]]:
    """Complete moves that the pending input could be, and the paths of words that it has begun."""
    if not search.observations:
        return (), tuple(search.first_paths())
    found = search.complete_moves()
    return found.complete, found.begun


def _add_steps_after(choice: Choice, steps: dict[MoveStep, None]) -> None:
    """Add the steps that may follow; behind an implied word also those that follow it.

    Many paths lead to the same steps; whether a move can end behind one is looked up only once.
    """
    for candidate in choice.cached_candidates() or choice.candidates:
        step = choice.step_for(candidate)
        if (step.is_implied or step not in steps) and choice.is_allowed(candidate):
            steps[step] = None
            if step.is_implied:
                _add_steps_after(choice.follow_candidate(candidate)[1], steps)


def begins_new_move(
    position: Position, observation: Observation, readers: ReaderAvailability, after: Move
) -> bool:
    """Whether `observation` begins a move here, after the move `after`.

    It must be among what may come first, or name another player: a stone laid against the rules is not the beginning
    of the next move.
    """
    if any(is_evidence_of(observation, step) for step in next_steps(position, (), readers)):
        return True
    whose = owner_of_observation(position.choice_tree, observation)
    if observation.piece == FINGER or whose is None or whose == after.words[0]:
        return False
    return not isinstance(judge(position, (observation,), readers), Unexplained)


# -- what is missing


def find_missing_steps(search: MoveSearch, besides: Sequence[Action] = ()) -> tuple[MoveStep, ...]:
    """The steps that lack evidence: of the cheapest moves first, each once; `besides`: meanings known already.

    Where there were too many moves to examine all of them, beside each such step are those that would do as well.
    """
    missing = search.incomplete_moves(besides)
    cheapest = [path for path in missing.found if path.cost == missing.found[0].cost]
    steps = dict.fromkeys(step for path in cheapest for step in path.missing_steps)
    if not missing.is_search_complete:
        for path in cheapest[:MAX_EXAMPLES]:
            search.add_steps_beside(path, steps)
    return tuple(steps)


def find_unseen_steps(complete: Sequence[MovePath]) -> tuple[MoveStep, ...]:
    """The steps that a failed reader may have missed: of the complete moves with the fewest such words, each once."""
    least = min((len(path.unseen_steps) for path in complete if path.unseen_steps), default=0)
    return tuple(
        dict.fromkeys(
            step for path in complete if len(path.unseen_steps) == least for step in path.unseen_steps
        )
    )


def guess_missing_steps(search: MoveSearch) -> tuple[MoveStep, ...]:
    """The steps that may be missing where there are too many to examine: all words beside those one guess lacks."""
    path = search.guess_incomplete_move()
    if path is None:
        return ()
    lacking = path.missing_steps or path.unseen_steps
    steps: dict[MoveStep, None] = {}
    choice = search.turn.choice_for(path.words[0])
    for word in path.words[1:]:
        step, after = choice.follow_word(word)
        if step in lacking:
            steps |= dict.fromkeys(map(choice.step_for, choice.allowed_candidates()))
        choice = after
    return tuple(steps)


# -- no meaning


def _is_forbidden_by_rule(
    turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability
) -> bool:
    """Whether a rule forbids the last observation where those before it are explained and nothing is missing."""
    *rest, last = observations
    for path, step, _ in shared_search(turn, rest, readers).barred_steps(last)[:1]:
        return not path.unexplained_indexes and not path.cost and is_evidence_of(last, step)
    return False


def explain_rejection(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> Unexplained:
    """Why `observations` has no meaning, and which moves would have one."""
    turn = position.choice_tree
    offending = _offending_index(turn, observations, readers)
    rest = [observation for index, observation in enumerate(observations) if index != offending]
    last, search = observations[offending], shared_search(turn, rest, readers)
    near = (
        [*search.complete_moves().complete, *search.incomplete_moves().found] if search.observations else []
    )
    nearest = tuple(dict.fromkeys(path.move for path in near))[:MAX_NEAREST_MOVES]
    refusal, tried = _refusal_and_tried_words(search, last, readers)
    return Unexplained(refusal, nearest, last, tried)


def _offending_index(turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability) -> int:
    """The index of the observation without which the rest can be explained: the newest such, else the newest."""
    for index in reversed(range(len(observations))):
        rest = shared_search(turn, [*observations[:index], *observations[index + 1 :]], readers)
        if not rest.observations or rest.complete_moves().complete or rest.incomplete_moves(first=True).found:
            return index
    return len(observations) - 1


def _refusal_and_tried_words(
    search: MoveSearch, last: Observation, readers: ReaderAvailability
) -> tuple[Refusal, tuple[str, ...]]:
    """The rule that forbids `last` after all that the search explains, else what it would replace, else any reason."""
    turn = search.turn
    stranger = owner_of_observation(turn, last)
    if stranger is not None and stranger not in turn.choice_by_actor:
        return turn.out_of_turn_clause(stranger, " ".join(turn.awaited_actors)), ()
    barred = search.barred_steps(last)[:1]
    if not any(is_evidence_of(last, step) and not path.unexplained_indexes for path, step, _ in barred):
        for path, entered in _what_it_would_replace(turn, search.observations, last, readers):
            clause_id = turn.choice_for(path.words[0]).clause_id or INSTEAD.id
            return instead_refusal(clause_id, _display_word(last), _display_word(entered)), ()
    for path, step, refusal in barred:
        return refusal, (*path.words, step.word)
    for path in search.first_paths():
        return _refusal_for_word(path.choice, _display_word(last)), ()
    return turn.out_of_turn_clause(stranger or _display_word(last), " ".join(turn.awaited_actors)), ()


def _what_it_would_replace(
    turn: Turn, entered: Sequence[Observation], last: Observation, readers: ReaderAvailability
) -> Iterator[tuple[MovePath, Observation]]:
    """The observations in whose place `last` would do, newest first, each with a move that it would then be part of.

    Two pieces of one name are two; a second touch or press of the same is none.
    """
    is_piece = last.piece != FINGER and not is_button_press(last)
    for index in reversed(range(len(entered))):
        if entered[index] != last or is_piece:
            search = MoveSearch(turn, [*entered[:index], *entered[index + 1 :], last], readers)
            found = search.complete_moves().complete or search.incomplete_moves(first=True).found
            yield from ((path, entered[index]) for path in found[:1])


def _refusal_for_word(choice: Choice, word: str) -> Refusal:
    """The reason that the choice has against a word that is none of its candidates; else that it is not offered."""
    candidate = choice.parse_word(word) if choice.parse_word is not None else None
    refusal = choice.refusal_for(candidate) if candidate is not None else None
    return refusal or not_offered_refusal(choice.clause_id or NOT_OFFERED.id, word)


def owner_of_observation(turn: Turn, observation: Observation) -> str | None:
    """The player whose piece, seat or panel it was: named in the piece behind its kind, else in the zone."""
    for part in (*observation.piece.split("/")[1:], *observation.zone.split("/")[1:]):
        if part in turn.all_actors:
            return part
    return None


def _display_word(observation: Observation) -> str:
    return observation.zone if observation.piece == FINGER or is_answer(observation) else observation.piece
