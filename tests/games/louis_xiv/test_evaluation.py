"""Phase 3, evaluation: clauses L-3.1 to L-3.12 of the rules page, and the missions of that phase."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    ChipGained,
    InfluenceDrawn,
    IntriguePlayed,
    KingLeftTile,
    MoneyPaid,
    NeutralStonesReturned,
    RewardGiven,
    StonesPlaced,
    StonesReturned,
    TileEvaluationBegan,
    TileTurned,
)
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from tests.tables import At, People, louis

ONCE_FIRST = "dark-once-first:ring"
MINUS_LOUIS = "dark-minus-louis:ring"
SIDES = [
    "tile 4 money:3 first",
    "tile 8 money:3 stones:2",
    "tile 6 stones:3 money:4",
    "tile 10 stones:3 first",
]
Stones = dict[str, int]


def tile(number: int, stones: Stones, players: int = 4, **facts: Any) -> At:
    """The table when that tile is about to be evaluated."""
    others = facts.pop("others", {})
    return louis("evaluation", players, tile=number, stones={number: stones, **others}, prints=SIDES, **facts)


def rewarded(at: At) -> list[tuple[str, str]]:
    """Who got the reward and how, in that order."""
    return [(event.who, event.how) for event in at.happened(RewardGiven)]


def home(at: At) -> dict[str, str]:
    """To which supply each player's stones went."""
    return {event.who: event.supply for event in at.happened(StonesReturned)}


def turned(at: At) -> list[int]:
    """The tiles turned over."""
    return [event.tile for event in at.happened(TileTurned)]


# -- L-3.1


def test_L_3_1__tiles_1_to_12_in_order() -> None:
    at = louis("influence", king=2, people={who: {"influence": {}} for who in ("blue", "yellow", "red")})
    assert [event.tile for event in at.happened(TileEvaluationBegan)] == list(range(1, 13))
    assert at.position.phase == "missions"
    at = tile(9, {})
    assert [event.tile for event in at.happened(TileEvaluationBegan)] == [9, 10, 11, 12]


# -- L-3.2


def window(people: People, number: int = 4, **facts: Any) -> At:
    """The table when intrigue cards may be played before that tile."""
    return louis("evaluation", 3, tile=number, people=people, **facts)


def test_L_3_2__the_window_opens_when_anybody_with_a_stone_holds_an_intrigue_card_known_or_not() -> None:
    for held in ({"?": 1}, {"4": 1}, {"9": 1}):
        at = window({"red": {"intrigue": held}})
        assert at.position.awaited_player is None
        assert "table evaluate" in at.legal
    assert window({}).position.phase == "missions"
    no_stone: People = {"red": {"intrigue": {"?": 1}, "own": 0, "general": 0}}
    assert window(no_stone, stones={1: {"red": 16}}).position.phase == "missions"


def test_L_3_2__one_stone_from_the_general_or_up_to_two_from_the_own_supply() -> None:
    people: People = {"red": {"intrigue": {"4": 1}, "general": 5, "own": 11}}
    assert window(people).legal == {
        "table evaluate",
        "red intrigue 4 general",
        "red intrigue 4 own 1",
        "red intrigue 4 own 2",
    }
    for move, lies, general, own in (
        ("general", 1, 4, 11),
        ("own 1", 1, 5, 10),
        ("own 2", 2, 5, 9),
    ):
        at = window(people).say(f"red intrigue 4 {move}")
        [placed] = at.happened(StonesPlaced)
        assert (placed.tile, placed.stones) == (4, lies)
        before = next(event for event in at.events if isinstance(event, StonesReturned))
        assert before.stones == lies
        assert at.player("red").general == general + lies  # alone with most: home to the general supply
        assert at.player("red").own == own


def test_L_3_2__not_a_mix_and_not_three() -> None:
    at = window({"red": {"intrigue": {"4": 1}}})
    assert at.no("red intrigue 4 general own 1") == "L-3.2 not-offered"
    assert at.no("red intrigue 4 own 3") == "L-3.2 not-offered"
    assert at.no("red intrigue 4") == "L-3.2 unfinished"


