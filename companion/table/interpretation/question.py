"""The one question that leaves the fewest meanings: "which of these?" or "how often?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
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
    touch_counts = _meanings_by_touch_count(meanings)
    rated: list[tuple[_Rating, str | int]] = [
        *_rated_counts(len(meanings), touch_counts),
        *_rated_places(meanings, touch_counts),
    ]
    if not rated:  # they differ in nothing but the order of their words
        return ClarifyingQuestion("which", tuple(AnswerOption("", 0, (path.move,)) for path in meanings))
    (_, _, is_often), asked = min(rated, key=lambda each: each[0])
    groups: dict[tuple[int, str], list[Move]] = {}
    for path in meanings:
        target = asked if isinstance(asked, str) else path.touch_targets[asked]
        groups.setdefault((path.touch_targets.count(target), target), []).append(path.move)
    in_order = sorted(groups) if is_often else groups
    options = (AnswerOption(target, times, tuple(groups[times, target])) for times, target in in_order)
    return ClarifyingQuestion("often" if is_often else "which", tuple(options))


_TouchCounts = Mapping[str, Mapping[int, int]]
"""Touch target -> how often a meaning touches it, at least once -> how many meanings do."""
_Rating = tuple[int, int, bool]
"""The most meanings that an answer leaves; then fewer options; then "which" before "how often"."""


def _meanings_by_touch_count(meanings: Sequence[MovePath]) -> _TouchCounts:
    """Each target's counts, in the order in which the meanings touch them; most meanings touch nothing twice."""
    touched = [path.touch_targets for path in meanings]
    counts: dict[str, Counter[int]] = {
        target: Counter() for target in dict.fromkeys(chain.from_iterable(touched)) if target
    }
    once: list[tuple[str, ...]] = []
    for targets in touched:
        if len({*targets}) == len(targets):
            once.append(targets)
        else:
            for target, times in Counter(filter(None, targets)).items():
                counts[target][times] += 1
    for target, meaning_count in Counter(filter(None, chain.from_iterable(once))).items():
        counts[target][1] += meaning_count
    return counts


def _rated_counts(meaning_count: int, touch_counts: _TouchCounts) -> Iterator[tuple[_Rating, str]]:
    """How often a target is touched: the rating of that question and the target."""
    for target, meanings_by_times in touch_counts.items():
        untouched = meaning_count - sum(meanings_by_times.values())
        sizes = [*meanings_by_times.values(), *([untouched] if untouched else [])]
        if len(sizes) > 1:
            yield (max(sizes), len(sizes), True), target


def _rated_places(meanings: Sequence[MovePath], touch_counts: _TouchCounts) -> Iterator[tuple[_Rating, int]]:
    """Which target at a word where they part, each touched by no move of another group: rating and place."""
    columns = zip_longest(*(path.touch_targets for path in meanings), fillvalue="")
    for place, groups in enumerate(map(Counter, columns)):
        if (
            len(groups) > 1
            and "" not in groups
            and all([*touch_counts[target].values()] == [size] for target, size in groups.items())
        ):
            yield (max(groups.values()), len(groups), False), place
