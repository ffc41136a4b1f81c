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
from companion.simulator.gestures import Reads, sights_of

TRIES = 8  # a table where nothing illegal comes to mind in so many tries is left in peace
MOST_MEANINGS = 4_000  # legal moves compared with what was shown; with more it cannot be called cheating
OTHER_NUMBERS = (-1, 1, 10, 1_000)  # by which a number that is said differs from a right one
LONGEST_WALK = 12  # words, or showings of one piece


class Cheat(Struct, frozen=True):
    """Something forbidden: as a line to be said, or as sights (empty: it cannot be shown, only said)."""

    name: str
    text: str
    sights: tuple[Observation, ...] = ()


class Box(NamedTuple):
    """What can be laid where at a table: the pieces of its game and its places."""

    pieces: Sequence[str]
    zones: Sequence[str]


Trick = Callable[[Position, Random, Reads, Box], Cheat | None]


def cheat(position: Position, chance: Random, reads: Reads, box: Box) -> Cheat | None:
    """Something illegal, with sights where nobody could take them for a legal move. None: nothing found."""
    for _ in range(TRIES):
        tried = chance.choice(TRICKS)(position, chance, reads, box)
        if tried is None or legal(position, tried.text):
            continue
        if not all(sight.piece == FINGER or reads(sight) for sight in tried.sights):
            return Cheat(tried.name, tried.text)
        if tried.sights and not cannot_be_meant(position.choice_tree, tried.sights, reads):
            return Cheat(tried.name, tried.text)
        return tried
    return None


def legal(position: Position, text: str) -> bool:
    """Whether the line is a legal move."""
    try:
        position.action_for(Move.parse(text))
    except MoveRefused:
        return False
    return True


# -- tricks


def forbidden_word(position: Position, chance: Random, reads: Reads, box: Box) -> Cheat | None:
    """A move that goes on where a rule stands in the way: a wrong place, a card played too often."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    who = chance.choice(list(turn.choice_by_actor))
    choice, words, sights = turn.choice_by_actor[who], [who], list[Observation]()
    for _ in range(LONGEST_WALK):
        barred = [step for step, _ in choice.refused_branches()]
        ways = [(step, after) for _, step, after in choice.open_branches()]
        if barred and (not ways or chance.random() < 0.5):
            step = chance.choice(barred)
            sights += sights_of(step, reads) or (
                [touch_observation(step.touch_target)] if step.touch_target else []
            )
            return Cheat("forbidden-word", " ".join((*words, step.word)), tuple(sights))
        if not ways:
            return None
        step, choice = chance.choice(ways)
        words.append(step.word)
        sights += sights_of(step, reads)
    return None


def out_of_turn(position: Position, chance: Random, reads: Reads, box: Box) -> Cheat | None:
    """The move of him whose turn it is, made by another: with that one's pieces."""
    turn = position.choice_tree
    others = [who for who in turn.all_actors if who not in turn.choice_by_actor]
    if not others or not turn.choice_by_actor:
        return None
    mover, other = chance.choice(list(turn.choice_by_actor)), chance.choice(others)
    words, sights = _some_way(turn, mover, chance, reads)
    stolen = tuple(_of_another(sight, mover, other) for sight in sights)
    changed = stolen != tuple(sights)
    return Cheat("out-of-turn", " ".join((other, *words[1:])), stolen if changed else ())