def test_L_3_2__only_the_card_of_this_tile() -> None:
    at = window({"red": {"intrigue": {"9": 1}}, "yellow": {"intrigue": {"4": 1, "?": 1}}, "blue": {}})
    assert at.refusal("yellow intrigue 9 own 1").facts == {"card": 9, "tile": 4}
    assert at.no("yellow intrigue 9 own 1") == "L-3.2 other-tile"
    assert at.no("red intrigue 4 own 1") == "L-3.2 intrigue-not-held"
    assert at.no("blue intrigue 4 own 1") == "L-3.2 no-intrigue"
    assert at.no("blue buy yes") == "L-3.2 no-intrigue"
    at = window({"red": {"intrigue": {"?": 1}}, "yellow": {"intrigue": {"4": 1}}})
    assert at.no("red intrigue 4 own 1") == "L-3.2 intrigue-elsewhere"


def test_L_3_2__not_more_stones_than_there_are_and_L_X1_does_not_apply() -> None:
    at = window({"red": {"intrigue": {"4": 1}, "general": 0, "own": 16}})
    assert at.no("red intrigue 4 general") == "L-3.2 general-empty"
    at = window({"red": {"intrigue": {"4": 1}, "own": 1, "general": 15}})
    assert at.no("red intrigue 4 own 2") == "L-3.2 own-too-few"
    assert at.legal == {"table evaluate", "red intrigue 4 general", "red intrigue 4 own 1"}


def test_L_3_2__also_where_he_has_no_stone_and_where_others_have() -> None:
    people: People = {"red": {"intrigue": {"?": 1}}}
    at = window(people, stones={4: {"blue": 1, "yellow": 1}}).say("red intrigue 4 own 2")
    assert rewarded(at)[0] == ("red", "alone")


def test_L_3_2__the_card_goes_under_its_deck_and_the_window_is_closed() -> None:
    people: People = {"red": {"intrigue": {"?": 2}}, "yellow": {"intrigue": {"?": 1}}}
    at = window(people)
    deck = at.position.intrigue_deck_size()
    at.say("red intrigue 4 own 1")
    assert at.player("red").intrigue == {"?": 1}
    assert at.position.intrigue_deck_size() == deck + 1
    assert at.position.tile == 5  # nobody else can have one for 4, so that those for 5 may be played
    assert at.no("yellow intrigue 4 own 1") == "L-3.2 other-tile"
    at.say("yellow intrigue 5 general")


def test_L_3_2__a_card_need_not_be_played() -> None:
    at = window({"red": {"intrigue": {"4": 1}}}, number=12).say("table evaluate")
    assert at.player("red").intrigue == {"4": 1}
    assert at.happened(IntriguePlayed) == []
    assert at.position.phase == "missions"


# -- L-3.3


def first(stones: Stones, number: int = 7, **facts: Any) -> At:
    """A tie that red, who owns "once first", may decide."""
    people = {"red": {"missions": [ONCE_FIRST]}, **facts.pop("people", {})}
    return tile(number, stones, people=people, **facts)


def test_L_3_3__the_owner_who_is_tied_for_the_most_alone_counts_as_first() -> None:
    at = first({"blue": 2, "red": 2, "yellow": 1})
    assert at.legal == {"red once-first yes", "red once-first no"}
    assert at.no("blue once-first yes") == "L-3.3 not-once-first"
    at.say("red once-first yes")
    assert rewarded(at) == [("red", "alone")]
    assert home(at) == {"red": "general", "blue": "own", "yellow": "own"}
    assert turned(at) == [7]
    no = first({"blue": 2, "red": 2}).say("red once-first no")
    assert rewarded(no) == []
    assert turned(no) == []


def test_L_3_3__not_where_he_is_not_tied_for_the_most() -> None:
    for stones in ({"blue": 2, "yellow": 2, "red": 1}, {"red": 2, "blue": 1}, {"red": 1, "blue": 2}):
        assert first(dict(stones)).position.phase == "missions"


def test_L_3_3__not_on_a_stones_tile() -> None:
    at = first({"blue": 3, "red": 3}, number=10)
    assert at.happened(MissionUsed) == []
    assert rewarded(at) == [("blue", "stones"), ("red", "stones")]


