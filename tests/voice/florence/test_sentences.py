"""What is said of actions and of the end: the result at level short, every reason at level full."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.florence.rules.phases.final_scoring import GameEnded
from companion.games.florence.voice.sentences import prestige_card_counts_text
from tests.voice.florence.samples import count
from tests.voice.florence.tables import acting, florence, setup, voice

POET: dict[str, Any] = {
    "grid": ["theatre d4 r0"],
    "freedoms": ["travel"],
    "jesters": 2,
    "hand": {"poet": 1, "painter": 1, "?": 1},
    "table": ["recruiting"],
}
"""The rulebook's example of a work."""


# -- works


def test_a_work_says_its_value_and_what_became_of_the_income() -> None:
    assert acting(**POET).told("blue work poet take 100") == [
        "Anna completes a work (poet), value 15: 100 florins and 7 points."
    ]
    assert acting(**POET).told("blue work poet take 1500", "full") == [
        "Anna completes a work (poet), value 15: 1500 florins.",
        "Value 15: theatre 4, freedom of travel 3, jesters 4, professions 4.",
    ]


WORK = {
    "cs": "Anna dokončuje dílo (básník), hodnota 15: 100 florinů a 7 bodů.",
    "nl": "Anna voltooit een werk (dichter), waarde 15: 100 florijnen en 7 punten.",
    "de": "Anna vollendet ein Werk (Dichter), Wert 15: 100 Florin und 7 Punkte.",
}


@pytest.mark.parametrize("lang", WORK)
def test_a_work_is_said_in_every_language(lang: str) -> None:
    assert acting(**POET).told("blue work poet take 100", lang=lang) == [WORK[lang]]


def test_bonus_cards_are_lines_of_the_sum() -> None:
    at = acting(**POET, bonus={"?": 1})
    assert at.told("blue work poet bonus each-jester take 1900", "full")[1] == (
        "Value 19: theatre 4, freedom of travel 3, jesters 4, professions 4, “each jester” 4."
    )


def test_a_work_is_compared_with_the_best_of_the_round() -> None:
    def last(best: int) -> str:
        at = florence(people={"blue": POET, "green": {"best": best}}, round=3, phase="actions", turn="blue")
        return at.told("blue work poet take 1500", "full")[-1]

    assert last(14) == "The best work of the round so far."
    assert last(15) == "As good as the best work of the round so far."
    assert last(16).startswith("Value 15: ")


def test_the_best_work_brings_points_to_all_who_are_tied() -> None:
    people = {"blue": {"best": 12}, "green": {"best": 15}, "orange": {"best": 15}}
    at = florence(people=people, round=3, phase="actions", turn="orange")
    assert at.told("orange done") == [
        "Best work of the round, value 15: Bert and Carla, 3 points each.",
        "Round 4: Bert starts; works from value 14.",
    ]
    alone = florence(people={"blue": {"best": 12}}, round=3, phase="actions", turn="orange")
    assert alone.told("orange done")[0] == "Best work of the round, value 12: Anna, 3 points."


# -- the track


def test_a_figure_that_goes_round_the_track_is_said_with_its_place() -> None:
    at = acting(**POET, points=45)
    assert at.told("blue work poet take 100")[1:] == ["Anna: past 50 on the track, now at 2 (in all 52)."]
    assert at.told("blue sell 2") == ["Anna sells 2 points for 200 florins."]
    assert at.told("blue sell 3")[1:] == ["Anna: back round the track, now at 47 (in all 47)."]


def test_a_second_time_round_counts_all_of_them() -> None:
    at = acting(**POET, points=97)
    assert at.told("blue work poet take 100")[1:] == ["Anna: past 50 on the track, now at 4 (in all 104)."]


# -- everything else of a turn


def test_a_building_says_its_place_its_price_and_its_points() -> None:
    built = "blue build library f1 r1"
    assert acting().told(built) == ["Anna builds the library at f1 for 700 florins and gains 3 points."]
    assert acting(builders=3).told(built) == ["Anna builds the library at f1 for free and gains 3 points."]


