"""Sights as evidence: which words they say, which answers narrow what may be meant, and a path that explains some."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Protocol

from msgspec import Struct

from companion.rules.choice import Choice
from companion.rules.moves import FINGER, Move, Sight, Step, touch

MOST_VOCABULARY = 20_000  # words looked at to learn what a choice could ever explain


class Readers(Protocol):
    """What could have been noticed."""

    def working(self, zone: str) -> bool:
        """Whether the zone's reader, or the finger where it is for touch, would have reported."""
        ...

    def reads(self, zone: str) -> bool:
        """Whether a reader watches the zone and works."""
        ...


EXACTLY = "times/"
SAYS = "say"


def exactly(times: int, thing: str) -> Sight:
    """The answer to a question: the move touches `thing` that often, no more and no less."""
    return Sight(f"{EXACTLY}{times}", thing)


def says(move: Move) -> Sight:
    """The answer to a question: it is this move, word by word."""
    return Sight(SAYS, str(move))


def is_answer(sight: Sight) -> bool:
    """Whether it was said to a question: it narrows what may be meant and is evidence of nothing."""
    return sight.piece == SAYS or sight.piece.startswith(EXACTLY)


def is_button(sight: Sight) -> bool:
    """Whether it is a press of a button, and no piece at a reader."""
    return sight.piece.startswith("button/")


def actor_step(who: str) -> Step:
    """The first word of a move: said by what follows, or by a finger on the player."""
    return Step(who, implied=True, thing=f"player/{who}")


class Trail(Struct, frozen=True):
    """A path so far: which sights (by their place in the bag) it explains, what is missing, the price.

    unseen: the words that nobody has begun to say, at no price: a blind reader may have missed them. place: where it
    stands in the tree.
    """

    choice: Choice
    words: tuple[str, ...]
    things: tuple[str, ...]
    left: tuple[int, ...]
    used: tuple[int, ...] = ()
    missing: tuple[Step, ...] = ()
    price: int = 0
    unseen: tuple[Step, ...] = ()
    place: tuple[int, ...] = ()

    @property
    def move(self) -> Move:
        """The words so far."""
        return Move(self.words)


@cache
def finger(thing: str) -> Sight:
    """A finger on `thing`, made once."""
    return touch(thing)


def says_word(sight: Sight, step: Step) -> bool:
    """Whether `sight` is evidence of the word of that step."""
    return sight in step.sights or (not step.hidden and sight == finger(step.thing))


def could_explain(choice: Choice, left: Iterable[Sight]) -> bool:
    """Whether all of that might still be a part of what the choice begins, as far as it is cheap to know."""
    if choice.only:
        return all(_named(sight).startswith(choice.only) for sight in left)
    known = vocabulary(choice) if choice.fixed else None
    return known is None or all(sight in known for sight in left)


def _named(sight: Sight) -> str:
    """The piece, or the thing that a finger touched."""
    return sight.zone if sight.piece == FINGER else sight.piece


@lru_cache(maxsize=4_096)
def vocabulary(choice: Choice) -> frozenset[Sight] | None:
    """Every sight a choice that depends on no position could ever explain; None: too many forks to know."""
    known: set[Sight] = set()
    stack = [choice]
    looked = 0
    while stack:
        here = stack.pop()
        looked += len(here.among)
        if looked > MOST_VOCABULARY:
            return None
        for candidate in here.among:
            if here.may(candidate) is None:
                step = here.step(candidate)
                known.update(step.sights)
                known.add(finger(step.thing))
                stack.append(here.then(candidate))
    return frozenset(known)
