"""Cheating: what people try that the rules forbid, made out of what they may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import MoveRefused
from companion.rules.moves import FINGER, Move, MoveStep, Observation, touch_observation
from companion.rules.position import Position
from companion.simulator.move_observations import CanReport, observations_of_step

MAX_TRIES = 8  # a table where nothing illegal comes to mind in so many tries is left in peace
MAX_COMPARED_MOVES = 4_000  # legal moves compared with what was shown; with more it cannot be called cheating
NUMBER_OFFSETS = (-1, 1, 10, 1_000)  # by which a number that is said differs from a right one
MAX_WALK_STEPS = 12  # words, or showings of one piece


class IllegalAttempt(Struct, frozen=True):
    """Something forbidden: as a line to be said, or as sights (empty: it cannot be shown, only said)."""

    name: str
    text: str
    observations: tuple[Observation, ...] = ()


class PiecesAndZones(NamedTuple):
    """What can be laid where at a table: the pieces of its game and its places."""

    pieces: Sequence[str]
    zones: Sequence[str]


IllegalAttemptMaker = Callable[[Position, Random, CanReport, PiecesAndZones], IllegalAttempt | None]


def make_illegal_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """Something illegal, with sights where nobody could take them for a legal move. None: nothing found."""
    for _ in range(MAX_TRIES):
        tried = chance.choice(ILLEGAL_ATTEMPT_MAKERS)(position, chance, can_report, box)
        if tried is None or is_legal_line(position, tried.text):
            continue
        if not all(sight.piece == FINGER or can_report(sight) for sight in tried.observations):
            return IllegalAttempt(tried.name, tried.text)
        if tried.observations and not is_surely_illegal(position.choice_tree, tried.observations, can_report):
            return IllegalAttempt(tried.name, tried.text)
        return tried
    return None


def is_legal_line(position: Position, text: str) -> bool:
    """Whether the line is a legal move."""
    try:
        position.action_for(Move.parse(text))
    except MoveRefused:
        return False
    return True


# -- tricks


def barred_word_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A move that goes on where a rule stands in the way: a wrong place, a card played too often."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    who = chance.choice(list(turn.choice_by_actor))
    choice, words, sights = turn.choice_by_actor[who], [who], list[Observation]()
    for _ in range(MAX_WALK_STEPS):
        barred = [step for step, _ in choice.refused_branches()]
        ways = [(step, after) for _, step, after in choice.open_branches()]
        if barred and (not ways or chance.random() < 0.5):
            step = chance.choice(barred)
            sights += observations_of_step(step, can_report) or (
                [touch_observation(step.touch_target)] if step.touch_target else []
            )
            return IllegalAttempt("forbidden-word", " ".join((*words, step.word)), tuple(sights))
        if not ways:
            return None
        step, choice = chance.choice(ways)
        words.append(step.word)
        sights += observations_of_step(step, can_report)
    return None


def out_of_turn_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """The move of him whose turn it is, made by another: with that one's pieces."""
    turn = position.choice_tree
    others = [who for who in turn.all_actors if who not in turn.choice_by_actor]
    if not others or not turn.choice_by_actor:
        return None
    mover, other = chance.choice(list(turn.choice_by_actor)), chance.choice(others)
    words, sights = _random_legal_move(turn, mover, chance, can_report)
    stolen = tuple(_as_other_player(sight, mover, other) for sight in sights)
    changed = stolen != tuple(sights)
    return IllegalAttempt("out-of-turn", " ".join((other, *words[1:])), stolen if changed else ())


def repeated_piece_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A legal move, and then one of its pieces or words again and again."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    words, sights = _random_legal_move(turn, chance.choice(list(turn.choice_by_actor)), chance, can_report)
    shown = [sight for sight in sights if sight.piece != FINGER]
    if not shown:
        return None
    again = (chance.choice(shown),) * chance.randint(1, 4)
    return IllegalAttempt("too-much", " ".join((*words, words[-1])), (*sights, *again))