def test_L_3_3__once_in_the_phase() -> None:
    at = first({"blue": 2, "red": 2}, others={9: {"blue": 1, "red": 1}})
    used = first({"blue": 2, "red": 2}, others={9: {"blue": 1, "red": 1}})
    at.say("red once-first no", "red once-first yes")  # declined it may still be used later
    assert rewarded(at) == [("red", "alone")]
    used.say("red once-first yes")
    assert used.position.phase == "missions"


def test_L_3_3__a_tie_with_the_neutral_counts() -> None:
    people: People = {"blue": {"missions": [ONCE_FIRST]}}
    at = tile(7, {"neutral": 2, "blue": 2}, 2, people=people).say("blue once-first yes")
    assert rewarded(at) == [("blue", "alone")]
    assert turned(at) == [7]


def test_L_3_3__after_the_window() -> None:
    people: People = {"red": {"missions": [ONCE_FIRST], "intrigue": {"7": 1}}}
    at = tile(7, {"blue": 2, "red": 1}, people=people)
    assert "table evaluate" in at.legal
    at.say("red intrigue 7 own 1")
    assert at.position.awaited_player == "red"
    at.say("red once-first yes")
    assert rewarded(at) == [("red", "alone")]


def test_L_3_3__on_a_money_tile_the_others_may_buy() -> None:
    at = first({"blue": 2, "red": 2}, number=8).say("red once-first yes", "red stones 0")
    assert at.legal == {"blue buy yes", "blue buy no"}


@pytest.mark.parametrize(
    ("stones", "second"),
    [
        ({"red": 3, "blue": 3}, ["blue"]),
        ({"red": 3, "blue": 3, "yellow": 2}, ["blue"]),
        ({"red": 3, "blue": 3, "yellow": 3}, []),
    ],
)
@pytest.mark.parametrize("plays", ["yes", "no"])
def test_L_3_3__on_the_kings_tile_the_only_other_one_is_second_by_option(
    stones: Stones, second: list[str], plays: str
) -> None:
    at = first(stones, number=4, king=4, back=[4], options={"once-first-second": plays})
    at.say("red once-first yes")
    assert rewarded(at) == [("red", "alone")] + [(who, "second") for who in second if plays == "yes"]
    assert [(e.who, e.chip) for e in at.happened(ChipGained)][:2] == [("red", "helmet"), ("red", "crown")]


# -- L-3.4


def test_L_3_4__money_alone_with_most_free_the_others_may_buy() -> None:
    at = tile(4, {"yellow": 3, "blue": 2, "red": 1}, start="red")
    assert rewarded(at) == [("yellow", "alone")]
    assert at.player("yellow").chips == {"helmet": 1}
    assert at.legal == {"red buy yes", "red buy no"}
    assert at.no("blue buy yes") == "L-3.4 not-your-purchase"
    at.say("red buy yes")
    assert (at.player("red").money, at.player("red").chips) == (2, {"helmet": 1})
    assert home(at) == {"red": "own"}
    at.say("blue buy no")
    assert (at.player("blue").money, at.player("blue").chips) == (5, {})
    assert home(at) == {"blue": "own"}
    assert turned(at) == [4]


def test_L_3_4__the_first_cannot_refuse_his_stones_go_to_the_general_supply() -> None:
    at = tile(4, {"yellow": 3})
    assert home(at) == {"yellow": "general"}
    assert at.position.phase == "missions"


def test_L_3_4__a_tie_for_most_nobody_free_all_may_buy_from_the_start_player_on() -> None:
    at = tile(4, {"yellow": 2, "blue": 2, "red": 1}, start="yellow")
    asked = []
    while at.position.phase == "evaluation":
        asked.append(at.position.awaited_player)
        at.say(f"{asked[-1]} buy yes")
        assert home(at) == {asked[-1]: "own"}
    assert asked == ["yellow", "red", "blue"]
    assert turned(at) == []
    assert at.tile(4).side == "front"


