"""Phase 1, supply: clauses L-1.1 to L-1.4 of the rules page, and the missions of that phase."""

from __future__ import annotations

import pytest

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    InfluenceDrawn,
    IntrigueDrawn,
    MoneyCardTurned,
    MoneyGained,
    StonesTakenBack,
)
from tests.tables import At, People, begun, louis

EIGHT = "money 3:1 4:1 3:2 4:2 4:3 5:3 5:4 5:4"


def after_money(people: People, players: int = 3, round: int = 2, start: str = "blue") -> At:
    """The table when the money card of the round was turned."""
    return louis("supply", players, people=people, round=round, start=start).say("table money 4 2")


# -- L-1.1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_L_1_1__a_money_card_is_turned_in_round_1_too(players: int) -> None:
    at = begun(players)
    assert at.position.round == 1
    assert at.position.awaited_player is None
    at.say("table money 6 3")
    assert {player.money for player in at.position.players.values()} == {5 + 6}
    assert at.position.king == 3


def test_L_1_1__nothing_comes_before_the_money_card() -> None:
    at = begun(3)
    assert at.refusal("blue inf6 take").facts == {"who": "blue", "awaited": "table"}
    assert at.no("blue inf6 take") == "L-1.1 money-card-awaited"
    assert at.no("table evaluate") == "L-1.1 not-offered"


def test_L_1_1__any_louis_and_any_of_four_tiles_where_the_cards_are_not_known() -> None:
    for move in ("table money 1 1", "table money 9 4", "table money 12 2"):
        assert begun().say(move).happened(MoneyCardTurned)
    for move in (
        "table money 0 1",
        "table money 4 5",
        "table money 4 0",
        "table money x 1",
        "table money -1 1",
    ):
        assert begun().no(move) == "L-1.1 not-offered"
    assert begun().no("table money 4") == "L-1.1 unfinished"


def test_L_1_1__known_money_cards_are_the_only_ones_and_each_comes_once() -> None:
    at = begun(prints=[EIGHT])
    assert at.legal == {f"table money {card.replace(':', ' ')}" for card in EIGHT.split()[1:]}
    assert at.no("table money 9 2") == "L-1.1 no-such-louis"
    assert at.no("table money 5 1") == "L-1.1 no-such-money-card"
    used = louis("supply", prints=[EIGHT], turned=["4:2", "5:3", "5:4"])
    assert used.no("table money 4 2") == "L-1.1 no-such-money-card"
    assert used.no("table money 5 3") == "L-1.1 no-such-money-card"
    used.say("table money 5 4")  # there are two of them
    assert used.position.turned == ("4:2", "5:3", "5:4", "5:4")


def test_L_1_1__six_known_cards_are_not_all_eight() -> None:
    at = begun(prints=["money 3:1 4:1 3:2 4:2 4:3 5:3"])
    assert at.say("table money 9 4").position.king == 4


# -- L-1.2


def test_L_1_2__gains_without_a_choice_are_applied_from_the_start_player_on() -> None:
    people: People = {
        "blue": {"missions": ["light-plus-stone:ring", "dark-plus-stones:ring"], "general": 5},
        "yellow": {"missions": ["light-plus-louis:ring", "dark-plus-louis:ring"], "money": 0},
        "red": {"missions": ["mid-plus-arms:helmet+ring", "dark-plus-intrigue:ring"]},
    }
    at = after_money(people, start="red")
    assert (at.player("blue").general, at.player("blue").own) == (1, 15)
    assert at.player("yellow").money == 4 + 1 + 3
    assert (at.player("red").arms, at.player("red").intrigue) == (1, {"?": 1})
    told = [event for event in at.events if isinstance(event, ArmsGained | StonesTakenBack)]
    assert [(event.who, event.why) for event in told] == [
        ("red", "mid-plus-arms"),
        ("blue", "light-plus-stone"),
        ("blue", "dark-plus-stones"),
    ]


@pytest.mark.parametrize(
    ("missions", "gained"),
    [
        (["light-plus-stone:ring"] * 4, {"own": 4}),
        (["light-plus-louis:ring"] * 4, {"money": 4}),
        (["dark-plus-stones:ring"], {"own": 3}),
        (["dark-plus-louis:ring"], {"money": 3}),
        (["mid-plus-arms:helmet+ring"] * 2, {"arms": 2}),
    ],
)
def test_L_1_2__each_copy_counts(missions: list[str], gained: dict[str, int]) -> None:
    without = after_money({"blue": {"general": 6}}).player("blue")
    having = after_money({"blue": {"general": 6, "missions": missions}}).player("blue")
    for what in ("own", "money", "arms"):
        assert getattr(having, what) - getattr(without, what) == gained.get(what, 0)


