"""The bag: what was noticed, in any order, becomes a move, a question, a wait or a refusal.

Nothing here knows a game: readers, buttons and fingers are all sights, and the position's own tree
of choices says what they can mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import Refusal, not_offered_refusal
from companion.rules.moves import FINGER, Move, MoveStep, Observation
from companion.rules.position import Position
from companion.rules.transaction import Transaction
from companion.table.interpretation.evidence import (
    MovePath,
    ReaderAvailability,
    is_answer,
    is_evidence_of,
    make_actor_step,
)
from companion.table.interpretation.question import ClarifyingQuestion, best_question
from companion.table.interpretation.search import MoveSearch

MAX_NEAREST_MOVES = 3


class Interpreted(Struct, frozen=True):
    """One meaning, nothing missing. `open`: more could belong to it, so it is taken only when the
    next sighting begins the next move, or a person says done.

    `is_search_complete`: all that could be meant was looked at; otherwise a blind reader may have missed too much to
    look at it all, this is what was noticed, and it is taken only when a person says done.
    """

    move: Move
    may_continue: bool
    is_search_complete: bool = True


class Ambiguous(Struct, frozen=True):
    """Several meanings, nothing missing."""

    question: ClarifyingQuestion


class Incomplete(Struct, frozen=True):
    """Something is missing: the steps whose evidence would help, likeliest first.

    `is_search_complete`: all that could be meant was looked at; otherwise there is too much to look at all.
    """

    missing_steps: tuple[MoveStep, ...]
    is_search_complete: bool = True


class Unexplained(Struct, frozen=True):
    """No legal move explains it all: the rule in the way, the nearest whole moves, the sighting
    that would have to go, and the words tried (the last one barred) if they were words of the game."""

    refusal: Refusal
    nearest_moves: tuple[Move, ...]
    offending_observation: Observation
    tried_words: tuple[str, ...] = ()


class ExpectedObservation(Struct, frozen=True):
    """Owed by an earlier event: people carried it out. Never a move."""

    observation: Observation


Interpretation = Interpreted | Ambiguous | Incomplete | Unexplained | ExpectedObservation


def judge(
    position: Position,
    observations: Sequence[Observation],
    readers: ReaderAvailability,
    expected_observations: Sequence[Observation] = (),
) -> Interpretation:
    """What `observations` (in the order noticed) means.

    readers: what a failed one did not report costs nothing. owed: what events still promise.
    """
    if observations and observations[-1] in expected_observations:
        return ExpectedObservation(observations[-1])
    return interpret(position, observations, readers) or explain_rejection(position, observations, readers)


def interpret(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> Interpreted | Ambiguous | Incomplete | None:
    """What moves `observations` could belong to; None: no legal move explains it all."""
    turn = position.choice_tree
    bag = MoveSearch(observations, readers)
    if not bag.observations:
        return Incomplete(tuple(steps_by_touch_target(position, observations, readers).values()))
    whole, _, all_there = bag.search_complete_moves(turn)
    known = (
        whole
        if all_there
        else [trail for trail in whole if bag.is_seen_search_complete and not trail.unseen_steps]
    )
    if known:
        meanings = _distinct_outcomes(position, known)
        if len(meanings) > 1:
            return Ambiguous(best_question(meanings))
        if not all_there:
            return Interpreted(meanings[0].move, may_continue=True, is_search_complete=False)
        deeds = [trail.choice.action for trail in whole if trail.choice.action is not None]
        longer, sure = bag.search_incomplete_moves(turn, besides=deeds, first=True)
        return Interpreted(meanings[0].move, may_continue=bool(longer) or not sure)
    found, sure = bag.search_incomplete_moves(turn)
    # what no path could use means nothing, however many there are
    fits = len(bag.observations) - 1 in bag.explained_indexes
    if found or whole:
        return Incomplete(find_missing_steps(found), sure and all_there)
    guess = () if sure else guess_missing_steps(turn, bag)
    if guess or (fits and not sure and not _is_forbidden_by_rule(turn, observations, readers)):
        return Incomplete(guess, is_search_complete=False)
    return None


def steps_by_touch_target(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> dict[str, MoveStep]:
    """Thing -> step: what may be touched or shown next, in the order of the tree."""
    return {
        step.touch_target: step for step in next_steps(position, observations, readers) if step.touch_target
    }


def next_observations(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> tuple[Observation, ...]:
    """What may be laid or pressed next, each as it would be noticed (`card/inf6` at `play`, `button/yes` at
    `seat/blue`): also what no finger says.
    """
    return tuple(
        dict.fromkeys(
            sight
            for step in next_steps(position, observations, readers)
            for sight in step.accepted_observations
        )
    )


def next_steps(
    position: Position,
    observations: Sequence[Observation],
    readers: ReaderAvailability,
    whose: Sequence[str] = (),
) -> list[MoveStep]:
    """The steps that may come next, in the order of the tree; where several may begin, who they are first. `whose`: in
    the moves of these alone.
    """
    turn = position.choice_tree
    bag = MoveSearch(observations, readers)
    steps: list[MoveStep] = []
    whole, so_far = find_move_paths(turn, bag)
    if whose:
        whole, so_far = ([trail for trail in each if trail.words[0] in whose] for each in (whole, so_far))
    if not bag.observations and len(so_far) > 1:
        steps += map(make_actor_step, turn.awaited_actors)
    for trail in so_far:
        steps += _steps_after(trail.choice)
    return steps or list(
        find_missing_steps(bag.search_incomplete_moves(turn)[0])
        or find_unseen_steps(whole)
        or guess_missing_steps(turn, bag)
    )


def find_move_paths(turn: Turn, pending_input: MoveSearch) -> tuple[list[MovePath], list[MovePath]]:
    """Whole moves that what was noticed could be, and the paths of words that it has begun."""
    return (
        pending_input.search_complete_moves(turn)[:2]
        if pending_input.observations
        else ([], list(pending_input.first_paths(turn)))
    )


def _steps_after(choice: Choice) -> Iterator[MoveStep]:
    """What may follow; behind an implied word what follows that."""
    for _, step, after in choice.open_branches():
        yield step
        if step.is_implied:
            yield from _steps_after(after)


def begins_new_move(
    position: Position, observation: Observation, readers: ReaderAvailability, after: Move
) -> bool:
    """Whether `observation` begins a move here, the one before having been `choice_by_actor`.

    It must be among what may come first, or name another player: a stone laid against the rules is
    not the beginning of whatever comes next.
    """
    if any(is_evidence_of(observation, step) for step in next_steps(position, (), readers)):
        return True
    whose = owner_of_observation(position.choice_tree, observation)
    if observation.piece == FINGER or whose is None or whose == after.words[0]:
        return False
    return not isinstance(judge(position, (observation,), readers), Unexplained)


# -- one meaning or several


def _distinct_outcomes(position: Position, whole: Sequence[MovePath]) -> list[MovePath]:
    """One trail for each different outcome, its words in the order noticed as far as can be.

    Equal deeds are the same move; so are deeds that leave the table the same.
    """
    deeds: list[MovePath] = []
    for trail in sorted(whole, key=_order_inversions):
        if all(trail.choice.action != other.choice.action for other in deeds):
            deeds.append(trail)
    if len(deeds) == 1:
        return deeds
    outcomes: list[tuple[Position, MovePath]] = []
    for trail in deeds:
        after = _position_after(position, trail)
        if all(after != other for other, _ in outcomes):
            outcomes.append((after, trail))
    return [trail for _, trail in outcomes]


def _position_after(position: Position, trail: MovePath) -> Position:
    tale = Transaction(position)
    assert trail.choice.action is not None
    trail.choice.action.perform(tale)
    after: Position = tale.commit()
    return after


def _order_inversions(trail: MovePath) -> int:
    """How far the words stand from the order in which their evidence was noticed."""
    return sum(a > b for i, a in enumerate(trail.explained_indexes) for b in trail.explained_indexes[i + 1 :])


def find_missing_steps(found: Sequence[MovePath]) -> tuple[MoveStep, ...]:
    """The steps that lack evidence: of the cheapest moves first, each once."""
    cheapest = [trail for trail in found if trail.cost == found[0].cost]
    steps = dict.fromkeys(step for trail in cheapest for step in trail.missing_steps)
    return tuple(steps)


def find_unseen_steps(whole: Sequence[MovePath]) -> tuple[MoveStep, ...]:
    """What a blind reader may have missed of whole moves: of those with the fewest such words, each once."""
    least = min((len(trail.unseen_steps) for trail in whole if trail.unseen_steps), default=0)
    return tuple(
        dict.fromkeys(
            step for trail in whole if len(trail.unseen_steps) == least for step in trail.unseen_steps
        )
    )


def guess_missing_steps(turn: Turn, pending_input: MoveSearch) -> tuple[MoveStep, ...]:
    """What may be missing where nobody can look at all of it: every word beside those that one guess lacks."""
    trail = pending_input.guess_incomplete_move(turn)
    if trail is None:
        return ()
    steps: dict[MoveStep, None] = {}
    choice = turn.choice_for(trail.words[0])
    for word in trail.words[1:]:
        step, after = choice.follow_word(word)
        if step in trail.missing_steps:
            steps |= dict.fromkeys(beside for _, beside, _ in choice.open_branches())
        choice = after
    return tuple(steps)


# -- no meaning


def _is_forbidden_by_rule(
    turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability
) -> bool:
    """Whether a rule forbids the last sighting where all before it is explained and nothing is missing."""
    *rest, last = observations
    for trail, step, _ in MoveSearch(rest, readers).search_barred_steps(turn, last)[:1]:
        return not trail.unexplained_indexes and not trail.cost and is_evidence_of(last, step)
    return False


def explain_rejection(
    position: Position, observations: Sequence[Observation], readers: ReaderAvailability
) -> Unexplained:
    """Why `observations` means nothing, and what would."""
    turn = position.choice_tree
    gone = _offending_index(turn, observations, readers)
    rest = tuple(sight for index, sight in enumerate(observations) if index != gone)
    last, bag = observations[gone], MoveSearch(rest, readers)
    near = (
        [*bag.search_complete_moves(turn)[0], *bag.search_incomplete_moves(turn)[0]]
        if bag.observations
        else []
    )
    nearest = tuple(dict.fromkeys(trail.move for trail in near))[:MAX_NEAREST_MOVES]
    refusal, tried = _refusal_and_tried_words(turn, bag, last)
    return Unexplained(refusal, nearest, last, tried)


def _offending_index(turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability) -> int:
    """The sighting without which the rest can be explained: the newest such, else the newest."""
    for index in reversed(range(len(observations))):
        rest = MoveSearch([*observations[:index], *observations[index + 1 :]], readers)
        if (
            not rest.observations
            or rest.search_complete_moves(turn)[0]
            or rest.search_incomplete_moves(turn, first=True)[0]
        ):
            return index
    return len(observations) - 1


def _refusal_and_tried_words(
    turn: Turn, pending_input: MoveSearch, last: Observation
) -> tuple[Refusal, tuple[str, ...]]:
    stranger = owner_of_observation(turn, last)
    if stranger is not None and stranger not in turn.choice_by_actor:
        return turn.out_of_turn_clause(stranger, " ".join(turn.awaited_actors)), ()
    for trail, step, refusal in pending_input.search_barred_steps(turn, last):
        return refusal, (*trail.words, step.word)
    for trail in pending_input.first_paths(turn):
        return not_offered_refusal(_clause_of(trail), _display_word(last)), ()
    return turn.out_of_turn_clause(stranger or _display_word(last), " ".join(turn.awaited_actors)), ()


def _clause_of(trail: MovePath) -> str:
    return trail.choice.clause_id or "H-1"


def owner_of_observation(turn: Turn, observation: Observation) -> str | None:
    """Whose piece, seat or strip it was: the player named in the piece behind its kind, else in the zone."""
    for part in (*observation.piece.split("/")[1:], *observation.zone.split("/")[1:]):
        if part in turn.all_actors:
            return part
    return None


def _display_word(observation: Observation) -> str:
    return observation.zone if observation.piece == FINGER or is_answer(observation) else observation.piece