def test_cards_taken_into_the_hand_have_no_name() -> None:
    at = acting()
    assert at.told("blue profession poet", "full") == ["Anna takes a profession for 300 florins."]
    assert at.told("blue bonus each-lake", "full") == [
        "Anna takes a bonus card for 300 florins.",
        "Bert has 2 actions.",
    ]


FREEDOM = {
    "en": "Anna introduces freedom of opinion for 300 florins.",
    "cs": "Anna zavádí svobodu slova za 300 florinů.",
    "nl": "Anna voert de meningsvrijheid in voor 300 florijnen.",
    "de": "Anna führt die Meinungsfreiheit für 300 Florin ein.",
}


@pytest.mark.parametrize("lang", FREEDOM)
def test_a_freedom_is_introduced(lang: str) -> None:
    assert acting().told("blue freedom opinion", lang=lang) == [FREEDOM[lang]]


def test_of_two_players_the_third_freedom_leaves_the_game() -> None:
    people = {"green": {"freedoms": ["travel"]}}
    at = florence(2, people=people, phase="actions", turn="blue")
    assert at.told("blue freedom opinion") == [
        "Anna introduces freedom of opinion for 300 florins.",
        "Out of the game: freedom of religion.",
    ]


def test_a_profession_is_recruited_with_whose_it_was() -> None:
    at = florence(
        people={"blue": {"recruiting": 1}, "green": {"table": ["organ-builder"], "hand": {"?": 2}}},
        phase="actions",
        turn="blue",
    )
    assert at.told("blue recruit organ-builder from green") == ["Anna recruits: organ builder (Bert)."]


def test_what_is_given_up_is_said_in_full_only() -> None:
    assert acting().told("blue done") == []
    assert acting().told("blue done", "full") == ["Anna gives up 2 actions.", "Bert has 2 actions."]


# -- what is asked


def test_a_turn_says_what_may_be_done_and_for_how_much() -> None:
    at = acting(money=700)
    assert at.asked() == (
        "Anna: first action: work from value 12, building 700, profession 300, bonus card 300, freedom 300 "
        "or nothing more."
    )
    at.say("blue profession ?")
    assert at.asked() == (
        "Anna: last action: work from value 12, bonus card 300, freedom 300 or nothing more."
    )


def test_what_must_be_sold_first_is_said_for_each_price() -> None:
    at = acting(money=100, points=6, freedoms=["travel", "opinion", "religion"])
    assert at.asked() == (
        "Anna: first action: work from value 12, building 700, profession 300, bonus card 300 "
        "or nothing more. For 300 sell 2 points first. For 700 sell 6 points first."
    )
    assert acting(money=0, hand={}).asked() == "Anna: first action: nothing more."


def test_after_two_actions_only_recruiting_is_left() -> None:
    at = florence(
        people={"blue": {"recruiting": 1}, "green": {"table": ["poet"], "hand": {"?": 2}}},
        phase="actions",
        turn="blue",
    )
    assert at.asked().endswith("freedom 300, recruit a profession or nothing more.")
    at.say("blue profession ?", "blue bonus ?")
    assert at.asked() == "Anna: recruit a profession, or say done."


# -- the end


def final(**people: Any) -> list[str]:
    at = florence(people=people, round=7, phase="actions", turn="orange")
    before = at.position
    at.say("orange done")
    said = [line.text for line in voice().narrate(before, at.events, "full")]
    if at.position.phase == "final":
        said.append(at.asked())
    return said