def test_L_3_4__asked_only_of_those_who_can_pay() -> None:
    people: People = {"blue": {"money": 2}, "red": {"money": 3}}
    at = tile(4, {"yellow": 3, "blue": 2, "red": 1}, people=people)
    assert at.legal == {"red buy yes", "red buy no"}
    assert home(at) == {"yellow": "general", "blue": "own"}


def test_L_3_4__minus_one_louis_is_one_less_at_every_purchase() -> None:
    people: People = {"red": {"missions": [MINUS_LOUIS], "money": 5}}
    others = {8: {"yellow": 2, "red": 1}}
    at = tile(4, {"yellow": 3, "red": 1}, people=people, others=others).say("red buy yes", "yellow stones 0")
    assert at.player("red").money == 3
    at.say("red buy yes", "red stones 0")
    assert at.player("red").money == 1
    poor = tile(4, {"yellow": 3, "red": 1}, people={"red": {"missions": [MINUS_LOUIS], "money": 2}})
    assert poor.legal == {"red buy yes", "red buy no"}


def test_L_3_4__a_bribe_of_one_louis_is_free_for_the_owner_of_minus_one() -> None:
    people: People = {"red": {"missions": [MINUS_LOUIS], "money": 0}}
    at = louis(
        "evaluation",
        tile=4,
        stones={4: {"blue": 2, "red": 1}},
        people=people,
        prints=["tile 4 money:1 first"],
    )
    at.say("red buy yes")
    assert at.player("red").chips == {"helmet": 1}
    assert at.happened(MoneyPaid) == []


def test_L_3_4__nobody_there_nothing_happens() -> None:
    at = tile(4, {})
    assert rewarded(at) == []
    assert turned(at) == []


# -- L-3.5


def test_L_3_5__first_place_alone_with_most_the_others_nothing() -> None:
    at = tile(9, {"yellow": 3, "blue": 2, "red": 2})
    assert rewarded(at) == [("yellow", "alone")]
    assert home(at) == {"yellow": "general", "blue": "own", "red": "own"}
    assert turned(at) == [9]
    assert at.position.phase == "missions"


def test_L_3_5__a_tie_for_most_nobody() -> None:
    at = tile(9, {"yellow": 3, "blue": 3, "red": 2})
    assert rewarded(at) == []
    assert home(at) == {"yellow": "own", "blue": "own", "red": "own"}
    assert turned(at) == []


# -- L-3.6


def test_L_3_6__stones_each_with_at_least_the_number_from_the_start_player_on() -> None:
    at = tile(10, {"yellow": 3, "blue": 5, "red": 2}, start="yellow")
    assert rewarded(at) == [("yellow", "stones"), ("blue", "stones")]
    assert home(at) == {"yellow": "own", "blue": "own", "red": "own"}
    assert turned(at) == [10]
    few = tile(10, {"yellow": 2, "blue": 1})
    assert rewarded(few) == []
    assert home(few) == {"yellow": "own", "blue": "own"}
    assert turned(few) == []


# -- L-3.7


def test_L_3_7__king_the_first_also_a_crown_the_alone_second_free() -> None:
    for back in ([], [4]):
        at = tile(4, {"yellow": 3, "red": 2, "blue": 1}, king=4, back=back, people={"blue": {"money": 0}})
        assert rewarded(at) == [("yellow", "alone"), ("red", "second")]
        assert at.player("yellow").chips == {"helmet": 1, "crown": 1}
        assert at.player("red").chips == {"helmet": 1}
        assert home(at) == {"yellow": "general", "red": "own", "blue": "own"}
        assert turned(at) == [4]


def test_L_3_7__king_the_others_may_buy_on_the_money_side_only() -> None:
    money = tile(4, {"yellow": 3, "red": 2, "blue": 1}, king=4)
    assert money.legal == {"blue buy yes", "blue buy no"}
    assert tile(4, {"yellow": 3, "red": 2, "blue": 1}, king=4, back=[4]).position.phase == "missions"


def test_L_3_7__king_tied_for_most_each_the_reward_no_crown_nobody_second() -> None:
    at = tile(4, {"yellow": 3, "red": 3, "blue": 2}, king=4, back=[4], start="red")
    assert rewarded(at) == [("red", "tied"), ("yellow", "tied")]
    assert [event.chip for event in at.happened(ChipGained)] == ["helmet", "helmet"]
    assert home(at) == {"red": "general", "yellow": "general", "blue": "own"}
    assert turned(at) == [4]


