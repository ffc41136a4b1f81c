"""The rulebook's chapter for two players (P-2)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.florence.rules.auction_events import (
    BidPaid,
    ObjectChosen,
    ObjectPassed,
    PrestigeCardKept,
)
from companion.games.florence.rules.events import FreedomRemoved
from tests.games.florence.tables import At, begun, florence, paper, read, setup


def two(**people: Any) -> At:
    return florence(players=2, people=people)


def test_P_2_1__four_auctions_each_opened_by_whoever_has_won_fewer() -> None:
    table = begun(2).opens("jester", "green pass")
    assert table.position.awaited_player == "green"  # they have won none
    table.opens("builder", "blue bid", "green pass")
    assert table.position.awaited_player == "green"  # blue has two and is out; green takes for 200
    table.say("green open lake")
    assert table.position.awaited_player == "green"
    table.say("green open recruiting")
    assert table.position.to_json()["owed"] == "choose"
    assert [str(won) for won in table.player("green").won] == ["lake 200", "recruiting 200"]


def test_P_2_1__with_one_each_the_start_player_opens() -> None:
    table = begun(2).opens("jester", "green bid", "blue pass").opens("builder", "green pass")
    assert table.position.awaited_player == "blue"


def test_P_2_1__each_kind_goes_once() -> None:
    table = begun(2).opens("jester", "green pass")
    assert table.no("green open jester") == "P-A1 sold-already"


def both_won_two() -> At:
    """Blue has a jester for 700 and a builder for 200, green a lake for 200 and a prestige card for 200."""
    table = begun(2).opens(
        "jester", "green bid", "blue bid", "green bid", "blue bid", "green bid", "blue pass"
    )
    assert table.player("green").won[0].price == 700
    return table


def test_P_2_1__objects_wait_aside_unpaid_and_without_effect() -> None:
    table = both_won_two()
    green = table.player("green")
    assert (green.money, green.jesters) == (3500, 0)


def test_P_2_1__an_object_that_lies_aside_is_one_of_the_box() -> None:
    people: dict[str, dict[str, Any]] = {
        "blue": {"won": ["jester 200"], "jesters": 3},
        "green": {"jesters": 4},
    }
    faults = read(paper(players=2, people=people, turn="green"), setup(2)).faults()
    assert [fault.facts for fault in faults] == [{"what": "jester", "number": 8, "whole": 7}]
    assert two(**(people | {"green": {"jesters": 3}})).position.faults() == ()


def test_P_2_1__one_is_kept_and_the_dearer_bid_is_paid_even_for_the_one_given_up() -> None:
    table = both_won_two().opens("builder", "green pass").opens("lake", "green bid", "blue pass")
    table.say("blue open park")
    assert table.position.awaited_player == "blue"  # the start player chooses first
    table.say("blue choose builder")
    assert table.happened(ObjectChosen)[0] == ObjectChosen("blue", "builder", 200, "park")
    assert (table.player("blue").builders, table.player("blue").money) == (1, 3300)
    assert table.no("green choose builder") == "P-2.1 not-won"
    table.say("green choose lake", "green place lake f1 r0")
    assert table.happened(BidPaid) == [BidPaid("green", 700)]
    assert table.player("green").jesters == 0
    assert table.position.gone == {"park": 1, "jester": 1}
    assert table.position.supply_of("jester") == 6
    assert table.position.phase == "actions"


def test_P_2_1__each_bid_must_be_covered_by_cash_and_no_more() -> None:
    """With 800 florins one may bid 700 for the first and 800 for the second."""
    table = two(blue={"money": 800})
    table.opens("jester", *["green bid", "blue bid"] * 2, "green bid", "blue pass")
    assert table.player("green").won[0].price == 700
    table = two(green={"money": 800})
    table.opens("jester", *["green bid", "blue bid"] * 2, "green bid", "blue pass")
    table.opens("builder", *["green bid", "blue bid"] * 3)
    assert table.position.auction is None  # green could not go on, blue has it for 800
    assert table.happened(ObjectPassed) == [ObjectPassed("green", "builder", "money")]


def test_P_2_1__a_single_object_is_kept_by_itself() -> None:
    table = begun(2).opens("jester", "green bid", "blue pass").say("blue pass", "green pass")
    assert table.happened(ObjectChosen) == [ObjectChosen("green", "jester", 300)]
    assert (table.player("green").jesters, table.player("green").money) == (1, 3200)
    assert table.position.phase == "actions"


def test_P_2_1__a_prestige_card_is_looked_at_when_it_is_kept_and_given_up_unseen() -> None:
    table = begun(2).opens("prestige", "green pass").say("green pass").opens("jester")
    table.say("blue choose prestige", "blue keep most-lakes")
    assert table.happened(PrestigeCardKept) == [PrestigeCardKept("blue", "most-lakes")]
    table = begun(2).opens("prestige", "green pass").say("green pass").opens("jester")
    table.say("blue choose jester")
    assert table.position.gone == {"prestige": 1}
    assert table.position.supply_of("prestige") == 13


def test_P_2_1__a_recruiting_card_that_is_kept_may_be_used_at_once() -> None:
    table = two(green={"table": ["poet"]}).opens("recruiting", "green pass").say("green pass").opens("jester")
    table.say("blue choose recruiting", "blue recruit poet from green")
    assert table.player("blue").hand == {"?": 3, "poet": 1}


def test_P_2_1__nobody_bids_for_a_fourth_builder() -> None:
    table = two(green={"builders": 3}).opens("builder")
    assert table.happened(ObjectPassed) == [ObjectPassed("green", "builder", "builders")]


# -- P-2.2


def acting_two(blue: list[str], green: list[str]) -> At:
    people = {"blue": {"freedoms": blue}, "green": {"freedoms": green}}
    return florence("actions", 2, people)


def test_P_2_2__there_is_one_of_each_freedom() -> None:
    assert acting_two([], ["travel"]).no("blue freedom travel") == "P-B5 no-freedom-left"


def test_P_2_2__when_each_has_one_the_third_leaves_the_game() -> None:
    table = acting_two([], ["travel"]).say("blue freedom opinion")
    assert table.happened(FreedomRemoved) == [FreedomRemoved("religion")]
    table.say("blue done")
    assert table.no("green freedom religion") == "P-2.2 third-freedom-left"


def test_P_2_2__when_one_has_two_the_third_stays() -> None:
    table = acting_two(["travel"], []).say("blue freedom opinion")
    assert table.happened(FreedomRemoved) == []
    assert "green freedom religion" in table.say("blue done").legal


@pytest.mark.parametrize("players", [3, 4, 5])
def test_P_2_2__with_more_players_freedoms_stay(players: int) -> None:
    people = {"green": {"freedoms": ["travel"]}}
    table = florence("actions", players, people).say("blue freedom opinion")
    assert table.position.supply_of("religion") == players - 1
