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
from companion.table.evidence import Readers, Trail, actor_step, is_answer, says_word
from companion.table.question import Question, question
from companion.table.search import Bag

NEAREST = 3


class Done(Struct, frozen=True):
    """One meaning, nothing missing. `open_branches`: more could belong to it, so it is taken only when the
    next sighting begins the next move, or a person says done.

    `sure`: all that could be meant was looked at; otherwise a blind reader may have missed too much to look at it
    all, this is what was noticed, and it is taken only when a person says done.
    """

    move: Move
    open: bool
    sure: bool = True


class Ask(Struct, frozen=True):
    """Several meanings, nothing missing."""

    question: Question


class Wait(Struct, frozen=True):
    """Something is missing: the steps whose evidence would help, likeliest first.

    `sure`: all that could be meant was looked at; otherwise there is too much to look at all.
    """

    next: tuple[MoveStep, ...]
    sure: bool = True


class Misfit(Struct, frozen=True):
    """No legal move explains it all: the rule in the way, the nearest whole moves, the sighting
    that would have to go, and the words tried (the last one barred) if they were words of the game."""

    refusal: Refusal
    nearest: tuple[Move, ...]
    undo: Observation
    tried: tuple[str, ...] = ()


class Expected(Struct, frozen=True):
    """Owed by an earlier event: people carried it out. Never a move."""

    sight: Observation


Verdict = Done | Ask | Wait | Misfit | Expected


def judge(
    position: Position, seen: Sequence[Observation], readers: Readers, owed: Sequence[Observation] = ()
) -> Verdict:
    """What `seen` (in the order noticed) means.

    readers: what a failed one did not report costs nothing. owed: what events still promise.
    """
    if seen and seen[-1] in owed:
        return Expected(seen[-1])
    return meant(position, seen, readers) or misfit(position, seen, readers)


def meant(position: Position, seen: Sequence[Observation], readers: Readers) -> Done | Ask | Wait | None:
    """What moves `seen` could belong to; None: no legal move explains it all."""
    turn = position.choice_tree
    bag = Bag(seen, readers)
    if not bag.seen:
        return Wait(tuple(glowing(position, seen, readers).values()))
    whole, _, all_there = bag.free(turn)
    known = whole if all_there else [trail for trail in whole if bag.seen_all and not trail.unseen]
    if known:
        meanings = _meanings(position, known)
        if len(meanings) > 1:
            return Ask(question(meanings))
        if not all_there:
            return Done(meanings[0].move, open=True, sure=False)
        deeds = [trail.choice.action for trail in whole if trail.choice.action is not None]
        longer, sure = bag.priced(turn, besides=deeds, first=True)
        return Done(meanings[0].move, open=bool(longer) or not sure)
    found, sure = bag.priced(turn)
    fits = len(bag.seen) - 1 in bag.used  # what no path could use means nothing, however many there are
    if found or whole:
        return Wait(missing(found), sure and all_there)
    guess = () if sure else guessed(turn, bag)
    if guess or (fits and not sure and not _forbidden(turn, seen, readers)):
        return Wait(guess, sure=False)
    return None


def glowing(position: Position, seen: Sequence[Observation], readers: Readers) -> dict[str, MoveStep]:
    """Thing -> step: what may be touched or shown next, in the order of the tree."""
    return {step.touch_target: step for step in coming(position, seen, readers) if step.touch_target}


def expected(position: Position, seen: Sequence[Observation], readers: Readers) -> tuple[Observation, ...]:
    """What may be laid or pressed next, each as it would be noticed (`card/inf6` at `play`, `button/yes` at
    `seat/blue`): also what no finger says.
    """
    return tuple(
        dict.fromkeys(
            sight for step in coming(position, seen, readers) for sight in step.accepted_observations
        )
    )


def coming(
    position: Position, seen: Sequence[Observation], readers: Readers, whose: Sequence[str] = ()
) -> list[MoveStep]:
    """The steps that may come next, in the order of the tree; where several may begin, who they are first. `whose`: in
    the moves of these alone.
    """
    turn = position.choice_tree
    bag = Bag(seen, readers)
    steps: list[MoveStep] = []
    whole, so_far = begun(turn, bag)
    if whose:
        whole, so_far = ([trail for trail in each if trail.words[0] in whose] for each in (whole, so_far))
    if not bag.seen and len(so_far) > 1:
        steps += map(actor_step, turn.awaited_actors)
    for trail in so_far:
        steps += _next(trail.choice)
    return steps or list(missing(bag.priced(turn)[0]) or unseen(whole) or guessed(turn, bag))


def begun(turn: Turn, bag: Bag) -> tuple[list[Trail], list[Trail]]:
    """Whole moves that what was noticed could be, and the paths of words that it has begun."""
    return bag.free(turn)[:2] if bag.seen else ([], list(bag.roots(turn)))


def _next(choice: Choice) -> Iterator[MoveStep]:
    """What may follow; behind an implied word what follows that."""
    for _, step, after in choice.open_branches():
        yield step
        if step.is_implied:
            yield from _next(after)