def test_prestige_cards_are_asked_for_and_counted_one_by_one() -> None:
    people: dict[str, dict[str, Any]] = {
        "blue": {"prestige": {"?": 2}, "jesters": 1, "points": 45},
        "green": {"jesters": 1, "grid": ["lake f6 r0"], "points": 20},
        "orange": {"points": 10},
    }
    at = florence(people=people, round=7, phase="actions", turn="orange")
    assert at.told("orange done") == ["The last round is over: the final count."]
    assert at.asked() == "Show the prestige cards: Anna."
    assert at.told("table prestige blue fewest-empty-squares most-jesters", "full") == [
        "Anna shows: “fewest empty squares”, “most jesters”.",
        "Anna, “fewest empty squares”: 0 points.",
        "Empty squares: Bert 39, Anna 43, Carla 43 (not in front).",
        "Anna, “most jesters”: 3 points.",
        "Jesters: Anna 1, Bert 1, Carla 0 (tied in front).",
        "1. Anna, 48 points; 2. Bert, 20 points; 3. Carla, 10 points. Anna wins.",
    ]


WHY = {
    "most-lakes": "Lakes: Anna 2, Bert 2 (tied in front)",
    "most-jesters": "Jesters: Anna 2, Bert 0 (alone in front)",
    "most-parks": "Parks: Anna 0, Bert 0 (none at all)",
    "two-large-buildings": "Large buildings: 1 of 2 (not fulfilled)",
    "builder-jester-landscapes": "Builders: 0 of 1, jesters: 2 of 1, landscapes: 2 of 2 (not fulfilled)",
}


@pytest.mark.parametrize("card", WHY)
def test_a_card_says_who_has_how_many(card: str) -> None:
    words = voice().translator
    assert words.to_sentence(prestige_card_counts_text(count(card), words)) == f"{WHY[card]}."


def test_a_tie_is_broken_by_florins_and_says_how_many() -> None:
    people = {who: {"points": 20, "money": money} for who, money in (("blue", 300), ("green", 900))}
    assert final(**people)[-2:] == [
        "1. Bert, 20 points; 2. Anna, 20 points; 3. Carla, 0 points. Tied on points; with more florins Bert wins.",
        "Florins: Bert 900, Anna 300.",
    ]
    shared = final(**{who: {"points": 20, "money": 300} for who in ("blue", "green")})
    assert shared[-2].endswith("Anna and Bert share the win, tied on points and florins.")


def test_the_end_is_said_by_itself() -> None:
    ended = GameEnded({"blue": 40, "green": 39}, ("blue",), "points")
    assert voice().narrate_event(ended) == "1. Anna, 40 points; 2. Bert, 39 points. Anna wins."


# -- the table as it lies


def test_the_table_is_told_with_what_lies_open_and_where_the_figure_stands() -> None:
    at = florence(
        people={
            "blue": {
                **POET,
                "money": 300,
                "points": 52,
                "builders": 1,
                "bonus": {"?": 1},
                "used": ["each-lake"],
                "prestige": {"most-lakes": 1},
                "grid": ["theatre d4 r0", "lake f6 r0"],
            },
            "green": {"won": ["park 400"], "hand": {"?": 1}},
        },
        turn="orange",
    )
    at.say("orange open jester")
    assert list(voice().describe_table(at.position, setup())) == [
        "Round 2, Auction; works from value 10; jester: 200 from Carla.",
        "Anna: 300 florins, builder, jesters 2, freedom of travel, prestige card 1, start player, stone; "
        "prestige 52; hand: professions 3, bonus card 1.",
        "Anna, on the table: recruiting card; bonus cards played: “each lake”; principality: theatre d4, lake f6.",
        "Bert: 3500 florins; prestige 0; won in this round: park 400; hand: profession 1; stone on: park.",
        "Carla: 3500 florins, stone; prestige 0; hand: professions 3.",
        "Prestige track: Anna 2, Bert 0, Carla 0.",
        "Left: forest 6, lake 5, park 6, jesters 5, builders 5, prestige cards 13, recruiting cards 4, university 3, "
        "laboratory 3, workshop 3, library 3, opera 3, studio 3, hospital 3, theatre 2, tower 3, chapel 3, "
        "freedom of travel 1, freedom of opinion 2, freedom of religion 2, professions 14, bonus cards 18.",
    ]
    at.say("blue bid")
    assert (
        next(voice().describe_table(at.position, setup()))
        == "Round 2, Auction; works from value 10; jester: 300 from Anna."
    )
