"""The one question that leaves fewest meanings: "which of these?" or "how often?"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from companion.rules.moves import Move, Observation
from companion.table.evidence import Trail, exactly, says


class Option(Struct, frozen=True):
    """One answer: what to touch, how often the move touches it, and the moves behind it.

    `times` 0 without a thing: the move itself, for moves that touch the same things in another order.
    """

    thing: str
    times: int
    moves: tuple[Move, ...]

    @property
    def sight(self) -> Observation:
        """What choosing this answer adds to the bag."""
        return exactly(self.times, self.thing) if self.thing else says(self.moves[0])


class Question(Struct, frozen=True):
    """`which`: the options are different things. `often`: one thing, touched 0, 1, 2 ... times."""

    kind: Literal["which", "often"]
    options: tuple[Option, ...]

    @property
    def things(self) -> dict[str, Option]:
        """Which answer is given by a finger on a thing; none where it is asked how often, or in which order."""
        if self.kind == "often":
            return {}
        return {option.thing: option for option in self.options if option.thing}


def question(meanings: Sequence[Trail]) -> Question:
    """The question about `meanings` (two or more) whose worst answer leaves fewest."""
    asked = [*_how_often(meanings), *_which(meanings)]
    if not asked:  # they differ in nothing but the order of their words
        return Question("which", tuple(Option("", 0, (trail.move,)) for trail in meanings))
    return min(asked, key=_worst)


def _worst(asked: Question) -> tuple[int, int, int]:
    """Most meanings an answer leaves; then fewer options; then "which" before "how often"."""
    most = max(len(option.moves) for option in asked.options)
    return most, len(asked.options), asked.kind == "often"


def _how_often(meanings: Sequence[Trail]) -> list[Question]:
    asked = []
    for thing in dict.fromkeys(thing for trail in meanings for thing in trail.things if thing):
        groups: dict[int, list[Move]] = {}
        for trail in meanings:
            groups.setdefault(trail.things.count(thing), []).append(trail.move)
        if len(groups) > 1:
            options = tuple(Option(thing, times, tuple(groups[times])) for times in sorted(groups))
            asked.append(Question("often", options))
    return asked


def _which(meanings: Sequence[Trail]) -> list[Question]:
    """At each word where they part: one thing for each group, touched by no move of another group."""
    asked = []
    for place in range(max(len(trail.things) for trail in meanings)):
        groups: dict[str, list[Trail]] = {}
        for trail in meanings:
            groups.setdefault(trail.things[place] if place < len(trail.things) else "", []).append(trail)
        if len(groups) > 1 and "" not in groups and _apart(groups):
            options = [
                Option(thing, trails[0].things.count(thing), tuple(trail.move for trail in trails))
                for thing, trails in groups.items()
            ]
            asked.append(Question("which", tuple(options)))
    return asked


def _apart(groups: Mapping[str, Sequence[Trail]]) -> bool:
    return all(
        len({trail.things.count(thing) for trail in trails}) == 1
        and not any(
            thing in trail.things for other, others in groups.items() if other != thing for trail in others
        )
        for thing, trails in groups.items()
    )
