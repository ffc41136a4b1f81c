"""Positions by hand: all faults are reported at once, nothing that comes in breaks the engine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.errors import InvalidRecord
from tests.anything import anything, places, replaced
from tests.tables import At, People, begun, louis, paper, read

EIGHT = "money 3:1 4:1 3:2 4:2 4:3 5:3 5:4 5:4"


def faults(data: dict[str, Any], players: int = 3, **table: Any) -> list[str]:
    """Clause and code of all faults of a position."""
    return [f"{fault.clause.id} {fault.clause.code}" for fault in read(data, players, **table).faults()]


def test_everything_wrong_is_told_at_once() -> None:
    people: People = {
        "blue": {"money": -1, "own": 3, "general": 4},
        "yellow": {"arms": 10_000, "intrigue": {"4": 1}},
        "red": {"intrigue": {"4": 1}},
    }
    assert faults(paper("supply", people=people, king=7, tile=3, round=5)) == [
        "L-M1 negative",
        "L-M6 too-many",
        "L-S4 stones-add-up",
        "L-M4 intrigue-copies",
        "L-4.6 no-such-round",
        "L-1.1 king-tile",
        "L-3.1 tile-phase",
    ]


@pytest.mark.parametrize("phase", ["supply", "influence", "evaluation", "missions", "final", "over"])
def test_a_table_without_its_players_is_told_and_not_played(phase: str) -> None:
    tile: dict[str, Any] = {"tile": 3} if phase == "evaluation" else {}
    assert faults({"phase": phase, "round": 4, "players": {}, **tile}) == ["L-S1 seats"]
    strangers = paper(phase, ("blue", "green", "red"), **tile)
    assert faults(strangers) == ["L-S1 seats"]


def test_an_evaluation_of_no_tile_is_told() -> None:
    evaluate = [{"do": "evaluate", "tile": 99}, {"do": "evaluation-ends"}]
    assert faults(paper("evaluation", tile=99, agenda=evaluate)) == ["L-M1 no-such-tile"]
    assert faults(paper("evaluation", agenda=evaluate)) == ["L-3.1 tile-phase"]


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ({"do": "home", "who": "blue", "tile": 4, "stones": -3, "supply": "own"}, "L-3.4 agenda-home"),
        ({"do": "home", "who": "green", "tile": 4, "stones": 1, "supply": "own"}, "L-S1 agenda-player"),
        ({"do": "buy", "who": "blue", "tile": 4}, "L-3.4 agenda-sale"),
        ({"do": "buy", "who": "neutral", "tile": 4}, "L-3.4 agenda-sale"),
        ({"do": "evaluate", "tile": 5}, "L-3.1 agenda-tile"),
        ({"do": "evaluate", "tile": 4, "favoured": "yellow"}, "L-3.3 agenda-favoured"),
        ({"do": "once-first", "who": "green", "tile": 4}, "L-S1 agenda-player"),
        ({"do": "reward", "who": "green", "tile": 4, "how": "alone"}, "L-S1 agenda-player"),
        ({"do": "plus-two", "who": "blue"}, "L-4.6 agenda-phase"),
        ({"do": "open", "tile": 3}, "L-3.1 agenda-tile"),
        ({"do": "evaluation-ends"}, "L-4.6 agenda-end"),
    ],
)
def test_what_cannot_be_to_do_is_told(item: dict[str, Any], code: str) -> None:
    agenda = [item, {"do": "evaluation-ends"}]
    stones = {4: {"blue": 3, "yellow": 1}}
    found = faults(paper("evaluation", tile=4, stones=stones, back=[4], agenda=agenda))
    assert found == [code]


@pytest.mark.parametrize("do", ["plus-two", "stone-for-card"])
def test_a_supply_mission_nobody_laid_out_cannot_be_to_do(do: str) -> None:
    agenda = [{"do": do, "who": "blue"}, {"do": "deal"}]
    assert faults(paper("supply", agenda=agenda)) == ["L-1.2 agenda-mission"]


def test_arms_that_were_never_shown_cannot_be_passed_over() -> None:
    people: People = {"blue": {"arms": 3}}
    assert faults(paper("final", people=people, agenda=[{"do": "arms", "left": []}])) == ["L-5.2 agenda-arms"]
    people = {"blue": {"arms": 3, "shown": {"arms1": 3}}}
    assert faults(paper("final", people=people, agenda=[{"do": "arms", "left": []}])) == []


def test_turn_and_agenda_must_agree() -> None:
    with pytest.raises(InvalidRecord, match="turn says yellow, its agenda blue"):
        read(
            paper("missions", turn="yellow", agenda=[{"do": "missions", "who": "blue"}, {"do": "round-ends"}])
        )


def test_result_and_arms_must_agree() -> None:
    over = paper("over", people={"red": {"arms": 4}})
    assert read({**over, "scores": {"blue": 0, "yellow": 0, "red": 4}, "winners": ["red"]}).outcome()
    with pytest.raises(InvalidRecord, match="where its coats of arms"):
        read({**over, "winners": ["blue"]})


def test_the_missions_of_a_hand_written_position_are_tidied() -> None:
    people = {"blue": {"missions": ["mid-plus-two:ring+helmet", "light-renew:ring"], "chips": {"ring": 0}}}
    player = read(paper("missions", people=people)).players["blue"]
    assert player.missions == ("light-renew:ring", "mid-plus-two:helmet+ring")
    assert player.chips == {}


def test_the_one_who_is_asked_has_the_turn() -> None:
    people = {"red": {"missions": ["dark-once-first:ring"]}}
    at = louis("evaluation", tile=7, stones={7: {"red": 2, "blue": 2}}, people=people)
    assert at.position.awaited_player == "red"
    assert at.position.to_json()["turn"] == "red"


@pytest.mark.parametrize(
    ("phase", "facts", "asked", "moves"),
    [
        ("supply", {}, None, {"table money 4 2"}),
        ("influence", {"turn": "red", "king": 2}, "red", {"red joker take", "red inf6 place 6"}),
        (
            "evaluation",
            {"tile": 4, "stones": {4: {"red": 1, "blue": 1}}},
            "blue",
            {"blue buy yes", "blue buy no"},
        ),
        ("missions", {"turn": "yellow"}, "yellow", {"yellow done"}),
        ("final", {}, None, {"table arms red"}),
        ("over", {}, None, set()),
    ],
)
def test_an_agenda_left_out_follows_from_phase_turn_and_tile(
    phase: str, facts: dict[str, Any], asked: str | None, moves: set[str]
) -> None:
    at = louis(phase, **facts)
    assert at.position.awaited_player == asked
    assert moves <= at.legal


def test_missions_joined_late_go_on_from_the_one_whose_turn_it_is() -> None:
    renew = {"blue": {"missions": ["light-renew:ring"]}}
    at = louis("missions", start="blue", turn="yellow", people=renew).say("yellow done", "red done")
    # their turn is over, and they may still exchange mission cards
    assert at.position.awaited_player == "blue"
    assert at.say("blue skip").position.phase == "supply"


def test_arms_shown_before_are_not_asked_for_again() -> None:
    at = louis("final", people={"red": {"arms": 2, "shown": {"arms1": 2}}})
    assert at.no("table arms red arms1:2") == "L-5.2 arms-answered"
    assert at.say("table arms blue", "table arms yellow").position.points_by_player()["red"] == 3


def test_the_positions_own_start_player_holds() -> None:
    assert read(paper("missions", start="red"), start="blue").start == "red"
    assert read(paper("missions"), start="yellow").start == "yellow"


def test_used_up_money_cards_are_part_of_a_position() -> None:
    at = begun(prints=[EIGHT]).say("table money 4 2")
    assert at.position.to_json()["turned"] == ["4:2"]
    back = read(at.position.to_json(), prints=[EIGHT])
    assert back == at.position
    assert faults({**back.to_json(), "turned": ["4:2", "4:2"]}, prints=[EIGHT]) == [
        "L-1.1 no-such-money-card"
    ]
    assert "turned" not in begun().say("table money 4 2").position.to_json()


def test_unknown_missions_are_told_and_nothing_else_breaks() -> None:
    people: People = {"blue": {"missions": ["light-none:ring", "dark-four:gold"], "used": ["light-none"]}}
    agenda = [{"do": "plus-two", "who": "blue"}, {"do": "deal"}]
    assert faults(paper("supply", people=people, agenda=agenda)) == ["L-M1 unknown-name"] * 3 + [
        "L-1.2 agenda-mission"
    ]


# -- arbitrary data

WHOLE = (
    louis("influence", 2, king=3, people={"blue": {"missions": ["dark-four:ring"]}}, agenda=None),
    louis(
        "evaluation",
        tile=6,
        stones={6: {"blue": 4, "red": 3}, 8: {"red": 2}},
        people={"red": {"intrigue": {"?": 1, "7": 1}, "chips": {"ring": 1}}},
    ),
    louis("missions", people={"blue": {"chips": {"ring": 2}, "missions": ["light-swap-chip:ring"]}}),
    louis("final", people={"blue": {"arms": 3}, "red": {"arms": 4, "shown": {"arms2": 4}}}),
)


@given(st.data())
def test_no_position_breaks_the_engine(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(WHOLE)).position
    players = len(whole.players)
    written: Any = whole.to_json()
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.sampled_from(places(written)[1:]))
        written = replaced(written, place, data.draw(anything("blue", "arms1")))
    try:
        position = read(written, players)
    except InvalidRecord:
        return
    if position.faults() == ():
        assert At(position).position.to_json()
