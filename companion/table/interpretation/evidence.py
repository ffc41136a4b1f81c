"""Observations as evidence: the words they give, the answers that narrow the meaning, and paths that explain some."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Protocol

from msgspec import Struct

from companion.rules.choice import Choice
from companion.rules.moves import Move, MoveStep, Observation, touch_observation

MAX_VOCABULARY_WORDS = 20_000  # words examined to learn what a choice could ever explain


class ReaderAvailability(Protocol):
    """Which observations the readers could have made."""

    def would_report(self, zone: str) -> bool:
        """Whether the zone's reader, or a touch where the zone is for touch, would have reported."""
        ...

    def has_working_reader(self, zone: str) -> bool:
        """Whether a reader watches the zone and works."""
        ...


COUNT_ANSWER_PREFIX = "times/"
MOVE_ANSWER = "say"


def make_count_answer(times: int, touch_target: str) -> Observation:
    """The answer to a question: the move touches `touch_target` exactly that often."""
    return Observation(f"{COUNT_ANSWER_PREFIX}{times}", touch_target)


def make_move_answer(move: Move) -> Observation:
    """The answer to a question: it is this move, word by word."""
    return Observation(MOVE_ANSWER, str(move))


def is_answer(observation: Observation) -> bool:
    """Whether it answers a question: it narrows what may be meant and is evidence of nothing."""
    return observation.piece == MOVE_ANSWER or observation.piece.startswith(COUNT_ANSWER_PREFIX)


def is_button_press(observation: Observation) -> bool:
    """Whether it is a press of a button, not a piece at a reader."""
    return observation.piece.startswith("button/")


def make_actor_step(who: str) -> MoveStep:
    """The first word of a move: it follows from what comes after it, or from a touch of the player."""
    return MoveStep(who, is_implied=True, touch_target=f"player/{who}")


class MovePath(Struct, frozen=True, gc=False):
    """A path so far: the observations (by index) that it explains, what is missing, and the cost.

    unseen_steps: the words without any evidence, at no cost: a failed reader may have missed them.
    tree_position: where the path stands in the tree.
    """

    choice: Choice
    words: tuple[str, ...]
    touch_targets: tuple[str, ...]
    unexplained_indexes: tuple[int, ...]
    explained_indexes: tuple[int, ...] = ()
    missing_steps: tuple[MoveStep, ...] = ()
    cost: int = 0
    unseen_steps: tuple[MoveStep, ...] = ()
    tree_position: tuple[int, ...] = ()

    @property
    def move(self) -> Move:
        """The words so far."""
        return Move(self.words)


@cache
def cached_touch_observation(touch_target: str) -> Observation:
    """The observation of a touch of `touch_target`, made once."""
    return touch_observation(touch_target)


def is_evidence_of(observation: Observation, step: MoveStep) -> bool:
    """Whether `observation` is evidence of the word of that step."""
    return observation in step.accepted_observations or (
        not step.face_down and observation == cached_touch_observation(step.touch_target)
    )


def could_explain(choice: Choice, left: Iterable[Observation]) -> bool:
    """Whether all those observations might belong to what the choice begins, as far as that is cheap to know."""
    if not choice.candidates:
        return not any(True for _ in left)
    prefixes = choice.observation_prefixes
    if prefixes:
        return all(
            observation.zone.startswith(prefixes) or observation.piece.startswith(prefixes)
            for observation in left
        )
    known = explainable_observations(choice) if choice.cacheable else None
    return known is None or all(observation in known for observation in left)


@lru_cache(maxsize=4_096)
def explainable_observations(choice: Choice) -> frozenset[Observation] | None:
    """Every observation that a cacheable choice could ever explain; None: too many forks to know."""
    known: set[Observation] = set()
    stack = [choice]
    examined_count = 0
    while stack:
        here = stack.pop()
        examined_count += len(here.candidates)
        if examined_count > MAX_VOCABULARY_WORDS:
            return None
        for candidate in here.candidates:
            if here.refusal_for(candidate) is None:
                step = here.step_for(candidate)
                known.update(step.accepted_observations)
                known.add(cached_touch_observation(step.touch_target))
                stack.append(here.next_choice(candidate))
    return frozenset(known)
