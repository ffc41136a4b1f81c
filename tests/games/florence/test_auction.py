"""Phase A: who opens, who may bid, what it costs (P-A1 to P-A3)."""

from __future__ import annotations

from typing import Any

from companion.games.florence.rules.auction_events import (
    AuctionOpened,
    AuctionPhasePassed,
    BidPaid,
    BidRaised,
    JesterGained,
    LandscapeReturned,
    ObjectPassed,
    ObjectWon,
)
from tests.games.florence.tables import begun, florence


def test_P_A1__the_rulebooks_auction_of_four_players() -> None:
    """A has a park unopposed; D outbids B and C for a jester; B outbids C for a forest; C takes a builder."""
    table = begun(4).opens("park", "green pass", "orange pass", "red pass", "blue place park f1 r0")
    assert table.player("blue").money == 3300
    assert table.position.awaited_player == "green"

    bids = [f"{who} bid" for who in ("orange", "red", "green", "orange", "red")]
    table.opens("jester", *bids, "green pass", "orange pass")
    assert [bid.price for bid in table.happened(BidRaised)] == [300, 400, 500, 600, 700]
    assert table.happened(ObjectWon) == [ObjectWon("red", "jester", 700)]
    assert (table.player("red").money, table.player("red").jesters) == (2800, 1)
    assert (table.player("green").money, table.player("orange").money) == (
        3500,
        3500,
    )  # who lost pays nothing

    assert table.position.awaited_player == "green"  # they opened and did not win
    assert not {move for move in table.legal if move.startswith("green open park")}
    table.opens("forest", "orange bid", "green bid", "orange bid", "green bid", "orange pass")
    table.say("green place forest e1 r0")
    assert table.player("green").money == 2900

    assert table.position.awaited_player == "orange"
    free = {move for move in table.legal if move.startswith("orange open")}
    assert free == {f"orange open {kind}" for kind in ("lake", "builder", "prestige", "recruiting")}
    table.say("orange open builder")
    assert table.happened(ObjectWon) == [ObjectWon("orange", "builder", 200)]
    assert (table.player("orange").money, table.player("orange").builders) == (3300, 1)
    assert table.position.phase == "actions"


def test_P_A1__everybody_has_one_object_at_most_and_each_kind_goes_once() -> None:
    table = begun().opens("jester", "green pass", "orange pass")
    assert table.no("green open jester") == "P-A1 sold-already"
    table.opens("builder", "orange bid", "green pass")
    assert table.no("blue open lake") == "P-A2 not-your-opening"
    assert table.position.awaited_player == "green"
    assert [won.kind for won in table.player("orange").won] == ["builder"]


def test_P_A1__a_kind_that_ran_out_is_not_for_sale() -> None:
    table = florence(people={"green": {"jesters": 4}, "orange": {"jesters": 3}})
    assert table.no("blue open jester") == "P-A1 none-left"


def test_P_A1__who_passed_is_not_asked_again_for_this_object_but_for_the_next() -> None:
    table = begun(4).opens("jester", "green pass", "orange bid", "red bid", "blue bid")
    assert table.position.awaited_player == "orange"
    table.say("orange pass", "red pass")
    assert table.position.awaited_player == "green"
    table.opens("builder", "orange bid", "red pass", "green bid")
    assert table.position.awaited_player == "orange"


def test_P_A1__a_bid_is_one_word_and_exactly_100_more() -> None:
    table = begun().opens("jester")
    assert {move for move in table.legal if "sell" not in move} == {"green bid", "green pass"}
    table.say("green bid")
    assert table.happened(BidRaised) == [BidRaised("green", 300)]
    assert table.no("green bid") == "P-A1 not-your-bid"


def test_P_A2__the_opener_who_did_not_win_opens_again_and_then_the_next_without_an_object() -> None:
    table = begun(4).opens("jester", "green bid", "orange pass", "red pass", "blue pass")
    assert table.position.awaited_player == "blue"
    table.opens("builder", "orange pass", "red pass")
    assert table.position.awaited_player == "orange"  # green has a jester


def test_P_A2__the_last_one_left_has_it_without_an_auction() -> None:
    table = begun().opens("jester", "green pass", "orange pass").opens("builder", "orange pass")
    table.say("orange open recruiting")
    assert table.happened(AuctionOpened) == [AuctionOpened("orange", "recruiting", 200)]
    assert table.happened(BidPaid) == [BidPaid("orange", 200)]
    assert table.player("orange").recruiting == 1