@pytest.mark.parametrize(("general", "taken"), [(4, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_L_1_2__three_stones_are_as_many_as_the_general_supply_has(general: int, taken: int) -> None:
    at = after_money({"blue": {"general": general, "missions": ["dark-plus-stones:ring"]}})
    assert at.player("blue").general == general - taken
    assert [event.stones for event in at.happened(StonesTakenBack)] == ([taken] if taken else [])


@pytest.mark.parametrize(
    ("way", "general", "louis_got", "stones_got"),
    [
        ("money", 5, 2, 0),
        ("mixed", 5, 1, 1),
        ("stones", 5, 0, 2),
        ("mixed", 0, 1, 0),
        ("stones", 1, 0, 1),
        ("stones", 0, 0, 0),
    ],
)
def test_L_1_2__plus_two_is_two_louis_or_one_and_a_stone_or_two_stones(
    way: str, general: int, louis_got: int, stones_got: int
) -> None:
    people: People = {"blue": {"missions": ["mid-plus-two:helmet+ring"], "general": general, "money": 0}}
    at = after_money(people)
    assert at.legal == {"blue plus-two money", "blue plus-two mixed", "blue plus-two stones"}  # always asked
    at.say(f"blue plus-two {way}")
    assert at.player("blue").money == 4 + louis_got
    assert at.player("blue").general == general - stones_got


def test_L_1_2__plus_two_is_asked_for_each_copy_of_its_owner_alone() -> None:
    people: People = {
        "yellow": {"missions": ["mid-plus-two:helmet+ring"] * 2},
        "red": {"missions": ["mid-plus-two:letter+ring"]},
    }
    at = after_money(people)
    assert at.no("red plus-two money") == "L-1.2 not-your-supply"
    at.say("yellow plus-two money", "yellow plus-two mixed", "red plus-two money")
    assert at.position.phase == "influence"


def test_L_1_2__a_stone_for_the_top_influence_card_is_optional() -> None:
    people: People = {"blue": {"missions": ["dark-stone-for-card:ring"], "own": 3}}
    at = after_money(people)
    assert at.legal == {"blue stone-for-card yes", "blue stone-for-card no"}
    at.say("blue stone-for-card yes")
    assert (at.player("blue").own, at.player("blue").general) == (2, 14)
    assert at.player("blue").influence == {"?": 6}
    at = after_money(people).say("blue stone-for-card no")
    assert at.player("blue").own == 3
    assert at.player("blue").influence == {"?": 5}


def test_L_1_2__a_stone_for_a_card_is_asked_only_of_one_with_a_stone_in_his_own_supply() -> None:
    people: People = {"blue": {"missions": ["dark-stone-for-card:ring"], "own": 0}}
    assert after_money(people).position.phase == "influence"
    people["blue"] |= {"missions": ["dark-stone-for-card:ring", "light-plus-stone:ring"]}
    assert after_money(people).legal == {"blue stone-for-card yes", "blue stone-for-card no"}


def test_L_1_2__one_player_after_the_other_and_all_before_the_five_cards() -> None:
    people: People = {
        "blue": {"missions": ["mid-plus-two:helmet+ring"]},
        "yellow": {"missions": ["light-plus-louis:ring"]},
    }
    at = after_money(people)
    assert not [event for event in at.happened(MoneyGained) if event.why == "light-plus-louis"]
    assert at.happened(InfluenceDrawn) == []
    at.say("blue plus-two money")
    assert [event.who for event in at.happened(InfluenceDrawn)] == ["blue", "yellow", "red"]


def test_L_1_2__cards_in_hand_count_for_nothing() -> None:
    at = after_money({})
    assert at.position.phase == "influence"
    assert {player.money for player in at.position.players.values()} == {9}


# -- L-1.3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_L_1_3__five_cards_each_besides_those_gained_before(players: int) -> None:
    at = after_money({"yellow": {"influence": {"?": 1, "inf6": 1}}}, players)
    assert at.player("blue").influence == {"?": 5}
    assert at.player("yellow").influence == {"?": 6, "inf6": 1}


# -- L-1.4


def test_L_1_4__three_players_round_4_the_start_player_takes_an_intrigue_card() -> None:
    at = after_money({}, 3, 4, "red")
    assert {who: dict(player.intrigue) for who, player in at.position.players.items()} == {
        "blue": {},
        "yellow": {},
        "red": {"?": 1},
    }
    for players, round in ((3, 3), (3, 1), (2, 4), (4, 4)):
        assert after_money({}, players, round).happened(IntrigueDrawn) == []


def test_L_1_4__before_the_missions_of_the_phase() -> None:
    at = after_money({"blue": {"missions": ["dark-plus-intrigue:ring"]}}, 3, 4, "red")
    assert [(event.who, event.why) for event in at.happened(IntrigueDrawn)] == [
        ("red", "L-1.4"),
        ("blue", "dark-plus-intrigue"),
    ]
    at = after_money({"blue": {"missions": ["dark-plus-intrigue:ring"], "intrigue": {"?": 11}}}, 3, 4, "red")
    assert [event.who for event in at.happened(IntrigueDrawn)] == ["red"]  # the last card of the deck