def test_L_3_7__king_several_tied_second_none_is() -> None:
    at = tile(4, {"yellow": 3, "red": 2, "blue": 2}, king=4)
    assert rewarded(at) == [("yellow", "alone")]
    assert at.legal == {"blue buy yes", "blue buy no"}
    at.say("blue buy no", "red buy yes")
    assert at.player("red").chips == {"helmet": 1}


def test_L_3_7__then_the_king_leaves() -> None:
    at = tile(4, {"yellow": 1}, king=4)
    assert [event.tile for event in at.happened(KingLeftTile)] == [4]
    assert at.position.king is None
    assert tile(4, {"yellow": 1, "blue": 2}, king=4).position.king is None  # blue second: nobody is asked
    waiting = tile(4, {"yellow": 3, "red": 2, "blue": 1}, king=4)
    assert waiting.position.king == 4
    assert waiting.say("blue buy no").position.king is None


def test_L_3_7__elsewhere_there_is_no_second_and_no_crown() -> None:
    at = tile(4, {"yellow": 3, "red": 2}, king=3, back=[4])
    assert rewarded(at) == [("yellow", "alone")]
    assert at.player("yellow").chips == {"helmet": 1}


# -- L-3.8


@pytest.mark.parametrize(
    ("number", "stones", "turns"),
    [
        (4, {"blue": 1}, True),
        (4, {"blue": 2, "red": 1}, True),
        (4, {"blue": 2, "red": 2}, False),
        (4, {}, False),
        (9, {"blue": 1}, True),
        (9, {"blue": 2, "red": 2}, False),
        (9, {}, False),
        (10, {"blue": 3}, True),
        (10, {"blue": 3, "red": 3}, True),
        (10, {"blue": 2, "red": 2}, False),
    ],
)
def test_L_3_8__which_tiles_turn(number: int, stones: Stones, turns: bool) -> None:
    people: People = {who: {"money": 0} for who in ("blue", "red")}
    assert turned(tile(number, stones, people=people)) == ([number] if turns else [])
    in_round_4 = tile(number, stones, people=people, round=4)
    assert turned(in_round_4) == []
    assert home(in_round_4).keys() == stones.keys()  # the stones still go to their supplies


@pytest.mark.parametrize(
    "stones", [{"blue": 1}, {"blue": 2, "red": 2}, {"neutral": 2}, {"neutral": 2, "blue": 2}]
)
@pytest.mark.parametrize("option", ["yes", "no"])
def test_L_3_8__the_kings_tile_turns_always(stones: Stones, option: str) -> None:
    players = ("blue", "red")
    options = {"king-empty-turns": option, "neutral-turns-tile": option}
    facts: dict[str, Any] = {"tile": 4, "king": 4, "back": [4], "options": options}
    assert turned(louis("evaluation", players, stones={4: stones}, **facts)) == [4]
    assert turned(louis("evaluation", players, stones={4: stones}, round=4, **facts)) == []


@pytest.mark.parametrize(("option", "turns"), [("yes", [4]), ("no", [])])
def test_L_3_8__the_kings_tile_with_nobody_there_turns_by_option(option: str, turns: list[int]) -> None:
    at = tile(4, {}, king=4, options={"king-empty-turns": option})
    assert turned(at) == turns
    assert at.position.king is None
    assert turned(tile(4, {}, king=4)) == [4]  # the default, NL's letter


def test_L_3_8__a_turned_tile_turns_back() -> None:
    at = tile(9, {"blue": 1}, back=[9], people={"blue": {"money": 0}})
    assert at.tile(9).side == "front"


# -- L-3.9


def test_L_3_9__one_reward_for_each_player_and_tile() -> None:
    at = tile(4, {"yellow": 2, "blue": 2}, people={"blue": {"money": 20}}).say("blue buy yes")
    assert at.no("blue buy yes") == "L-3.4 not-your-purchase"
    at.say("yellow buy no")
    assert at.player("blue").chips == {"helmet": 1}


