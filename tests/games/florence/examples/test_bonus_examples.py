"""The rulebook's example of every bonus card: what it adds to a work of the example's principality."""

from __future__ import annotations

import pytest

from companion.games.florence.rules.edition import BONUS_CARD_NAMES
from companion.games.florence.rules.principality_counts import PrincipalityCounts
from companion.games.florence.rules.work_value import ValueLine, itemised_work_value, with_worker_on_table

EXAMPLE = PrincipalityCounts(
    buildings=frozenset({"university", "workshop", "opera", "tower", "chapel"}),
    landscapes={"forest": 2, "lake": 1},
    freedoms=frozenset({"travel", "opinion"}),
    jesters=0,
    builders=2,
    prestige_cards=1,
    # the book counts three professions on the table, the one that has just worked among them
    professions_in_hand=2,
    works_on_table=2,
    recruiting_cards=1,
)
ADDED = {
    "each-building": 5,
    "each-large-building": 4,
    "each-medium-building-and-forest": 3,
    "each-small-building-and-landscape": 5,
    "each-building-size": 6,
    "each-landscape": 3,
    "each-forest": 4,
    "each-lake": 2,
    "each-park": 0,
    "each-freedom": 4,
    "each-jester": 0,
    "each-jester-and-freedom": 2,
    "each-builder": 4,
    "each-builder-and-lake": 3,
    "each-prestige-card": 2,
    "each-prestige-card-and-freedom": 3,
    "each-landscape-kind": 4,
    "each-category": 5,
    "each-profession-in-hand": 2,
    "each-profession-on-table": 3,
}


@pytest.mark.parametrize(("card", "points"), ADDED.items())
def test_P_B2__the_examples_of_the_bonus_cards(card: str, points: int) -> None:
    without, found = itemised_work_value(EXAMPLE, "poet"), itemised_work_value(EXAMPLE, "poet", [card])
    assert found.lines == (*without.lines, ValueLine(card, points, "P-B2"))
    assert found.total == without.total + points


def test_P_B2__every_bonus_card_has_its_example() -> None:
    assert tuple(ADDED) == BONUS_CARD_NAMES


def test_P_B2__the_principality_of_the_examples_once_the_worker_lies_on_the_table() -> None:
    """Three professions on the table, one of them and a recruiting card in hand, as the book says."""
    after = with_worker_on_table(EXAMPLE)
    assert (after.works_on_table, after.professions_in_hand, after.recruiting_cards) == (3, 1, 1)


def test_P_B2__all_bonus_cards_at_once() -> None:
    """Any number may be played with one work, each a line in the order in which they were played."""
    found = itemised_work_value(EXAMPLE, "poet", BONUS_CARD_NAMES)
    assert [line.what for line in found.lines[-len(BONUS_CARD_NAMES) :]] == list(BONUS_CARD_NAMES)
    assert found.total == itemised_work_value(EXAMPLE, "poet").total + sum(ADDED.values())


# -- beyond the examples: where the book's player has none or one of something

RICH = PrincipalityCounts(
    buildings=frozenset({"laboratory", "library", "opera", "studio"}),
    landscapes={"lake": 2, "park": 3},
    freedoms=frozenset({"religion"}),
    jesters=4,
    builders=3,
    prestige_cards=2,
    professions_in_hand=1,
    works_on_table=5,
)
ADDED_THERE = {
    "each-building": 4,
    "each-large-building": 2,
    "each-medium-building-and-forest": 3,
    "each-small-building-and-landscape": 5,
    "each-building-size": 4,
    "each-landscape": 5,
    "each-forest": 0,
    "each-lake": 4,
    "each-park": 6,
    "each-freedom": 2,
    "each-jester": 8,
    "each-jester-and-freedom": 5,
    "each-builder": 6,
    "each-builder-and-lake": 5,
    "each-prestige-card": 4,
    "each-prestige-card-and-freedom": 3,
    "each-landscape-kind": 4,
    "each-category": 6,
    "each-profession-in-hand": 0,
    "each-profession-on-table": 6,
}


def test_P_B2__every_bonus_card_in_another_principality() -> None:
    assert {
        line.what: line.points for line in itemised_work_value(RICH, "poet", BONUS_CARD_NAMES).lines[5:]
    } == ADDED_THERE