def test_P_A2__the_seats_count_from_the_start_player_clockwise() -> None:
    table = florence(players=4, start="orange", turn="orange")
    table.opens("jester", "red bid", "blue pass", "green pass", "orange pass")
    assert table.position.awaited_player == "orange"
    table.opens("builder", "blue pass", "green pass")
    assert table.position.awaited_player == "blue"


def test_P_A3__instead_of_opening_one_may_pass_and_is_out_of_the_phase() -> None:
    table = begun().say("blue pass")
    assert table.happened(AuctionPhasePassed) == [AuctionPhasePassed("blue")]
    table.opens("jester")
    assert table.position.awaited_player == "orange"  # blue is not asked
    table.say("orange pass")
    assert table.position.awaited_player == "orange"
    table.say("orange open lake", "orange place lake f1 r0")
    assert table.position.phase == "actions"


def test_P_A3__everybody_may_pass() -> None:
    table = begun().all_pass()
    assert all(player.money == 3500 for player in table.position.players.values())
    assert table.position.awaited_player == "blue"


def test_P_A3__a_bid_needs_the_cash_prestige_is_sold_first() -> None:
    table = florence(people={"green": {"money": 100, "points": 5}}).opens("jester")
    assert table.refusal("green bid").facts == {"price": 300, "money": 100, "number": 2}
    table.say("green sell 2", "green bid")
    assert table.player("green").money == 300
    assert table.player("green").points == 3


def test_P_A3__who_could_not_pay_with_all_his_prestige_sold_passes_by_himself() -> None:
    table = florence(people={"green": {"money": 100, "points": 1}}).opens("jester")
    assert table.happened(ObjectPassed) == [ObjectPassed("green", "jester", "money")]
    assert table.position.awaited_player == "orange"


def test_P_A3__who_cannot_pay_the_opening_price_is_out_of_the_phase_by_himself() -> None:
    table = florence(people={"blue": {"money": 100}})
    assert table.happened(AuctionPhasePassed) == [AuctionPhasePassed("blue", "money")]
    assert table.position.awaited_player == "green"


def test_P_A3__nobody_bids_for_a_fourth_builder() -> None:
    table = florence(people={"blue": {"builders": 3}, "green": {"builders": 2}})
    assert table.no("blue open builder") == "P-A3 fourth-builder"
    table = florence(people={"green": {"builders": 3}}).opens("builder")
    assert table.happened(ObjectPassed) == [ObjectPassed("green", "builder", "builders")]


def test_P_A3__who_has_nothing_left_to_bid_for_is_out_by_himself() -> None:
    gone: dict[str, dict[str, Any]] = {
        "green": {"builders": 2, "prestige": {"?": 14}, "jesters": 4, "recruiting": 3},
        "orange": {"builders": 1, "jesters": 3, "recruiting": 2},
        "blue": {"builders": 3, "grid": six("lake") + six("forest") + six("park")},
    }
    prints = [f"outline {kind} x" for kind in ("forest", "lake", "park")]
    table = florence(people=gone, prints=prints)
    assert table.happened(AuctionPhasePassed)[0] == AuctionPhasePassed("blue", "nothing")


def six(kind: str) -> list[str]:
    """All six of a kind, one square each, in a row of their own."""
    row = {"lake": 7, "forest": 6, "park": 5}[kind]
    return [f"{kind} {column}{row} r0" for column in "abcdef"]


def test_P_A4__with_the_option_nobody_bids_for_a_landscape_without_room() -> None:
    """OPTION landscape-must-fit; without it the bid is allowed and the tile goes back."""
    full = [f"park {column}{row} r0" for column in "abcdefg" for row in "34567"]
    full += [f"park {column}{row} r0" for column in "defg" for row in "12"]
    spread = {"green": {"grid": full[:6]}}
    prints = [
        "outline park x",
        "outline lake xx/xx",
        "outline forest xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx",
    ]
    table = florence(people=spread, prints=prints, options={"landscape-must-fit": "yes"}).opens("forest")
    assert table.happened(ObjectPassed) == [ObjectPassed("green", "forest", "no-room")]
    table = florence(
        people={"blue": {"grid": full[:6]}}, prints=prints, options={"landscape-must-fit": "yes"}
    )
    assert table.no("blue open forest") == "P-A4 no-room"
    table = florence(people={"blue": {"grid": full[:6]}}, prints=prints)
    table.opens("forest", "green pass", "orange pass")
    assert table.happened(LandscapeReturned) == [LandscapeReturned("blue", "forest")]
    assert (table.player("blue").money, table.player("blue").points) == (3300, 0)
    assert table.position.supply_of("forest") == 6


def test_P_A5__a_jester_comes_at_once() -> None:
    table = begun().opens("jester", "green pass", "orange pass")
    assert table.happened(JesterGained) == [JesterGained("blue")]