def test_L_3_9__the_first_then_the_alone_second_then_the_others_from_the_start_player_on() -> None:
    at = tile(4, {"blue": 1, "yellow": 2, "red": 3, "green": 1}, king=4, start="green")
    assert rewarded(at) == [("red", "alone"), ("yellow", "second")]
    assert at.position.awaited_player == "green"
    at.say("green buy yes")
    assert at.position.awaited_player == "blue"


@pytest.mark.parametrize(
    ("option", "stones", "order"),
    [
        ("no", {"blue": 3, "yellow": 5, "red": 4}, ["blue", "yellow", "red"]),
        ("yes", {"blue": 3, "yellow": 5, "red": 4}, ["yellow", "blue", "red"]),
        ("yes", {"blue": 3, "yellow": 5, "red": 5}, ["blue", "yellow", "red"]),
        ("yes", {"blue": 3, "yellow": 4, "neutral": 6}, ["blue", "yellow"]),
    ],
)
def test_L_3_9__on_stones_tiles_the_majority_comes_first_by_option(
    option: str, stones: Stones, order: list[str]
) -> None:
    players = 2 if "neutral" in stones else 3
    at = tile(10, stones, players, options={"stones-tile-majority-first": option})
    assert [who for who, _ in rewarded(at)] == order


# -- L-3.10


def test_L_3_10__tile_6_a_coat_of_arms_then_a_stone_on_any_tile() -> None:
    at = tile(6, {"blue": 3})
    assert [event.arms for event in at.happened(ArmsGained)] == [1]
    assert at.legal == {"blue skip", *(f"blue stone {number}" for number in range(1, 13))}
    assert at.no("red stone 3") == "L-3.10 not-your-reward"
    assert at.no("blue stone 13") == "L-3.10 not-offered"
    at.say("blue skip")
    assert at.happened(StonesPlaced) == []


def test_L_3_10__a_later_tile_counts_this_round_an_earlier_one_or_6_the_next() -> None:
    later = tile(6, {"blue": 3}).say("blue stone 9")
    assert rewarded(later) == [("blue", "alone")]
    assert later.tile(9).stones == {}
    for stays in (1, 6):
        at = tile(6, {"blue": 3}).say(f"blue stone {stays}")
        assert at.tile(stays).stones == {"blue": 1}
        assert [(event.tile, event.stones) for event in at.happened(StonesReturned)] == [(6, 3)]


def test_L_3_10__tile_6_nobody_with_a_stone_nowhere_is_asked() -> None:
    people: People = {"blue": {"own": 0, "general": 0}}
    at = tile(6, {"blue": 3}, people=people, others={1: {"blue": 13}})
    assert at.position.phase == "missions"  # the reward comes first, then their stones leave
    assert at.player("blue").own == 3
    from_own = tile(6, {"blue": 3}, people={"blue": {"general": 0, "own": 13}}).say("blue stone 1")
    assert [event.supply for event in from_own.happened(StonesPlaced)] == ["own"]


def test_L_3_10__each_of_tile_6_chooses_at_once_before_the_next_is_asked() -> None:
    at = tile(6, {"blue": 3, "yellow": 3}, start="yellow")
    assert at.position.awaited_player == "yellow"
    assert at.player("blue").arms == 0
    at.say("yellow skip")
    assert at.position.awaited_player == "blue"
    buyer = tile(6, {"yellow": 3, "blue": 2, "red": 1}, back=[6]).say("yellow skip", "blue buy yes")
    assert buyer.position.awaited_player == "blue"
    buyer.say("blue stone 6")
    assert buyer.position.awaited_player == "red"
    assert buyer.say("red buy no").tile(6).stones == {"blue": 1}


