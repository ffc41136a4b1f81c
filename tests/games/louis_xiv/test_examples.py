"""Every worked example of the two rulebooks (NL Dutch, CS Czech), named after the people in it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.louis_xiv.rules.events import RewardGiven, StonesPlaced, StonesReturned, TileTurned
from companion.games.louis_xiv.rules.mission_events import LeftoversExchanged
from tests.tables import At, People, begun, louis

FOUR = ("blue", "yellow", "red", "green")


# -- set-up (NL p. 5, CS picture 1)


def test_example__four_players_blue_starts() -> None:
    players = begun(4, "blue").position.players
    assert [players[who].general for who in FOUR] == [5, 5, 6, 7]
    assert [players[who].own for who in FOUR] == [11, 11, 10, 9]


# -- Anne plays le Grand Condé, tile 6 (NL pictures 1 to 4)


def anne(card: str, tiles: str) -> At:
    at = louis("influence", king=3, turn="blue", people={"blue": {"own": 11}})
    return at.say(f"blue {card} place {tiles}")


@pytest.mark.parametrize(
    ("picture", "tiles", "lies"),
    [
        ("1", "6 6 6", {6: 3}),
        ("1, fewer", "6", {6: 1}),
        ("1, fewer", "6 6", {6: 2}),
        ("2, to Anne", "6 1 1", {6: 1, 1: 2}),
        ("2, to Montespan", "6 6 5", {6: 2, 5: 1}),
        ("3, on to 4", "6 1 4", {6: 1, 1: 1, 4: 1}),
        ("3, on to 2", "6 1 2", {6: 1, 1: 1, 2: 1}),
        ("3, on to 7", "6 1 7", {6: 1, 1: 1, 7: 1}),
    ],
)
def test_example__anne_plays_conde_pictures_1_to_3(picture: str, tiles: str, lies: dict[int, int]) -> None:
    at = anne("inf6", tiles)
    assert {event.tile: event.stones for event in at.happened(StonesPlaced)} == lies, picture
    assert at.player("blue").own == 11 - sum(lies.values())


def test_example__anne_plays_conde_picture_4_from_6_to_5_and_to_1() -> None:
    at = louis("influence", king=3, turn="blue")
    for tiles, facts in (("6 5 1", {"first": 5, "second": 1}), ("6 1 5", {"first": 1, "second": 5})):
        refusal = at.refusal(f"blue inf6 place {tiles}")
        assert (refusal.clause.id, refusal.clause.code) == ("L-2.4", "two-directions")
        assert refusal.facts == {"tile": 6, **facts}


@pytest.mark.parametrize(("card", "tiles"), [("inf1", "1 6 5"), ("inf5", "5 6 1")])
def test_example__anne_plays_anne_or_montespan_and_lies_on_1_6_and_5(card: str, tiles: str) -> None:
    at = anne(card, tiles)
    assert {event.tile: event.stones for event in at.happened(StonesPlaced)} == {1: 1, 5: 1, 6: 1}


# -- five evaluations (NL p. 13); helmets on tile 4, sceptres on the back of tile 1, arms on tile 10


def evaluated(number: int, stones: dict[str, int], back: bool = False, king: int | None = None) -> At:
    return louis(
        "evaluation",
        4,
        tile=number,
        stones={number: stones},
        back=[number] if back else [],
        king=king,
        prints=["tile 4 money:3 first", "tile 1 money:3 first", "tile 10 stones:3 first"],
    )


def free(at: At) -> list[str]:
    return [event.who for event in at.happened(RewardGiven)]


def supplies(at: At, *moves: str) -> dict[str, str]:
    """To which supply everybody's stones went, after these moves."""
    went = {event.who: event.supply for event in at.happened(StonesReturned)}
    for move in moves:
        went |= {event.who: event.supply for event in at.say(move).happened(StonesReturned)}
    return dict(sorted(went.items()))


def buys(at: At, who: str) -> dict[str, Any]:
    """What that player has after buying for three louis."""
    assert at.position.awaited_player == who
    before = at.player(who).money
    at.say(f"{who} buy yes")
    assert before - at.player(who).money == 3
    return dict(at.player(who).chips)


