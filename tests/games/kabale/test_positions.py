"""Positions by hand: all faults reported at once, absent keys have defaults, nothing breaks the engine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.errors import InvalidRecord
from tests.anything import anything, places, replaced, without
from tests.games.kabale.tables import At, People, begun, kabale, paper, read


def faults(data: dict[str, Any], players: int = 2, **table: Any) -> list[str]:
    """Clause and code of all faults of a position."""
    return [f"{fault.clause.id} {fault.clause.code}" for fault in read(data, players, **table).faults()]


# -- opening positions


@pytest.mark.parametrize("players", range(2, 7))
def test_the_opening_position_as_json(players: int) -> None:
    at = begun(players)
    assert at.position.to_json() == {
        "round": 1,
        "phase": "objectives",
        "start": "black",
        "travelled": [],
        "columns": [],
        "players": {
            who: {"hand": {"?": 3}, "deck": 22, "discard": {}, "won": []} for who in at.position.config.seats
        },
    }
    assert at.position.faults() == ()
    assert read(at.position.to_json(), players) == at.position


def test_the_position_of_the_notation_page_in_full() -> None:
    at = kabale("alchemy:3 -black/?", "music:5 +white/storm -white/?").say(
        "black 1 king", "table turned cloak"
    )
    assert at.position.to_json() == {
        "round": 1,
        "phase": "play",
        "start": "black",
        "turn": "black",
        "asked": {"who": "black", "what": "slide", "column": 0, "card": 0},
        "travelled": [],
        "columns": [
            {
                "objective": "alchemy:3",
                "closed": False,
                "cards": [
                    {"by": "black", "card": "cloak", "up": True},
                    {"by": "black", "card": "king", "up": False},
                ],
            },
            {
                "objective": "music:5",
                "closed": True,
                "cards": [
                    {"by": "white", "card": "storm", "up": True},
                    {"by": "white", "card": "?", "up": False},
                ],
            },
        ],
        "players": {
            "black": {"hand": {"?": 2}, "deck": 21, "discard": {}, "won": []},
            "white": {"hand": {"?": 3}, "deck": 20, "discard": {}, "won": []},
        },
    }


# -- keys left out


def test_keys_left_out_mean_nothing_there() -> None:
    written = {
        "phase": "play",
        "columns": [
            {"objective": "alchemy:3"},
            {"objective": "music:5", "cards": [{"by": "white", "card": "?"}]},
        ],
        "players": {"black": {"deck": 25}, "white": {"hand": {"?": 3}, "deck": 21}},
    }
    position = read(written, start="white")
    assert position.faults() == ()
    assert (position.round, position.start, position.turn_player, position.travelled) == (
        1,
        "white",
        "white",
        (),
    )
    assert [column.closed for column in position.columns] == [False, False]
    assert position.players["black"].hand == {}


def test_a_turn_left_out_is_the_start_players() -> None:
    written = paper("alchemy:3", "music:5", start="white")
    assert written.pop("turn") == "white"
    assert read(written).turn_player == "white"


def test_whose_turn_it_was_is_said_where_cards_are_shown() -> None:
    written = paper("alchemy:1 +white/king", "music:1 -white/?", phase="shown")
    assert read(written).faults() == ()
    del written["turn"]
    assert faults(written) == ["K-1.3 turn"]


def test_the_positions_own_start_player_holds() -> None:
    assert read(paper("alchemy:3", "music:5", start="white"), start="black").start == "white"
    written = paper("alchemy:3", "music:5")
    del written["start"]
    assert read(written, start="white").start == "white"


@pytest.mark.parametrize("key", ["hand", "discard", "won"])
def test_zero_cards_are_no_card(key: str) -> None:
    written = paper("alchemy:3", "music:5", people={"black": {"hand": {"?": 3, "king": 0}}})
    assert read(written).players["black"].hand == {"?": 3}
    del written["players"]["white"][key]
    assert read(written).players["white"].won == ()


def test_what_follows_by_itself_happens_when_it_is_loaded() -> None:
    """A round that is over is shown, and evaluated where every card is known."""
    at = kabale("alchemy:1 +white/king", "music:1 -white/?")
    assert (at.position.phase, at.position.turn_player) == ("shown", "black")
    at = kabale("alchemy:1 +white/king", "music:1 -white/queen")
    assert (at.position.phase, at.position.round) == ("objectives", 2)


# -- impossible positions


def test_everything_wrong_is_told_at_once() -> None:
    people: People = {
        "black": {"hand": {"joker": 1, "king": 1}, "deck": 30},
        "white": {"discard": {"queen": -1}, "won": ["alchemy:9"]},
    }
    columns = ("alchemy:5 -black/king +black/?", "alchemy:5 +green/mage -white/?")
    wrong = paper(*columns, people=people, round=7, start="red", travelled=["red"], turn="blue")
    assert sorted(faults(wrong)) == sorted(
        [
            "K-1.6 start",
            "K-1.3 turn",
            "K-1.1 no-such-round",
            "K-2.1 travelled",
            "K-M1 unknown-name",
            "K-M1 unknown-name",
            "K-M3 no-objective",
            "K-M1 negative",
            "K-M1 cards-add-up",
            "K-M1 cards-add-up",
            "K-M1 twice",
            "K-M3 objective-copies",
            "K-1.2 objectives-won",
            "K-1.3 face-down",
            "K-1.3 face-up-unknown",
        ]
    )


@pytest.mark.parametrize("phase", ["objectives", "play", "shown", "over"])
def test_a_table_without_its_players_is_told_and_not_played(phase: str) -> None:
    found = faults({"phase": phase, "players": {}})
    assert found[0] == "K-M1 seats"
    assert set(found) <= {"K-M1 seats", "K-1.2 columns", "K-1.1 no-such-round"}


def test_an_unknown_objective_is_told_and_no_turn_with_it() -> None:
    assert faults(paper("alchemy:6", "x")) == ["K-M3 no-objective"] * 2


def test_a_face_down_card_that_is_not_the_last_lies_under_a_cloak() -> None:
    assert faults(paper("alchemy:5 +white/cloak -white/? -black/?", "music:5")) == []
    for column in (
        "+white/cloak -white/? -white/? -black/?",
        "-white/? -black/?",
        "+white/mage -white/? -black/?",
    ):
        assert faults(paper(f"alchemy:5 {column}", "music:5")) == ["K-1.3 face-down"]


def test_a_storm_is_open_with_one_card_below_where_a_column_is_closed() -> None:
    assert faults(paper("alchemy:5 +white/king +white/storm -black/?", "music:5")) == []
    for column in ("+white/storm", "+white/storm +black/king -black/?"):
        assert faults(paper(f"alchemy:5 {column}", "music:5")) == ["K-2.3 storm"]
    closed = paper("alchemy:5 -white/storm", "music:5")
    closed["columns"][0]["closed"] = True
    assert faults(closed) == ["K-2.3 storm"]
    unclosed = paper("alchemy:5 +white/storm -black/?", "music:5")
    del unclosed["columns"][0]["closed"]
    assert faults(unclosed) == ["K-2.3 storm"]


def test_a_storm_shown_at_the_end_closes_nothing() -> None:
    shown = paper("alchemy:2 +white/storm +black/king", "music:1 -white/?", phase="shown")
    shown["columns"][0]["closed"] = False
    assert faults(shown) == []


@pytest.mark.parametrize(
    ("where", "value", "told"),
    [
        (("round",), "one", "/round"),
        (("phase",), "night", "/phase"),
        (("columns", 0, "objective"), 3, "/columns/0/objective"),
        (("columns", 0, "cards"), {"by": "black"}, "/columns/0/cards"),
        (("players", "black", "deck"), 9.5, "/players/black/deck"),
        (("asked",), {"who": "black", "what": "sleep", "column": 0, "card": 0}, "/asked/what"),
        (("weather",), "fine", "/weather: no such key"),
    ],
)
def test_a_value_of_another_shape_is_told_by_its_path(where: tuple[Any, ...], value: Any, told: str) -> None:
    written = paper("alchemy:5 -black/?", "music:5")
    changed = {**written, where[0]: value} if len(where) == 1 else replaced(written, where, value)
    with pytest.raises(InvalidRecord, match=told):
        read(changed)


def test_what_a_finished_position_says_of_its_result_must_be_so() -> None:
    over = kabale(round=6, phase="over").position.to_json()
    assert (set(over["scores"]), over["winners"]) != (set(), [])
    assert read(over).to_json() == over
    for wrong in ({"scores": {"black": 99, "white": 0}}, {"winners": ["white", "black", "red"]}):
        with pytest.raises(InvalidRecord, match="where its objectives make"):
            read({**over, **wrong})


# -- arbitrary data

WORDS = ("black", "white", "king", "storm", "cloak", "alchemy:3", "play", "shown", "table", "swap", "up")
WHOLE = (
    kabale("alchemy:5 +white/cloak -white/? -black/explorer", "music:5 +white/storm -black/?"),
    kabale(
        "alchemy:5 -white/? -black/?",
        "music:5 -white/explorer",
        asked={"who": "table", "what": "turned", "column": 0, "card": 0},
        travelled=["white"],
    ),
    kabale("alchemy:1 +white/king", "music:1 -white/?"),
    kabale(round=3, phase="objectives", people={"black": {"discard": {"king": 1, "?": 2}}}),
    kabale(round=6, phase="over"),
)


@given(st.data())
def test_no_position_breaks_the_engine(data: st.DataObject) -> None:
    written: Any = data.draw(st.sampled_from(WHOLE)).position.to_json()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(places(written)[1:]))
        if data.draw(st.booleans()):
            written = without(written, place)
        else:
            written = replaced(written, place, data.draw(anything(*WORDS)))
    try:
        position = read(written)
    except InvalidRecord:
        return
    if position.faults() == ():
        at = At(position)
        assert read(json.loads(json.dumps(at.position.to_json()))) == at.position
