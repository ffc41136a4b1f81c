"""What an object won brings: landscapes, builders, prestige and recruiting cards (P-A4, P-A5, P-B6)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.florence.rules.auction_events import BuilderGained, LandscapePlaced, PrestigeCardKept
from companion.games.florence.rules.events import PrestigeGained, ProfessionRecruited
from tests.games.florence.tables import At, begun, florence


def won(kind: str, **blue: object) -> At:
    """Blue has won that, and nobody bid against them."""
    return florence(people={"blue": blue}).opens(kind, "green pass", "orange pass")


def test_P_A4__a_landscape_is_placed_at_once() -> None:
    table = won("lake")
    assert table.position.to_json()["owed"] == "place lake"
    assert {move.split()[1] for move in table.legal if move.startswith("blue")} == {"place"}
    table.say("blue place lake f1 r0")
    assert table.happened(LandscapePlaced)[0].tile.squares.bit_count() == 4
    assert table.player("blue").points == 0


def test_P_A4__landscapes_turn_and_flip_and_may_touch_anything() -> None:
    table = won("park", grid=["library a4 r0"])
    table.say("blue place park d3 r1m")
    assert [str(tile) for tile in table.player("blue").grid] == ["library a4 r0", "park d3 r1m"]


@pytest.mark.parametrize(
    ("square", "why"), [("g1", "off-the-grid"), ("c1", "overlaps"), ("d4", "overlaps"), ("h9", "not-offered")]
)
def test_P_A4__wholly_on_the_grid_and_over_nothing(square: str, why: str) -> None:
    assert won("lake", grid=["park d4 r0"]).no(f"blue place lake {square} r0") == f"P-A4 {why}"


def test_P_A4__the_second_and_every_further_one_of_a_kind_brings_three_points() -> None:
    table = won("lake", grid=["lake d1 r0", "forest a3 r0"])
    table.say("blue place lake f1 r0")
    assert table.happened(PrestigeGained) == [PrestigeGained("blue", 3, "landscape")]
    table = won("lake", grid=["forest a3 r0", "park a5 r0"])
    table.say("blue place lake f1 r0")
    assert table.happened(PrestigeGained) == []  # of another kind


def test_P_A5__the_second_and_the_third_builder_bring_three_points() -> None:
    for builders, points in ((0, 0), (1, 3), (2, 3)):
        table = won("builder", builders=builders)
        assert table.happened(BuilderGained) == [BuilderGained("blue", builders + 1)]
        assert table.player("blue").points == points


def test_P_A5__one_of_the_prestige_cards_is_kept_named_or_unseen() -> None:
    assert won("prestige").say("blue keep ?").player("blue").prestige == {"?": 1}
    table = won("prestige").say("blue keep most-lakes")
    assert table.player("blue").prestige == {"most-lakes": 1}
    assert table.happened(PrestigeCardKept)[0].to_public() == PrestigeCardKept("blue", "?")
    assert table.position.supply_of("prestige") == 13


def test_P_A5__a_card_that_lies_elsewhere_is_not_kept() -> None:
    table = florence(people={"green": {"prestige": {"most-lakes": 1}}})
    table.opens("prestige", "green pass", "orange pass")
    assert table.no("blue keep most-lakes") == "P-A5 known-elsewhere"


def test_P_A5__while_something_is_owed_nobody_else_is_asked() -> None:
    assert won("prestige").no("green pass") == "P-A5 not-your-cards"
    assert won("lake").no("green open jester") == "P-A4 not-your-landscape"


def showing() -> At:
    """Blue has just won a recruiting card; green shows a poet and a painter, orange a lawyer."""
    people = {
        "blue": {"table": ["composer"]},
        "green": {"table": ["poet", "painter"]},
        "orange": {"table": ["lawyer"]},
    }
    return florence(people=people, round=2).opens("recruiting", "green pass", "orange pass")


def test_P_B6__a_recruiting_card_may_be_used_at_once() -> None:
    table = showing()
    assert table.no("green open jester") == "P-B6 not-your-recruiting"
    table.say("blue recruit painter from green")
    assert table.happened(ProfessionRecruited) == [ProfessionRecruited("blue", "painter", "green")]
    assert table.player("blue").hand == {"?": 3, "painter": 1}
    assert table.player("green").table == ("poet", "recruiting")
    assert table.player("blue").recruiting == 0
    assert table.position.awaited_player == "green"  # who opens next


def test_P_B6__or_kept_for_later() -> None:
    table = showing().say("blue skip")
    assert table.player("blue").recruiting == 1
    assert table.position.awaited_player == "green"


def test_P_B6__only_the_card_just_won_is_used_at_once() -> None:
    people: dict[str, dict[str, Any]] = {"blue": {"recruiting": 1}, "green": {"table": ["poet", "painter"]}}
    table = florence(people=people, round=2).opens("recruiting", "green pass", "orange pass")
    table.say("blue recruit poet from green")
    assert (table.player("blue").recruiting, table.position.awaited_player) == (1, "green")


def test_P_B6__nothing_is_asked_while_nobody_shows_a_profession() -> None:
    table = begun().opens("recruiting", "green pass", "orange pass")
    assert table.position.awaited_player == "green"
    people = {"blue": {"table": ["poet"]}, "green": {"table": ["recruiting"]}}
    table = florence(people=people, round=2).opens("recruiting", "green pass", "orange pass")
    assert table.position.awaited_player == "green"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("blue recruit composer from blue", "your-own"),
        ("blue recruit recruiting from green", "recruiting-card"),
        ("blue recruit sculptor from green", "not-on-a-table"),
        ("blue recruit poet from orange", "lies-with"),
    ],
)
def test_P_B6__a_profession_that_lies_with_another_player_and_no_recruiting_card(move: str, why: str) -> None:
    assert showing().no(move) == f"P-B6 {why}"
