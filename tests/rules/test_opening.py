"""How a record begins: its table, its position, its first lines (notation.md, "A record")."""

from __future__ import annotations

import pytest

from companion.games import game_rules, game_rules_of_record
from companion.rules.errors import InvalidRecord, UsageError
from companion.rules.game import EditionLine, GameSetup, Seat
from companion.rules.history import ImpossiblePositionError
from companion.rules.record import RecordHeader
from tests.rules.accounts import HEAD, at, begun, no
from tests.tables import paper, setup

# -- opening


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (GameSetup((Seat("blue", "A"),), "blue"), "1 seats"),
        (GameSetup(tuple(Seat(each, "A") for each in "abcde"), "a"), "5 seats"),
        (GameSetup((Seat("blue", "A"), Seat("purple", "B")), "blue"), "seat purple: colours are blue"),
        (GameSetup((Seat("blue", "A"), Seat("neutral", "B")), "blue"), "seat neutral: colours are blue"),
        (GameSetup((Seat("blue", "A"), Seat("blue", "B")), "blue"), "seat blue is taken twice"),
        (GameSetup((Seat("blue", "A\x1b[2J"), Seat("red", "B")), "blue"), "seat blue: a control character"),
        (GameSetup((Seat("blue", "A"), Seat("red", "B\nundo")), "blue"), "seat red: a control character"),
        (GameSetup((Seat("blue", "A"), Seat("red", "B")), "green"), "start green: sits nowhere"),
        (GameSetup((Seat("blue", "A"), Seat("red", "B")), ""), "no start player"),
        (setup(3, options={"speed": "yes"}), "option speed: louis-xiv has"),
        (setup(3, options={"four-jumps": "4"}), "option four-jumps 4: may be one of these: 3, 2"),
        (setup(3, prints=["tile 13 money:3 first"]), "print tile 13: tiles are 1 to 12"),
        (setup(3, prints=["tile 1 money:3 money:4"]), "print tile 1: a back's condition differs"),
        (setup(3, prints=["tile 1 money:0 first"]), "print tile 1: 'money:0' is no condition"),
        (setup(3, prints=["tile 1 money:3"]), "print tile 1 money:3: Louis XIV knows"),
        (setup(3, prints=["money 5:5"]), "print money: '5:5' is no money card"),
        (setup(3, prints=["money 5:1 " * 9]), "print "),
        (setup(3, prints=["nonsense"]), "print nonsense: Louis XIV knows"),
    ],
)
def test_a_table_that_cannot_be_is_told(table: GameSetup, told: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        begun(RecordHeader("louis-xiv", table))
    assert str(caught.value).startswith(told)


def test_an_unknown_game_is_told_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"game chess: unknown; Herald knows .*louis-xiv"):
        game_rules("chess")
    with pytest.raises(InvalidRecord, match=r"game chess: unknown; Herald knows .*louis-xiv"):
        game_rules_of_record("chess")


def test_everything_wrong_with_a_position_is_told_at_once() -> None:
    position = paper(
        "influence", turn="blue", king=9, stones={3: {"blue": 1}}, people={"yellow": {"money": -1}}
    )
    position["players"]["red"]["own"] += 1
    position["players"]["blue"]["influence"] = {"inf3": 3, "inf99": 1}
    position["round"] = 7
    with pytest.raises(ImpossiblePositionError) as caught:
        begun(RecordHeader("louis-xiv", setup(3), position, 7))
    assert caught.value.where == "line 7"
    codes = {fault.clause.code for fault in caught.value.faults}
    assert codes >= {
        "king-tile",
        "negative",
        "stones-add-up",
        "influence-copies",
        "unknown-name",
        "no-such-round",
    }


def test_an_unknown_start_player_is_told_with_all_the_rest() -> None:
    position = paper("influence", start="green", king=9)
    with pytest.raises(ImpossiblePositionError) as caught:
        begun(RecordHeader("louis-xiv", setup(3), position, 7))
    assert {fault.clause.code for fault in caught.value.faults} == {"start", "king-tile"}


def test_every_value_of_the_wrong_shape_is_told_at_once_by_its_path() -> None:
    position = paper("influence", turn="blue") | {"round": "2", "phase": "lunch", "weather": 1}
    position["tiles"] = {"x": {}, "3": {"side": "left"}}
    position["players"]["blue"] |= {"money": 4.5, "chips": {"ring": "x"}, "gold": 1}
    with pytest.raises(InvalidRecord) as caught:
        begun(RecordHeader("louis-xiv", setup(3), position, 7))
    for path in (
        *("/weather: no such key", "/round: ", "/phase: ", "/tiles/x: ", "/tiles/3/side: "),
        *("/players/blue/money: ", "/players/blue/chips/ring: ", "/players/blue/gold: no such key"),
    ):
        assert path in str(caught.value)


def test_what_happens_by_itself_at_a_position_is_the_opening() -> None:
    account = at("evaluation", tile=11)
    assert [type(event).__name__ for event in account.opening.events][:1] == ["TileEvaluationBegan"]
    assert account.position.to_json()["phase"] == "missions"
    assert account.accepted_lines == ()


def test_a_position_keeps_its_own_start_player() -> None:
    head = RecordHeader("louis-xiv", setup(3, "red"), paper("supply", start="yellow"), 7)
    assert begun(head).position.to_json()["start"] == "yellow"


def test_print_lines_make_a_record_self_contained() -> None:
    account = at("evaluation", tile=1, stones={1: {"blue": 2, "red": 1}})
    priced = GameSetup(account.setup.seats, "blue", {}, (EditionLine(("tile", "1", "money:5", "first")),))
    other = begun(
        RecordHeader("louis-xiv", priced, paper("evaluation", tile=1, stones={1: {"blue": 2, "red": 1}}), 7)
    )
    for each, price in ((account, 3), (other, 5)):
        each.apply_line("red buy yes")
        assert each.position.to_json()["players"]["red"]["money"] == 5 - price


# -- moves


@pytest.mark.parametrize(
    "text", ["", "   ", "blue", "purple inf6 take", "table", "table turn", "blue \x00", "ů", "correct"]
)
def test_a_line_nobody_understands_is_a_refusal(text: str) -> None:
    assert no(begun(), text)


def test_blanks_between_words_are_free() -> None:
    account = begun(HEAD, " table\tmoney   4 2 ")
    assert account.accepted_lines[0].text == "table money 4 2"
