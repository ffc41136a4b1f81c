"""Cheating: what people try that the rules forbid, made out of what they may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import Refused
from companion.rules.moves import FINGER, Move, Sight, touch
from companion.rules.position import Position
from companion.simulator.gestures import Reads, sights_of

TRIES = 8  # a table where nothing illegal comes to mind in so many tries is left in peace
MOST_MEANINGS = 4_000  # legal moves compared with what was shown; with more it cannot be called cheating
LONGEST_WALK = 12


class Cheat(Struct, frozen=True):
    """Something forbidden: as a line to be said, or as sights (empty: it cannot be shown, only said)."""

    name: str
    text: str
    sights: tuple[Sight, ...] = ()


Trick = Callable[[Position, Random, Reads], Cheat | None]


def cheat(position: Position, chance: Random, reads: Reads) -> Cheat | None:
    """Something illegal, with sights where nobody could take them for a legal move. None: nothing found."""
    for _ in range(TRIES):
        tried = chance.choice(TRICKS)(position, chance, reads)
        if tried is None or legal(position, tried.text):
            continue
        if not all(sight.piece == FINGER or reads(sight) for sight in tried.sights):
            return Cheat(tried.name, tried.text)
        if tried.sights and not cannot_be_meant(position.offered, tried.sights, reads):
            return Cheat(tried.name, tried.text)
        return tried
    return None


def legal(position: Position, text: str) -> bool:
    """Whether the line is a legal move."""
    try:
        position.read(Move.of(text))
    except Refused:
        return False
    return True


# -- tricks


def forbidden_word(position: Position, chance: Random, reads: Reads) -> Cheat | None:
    """A move that goes on where a rule stands in the way: a wrong tile, a third copy, wrong chips."""
    turn = position.offered
    if not turn.after:
        return None
    who = chance.choice(list(turn.after))
    choice, words, sights = turn.after[who], [who], list[Sight]()
    for _ in range(LONGEST_WALK):
        barred = [step for step, _ in choice.barred()]
        ways = [(step, after) for _, step, after in choice.open()]
        if barred and (not ways or chance.random() < 0.5):
            step = chance.choice(barred)
            sights += sights_of(step, reads)
            return Cheat("forbidden-word", " ".join((*words, step.word)), tuple(sights))
        if not ways:
            return None
        step, choice = chance.choice(ways)
        words.append(step.word)
        sights += sights_of(step, reads)
    return None


def out_of_turn(position: Position, chance: Random, reads: Reads) -> Cheat | None:
    """The move of him whose turn it is, made by another: his seal instead of his."""
    turn = position.offered
    others = [who for who in turn.everybody if who not in turn.after]
    if not others or not turn.after:
        return None
    mover, other = chance.choice(list(turn.after)), chance.choice(others)
    words, sights = _some_way(turn, mover, chance, reads)
    stolen = tuple(_of_another(sight, mover, other) for sight in sights)
    changed = stolen != tuple(sights)
    return Cheat("out-of-turn", " ".join((other, *words[1:])), stolen if changed else ())


def too_much(position: Position, chance: Random, reads: Reads) -> Cheat | None:
    """A legal move, and then one of its stones, cards or words again and again."""
    turn = position.offered
    if not turn.after:
        return None
    words, sights = _some_way(turn, chance.choice(list(turn.after)), chance, reads)
    shown = [sight for sight in sights if sight.piece != FINGER]
    if not shown:
        return None
    again = (chance.choice(shown),) * chance.randint(1, 4)
    return Cheat("too-much", " ".join((*words, words[-1])), (*sights, *again))


def foreign_piece(position: Position, chance: Random, reads: Reads) -> Cheat | None:
    """A piece that has nothing to say now."""
    turn = position.offered
    if not turn.after:
        return None
    who = chance.choice(list(turn.after))
    piece = chance.choice(("chip/crown", "card/inf7", "mission/light-renew:ring", "intrigue/3"))
    return Cheat("foreign-piece", f"{who} {piece.partition('/')[2]} away", (Sight(piece, "play"),))


def rubbish(position: Position, chance: Random, reads: Reads) -> Cheat | None:
    """Words that mean nothing; they can only be said."""
    who = chance.choice(position.offered.everybody)
    return Cheat(
        "rubbish", chance.choice((f"{who} please", f"{who}", f"{who} buy buy", "nobody done", "done"))
    )


TRICKS: tuple[Trick, ...] = (forbidden_word, forbidden_word, out_of_turn, too_much, foreign_piece, rubbish)


def _some_way(turn: Turn, who: str, chance: Random, reads: Reads) -> tuple[list[str], list[Sight]]:
    """Words of some legal move and what they look like."""
    choice, words, sights = turn.after[who], [who], list[Sight]()
    while ways := [(step, after) for _, step, after in choice.open()]:
        if choice.deed is not None and chance.random() < 0.4:
            break
        step, choice = chance.choice(ways)
        words.append(step.word)
        sights += sights_of(step, reads)
    return words, sights


def _of_another(sight: Sight, mover: str, other: str) -> Sight:
    """The same done with another player's piece, or at another's seat."""
    piece = sight.piece.replace(f"/{mover}", f"/{other}")
    zone = sight.zone.replace(f"/{mover}", f"/{other}")
    return Sight(piece, zone)


# -- is it really cheating?


def cannot_be_meant(turn: Turn, sights: tuple[Sight, ...], reads: Reads) -> bool:
    """Whether no legal move, when all of it is noticed, contains all of `sights`, nor is whole after
    some of them in their order.

    Found by listing what every move looks like: nothing here is shared with the judge, which searches.
    """
    shown = [Counter(sights[:number]) for number in range(1, len(sights) + 1)]
    looked_at = 0
    for choice in turn.after.values():
        for needed, possible in _looks(choice, reads):
            looked_at += 1
            if looked_at > MOST_MEANINGS or shown[-1] <= possible:
                return False
            if any(needed <= part <= possible for part in shown):
                return False
    return True


Look = tuple[Counter[Sight], Counter[Sight]]


def _looks(choice: Choice, reads: Reads) -> Iterator[Look]:
    """For every whole move from here on: what must be noticed, and all that may be (a finger says any word)."""
    if choice.deed is not None:
        yield Counter(), Counter()
    for _, step, after in choice.open():
        must = Counter(sights_of(step, reads))
        may = Counter(step.shows) + Counter((touch(step.thing),))
        for needed, possible in _looks(after, reads):
            yield must + needed, may + possible
