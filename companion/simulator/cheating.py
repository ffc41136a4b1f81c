"""Cheating: forbidden things that people try, made out of what they may do."""

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

MAX_TRIES = 8  # after so many tries without anything illegal there is no attempt
MAX_COMPARED_MOVES = (
    4_000  # legal moves compared with what was shown; with more it is not sure to be cheating
)
NUMBER_OFFSETS = (-1, 1, 10, 1_000)  # differences of a wrong number from a right one
MAX_WALK_STEPS = 12  # words, or showings of one piece


class IllegalAttempt(Struct, frozen=True):
    """Something forbidden: a line to enter, or observations (empty: it cannot be shown, only entered)."""

    name: str
    text: str
    observations: tuple[Observation, ...] = ()


class PiecesAndZones(NamedTuple):
    """The pieces of a game and the zones of a table where they can be laid."""

    pieces: Sequence[str]
    zones: Sequence[str]


IllegalAttemptMaker = Callable[[Position, Random, CanReport, PiecesAndZones], IllegalAttempt | None]


def make_illegal_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """Something illegal, with observations where nobody could take them for a legal move. None: nothing was found."""
    for _ in range(MAX_TRIES):
        tried = chance.choice(ILLEGAL_ATTEMPT_MAKERS)(position, chance, can_report, box)
        if tried is None or is_legal_line(position, tried.text):
            continue
        if not all(
            observation.piece == FINGER or can_report(observation) for observation in tried.observations
        ):
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


def may_begin_a_move(position: Position, text: str) -> bool:
    """Whether the line is a legal move, or the beginning of one."""
    words = text.split()
    try:
        choice = position.choice_tree.choice_for(words[0])
        for word in words[1:]:
            choice = choice.follow_word(word)[1]
    except MoveRefused:
        return False
    return True


# -- kinds of attempts


def barred_word_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A move that goes on where a rule forbids it: a wrong place, a card played too often."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    player = chance.choice(list(turn.choice_by_actor))
    choice, words, observations = turn.choice_by_actor[player], [player], list[Observation]()
    for _ in range(MAX_WALK_STEPS):
        barred = [step for step, _ in choice.refused_branches()]
        branches = [(step, after) for _, step, after in choice.open_branches()]
        if barred and (not branches or chance.random() < 0.5):
            step = chance.choice(barred)
            observations += observations_of_step(step, can_report) or (
                [touch_observation(step.touch_target)] if step.touch_target else []
            )
            return IllegalAttempt("forbidden-word", " ".join((*words, step.word)), tuple(observations))
        if not branches:
            return None
        step, choice = chance.choice(branches)
        words.append(step.word)
        observations += observations_of_step(step, can_report)
    return None


def out_of_turn_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """The move of the player whose turn it is, made by another player with their own pieces."""
    turn = position.choice_tree
    others = [player for player in turn.all_actors if player not in turn.choice_by_actor]
    if not others or not turn.choice_by_actor:
        return None
    mover, other = chance.choice(list(turn.choice_by_actor)), chance.choice(others)
    words, observations = _random_legal_move(turn, mover, chance, can_report)
    stolen = tuple(_as_other_player(observation, mover, other) for observation in observations)
    changed = stolen != tuple(observations)
    return IllegalAttempt("out-of-turn", " ".join((other, *words[1:])), stolen if changed else ())


def repeated_piece_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A legal move, and then one of its pieces or words again and again."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    words, observations = _random_legal_move(
        turn, chance.choice(list(turn.choice_by_actor)), chance, can_report
    )
    shown = [observation for observation in observations if observation.piece != FINGER]
    if not shown:
        return None
    again = (chance.choice(shown),) * chance.randint(1, 4)
    return IllegalAttempt("too-much", " ".join((*words, words[-1])), (*observations, *again))


