"""What hands do when they carry out a move, as readers and fingers notice it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.rules.choice import Turn
from companion.rules.moves import Move, Sight, Step, touch

Reads = Callable[[Sight], bool]
"""Whether a reader or a button can report this: the zone has one that works, the piece has a tag."""


def steps(turn: Turn, move: Move) -> Iterator[Step]:
    """The steps of `move` after its first word; raises Refused for words the tree does not have."""
    choice = turn.at(move.words[0])
    for word in move.words[1:]:
        step, choice = choice.at(word)
        yield step


def sights_of(step: Step, reads: Reads) -> tuple[Sight, ...]:
    """What one word looks like: its pieces at their readers; a finger where there is no reader for them
    or nothing else says the word; nothing when what follows says it."""
    if step.shows and all(map(reads, step.shows)):
        return step.shows
    return () if step.implied else (touch(step.thing),)


def evidence(turn: Turn, move: Move, reads: Reads) -> list[Sight]:
    """Everything hands do to make `move`, in the order of its words.

    A move whose words all follow from others (nobody has anything to show) is said by a finger on
    its last thing.
    """
    words = list(steps(turn, move))
    seen = [sight for step in words for sight in sights_of(step, reads)]
    return seen or [touch(words[-1].thing)]
