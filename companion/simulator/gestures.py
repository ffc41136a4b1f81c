"""What hands do when they carry out a move, as readers and fingers notice it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from companion.rules.choice import Choice, Turn
from companion.rules.moves import UNKNOWN, Move, Sight, Step, touch

Reads = Callable[[Sight], bool]
"""Whether a reader or a button can report this: the zone has one that works, the piece has a tag."""


def steps(turn: Turn, move: Move) -> Iterator[Step]:
    """The steps of `move` after its first word; raises Refused for words the tree does not have."""
    return (step for _, step in _walked(turn, move))


def _walked(turn: Turn, move: Move) -> Iterator[tuple[Choice, Step]]:
    """The forks of the tree that `move` passes and what it says there."""
    choice = turn.at(move.words[0])
    for word in move.words[1:]:
        step, after = choice.at(word)
        yield choice, step
        choice = after


def unread(turn: Turn, move: Move) -> Move:
    """The move as it is said when no reader saw what it hides: `black 2 mage` is `black 2 ?`."""
    words = (UNKNOWN if step.hidden else step.word for step in steps(turn, move))
    return Move((move.words[0], *words))


def sights_of(step: Step, reads: Reads) -> tuple[Sight, ...]:
    """What one word looks like: its pieces at their readers; a finger where there is no reader for them
    or nothing else says the word; nothing when what follows says it, or when it lies hidden from all."""
    if step.anywhere or step.hidden:
        seen = next(filter(reads, step.sights), None)
        if seen is not None:
            return (seen,)
    elif step.shows and all(map(reads, step.shows)):
        return step.shows
    return () if step.implied or step.hidden else (touch(step.thing),)


def evidence(turn: Turn, move: Move, reads: Reads) -> list[Sight]:
    """Everything hands do to make `move`, in the order of its words.

    A piece that is not noticed where it lies cannot say what came before it: where there was a choice, a
    finger does. A move whose words all follow from others (nobody has anything to show) is said by a finger
    on its last thing.
    """
    seen: list[Sight] = []
    unsaid: list[Sight] = []
    things: list[Sight] = []
    for choice, step in _walked(turn, move):
        shown = sights_of(step, reads)
        if step.anywhere or step.hidden:
            seen += () if set(shown) & set(step.shows) else unsaid
            unsaid = []
        elif step.implied and len(list(islice(choice.allowed(), 2))) > 1:
            unsaid.append(touch(step.thing))
        seen += shown
        things += [touch(step.thing)] if step.thing else []
    return seen or things[-1:]
