"""What everybody may know: cards taken into hands are `?`, cards of a work lie open (P-A5, P-B2, P-B5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.rules.moves import PLAY, Sight, touch
from tests.games.florence.tables import GAME, At, acting, begun, florence

POET, LAKES, MOST = (
    Sight("profession/poet", PLAY),
    Sight("bonus/each-lake", PLAY),
    Sight("prestige/most-lakes", PLAY),
)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("blue profession poet", "blue profession ?"),
        ("blue bonus each-lake", "blue bonus ?"),
        ("blue keep most-lakes", "blue keep ?"),
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


def seen(table: At, *sights: Sight) -> Sequence[str]:
    """What everybody sees of these, noticed there."""
    return [sight.piece for sight in GAME.public_sights(table.position, sights)]


def test_P_B5__a_card_that_is_shown_for_nothing_in_particular_may_go_into_a_hand() -> None:
    assert seen(acting(), POET, LAKES) == ["profession/?", "bonus/?"]
    assert seen(acting(), touch("action/profession"), POET) == ["finger", "profession/?"]
    assert seen(begun(), MOST) == ["prestige/?"]


@pytest.mark.parametrize("open_", [touch("action/work"), touch("action/recruit"), Sight("recruiting", PLAY)])
def test_P_B2__cards_of_a_work_and_recruited_ones_lie_open_in_any_order(open_: Sight) -> None:
    assert seen(acting(), LAKES, POET, open_)[:2] == ["bonus/each-lake", "profession/poet"]
    assert seen(acting(), open_, MOST)[1] == "prestige/?"


def test_P_B6__a_profession_recruited_at_once_lies_open() -> None:
    people: dict[str, dict[str, Any]] = {"blue": {"recruiting": 1}, "green": {"table": ["poet"]}}
    assert seen(florence(people=people, owed="recruit"), POET) == ["profession/poet"]


def test_P_E1__prestige_cards_lie_open_in_the_final_count() -> None:
    assert seen(florence("final", people={"blue": {"prestige": {"?": 1}}}), MOST) == ["prestige/most-lakes"]


def test_P_B5__what_lies_open_anyway_has_its_name() -> None:
    assert GAME.public_piece("building/library") == "building/library"
    assert GAME.public_piece("recruiting") == "recruiting"
    assert GAME.public_piece("profession/?") == "profession/?"
