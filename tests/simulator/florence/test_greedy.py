"""What a heuristic player of the Princes of Florence plans and does in plain cases."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.florence.players import ground_truth
from companion.games.florence.players.auction_choices import BidValuation
from companion.games.florence.players.decision_context import DecisionContext
from companion.games.florence.players.tile_packing import most_compact_spot
from companion.games.florence.players.valuation import (
    expected_prestige_points,
    money_value,
    profession_to_return,
)
from companion.games.florence.players.work_plan import PlayerOutlook, WorkPlan, make_outlook
from companion.games.florence.rules.edition import BUILDINGS
from companion.games.florence.rules.state import PlacedTile
from companion.simulator.ground_truth import PlayerKnowledge
from companion.simulator.plugin_parts import heuristic_move_chooser
from tests.games.florence.tables import At, florence

POET = {
    "hand": {"poet": 1, "lawyer": 1, "botanist": 1},
    "grid": ["theatre e1 r0", "lake a6 r0"],
    "freedoms": ["travel"],
}
"""All that the poet wants: the poet's work is worth 4 + 3 + 3 + 3."""


def acting(blue: dict[str, Any], **facts: Any) -> At:
    return florence("actions", people={"blue": blue}, **facts)


STACKS = frozenset(each for pieces in ground_truth.STACK_CARDS.values() for each in pieces)


def says(at: At) -> str:
    """The move of the awaited player, who may take any card that nobody has."""
    who = at.position.choice_tree.awaited_actors[0]
    move = heuristic_move_chooser("florence")(PlayerKnowledge(who, at.position, STACKS), Random(1))
    assert move is not None
    at.position.action_for(move)
    return str(move)


def looks(at: At) -> PlayerOutlook:
    return make_outlook(at.position, "blue", 2)


# -- what the player keeps and where they build


def test_the_profession_that_fits_the_others_least_goes_back() -> None:
    assert profession_to_return(["poet", "botanist", "painter", "watchmaker"]) == "botanist"


@pytest.mark.parametrize(("builders", "least"), [(0, 4), (2, 6)])
def test_he_builds_so_that_there_is_room_for_more(builders: int, least: int) -> None:
    position = acting({"builders": builders}).position
    for building in BUILDINGS:
        spot = most_compact_spot(position, "blue", building)
        if spot is not None:
            player = position.players["blue"]
            tile = PlacedTile(building, spot.square, spot.rotation, spot.covered_squares)
            blue = replace(player, grid=(*player.grid, tile))
            position = replace(position, players={**position.players, "blue": blue})
    assert len(position.players["blue"].grid) >= least
    assert position.faults() == ()


# -- what the player plans


def test_a_work_that_lacks_nothing_is_planned_at_once_and_another_with_what_it_lacks() -> None:
    first, *others = WorkPlan(looks(acting(POET, round=2))).works
    assert (first.round_offset, first.bundle.things) == (0, frozenset())
    assert any("library" in each.bundle.things for each in others)


def test_he_plans_nothing_that_he_cannot_pay_for() -> None:
    bare = {"hand": {"poet": 1, "lawyer": 1, "botanist": 1}}
    assert WorkPlan(looks(acting(bare, round=2))).works
    assert not WorkPlan(looks(acting({**bare, "money": 200}, round=3))).works


def test_florins_are_worth_less_the_later_it_is_and_the_more_there_are() -> None:
    early, late = looks(acting({}, round=1)), looks(acting({}, round=7))
    assert money_value(early) > money_value(late)
    assert money_value(replace(late, money=7000)) < 2 * money_value(late)


@pytest.mark.parametrize(
    ("card", "freedoms", "points"),
    [("all-freedoms", ["travel", "opinion", "religion"], 8), ("all-freedoms", ["travel"], 0)],
)
def test_at_the_end_a_prestige_card_is_worth_what_it_makes(
    card: str, freedoms: list[str], points: int
) -> None:
    me = replace(looks(acting({"freedoms": freedoms}, round=7, players=4)), actions_by_round=(0,))
    assert expected_prestige_points(me, card) == points
    assert expected_prestige_points(replace(me, actions_by_round=(2, 2)), card) >= points


# -- what the player does


def test_he_works_as_soon_as_it_is_enough_and_keeps_his_florins_while_there_is_much_to_buy() -> None:
    assert says(acting({**POET, "money": 0}, round=2)) == "blue work poet take 1300"


def test_at_the_end_he_takes_prestige() -> None:
    blue = {**POET, "jesters": 2, "money": 1000}
    assert says(acting(blue, round=7, actions=["freedom"])) == "blue work poet take 100"


def test_he_plays_the_bonus_cards_that_a_work_needs() -> None:
    blue = {**POET, "bonus": {"each-lake": 1, "each-building": 1}, "money": 0}
    assert says(acting(blue, round=4)).startswith("blue work poet bonus ")


def test_he_sells_prestige_for_what_a_work_still_needs() -> None:
    blue = {**POET, "jesters": 2, "freedoms": [], "money": 0, "points": 9}
    assert says(acting(blue, round=5)) == "blue sell 3"


def test_with_nothing_to_do_he_is_done() -> None:
    assert says(acting({"money": 0, "hand": {}, "table": ["poet"]}, round=7)) == "blue done"


def test_he_recruits_a_profession_that_can_work() -> None:
    green = {"table": ["poet"], "hand": {"?": 2}}
    blue = {**POET, "hand": {"lawyer": 1, "botanist": 1}, "recruiting": 1}
    at = florence("actions", people={"blue": blue, "green": green}, round=2)
    assert says(at) == "blue recruit poet from green"


def bids(**blue: Any) -> BidValuation:
    number = blue.pop("round", 1)
    position = florence(people={"blue": blue}, round=number).position
    return BidValuation(DecisionContext(PlayerKnowledge("blue", position, STACKS), Random(1)))


def test_what_serves_many_works_is_worth_more_to_him_than_what_serves_one() -> None:
    hand = {"poet": 1, "lawyer": 1, "botanist": 1}
    early, late = bids(hand=hand), bids(hand=hand, round=7)
    assert early.gains["jester"] > 2
    assert early.gains["jester"] > 2 * late.gains["jester"]
    assert early.would_pay("jester", 200)
    assert not early.would_pay("jester", int(early.max_price("jester")) + 100)
    assert not bids(hand=hand, money=100).would_pay("jester", 200)


def test_he_does_not_bid_what_he_needs_for_his_first_work() -> None:
    rest = POET | {"hand": {"poet": 1, "painter": 1, "watchmaker": 1}, "freedoms": [], "round": 3}
    assert not bids(**rest, money=300).would_pay("prestige", 200)
    rich = bids(**rest, money=900)
    assert rich.would_pay(rich.best_object(), 200)
