"""The rulebook's example of every prestige card, each "if" of it, and what the rules say beyond them (P-E1)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from companion.games.florence.rules.edition import PRESTIGE_CARD_NAMES
from companion.games.florence.rules.prestige_cards import PrestigeCardScore, prestige_card_score
from companion.games.florence.rules.principality_counts import PrincipalityCounts

EXAMPLE = PrincipalityCounts(
    buildings=frozenset({"university", "workshop", "opera", "tower", "chapel"}),
    landscapes={"forest": 2, "lake": 1},
    freedoms=frozenset({"travel", "opinion"}),
    jesters=0,
    builders=2,
    prestige_cards=1,
    professions_in_hand=1,
    works_on_table=4,  # three professions and a recruiting card
    recruiting_cards=0,
    empty_squares=10,  # the book does not tell
)
NOTHING = PrincipalityCounts()
FOUR = frozenset({"university", "workshop", "laboratory", "chapel"})
FIVE = FOUR | {"opera"}
SIX = FIVE | {"theatre"}


def of(landscapes: str = "", **more: object) -> PrincipalityCounts:
    """The part of another player's principality that matters; landscapes by their first letters."""
    kinds = {"f": "forest", "l": "lake", "p": "park"}
    lying = {kinds[letter]: landscapes.count(letter) for letter in landscapes}
    return replace(NOTHING, landscapes=lying, **more)


def count(card: str, own: PrincipalityCounts, *others: PrincipalityCounts) -> PrestigeCardScore:
    """The score of that card for blue, with the others clockwise after them."""
    seats = ("blue", "green", "orange", "red", "yellow")
    return prestige_card_score(card, "blue", dict(zip(seats, (own, *others), strict=False)))


EXAMPLES: Sequence[tuple[str, tuple[PrincipalityCounts, ...], int, str]] = [
    ("most-buildings", (of(buildings=FOUR), NOTHING), 6, "most"),
    ("most-buildings", (of(buildings=FIVE), of(buildings=FOUR)), 3, "tied"),
    ("two-large-buildings", (NOTHING, NOTHING), 5, "met"),
    ("two-large-buildings", (of(buildings=FIVE), of(buildings=FOUR)), 5, "met"),
    ("fewest-empty-squares", (of(empty_squares=9), of(empty_squares=30)), 0, "behind"),
    ("all-landscape-kinds", (NOTHING, NOTHING), 0, "unmet"),
    ("most-landscapes", (of("fl"), of("pp")), 7, "most"),
    ("most-landscapes", (of("fpp"), of("pp")), 4, "tied"),
    ("most-forests", (of("fpp"), of("ll")), 7, "most"),
    ("most-lakes", (of("lff"), of("lp")), 3, "tied"),
    ("most-parks", (of("fl"), NOTHING), 0, "none"),
    ("most-parks", (of("pp"), NOTHING), 0, "none"),
    ("all-freedoms", (NOTHING, NOTHING), 0, "unmet"),
    ("buildings-freedoms-works", (NOTHING, NOTHING), 6, "met"),
    ("most-jesters", (of(jesters=1), NOTHING), 0, "none"),
    ("most-jesters", (NOTHING, NOTHING), 0, "none"),
    ("most-builders", (of(builders=1), NOTHING), 6, "most"),
    ("builder-jester-landscapes", (NOTHING, NOTHING), 0, "unmet"),
    ("most-works", (of(works_on_table=5), NOTHING), 0, "behind"),
]


@pytest.mark.parametrize(("card", "others", "points", "why"), EXAMPLES)
def test_P_E1__the_examples_of_the_prestige_cards(
    card: str, others: tuple[PrincipalityCounts, ...], points: int, why: str
) -> None:
    found = count(card, EXAMPLE, *others)
    assert (found.points, found.why) == (points, why)


def test_P_E1__every_prestige_card_has_its_example() -> None:
    assert tuple(dict.fromkeys(card for card, *_ in EXAMPLES)) == PRESTIGE_CARD_NAMES