def test_example__evaluation_1_a_helmet_for_yellow_red_and_green_may_buy() -> None:
    at = evaluated(4, {"yellow": 4, "red": 2, "green": 2})
    assert free(at) == ["yellow"]
    assert supplies(at) == {"yellow": "general"}
    assert buys(at, "red") == {"helmet": 1}
    assert supplies(at) == {"red": "own"}
    assert buys(at, "green") == {"helmet": 1}
    assert supplies(at) == {"green": "own"}
    assert at.tile(4).side == "back"
    assert at.player("blue").chips == {}


def test_example__evaluation_2_no_helmet_free_three_may_buy() -> None:
    at = evaluated(4, {"yellow": 3, "red": 3, "green": 1})
    assert free(at) == []
    for who in ("yellow", "red", "green"):
        assert buys(at, who) == {"helmet": 1}
        assert supplies(at) == {who: "own"}
    assert at.tile(4).side == "front"
    assert at.happened(TileTurned) == []


def test_example__evaluation_3_a_sceptre_for_yellow_alone() -> None:
    at = evaluated(1, {"yellow": 3, "red": 2, "green": 1}, back=True)
    assert free(at) == ["yellow"]
    assert at.player("yellow").chips == {"sceptre": 1}
    assert supplies(at) == {"green": "own", "red": "own", "yellow": "general"}
    assert at.tile(1).side == "front"


def test_example__evaluation_4_a_tie_and_no_sceptre() -> None:
    at = evaluated(1, {"yellow": 2, "red": 2}, back=True)
    assert free(at) == []
    assert supplies(at) == {"red": "own", "yellow": "own"}
    assert at.tile(1).side == "back"


def test_example__evaluation_5_two_coats_of_arms_for_yellow_and_red() -> None:
    at = evaluated(10, {"yellow": 4, "red": 3, "green": 2})
    assert {who: player.arms for who, player in at.position.players.items() if player.arms} == {
        "yellow": 2,
        "red": 2,
    }
    assert supplies(at) == {"green": "own", "red": "own", "yellow": "own"}
    assert at.tile(10).side == "back"


# -- four evaluations with the king (NL p. 15)


def test_example__king_1_helmet_and_crown_helmet_and_one_who_may_buy() -> None:
    at = evaluated(4, {"yellow": 4, "red": 3, "green": 1}, king=4)
    assert at.player("yellow").chips == {"helmet": 1, "crown": 1}
    assert at.player("red").chips == {"helmet": 1}
    assert supplies(at) == {"red": "own", "yellow": "general"}
    assert buys(at, "green") == {"helmet": 1}
    assert supplies(at) == {"green": "own"}
    assert at.tile(4).side == "back"


def test_example__king_2_sceptre_and_crown_sceptre_and_nothing() -> None:
    at = evaluated(1, {"yellow": 3, "red": 2, "green": 1}, back=True, king=1)
    assert at.player("yellow").chips == {"sceptre": 1, "crown": 1}
    assert at.player("red").chips == {"sceptre": 1}
    assert at.player("green").chips == {}
    assert supplies(at) == {"green": "own", "red": "own", "yellow": "general"}
    assert at.tile(1).side == "front"


def test_example__king_3_two_tied_for_first_two_who_may_buy() -> None:
    at = evaluated(4, {"red": 3, "yellow": 3, "green": 2, "blue": 1}, king=4)
    assert at.player("red").chips == at.player("yellow").chips == {"helmet": 1}
    assert supplies(at) == {"red": "general", "yellow": "general"}
    assert buys(at, "blue") == {"helmet": 1}
    assert supplies(at) == {"blue": "own"}
    assert buys(at, "green") == {"helmet": 1}
    assert supplies(at) == {"green": "own"}
    assert at.tile(4).side == "back"


def test_example__king_4_one_first_and_two_tied_for_second() -> None:
    at = evaluated(1, {"yellow": 3, "red": 2, "green": 2}, back=True, king=1)
    assert at.player("yellow").chips == {"sceptre": 1, "crown": 1}
    assert at.player("red").chips == at.player("green").chips == {}
    assert supplies(at) == {"green": "own", "red": "own", "yellow": "general"}
    assert at.tile(1).side == "front"


# -- Marc's missions (NL p. 17)


