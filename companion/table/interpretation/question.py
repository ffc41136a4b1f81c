"""The one question that leaves the fewest meanings: "which of these?" or "how often?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from companion.rules.moves import Move, Observation
from companion.table.interpretation.evidence import MovePath, make_count_answer, make_move_answer


class AnswerOption(Struct, frozen=True):
    """One answer: its touch target, how often the move touches it, and the moves behind it.

    `touch_count` 0 without a target: the move itself, for moves that touch the same targets in another order.
    """

    touch_target: str
    touch_count: int
    moves: tuple[Move, ...]

    @property
    def observation(self) -> Observation:
        """The observation that this answer adds to the pending input."""
        return (
            make_count_answer(self.touch_count, self.touch_target)
            if self.touch_target
            else make_move_answer(self.moves[0])
        )


class ClarifyingQuestion(Struct, frozen=True):
    """`which`: the options are different targets. `often`: one target, touched 0, 1, 2 ... times."""

    kind: Literal["which", "often"]
    options: tuple[AnswerOption, ...]

    @property
    def option_by_touch_target(self) -> dict[str, AnswerOption]:
        """Touch target -> the answer that a touch gives; empty where the question is how often, or in which order."""
        if self.kind == "often":
            return {}
        return {option.touch_target: option for option in self.options if option.touch_target}


def best_question(meanings: Sequence[MovePath]) -> ClarifyingQuestion:
    """The question about `meanings` (two or more) whose worst answer leaves the fewest.

    Of meanings there may be hundreds, so every question is rated first, and only the best one is put into words.
    """
    touch_counts = _touch_counts(meanings)
    rated: list[tuple[_Rating, str | int]] = [
        *_rated_counts(len(meanings), touch_counts),
        *_rated_places(meanings, touch_counts),
    ]
    if not rated:  # they differ in nothing but the order of their words
        return ClarifyingQuestion("which", tuple(AnswerOption("", 0, (path.move,)) for path in meanings))
    (_, _, is_often), asked = min(rated, key=lambda each: each[0])
    groups: dict[tuple[int, str], list[Move]] = {}
    for index, path in enumerate(meanings):
        target = asked if isinstance(asked, str) else path.touch_targets[asked]
        groups.setdefault((touch_counts[target].get(index, 0), target), []).append(path.move)
    in_order = sorted(groups) if is_often else groups
    options = (AnswerOption(target, times, tuple(groups[times, target])) for times, target in in_order)
    return ClarifyingQuestion("often" if is_often else "which", tuple(options))


_TouchCounts = Mapping[str, Mapping[int, int]]
"""Touch target -> index of each meaning that touches it -> how often."""
_Rating = tuple[int, int, bool]
"""The most meanings that an answer leaves; then fewer options; then "which" before "how often"."""


def _touch_counts(meanings: Sequence[MovePath]) -> _TouchCounts:
    counts: dict[str, dict[int, int]] = {}
    for index, path in enumerate(meanings):
        for target in path.touch_targets:
            if target:
                times = counts.setdefault(target, {})
                times[index] = times.get(index, 0) + 1
    return counts


def _rated_counts(meaning_count: int, touch_counts: _TouchCounts) -> Iterator[tuple[_Rating, str]]:
    """How often a target is touched: the rating of that question and the target."""
    for target, times_by_index in touch_counts.items():
        sizes = Counter(times_by_index.values())
        if len(times_by_index) < meaning_count:
            sizes[0] = meaning_count - len(times_by_index)
        if len(sizes) > 1:
            yield (max(sizes.values()), len(sizes), True), target


def _rated_places(meanings: Sequence[MovePath], touch_counts: _TouchCounts) -> Iterator[tuple[_Rating, int]]:
    """Which target at a word where they part, each touched by no move of another group: rating and place."""
    for place in range(max(len(path.touch_targets) for path in meanings)):
        groups = Counter(
            path.touch_targets[place] if place < len(path.touch_targets) else "" for path in meanings
        )
        if (
            len(groups) > 1
            and "" not in groups
            and all(
                len(touch_counts[target]) == size and len({*touch_counts[target].values()}) == 1
                for target, size in groups.items()
            )
        ):
            yield (max(groups.values()), len(groups), False), place
