"""What a prestige card gives at the end (P-E1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from companion.games.florence.rules.edition import EDITION_DATA
from companion.games.florence.rules.principality_counts import PrincipalityCounts, count_of

PrestigeResult = Literal["most", "tied", "behind", "none", "met", "unmet"]


class PrestigeCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: its points, and those in brackets for a tie; for the most or the fewest of something, or for having at
    least so many of all that it needs."""

    points: int
    tied: int = 0
    most: str = ""
    fewest: str = ""
    needs: Mapping[str, int] = {}


class PrestigeCardScore(Struct, frozen=True):
    """What a card gave its owner, and why.

    counts: player -> how many he has of what the card is about; of a card with several conditions, how many of them
    he meets. why: `most` (or fewest), `tied`, `behind`, `none` (zero is never most); `met` or `unmet` of conditions.
    needs: thing -> how many the owner has and how many are needed; empty for the most and the fewest.
    """

    points: int
    counts: Mapping[str, int]
    why: PrestigeResult
    needs: Mapping[str, tuple[int, int]] = {}


PRESTIGE_CARDS: Mapping[str, PrestigeCard] = {
    name: msgspec.convert(card, PrestigeCard)
    for name, card in EDITION_DATA["prestige"].items()
    if name != "source"
}


def score_prestige_card(
    card: str, who: str, everybody: Mapping[str, PrincipalityCounts]
) -> PrestigeCardScore:
    """What that card of `who` gives him, everybody's principalities being these at the end (P-E1)."""
    wanted = PRESTIGE_CARDS[card]
    return (
        _score_requirements(wanted, who, everybody)
        if wanted.needs
        else _score_majority(wanted, who, everybody)
    )


def _score_majority(
    wanted: PrestigeCard, who: str, everybody: Mapping[str, PrincipalityCounts]
) -> PrestigeCardScore:
    """For the most or the fewest: all, the bracket when tied, nothing behind; none is never most, but may be fewest."""
    counts = {each: count_of(theirs, wanted.most or wanted.fewest) for each, theirs in everybody.items()}
    own, others = counts[who], [count for each, count in counts.items() if each != who]
    if wanted.most and own == 0:
        return PrestigeCardScore(0, counts, "none")
    if any(count > own if wanted.most else count < own for count in others):
        return PrestigeCardScore(0, counts, "behind")
    if own in others:
        return PrestigeCardScore(wanted.tied, counts, "tied")
    return PrestigeCardScore(wanted.points, counts, "most")


def _score_requirements(
    wanted: PrestigeCard, who: str, everybody: Mapping[str, PrincipalityCounts]
) -> PrestigeCardScore:
    """For having what the card needs, whoever else has it too."""
    needs = {thing: (count_of(everybody[who], thing), needed) for thing, needed in wanted.needs.items()}
    counts = {each: _count_of_needs(wanted.needs, theirs) for each, theirs in everybody.items()}
    if all(have >= needed for have, needed in needs.values()):
        return PrestigeCardScore(wanted.points, counts, "met", needs)
    return PrestigeCardScore(0, counts, "unmet", needs)


def _count_of_needs(needs: Mapping[str, int], theirs: PrincipalityCounts) -> int:
    """How many of the one thing needed; of several conditions, how many are met."""
    if len(needs) == 1:
        return sum(count_of(theirs, thing) for thing in needs)
    return sum(count_of(theirs, thing) >= needed for thing, needed in needs.items())