def begins(position: Position, sight: Observation, readers: Readers, after: Move) -> bool:
    """Whether `sight` begins a move here, the one before having been `choice_by_actor`.

    It must be among what may come first, or name another player: a stone laid against the rules is
    not the beginning of whatever comes next.
    """
    if any(says_word(sight, step) for step in coming(position, (), readers)):
        return True
    whose = owner(position.choice_tree, sight)
    if sight.piece == FINGER or whose is None or whose == after.words[0]:
        return False
    return not isinstance(judge(position, (sight,), readers), Misfit)


# -- one meaning or several


def _meanings(position: Position, whole: Sequence[Trail]) -> list[Trail]:
    """One trail for each different outcome, its words in the order noticed as far as can be.

    Equal deeds are the same move; so are deeds that leave the table the same.
    """
    deeds: list[Trail] = []
    for trail in sorted(whole, key=_disorder):
        if all(trail.choice.action != other.choice.action for other in deeds):
            deeds.append(trail)
    if len(deeds) == 1:
        return deeds
    outcomes: list[tuple[Position, Trail]] = []
    for trail in deeds:
        after = _after(position, trail)
        if all(after != other for other, _ in outcomes):
            outcomes.append((after, trail))
    return [trail for _, trail in outcomes]


def _after(position: Position, trail: Trail) -> Position:
    tale = Transaction(position)
    assert trail.choice.action is not None
    trail.choice.action.perform(tale)
    after: Position = tale.commit()
    return after


def _disorder(trail: Trail) -> int:
    """How far the words stand from the order in which their evidence was noticed."""
    return sum(a > b for i, a in enumerate(trail.used) for b in trail.used[i + 1 :])


def missing(found: Sequence[Trail]) -> tuple[MoveStep, ...]:
    """The steps that lack evidence: of the cheapest moves first, each once."""
    cheapest = [trail for trail in found if trail.price == found[0].price]
    steps = dict.fromkeys(step for trail in cheapest for step in trail.missing)
    return tuple(steps)


def unseen(whole: Sequence[Trail]) -> tuple[MoveStep, ...]:
    """What a blind reader may have missed of whole moves: of those with the fewest such words, each once."""
    least = min((len(trail.unseen) for trail in whole if trail.unseen), default=0)
    return tuple(
        dict.fromkeys(step for trail in whole if len(trail.unseen) == least for step in trail.unseen)
    )


def guessed(turn: Turn, bag: Bag) -> tuple[MoveStep, ...]:
    """What may be missing where nobody can look at all of it: every word beside those that one guess lacks."""
    trail = bag.guessed(turn)
    if trail is None:
        return ()
    steps: dict[MoveStep, None] = {}
    choice = turn.choice_for(trail.words[0])
    for word in trail.words[1:]:
        step, after = choice.follow_word(word)
        if step in trail.missing:
            steps |= dict.fromkeys(beside for _, beside, _ in choice.open_branches())
        choice = after
    return tuple(steps)


# -- no meaning


def _forbidden(turn: Turn, seen: Sequence[Observation], readers: Readers) -> bool:
    """Whether a rule forbids the last sighting where all before it is explained and nothing is missing."""
    *rest, last = seen
    for trail, step, _ in Bag(rest, readers).barred(turn, last)[:1]:
        return not trail.left and not trail.price and says_word(last, step)
    return False


def misfit(position: Position, seen: Sequence[Observation], readers: Readers) -> Misfit:
    """Why `seen` means nothing, and what would."""
    turn = position.choice_tree
    gone = _to_go(turn, seen, readers)
    rest = tuple(sight for index, sight in enumerate(seen) if index != gone)
    last, bag = seen[gone], Bag(rest, readers)
    near = [*bag.free(turn)[0], *bag.priced(turn)[0]] if bag.seen else []
    nearest = tuple(dict.fromkeys(trail.move for trail in near))[:NEAREST]
    refusal, tried = _reason(turn, bag, last)
    return Misfit(refusal, nearest, last, tried)


def _to_go(turn: Turn, seen: Sequence[Observation], readers: Readers) -> int:
    """The sighting without which the rest can be explained: the newest such, else the newest."""
    for index in reversed(range(len(seen))):
        rest = Bag([*seen[:index], *seen[index + 1 :]], readers)
        if not rest.seen or rest.free(turn)[0] or rest.priced(turn, first=True)[0]:
            return index
    return len(seen) - 1


def _reason(turn: Turn, bag: Bag, last: Observation) -> tuple[Refusal, tuple[str, ...]]:
    stranger = owner(turn, last)
    if stranger is not None and stranger not in turn.choice_by_actor:
        return turn.out_of_turn_clause(stranger, " ".join(turn.awaited_actors)), ()
    for trail, step, refusal in bag.barred(turn, last):
        return refusal, (*trail.words, step.word)
    for trail in bag.roots(turn):
        return not_offered_refusal(_decision(trail), _as_word(last)), ()
    return turn.out_of_turn_clause(stranger or _as_word(last), " ".join(turn.awaited_actors)), ()


def _decision(trail: Trail) -> str:
    return trail.choice.clause_id or "H-1"


def owner(turn: Turn, sight: Observation) -> str | None:
    """Whose piece, seat or strip it was: the player named in the piece behind its kind, else in the zone."""
    for part in (*sight.piece.split("/")[1:], *sight.zone.split("/")[1:]):
        if part in turn.all_actors:
            return part
    return None


def _as_word(sight: Observation) -> str:
    return sight.zone if sight.piece == FINGER or is_answer(sight) else sight.piece