def foreign_piece_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A piece of the box at any place, which mostly has nothing to say there now."""
    turn = position.choice_tree
    if not turn.choice_by_actor or not box.pieces:
        return None
    who = chance.choice(list(turn.choice_by_actor))
    sight = Observation(chance.choice(box.pieces), chance.choice(box.zones))
    return IllegalAttempt(
        "foreign-piece", f"{who} {sight.piece.partition('/')[2]} {sight.zone} away", (sight,)
    )


def wrong_number_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A legal move with another number in it: more than there is, or none of the steps a rule allows; only said."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    words, _ = _random_legal_move(turn, chance.choice(list(turn.choice_by_actor)), chance, can_report)
    numbers = [at for at, word in enumerate(words) if word.isdecimal()]
    if not numbers:
        return None
    at = chance.choice(numbers)
    words[at] = str(int(words[at]) + chance.choice(NUMBER_OFFSETS))
    return IllegalAttempt("wrong-number", " ".join(words))


def nonsense_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """Words that mean nothing; they can only be said."""
    turn = position.choice_tree
    who = chance.choice(turn.all_actors)
    some = (
        _random_legal_move(turn, chance.choice(list(turn.choice_by_actor)), chance, can_report)[0][-1]
        if turn.choice_by_actor
        else "done"
    )
    return IllegalAttempt(
        "rubbish", chance.choice((f"{who} please", f"{who}", f"{who} {some} {some}", f"nobody {some}", some))
    )


ILLEGAL_ATTEMPT_MAKERS: tuple[IllegalAttemptMaker, ...] = (
    *(barred_word_attempt,) * 3,
    out_of_turn_attempt,
    repeated_piece_attempt,
    foreign_piece_attempt,
    wrong_number_attempt,
    nonsense_attempt,
)


def _random_legal_move(
    turn: Turn, who: str, chance: Random, can_report: CanReport
) -> tuple[list[str], list[Observation]]:
    """Words of some legal move and what they look like."""
    choice, words, sights = turn.choice_by_actor[who], [who], list[Observation]()
    while ways := [(step, after) for _, step, after in choice.open_branches()]:
        if choice.action is not None and chance.random() < 0.4:
            break
        step, choice = chance.choice(ways)
        words.append(step.word)
        sights += observations_of_step(step, can_report)
    return words, sights


def _as_other_player(observation: Observation, mover: str, other: str) -> Observation:
    """The same done with another player's piece, or at another's seat."""
    piece = observation.piece.replace(f"/{mover}", f"/{other}")
    zone = observation.zone.replace(f"/{mover}", f"/{other}")
    return Observation(piece, zone)


# -- is it really cheating?


def is_surely_illegal(turn: Turn, observations: tuple[Observation, ...], can_report: CanReport) -> bool:
    """Whether no legal move, when all of it is noticed, contains all of `sights`, nor is whole after
    some of them in their order.

    Found by listing what every move looks like: nothing here is shared with the judge, which searches.
    """
    shown = [Counter(observations[:number]) for number in range(1, len(observations) + 1)]
    return not any(
        looked_at >= MAX_COMPARED_MOVES
        or shown[-1] <= possible
        or any(needed <= part <= possible for part in shown)
        for looked_at, (needed, possible) in enumerate(_observations_of_all_moves(turn, can_report))
    )


def could_be_one_move(turn: Turn, observations: tuple[Observation, ...], can_report: CanReport) -> bool:
    """Whether some legal move, when all of it is noticed, contains all of `sights`; or nobody can say, of so many."""
    shown = Counter(observations)
    looks = enumerate(_observations_of_all_moves(turn, can_report))
    return any(looked_at >= MAX_COMPARED_MOVES or shown <= possible for looked_at, (_, possible) in looks)


RequiredAndPossible = tuple[Counter[Observation], Counter[Observation]]


def _observations_of_all_moves(turn: Turn, can_report: CanReport) -> Iterator[RequiredAndPossible]:
    """What every move that is legal now looks like."""
    for choice in turn.choice_by_actor.values():
        yield from _observations_from(choice, can_report)


def _observations_from(choice: Choice, can_report: CanReport) -> Iterator[RequiredAndPossible]:
    """For every whole move from here on: what must be noticed, and all that may be (a finger says any word)."""
    if choice.action is not None:
        yield Counter(), Counter()
    for _, step, after in choice.open_branches():
        may = _possible_observations(step)
        for needed, possible in _observations_from(after, can_report):
            for must in _sufficient_observations(step, can_report):
                yield must + needed, may + possible


def _possible_observations(step: MoveStep) -> Counter[Observation]:
    """All that may be noticed of a word: one piece that may be shown in several places, any number of times."""
    anywhere = step.also_at_play or step.face_down
    shown = (
        Counter(dict.fromkeys(step.accepted_observations, MAX_WALK_STEPS))
        if anywhere
        else Counter(step.observations)
    )
    return shown if step.face_down else shown + Counter((touch_observation(step.touch_target),))


def _sufficient_observations(step: MoveStep, can_report: CanReport) -> list[Counter[Observation]]:
    """What says a word: each way is enough where one piece may be shown in several places."""
    if step.also_at_play or step.face_down:
        shown = [Counter((sight,)) for sight in step.accepted_observations if can_report(sight)]
        if shown:
            return shown
    return [Counter(observations_of_step(step, can_report))]