@pytest.mark.parametrize(
    ("general", "own", "said", "after"),
    [
        (5, 9, 2, (5 - 2 - 1, 9 + 1)),
        (5, 9, 1, (5 - 1 - 1, 9 + 1)),
        (5, 9, 0, (5 - 1, 9 + 1)),
        (2, 12, 2, (0, 12)),
        (1, 13, 2, (0, 12)),
        (0, 14, 2, (0, 12)),
        (1, 0, 1, (0, 0)),
        (1, 0, 0, (0, 1)),
    ],
)
def test_L_3_10__tile_8_up_to_two_stones_on_tile_5_then_one_back(
    general: int, own: int, said: int, after: tuple[int, int]
) -> None:
    others = {1: {"blue": 14 - general - own}}
    at = tile(8, {"blue": 2}, people={"blue": {"general": general, "own": own}}, others=others, round=4)
    at.say(f"blue stones {said}")
    assert at.tile(5).stones == ({"blue": said} if said else {})
    back = next(event for event in at.events if isinstance(event, StonesReturned))
    assert back.supply == "general"  # alone with most
    assert (at.player("blue").general - 2, at.player("blue").own) == after


def test_L_3_10__tile_8_offers_no_more_stones_than_there_are() -> None:
    facts: dict[str, Any] = {"people": {"blue": {"general": 1, "own": 0}}, "others": {1: {"blue": 13}}}
    at = tile(8, {"blue": 2}, **facts)
    assert at.legal == {"blue stones 1", "blue stones 0"}
    assert at.no("blue stones 2") == "L-3.10 too-few-stones"
    none = tile(8, {"blue": 2}, people={"blue": {"general": 0, "own": 0}}, others={1: {"blue": 14}})
    assert none.position.phase == "missions"


# -- L-3.11


@pytest.mark.parametrize(("option", "turns"), [("yes", [9]), ("no", [])])
def test_L_3_11__a_neutral_alone_with_most_turns_the_tile_by_option(option: str, turns: list[int]) -> None:
    at = tile(9, {"neutral": 2, "blue": 1}, 2, options={"neutral-turns-tile": option})
    assert rewarded(at) == []
    assert home(at) == {"blue": "own"}
    assert turned(at) == turns
    assert turned(tile(9, {"neutral": 2}, 2)) == [9]  # the default


def test_L_3_11__the_neutral_counts_for_majorities_and_ties() -> None:
    tied = tile(9, {"neutral": 2, "blue": 2, "yellow": 1}, 2)
    assert rewarded(tied) == []
    assert turned(tied) == []
    money = tile(4, {"neutral": 4, "blue": 1}, 2)
    assert money.legal == {"blue buy yes", "blue buy no"}  # others may still buy


def test_L_3_11__the_neutral_counts_on_the_kings_tile() -> None:
    alone = tile(4, {"neutral": 4, "blue": 2, "yellow": 1}, 2, king=4, back=[4])
    assert rewarded(alone) == [("blue", "second")]
    assert home(alone) == {"blue": "own", "yellow": "own"}
    assert alone.player("blue").chips == {"helmet": 1}
    second = tile(4, {"yellow": 3, "neutral": 2, "blue": 1}, 2, king=4, back=[4])
    assert rewarded(second) == [("yellow", "alone")]
    tied = tile(4, {"neutral": 2, "blue": 2, "yellow": 1}, 2, king=4, back=[4])
    assert rewarded(tied) == [("blue", "tied")]
    assert home(tied) == {"blue": "general", "yellow": "own"}


def test_L_3_11__after_a_tile_its_neutral_stones_leave() -> None:
    at = tile(10, {"neutral": 4, "blue": 3}, 2, others={12: {"neutral": 2}})
    assert [(event.tile, event.stones) for event in at.happened(NeutralStonesReturned)] == [(10, 4), (12, 2)]
    assert at.tile(10).stones == {}
    assert rewarded(at) == [("blue", "stones")]


# -- L-3.12


def test_L_3_12__an_influence_card_of_tile_11_is_for_the_next_round() -> None:
    at = tile(11, {"blue": 1}, 3)
    assert [event.cards for event in at.happened(InfluenceDrawn)] == [1]
    at.say("blue done", "yellow done", "red done", "table money 4 2")
    assert at.player("blue").influence == {"?": 6}
    assert at.player("red").influence == {"?": 5}


def test_L_3_12__an_intrigue_card_of_tile_12_is_for_the_next_evaluation() -> None:
    at = tile(12, {"blue": 1}, 3)
    assert at.player("blue").intrigue == {"?": 1}
    assert at.position.phase == "missions"
