"""What prestige cards score in the final count (P-E1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from companion.games.florence.rules.edition import EDITION_DATA
from companion.games.florence.rules.principality_counts import PrincipalityCounts, count_of

PrestigeResult = Literal["most", "tied", "behind", "none", "met", "unmet"]


class PrestigeCard(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a prestige card.

    It gives `points` for the `most` or the `fewest` of something (`tied` points if tied), or for having at
    least as many of each thing as it `needs`.
    """

    points: int
    tied: int = 0
    most: str = ""
    fewest: str = ""
    needs: Mapping[str, int] = {}


class PrestigeCardScore(Struct, frozen=True):
    """What a card gave its owner, and why.

    `counts` maps each player to how many they have of what the card is about, or to how many of several
    conditions they meet. `why` is `most` (or fewest), `tied`, `behind` or `none` (zero is never most), and
    `met` or `unmet` for conditions. `needs` maps a thing to how many the owner has and how many are needed;
    it is empty for the most and the fewest.
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


def prestige_card_score(
    card: str, who: str, everybody: Mapping[str, PrincipalityCounts]
) -> PrestigeCardScore:
    """The score of that card of `who`, with `everybody`'s principalities at the end (P-E1)."""
    wanted = PRESTIGE_CARDS[card]
    return (
        _score_requirements(wanted, who, everybody)
        if wanted.needs
        else _score_majority(wanted, who, everybody)
    )


def _score_majority(
    wanted: PrestigeCard, who: str, everybody: Mapping[str, PrincipalityCounts]
) -> PrestigeCardScore:
    """The score for the most or the fewest: all points, the bracket if tied, or none.

    Zero is never the most, but may be the fewest.
    """
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
    """The score for having what the card needs; other players do not matter."""
    needs = {thing: (count_of(everybody[who], thing), needed) for thing, needed in wanted.needs.items()}
    counts = {each: _count_of_needs(wanted.needs, theirs) for each, theirs in everybody.items()}
    if all(have >= needed for have, needed in needs.values()):
        return PrestigeCardScore(wanted.points, counts, "met", needs)
    return PrestigeCardScore(0, counts, "unmet", needs)


def _count_of_needs(needs: Mapping[str, int], theirs: PrincipalityCounts) -> int:
    """How many a player has of the one thing needed, or how many of several conditions they meet."""
    if len(needs) == 1:
        return sum(count_of(theirs, thing) for thing in needs)
    return sum(count_of(theirs, thing) >= needed for thing, needed in needs.items())
