"""What everybody may see: cards taken into hands are `?`, cards of a work lie open (P-A5, P-B2, P-B5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.rules.moves import PLAY_ZONE, Observation, touch_observation
from tests.games.florence.tables import GAME, At, acting, begun, florence

POET, LAKES, MOST = (
    Observation("profession/poet", PLAY_ZONE),
    Observation("bonus/each-lake", PLAY_ZONE),
    Observation("prestige/most-lakes", PLAY_ZONE),
)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("blue profession poet", "blue profession ?"),
        ("blue bonus each-lake", "blue bonus ?"),
        ("blue keep most-lakes", "blue keep ?"),
        ("blue keep most-lake", "blue keep ?"),
        ("blue bonus ? each-lakes", "blue bonus ? ?"),
        ("blue kep most-lakes", "blue kep ?"),
        ("blue work poet", "blue work ?"),
        ("blue work poet bonus each-lake each-park", "blue work ?"),
        ("blue recruit poet", "blue recruit ?"),
        ("keep most-lakes", "keep ?"),
        ("bonus", "bonus"),
        ("blue bonus", "blue bonus"),
        ("blue work poet bonus each-lake take 100", "blue work poet bonus each-lake take 100"),
        ("blue recruit poet from green", "blue recruit poet from green"),
        ("table prestige blue most-lakes", "table prestige blue most-lakes"),
        ('table correct /players/blue/hand {"poet":1,"?":2}', 'table correct /players/blue/hand {"?":3}'),
        ("table correct /players/blue/bonus/each-lake 1", "table correct /players/blue/bonus/? 1"),
        ("table correct /players/blue/money 300", "table correct /players/blue/money 300"),
    ],
)
def test_P_B5__a_line_as_everybody_may_hear_it(said: str, heard: str) -> None:
    assert " ".join(GAME.public_words(tuple(said.split()))) == heard


def seen(table: At, *sights: Observation) -> Sequence[str]:
    """These observations as everybody may see them."""
    return [sight.piece for sight in GAME.public_observations(table.position, sights)]


def test_P_B5__a_card_that_is_shown_for_nothing_in_particular_may_go_into_a_hand() -> None:
    assert seen(acting(), POET, LAKES) == ["profession/?", "bonus/?"]
    assert seen(acting(), touch_observation("action/profession"), POET) == ["finger", "profession/?"]
    assert seen(begun(), MOST) == ["prestige/?"]


OPENING = [
    touch_observation("action/work"),
    touch_observation("take/500"),
    touch_observation("action/recruit"),
    Observation("recruiting", PLAY_ZONE),
]


@pytest.mark.parametrize("open_", OPENING)
def test_P_B2__cards_of_a_work_and_recruited_ones_lie_open_in_any_order(open_: Observation) -> None:
    bonus = "bonus/each-lake" if open_ in OPENING[:2] else "bonus/?"
    assert seen(acting(), LAKES, POET, open_)[:2] == [bonus, "profession/poet"]
    assert seen(acting(), open_, MOST)[1] == "prestige/?"
    assert seen(begun(), LAKES, open_)[0] == "bonus/?"


def test_P_B6__a_card_that_lies_face_up_has_its_name_and_no_other_has_it_beside_it() -> None:
    blue = {"recruiting": 1, "used": ["each-lake"]}
    painter, park = Observation("profession/painter", PLAY_ZONE), Observation("bonus/each-park", PLAY_ZONE)
    table = florence(people={"blue": blue, "green": {"table": ["poet"]}}, owed="recruit")
    assert seen(table, POET, painter) == ["profession/poet", "profession/?"]
    assert seen(table, LAKES, park) == ["bonus/each-lake", "bonus/?"]


def test_P_B6__a_profession_recruited_at_once_lies_open() -> None:
    people: dict[str, dict[str, Any]] = {"blue": {"recruiting": 1}, "green": {"table": ["poet"]}}
    assert seen(florence(people=people, owed="recruit"), POET, LAKES) == ["profession/poet", "bonus/?"]


def test_P_E1__prestige_cards_lie_open_in_the_final_count() -> None:
    assert seen(florence("final", people={"blue": {"prestige": {"?": 1}}}), MOST) == ["prestige/most-lakes"]


def test_P_B5__what_lies_open_anyway_has_its_name() -> None:
    assert GAME.public_piece("building/library") == "building/library"
    assert GAME.public_piece("recruiting") == "recruiting"
    assert GAME.public_piece("profession/?") == "profession/?"
