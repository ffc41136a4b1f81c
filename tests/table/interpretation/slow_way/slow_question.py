"""The one question as it was found before it was fast: every question is put into words, and the best one taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.moves import Move
from companion.table.interpretation.evidence import MovePath
from companion.table.interpretation.question import AnswerOption, ClarifyingQuestion


def best_question(meanings: Sequence[MovePath]) -> ClarifyingQuestion:
    """The question about `meanings` (two or more) whose worst answer leaves the fewest."""
    questions = [*_count_questions(meanings), *_which_questions(meanings)]
    if not questions:  # they differ in nothing but the order of their words
        return ClarifyingQuestion("which", tuple(AnswerOption("", 0, (path.move,)) for path in meanings))
    return min(questions, key=_worst_case)


def _worst_case(question: ClarifyingQuestion) -> tuple[int, int, int]:
    """The most meanings that an answer leaves; then fewer options; then "which" before "how often"."""
    most = max(len(option.moves) for option in question.options)
    return most, len(question.options), question.kind == "often"


def _count_questions(meanings: Sequence[MovePath]) -> list[ClarifyingQuestion]:
    questions = []
    for target in dict.fromkeys(target for path in meanings for target in path.touch_targets if target):
        groups: dict[int, list[Move]] = {}
        for path in meanings:
            groups.setdefault(path.touch_targets.count(target), []).append(path.move)
        if len(groups) > 1:
            options = tuple(AnswerOption(target, times, tuple(groups[times])) for times in sorted(groups))
            questions.append(ClarifyingQuestion("often", options))
    return questions


def _which_questions(meanings: Sequence[MovePath]) -> list[ClarifyingQuestion]:
    """At each word where they part: one target for each group, touched by no move of another group."""
    questions = []
    for place in range(max(len(path.touch_targets) for path in meanings)):
        groups: dict[str, list[MovePath]] = {}
        for path in meanings:
            groups.setdefault(
                path.touch_targets[place] if place < len(path.touch_targets) else "", []
            ).append(path)
        if len(groups) > 1 and "" not in groups and _are_separable(groups):
            options = [
                AnswerOption(target, paths[0].touch_targets.count(target), tuple(path.move for path in paths))
                for target, paths in groups.items()
            ]
            questions.append(ClarifyingQuestion("which", tuple(options)))
    return questions


def _are_separable(groups: Mapping[str, Sequence[MovePath]]) -> bool:
    return all(
        len({path.touch_targets.count(target) for path in paths}) == 1
        and not any(
            target in path.touch_targets
            for other, others in groups.items()
            if other != target
            for path in others
        )
        for target, paths in groups.items()
    )
