"""Sights as evidence: which words they say, which answers narrow what may be meant, and a path that explains some."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Protocol

from msgspec import Struct

from companion.rules.choice import Choice
from companion.rules.moves import FINGER, Move, MoveStep, Observation, touch_observation

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


def exactly(times: int, thing: str) -> Observation:
    """The answer to a question: the move touches `touch_target` that often, no more and no less."""
    return Observation(f"{EXACTLY}{times}", thing)


def says(move: Move) -> Observation:
    """The answer to a question: it is this move, word by word."""
    return Observation(SAYS, str(move))


def is_answer(sight: Observation) -> bool:
    """Whether it was said to a question: it narrows what may be meant and is evidence of nothing."""
    return sight.piece == SAYS or sight.piece.startswith(EXACTLY)


def is_button(sight: Observation) -> bool:
    """Whether it is a press of a button, and no piece at a reader."""
    return sight.piece.startswith("button/")


def actor_step(who: str) -> MoveStep:
    """The first word of a move: said by what follows, or by a finger on the player."""
    return MoveStep(who, is_implied=True, touch_target=f"player/{who}")


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
    missing: tuple[MoveStep, ...] = ()
    price: int = 0
    unseen: tuple[MoveStep, ...] = ()
    place: tuple[int, ...] = ()

    @property
    def move(self) -> Move:
        """The words so far."""
        return Move(self.words)


@cache
def finger(thing: str) -> Observation:
    """A finger on `touch_target`, made once."""
    return touch_observation(thing)


def says_word(sight: Observation, step: MoveStep) -> bool:
    """Whether `sight` is evidence of the word of that step."""
    return sight in step.accepted_observations or (not step.face_down and sight == finger(step.touch_target))


def could_explain(choice: Choice, left: Iterable[Observation]) -> bool:
    """Whether all of that might still be a part of what the choice begins, as far as it is cheap to know."""
    if choice.observation_prefixes:
        return all(_named(sight).startswith(choice.observation_prefixes) for sight in left)
    known = vocabulary(choice) if choice.cacheable else None
    return known is None or all(sight in known for sight in left)


def _named(sight: Observation) -> str:
    """The piece, or the thing that a finger touched."""
    return sight.zone if sight.piece == FINGER else sight.piece


@lru_cache(maxsize=4_096)
def vocabulary(choice: Choice) -> frozenset[Observation] | None:
    """Every sight a choice that depends on no position could ever explain; None: too many forks to know."""
    known: set[Observation] = set()
    stack = [choice]
    looked = 0
    while stack:
        here = stack.pop()
        looked += len(here.candidates)
        if looked > MOST_VOCABULARY:
            return None
        for candidate in here.candidates:
            if here.refusal_for(candidate) is None:
                step = here.step_for(candidate)
                known.update(step.accepted_observations)
                known.add(finger(step.touch_target))
                stack.append(here.next_choice(candidate))
    return frozenset(known)