# -- beyond the examples

BEYOND = [
    ("most-buildings", EXAMPLE, (of(buildings=SIX),), 0),
    ("two-large-buildings", replace(EXAMPLE, buildings=FIVE), (), 5),  # three: at least two
    ("two-large-buildings", replace(EXAMPLE, buildings=FIVE - {"workshop", "laboratory"}), (), 0),
    ("fewest-empty-squares", EXAMPLE, (of(empty_squares=11),), 8),
    ("fewest-empty-squares", EXAMPLE, (of(empty_squares=10), of(empty_squares=11)), 4),
    (
        "fewest-empty-squares",
        replace(EXAMPLE, empty_squares=0),
        (of(empty_squares=1),),
        8,
    ),  # here zero counts
    ("fewest-empty-squares", NOTHING, (NOTHING,), 4),
    ("all-landscape-kinds", of("flp"), (of("flp"),), 8),
    ("most-landscapes", EXAMPLE, (of("pppp"),), 0),
    ("most-forests", EXAMPLE, (of("ff"),), 4),
    ("most-lakes", EXAMPLE, (NOTHING,), 6),
    ("most-parks", of("p"), (of("f"),), 5),
    ("most-parks", of("p"), (of("p"),), 3),
    ("all-freedoms", of(freedoms=frozenset({"travel", "opinion", "religion"})), (), 8),
    ("buildings-freedoms-works", replace(EXAMPLE, buildings=FOUR), (), 6),
    ("buildings-freedoms-works", replace(EXAMPLE, works_on_table=3), (), 0),
    (
        "buildings-freedoms-works",
        replace(EXAMPLE, works_on_table=3, professions_in_hand=3, recruiting_cards=2),
        (),
        0,
    ),
    ("buildings-freedoms-works", replace(EXAMPLE, freedoms=frozenset({"travel"})), (), 0),
    ("buildings-freedoms-works", replace(EXAMPLE, buildings=frozenset({"opera", "tower", "chapel"})), (), 0),
    ("most-jesters", of(jesters=1), (NOTHING,), 6),
    ("most-jesters", of(jesters=1), (of(jesters=1),), 3),
    ("most-builders", EXAMPLE, (of(builders=2),), 3),
    ("builder-jester-landscapes", replace(EXAMPLE, jesters=1), (), 7),
    ("builder-jester-landscapes", of("f", builders=1, jesters=1), (), 0),
    ("builder-jester-landscapes", of("ff", builders=1, jesters=1), (), 7),
    (
        "most-works",
        EXAMPLE,
        (of(works_on_table=3, professions_in_hand=2, recruiting_cards=1),),
        7,
    ),  # only what lies on the table
    ("most-works", EXAMPLE, (of(works_on_table=4),), 4),
]


@pytest.mark.parametrize(("card", "own", "others", "points"), BEYOND)
def test_P_E1__had_they_more_or_less(
    card: str, own: PrincipalityCounts, others: tuple[PrincipalityCounts, ...], points: int
) -> None:
    assert count(card, own, *others).points == points


def test_P_E1__who_has_how_many_of_what_a_ranked_card_is_about() -> None:
    found = count("most-lakes", EXAMPLE, of("ll"), of("fp"))
    assert (found.counts, found.needs) == ({"blue": 1, "green": 2, "orange": 0}, {})


def test_P_E1__who_has_how_many_of_the_only_thing_needed() -> None:
    found = count("two-large-buildings", EXAMPLE, of(buildings=FIVE), NOTHING)
    assert (found.counts, found.needs) == (
        {"blue": 2, "green": 3, "orange": 0},
        {"large-building": (2, 2)},
    )


def test_P_E1__who_meets_how_many_of_several_conditions() -> None:
    found = count("builder-jester-landscapes", EXAMPLE, of("p", jesters=1), NOTHING)
    assert (found.counts, found.needs) == (
        {"blue": 2, "green": 1, "orange": 0},
        {"builder": (2, 1), "jester": (0, 1), "landscape": (3, 2)},
    )