def too_much(position: Position, chance: Random, reads: Reads, box: Box) -> Cheat | None:
    """A legal move, and then one of its pieces or words again and again."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    words, sights = _some_way(turn, chance.choice(list(turn.choice_by_actor)), chance, reads)
    shown = [sight for sight in sights if sight.piece != FINGER]
    if not shown:
        return None
    again = (chance.choice(shown),) * chance.randint(1, 4)
    return Cheat("too-much", " ".join((*words, words[-1])), (*sights, *again))


def foreign_piece(position: Position, chance: Random, reads: Reads, box: Box) -> Cheat | None:
    """A piece of the box at any place, which mostly has nothing to say there now."""
    turn = position.choice_tree
    if not turn.choice_by_actor or not box.pieces:
        return None
    who = chance.choice(list(turn.choice_by_actor))
    sight = Observation(chance.choice(box.pieces), chance.choice(box.zones))
    return Cheat("foreign-piece", f"{who} {sight.piece.partition('/')[2]} {sight.zone} away", (sight,))


def wrong_number(position: Position, chance: Random, reads: Reads, box: Box) -> Cheat | None:
    """A legal move with another number in it: more than there is, or none of the steps a rule allows; only said."""
    turn = position.choice_tree
    if not turn.choice_by_actor:
        return None
    words, _ = _some_way(turn, chance.choice(list(turn.choice_by_actor)), chance, reads)
    numbers = [at for at, word in enumerate(words) if word.isdecimal()]
    if not numbers:
        return None
    at = chance.choice(numbers)
    words[at] = str(int(words[at]) + chance.choice(OTHER_NUMBERS))
    return Cheat("wrong-number", " ".join(words))


def rubbish(position: Position, chance: Random, reads: Reads, box: Box) -> Cheat | None:
    """Words that mean nothing; they can only be said."""
    turn = position.choice_tree
    who = chance.choice(turn.all_actors)
    some = (
        _some_way(turn, chance.choice(list(turn.choice_by_actor)), chance, reads)[0][-1]
        if turn.choice_by_actor
        else "done"
    )
    return Cheat(
        "rubbish", chance.choice((f"{who} please", f"{who}", f"{who} {some} {some}", f"nobody {some}", some))
    )


TRICKS: tuple[Trick, ...] = (
    *(forbidden_word,) * 3,
    out_of_turn,
    too_much,
    foreign_piece,
    wrong_number,
    rubbish,
)


def _some_way(turn: Turn, who: str, chance: Random, reads: Reads) -> tuple[list[str], list[Observation]]:
    """Words of some legal move and what they look like."""
    choice, words, sights = turn.choice_by_actor[who], [who], list[Observation]()
    while ways := [(step, after) for _, step, after in choice.open_branches()]:
        if choice.action is not None and chance.random() < 0.4:
            break
        step, choice = chance.choice(ways)
        words.append(step.word)
        sights += sights_of(step, reads)
    return words, sights


def _of_another(sight: Observation, mover: str, other: str) -> Observation:
    """The same done with another player's piece, or at another's seat."""
    piece = sight.piece.replace(f"/{mover}", f"/{other}")
    zone = sight.zone.replace(f"/{mover}", f"/{other}")
    return Observation(piece, zone)


# -- is it really cheating?


def cannot_be_meant(turn: Turn, sights: tuple[Observation, ...], reads: Reads) -> bool:
    """Whether no legal move, when all of it is noticed, contains all of `accepted_observations`, nor is whole after
    some of them in their order.

    Found by listing what every move looks like: nothing here is shared with the judge, which searches.
    """
    shown = [Counter(sights[:number]) for number in range(1, len(sights) + 1)]
    return not any(
        looked_at >= MOST_MEANINGS
        or shown[-1] <= possible
        or any(needed <= part <= possible for part in shown)
        for looked_at, (needed, possible) in enumerate(_all_looks(turn, reads))
    )


def could_belong_together(turn: Turn, sights: tuple[Observation, ...], reads: Reads) -> bool:
    """Whether some legal move, when all of it is noticed, contains all of `accepted_observations`; or nobody can say,
    of so many."""
    shown = Counter(sights)
    looks = enumerate(_all_looks(turn, reads))
    return any(looked_at >= MOST_MEANINGS or shown <= possible for looked_at, (_, possible) in looks)


Look = tuple[Counter[Observation], Counter[Observation]]


def _all_looks(turn: Turn, reads: Reads) -> Iterator[Look]:
    """What every move that is legal now looks like."""
    for choice in turn.choice_by_actor.values():
        yield from _looks(choice, reads)


def _looks(choice: Choice, reads: Reads) -> Iterator[Look]:
    """For every whole move from here on: what must be noticed, and all that may be (a finger says any word)."""
    if choice.action is not None:
        yield Counter(), Counter()
    for _, step, after in choice.open_branches():
        may = _possible(step)
        for needed, possible in _looks(after, reads):
            for must in _enough(step, reads):
                yield must + needed, may + possible


def _possible(step: MoveStep) -> Counter[Observation]:
    """All that may be noticed of a word: one piece that may be shown in several places, any number of times."""
    anywhere = step.also_at_play or step.face_down
    shown = (
        Counter(dict.fromkeys(step.accepted_observations, LONGEST_WALK))
        if anywhere
        else Counter(step.observations)
    )
    return shown if step.face_down else shown + Counter((touch_observation(step.touch_target),))


def _enough(step: MoveStep, reads: Reads) -> list[Counter[Observation]]:
    """What says a word: each way is enough where one piece may be shown in several places."""
    if step.also_at_play or step.face_down:
        shown = [Counter((sight,)) for sight in step.accepted_observations if reads(sight)]
        if shown:
            return shown
    return [Counter(sights_of(step, reads))]