def foreign_piece_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A piece of the box at any place, which mostly means nothing there now."""
    turn = position.choice_tree
    if not turn.choice_by_actor or not box.pieces:
        return None
    player = chance.choice(list(turn.choice_by_actor))
    observation = Observation(chance.choice(box.pieces), chance.choice(box.zones))
    return IllegalAttempt(
        "foreign-piece",
        f"{player} {observation.piece.partition('/')[2]} {observation.zone} away",
        (observation,),
    )


def wrong_number_attempt(
    position: Position, chance: Random, can_report: CanReport, box: PiecesAndZones
) -> IllegalAttempt | None:
    """A legal move with another number in it, too high or none that a rule allows; only as a line."""
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
    """Words that mean nothing, only as a line."""
    turn = position.choice_tree
    player = chance.choice(turn.all_actors)
    word = (
        _random_legal_move(turn, chance.choice(list(turn.choice_by_actor)), chance, can_report)[0][-1]
        if turn.choice_by_actor
        else "done"
    )
    return IllegalAttempt(
        "rubbish",
        chance.choice((f"{player} please", f"{player}", f"{player} {word} {word}", f"nobody {word}", word)),
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
    turn: Turn, player: str, chance: Random, can_report: CanReport
) -> tuple[list[str], list[Observation]]:
    """The words of a random legal move and its observations."""
    choice, words, observations = turn.choice_by_actor[player], [player], list[Observation]()
    while branches := [(step, after) for _, step, after in choice.open_branches()]:
        if choice.action is not None and chance.random() < 0.4:
            break
        step, choice = chance.choice(branches)
        words.append(step.word)
        observations += observations_of_step(step, can_report)
    return words, observations


def _as_other_player(observation: Observation, mover: str, other: str) -> Observation:
    """The same observation with another player's piece, or at another player's seat."""
    piece = observation.piece.replace(f"/{mover}", f"/{other}")
    zone = observation.zone.replace(f"/{mover}", f"/{other}")
    return Observation(piece, zone)


# -- is it really cheating?


def is_surely_illegal(turn: Turn, observations: tuple[Observation, ...], can_report: CanReport) -> bool:
    """Whether no legal move, completely observed, contains all those observations.

    Nor may a legal move be complete after some of them in their order. The observations of all moves are listed:
    nothing here is shared with the judge, which searches.
    """
    shown = [Counter(observations[:number]) for number in range(1, len(observations) + 1)]
    return not any(
        looked_at >= MAX_COMPARED_MOVES
        or shown[-1] <= possible
        or any(needed <= part <= possible for part in shown)
        for looked_at, (needed, possible) in enumerate(_observations_of_all_moves(turn, can_report))
    )


def could_be_one_move(turn: Turn, observations: tuple[Observation, ...], can_report: CanReport) -> bool:
    """Whether some legal move, completely observed, contains all those observations; True where there are too many."""
    shown = Counter(observations)
    every_move = enumerate(_observations_of_all_moves(turn, can_report))
    return any(
        looked_at >= MAX_COMPARED_MOVES or shown <= possible for looked_at, (_, possible) in every_move
    )


RequiredAndPossible = tuple[Counter[Observation], Counter[Observation]]
"""What must be observed of a move, and what may be."""


def _observations_of_all_moves(turn: Turn, can_report: CanReport) -> Iterator[RequiredAndPossible]:
    """The observations of every move that is legal now."""
    for choice in turn.choice_by_actor.values():
        yield from _observations_from(choice, can_report)


def _observations_from(choice: Choice, can_report: CanReport) -> Iterator[RequiredAndPossible]:
    """For every complete move from here on: what must be observed, and all that may be (a touch gives any word)."""
    if choice.action is not None:
        yield Counter(), Counter()
    for _, step, after in choice.open_branches():
        possible_here = _possible_observations(step)
        for needed, possible in _observations_from(after, can_report):
            for must in _sufficient_observations(step, can_report):
                yield must + needed, possible_here + possible


def _possible_observations(step: MoveStep) -> Counter[Observation]:
    """All that may be observed of a word: a piece that may be shown in several places, any number of times."""
    anywhere = step.also_at_play or step.face_down
    shown = (
        Counter(dict.fromkeys(step.accepted_observations, MAX_WALK_STEPS))
        if anywhere
        else Counter(step.observations)
    )
    return shown if step.face_down else shown + Counter((touch_observation(step.touch_target),))


def _sufficient_observations(step: MoveStep, can_report: CanReport) -> list[Counter[Observation]]:
    """What gives a word: each way is enough where one piece may be shown in several places."""
    if step.also_at_play or step.face_down:
        shown = [
            Counter((observation,)) for observation in step.accepted_observations if can_report(observation)
        ]
        if shown:
            return shown
    return [Counter(observations_of_step(step, can_report))]
