"""The one question that leaves fewest meanings: "which of these?" or "how often?"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from companion.rules.moves import Move, Observation
from companion.table.interpretation.evidence import MovePath, count_answer, move_answer


class AnswerOption(Struct, frozen=True):
    """One answer: what to touch, how often the move touches it, and the moves behind it.

    `touch_count` 0 without a thing: the move itself, for moves that touch the same things in another order.
    """

    touch_target: str
    touch_count: int
    moves: tuple[Move, ...]

    @property
    def observation(self) -> Observation:
        """What choosing this answer adds to the bag."""
        return (
            count_answer(self.touch_count, self.touch_target)
            if self.touch_target
            else move_answer(self.moves[0])
        )


class ClarifyingQuestion(Struct, frozen=True):
    """`which`: the options are different things. `often`: one thing, touched 0, 1, 2 ... times."""

    kind: Literal["which", "often"]
    options: tuple[AnswerOption, ...]

    @property
    def options_by_touch_target(self) -> dict[str, AnswerOption]:
        """Which answer is given by a finger on a thing; none where it is asked how often, or in which order."""
        if self.kind == "often":
            return {}
        return {option.touch_target: option for option in self.options if option.touch_target}


def best_question(meanings: Sequence[MovePath]) -> ClarifyingQuestion:
    """The question about `meanings` (two or more) whose worst answer leaves fewest."""
    asked = [*_count_questions(meanings), *_which_questions(meanings)]
    if not asked:  # they differ in nothing but the order of their words
        return ClarifyingQuestion("which", tuple(AnswerOption("", 0, (trail.move,)) for trail in meanings))
    return min(asked, key=_worst_case)


def _worst_case(asked: ClarifyingQuestion) -> tuple[int, int, int]:
    """Most meanings an answer leaves; then fewer options; then "which" before "how often"."""
    most = max(len(option.moves) for option in asked.options)
    return most, len(asked.options), asked.kind == "often"


def _count_questions(meanings: Sequence[MovePath]) -> list[ClarifyingQuestion]:
    asked = []
    for thing in dict.fromkeys(thing for trail in meanings for thing in trail.touch_targets if thing):
        groups: dict[int, list[Move]] = {}
        for trail in meanings:
            groups.setdefault(trail.touch_targets.count(thing), []).append(trail.move)
        if len(groups) > 1:
            options = tuple(AnswerOption(thing, times, tuple(groups[times])) for times in sorted(groups))
            asked.append(ClarifyingQuestion("often", options))
    return asked


def _which_questions(meanings: Sequence[MovePath]) -> list[ClarifyingQuestion]:
    """At each word where they part: one thing for each group, touched by no move of another group."""
    asked = []
    for place in range(max(len(trail.touch_targets) for trail in meanings)):
        groups: dict[str, list[MovePath]] = {}
        for trail in meanings:
            groups.setdefault(
                trail.touch_targets[place] if place < len(trail.touch_targets) else "", []
            ).append(trail)
        if len(groups) > 1 and "" not in groups and _are_separable(groups):
            options = [
                AnswerOption(
                    thing, trails[0].touch_targets.count(thing), tuple(trail.move for trail in trails)
                )
                for thing, trails in groups.items()
            ]
            asked.append(ClarifyingQuestion("which", tuple(options)))
    return asked


def _are_separable(groups: Mapping[str, Sequence[MovePath]]) -> bool:
    return all(
        len({trail.touch_targets.count(thing) for trail in trails}) == 1
        and not any(
            thing in trail.touch_targets
            for other, others in groups.items()
            if other != thing
            for trail in others
        )
        for thing, trails in groups.items()
    )