def test_example__marc_fulfils_two_missions_one_after_the_other() -> None:
    people: People = {
        "blue": {"chips": {"sceptre": 2, "ring": 1, "crown": 1}, "hand": {"mid": 1, "light": 1}}
    }
    at = louis("missions", people=people)
    at.say("blue fulfil mid-plus-arms:ring+sceptre sceptre ring", "blue draw dark")
    assert at.player("blue").chips == {"sceptre": 1, "crown": 1}
    assert at.no("blue fulfil dark-four:helmet crown sceptre").startswith("L-4.1")  # bad luck: two helmets
    at.say("blue fulfil light-pay-two:helmet crown sceptre", "blue draw mid")
    assert at.player("blue").chips == {}
    assert at.player("blue").missions == ("light-pay-two:helmet", "mid-plus-arms:ring+sceptre")
    assert at.player("blue").hand == {"dark": 1, "mid": 1}
    assert at.say("blue done").position.awaited_player == "yellow"


# -- Carl's exchange at the end (NL p. 18)


def test_example__carl_exchanges_what_is_left_for_seven_coats_of_arms() -> None:
    carl = {"influence": {"?": 1}, "intrigue": {"?": 2}, "money": 8, "arms": 4}
    at = louis(
        "missions", round=4, people={"blue": carl}, stones={5: {"blue": 2}}, agenda=[{"do": "round-ends"}]
    )
    event = at.happened(LeftoversExchanged)[0]
    assert (event.influence, event.intrigue, event.louis // 3, dict(event.stones)) == (1, 2, 2, {5: 2})
    assert event.arms == 7
    assert at.player("blue").arms == 4 + 7
    assert at.player("blue").money == 2


# -- Herman decides a tie (NL p. 28)


def test_example__herman_is_once_first_with_the_king() -> None:
    at = louis(
        "evaluation",
        4,
        tile=4,
        king=4,
        back=[4],
        stones={4: {"blue": 3, "yellow": 3, "red": 3}, 7: {"blue": 1, "green": 1}},
        people={"blue": {"missions": ["dark-once-first:ring"]}},
    )
    before = {who: (at.player(who).own, at.player(who).general) for who in FOUR}
    at.say("blue once-first yes")
    assert at.player("blue").chips == {"helmet": 1, "crown": 1}
    assert at.player("blue").general == before["blue"][1] + 3
    for who in ("yellow", "red"):
        assert at.player(who).chips == {}
        assert at.player(who).own == before[who][0] + 3
    assert at.tile(4).side == "front"
    assert at.position.phase == "missions"  # on tile 7 they could not use it again


# -- the tips (NL p. 29, CS 'Pokyny')


def test_example__two_chips_exchanged_for_twice_two_louis() -> None:
    missions = ["light-swap-chip:sceptre", "light-swap-chip:letter"]
    people: People = {"blue": {"missions": missions, "chips": {"ring": 1, "helmet": 1}, "money": 4}}
    at = louis("missions", people=people).say("blue swap ring", "blue swap helmet")
    assert (at.player("blue").chips, at.player("blue").money) == ({"crown": 2}, 0)


def test_example__two_more_mission_cards_make_a_hand_of_four() -> None:
    people: People = {"blue": {"chips": {"ring": 2, "crown": 2}, "hand": {"light": 2}}}
    at = louis("missions", people=people)
    at.say("blue fulfil light-plus-mission:ring ring ring", "blue draw light", "blue draw mid")
    assert sum(at.player("blue").hand.values()) == 3
    at.say("blue fulfil light-plus-mission:sceptre crown crown", "blue draw dark", "blue draw dark")
    assert sum(at.player("blue").hand.values()) == 4


def test_example__mission_cards_exchanged_and_exchanged_again() -> None:
    people: People = {"blue": {"missions": ["light-renew:ring", "light-renew:helmet"]}}
    at = louis("missions", people=people).say("blue done", "yellow done", "red done")
    at.say("blue renew return light return mid draw dark draw dark")
    at.say("blue renew return dark return dark draw light draw mid")
    assert at.player("blue").hand == {"light": 1, "mid": 1}
    assert at.position.phase == "supply"


def test_example__a_dark_card_drawn_after_a_light_one() -> None:
    people: People = {"blue": {"chips": {"ring": 2}, "hand": {"light": 1}}}
    at = louis("missions", people=people).say("blue fulfil light-renew:ring ring ring", "blue draw dark")
    assert at.player("blue").hand == {"dark": 1}


# -- two players (NL p. 30)


def test_example__two_players_four_times_two_neutral_stones() -> None:
    at = begun(2).say("table money 4 3", "table neutral 8 joker 12 8")
    lying = {number: tile.stones["neutral"] for number, tile in at.position.tiles.items() if tile.stones}
    assert lying == {3: 2, 8: 4, 12: 2}
    assert sum(lying.values()) == 4 * 2
