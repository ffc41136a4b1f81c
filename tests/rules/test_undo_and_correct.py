"""Moves, undo and corrections as lines (notation.md, "A record")."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import game
from companion.rules.account import Account, Corrected, Impossible, Undone, replay
from companion.rules.clauses import Refused
from companion.rules.errors import Unreadable
from companion.rules.game import Print, Seat, Setup
from companion.rules.record import Head
from tests.tables import paper, setup

HEAD = Head("louis-xiv", setup(3))


def begun(head: Head = HEAD, *said: str) -> Account:
    account = Account.of(head, game(head.game))
    for text in said:
        account.say(text)
    return account


def at(phase: str, players: int = 3, **facts: Any) -> Account:
    """An account that begins with a position."""
    return begun(Head("louis-xiv", setup(players), paper(phase, players, **facts), 7))


def no(account: Account, text: str) -> str:
    """Clause and code of a refusal that changes nothing."""
    before = account.position, account.standing
    with pytest.raises(Refused) as caught:
        account.say(text)
    assert (account.position, account.standing) == before
    return f"{caught.value.refusal.why.id} {caught.value.refusal.why.code}"


# -- opening


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (Setup((Seat("blue", "A"),), "blue"), "1 seats"),
        (Setup(tuple(Seat(each, "A") for each in "abcde"), "a"), "5 seats"),
        (Setup((Seat("blue", "A"), Seat("purple", "B")), "blue"), "seat purple: colours are blue"),
        (Setup((Seat("blue", "A"), Seat("neutral", "B")), "blue"), "seat neutral: colours are blue"),
        (Setup((Seat("blue", "A"), Seat("blue", "B")), "blue"), "seat blue is taken twice"),
        (Setup((Seat("blue", "A\x1b[2J"), Seat("red", "B")), "blue"), "seat blue: a control character"),
        (Setup((Seat("blue", "A"), Seat("red", "B\nundo")), "blue"), "seat red: a control character"),
        (Setup((Seat("blue", "A"), Seat("red", "B")), "green"), "start green: sits nowhere"),
        (Setup((Seat("blue", "A"), Seat("red", "B")), ""), "no start player"),
        (setup(3, options={"speed": "yes"}), "option speed: louis-xiv has"),
        (setup(3, options={"four-jumps": "4"}), "option four-jumps 4: may be 3 or 2"),
        (setup(3, prints=["tile 13 money:3 first"]), "print tile 13: tiles are 1 to 12"),
        (setup(3, prints=["tile 1 money:3 money:4"]), "print tile 1: a back's condition differs"),
        (setup(3, prints=["tile 1 money:0 first"]), "print tile 1: 'money:0' is no condition"),
        (setup(3, prints=["tile 1 money:3"]), "print tile 1 money:3: Louis XIV knows"),
        (setup(3, prints=["money 5:5"]), "print money: '5:5' is no money card"),
        (setup(3, prints=["money 5:1 " * 9]), "print "),
        (setup(3, prints=["nonsense"]), "print nonsense: Louis XIV knows"),
    ],
)
def test_a_table_that_cannot_be_is_told(table: Setup, told: str) -> None:
    with pytest.raises(Unreadable) as caught:
        begun(Head("louis-xiv", table))
    assert str(caught.value).startswith(told)


def test_an_unknown_game_is_told_with_the_known_ones() -> None:
    with pytest.raises(Unreadable, match=r"game chess: unknown; Herald knows .*louis-xiv"):
        game("chess")


def test_everything_wrong_with_a_position_is_told_at_once() -> None:
    position = paper(
        "influence", turn="blue", king=9, stones={3: {"blue": 1}}, people={"yellow": {"money": -1}}
    )
    position["players"]["red"]["own"] += 1
    position["players"]["blue"]["influence"] = {"inf3": 3, "inf99": 1}
    position["round"] = 7
    with pytest.raises(Impossible) as caught:
        begun(Head("louis-xiv", setup(3), position, 7))
    assert caught.value.where == "line 7"
    codes = {fault.why.code for fault in caught.value.faults}
    assert codes >= {
        "king-tile",
        "negative",
        "stones-add-up",
        "influence-copies",
        "unknown-name",
        "no-such-round",
    }


def test_what_happens_by_itself_at_a_position_is_the_opening() -> None:
    account = at("evaluation", tile=11)
    assert [type(event).__name__ for event in account.opening.events][:1] == ["TileOpened"]
    assert account.position.to_json()["phase"] == "missions"
    assert account.standing == ()


def test_a_position_keeps_its_own_start_player() -> None:
    head = Head("louis-xiv", setup(3, "red"), paper("supply", start="yellow"), 7)
    assert begun(head).position.to_json()["start"] == "yellow"


def test_print_lines_make_a_record_self_contained() -> None:
    account = at("evaluation", tile=1, stones={1: {"blue": 2, "red": 1}})
    priced = Setup(account.setup.seats, "blue", {}, (Print(("tile", "1", "money:5", "first")),))
    other = begun(
        Head("louis-xiv", priced, paper("evaluation", tile=1, stones={1: {"blue": 2, "red": 1}}), 7)
    )
    for each, price in ((account, 3), (other, 5)):
        each.say("red buy yes")
        assert each.position.to_json()["players"]["red"]["money"] == 5 - price


# -- moves


@pytest.mark.parametrize(
    "text", ["", "   ", "blue", "purple inf6 take", "table", "table turn", "blue \x00", "ů", "correct"]
)
def test_a_line_nobody_understands_is_a_refusal(text: str) -> None:
    assert no(begun(), text)


def test_blanks_between_words_are_free() -> None:
    account = begun(HEAD, " table\tmoney   4 2 ")
    assert account.standing[0].text == "table money 4 2"


# -- undo

OPENED = ("table money 4 2", "blue inf6 place 6 6 1", "yellow joker take", "red inf3 take")


def test_undo_takes_back_the_last_accepted_move_still_standing() -> None:
    account = begun(HEAD, *OPENED, "undo", "undo")
    assert [each.text for each in account.standing] == list(OPENED[:2])
    assert account.position == begun(HEAD, *OPENED[:2]).position


def test_undo_n_takes_back_n_and_tells_which_newest_first() -> None:
    account = begun(HEAD, *OPENED)
    undone = account.say("undo 3").events
    assert undone == (Undone(tuple(reversed(OPENED[1:]))),)
    assert account.position == begun(HEAD, OPENED[0]).position


def test_corrections_count_refused_lines_and_undos_do_not() -> None:
    account = begun(HEAD, *OPENED, "table correct /players/red/money 1", "undo 1")
    assert no(account, "blue dance")
    account.say("undo 2")
    assert [each.text for each in account.standing] == list(OPENED[:2])
    assert no(account, "undo 3") == "H-2 undo-too-many"


def test_what_was_taken_back_may_be_played_otherwise() -> None:
    account = begun(HEAD, *OPENED, "undo 2", "yellow inf5 take")
    assert account.position == begun(HEAD, *OPENED[:2], "yellow inf5 take").position


@pytest.mark.parametrize("words", ["0", "-1", "x", "1 2", "1.0", "٣", "²", "000", "+1"])
def test_undo_of_no_number_is_refused(words: str) -> None:
    assert no(begun(HEAD, *OPENED), f"undo {words}") == "H-2 undo-number"


@pytest.mark.parametrize("words", ["5", "9" * 4_000, "10000000000"])
def test_undo_of_more_than_there_are_is_refused(words: str) -> None:
    assert no(begun(HEAD, *OPENED), f"undo {words}") == "H-2 undo-too-many"


def test_undo_reads_zeros_before_a_number() -> None:
    assert begun(HEAD, *OPENED, "undo 00000000000002").position == begun(HEAD, *OPENED[:2]).position


def test_undo_never_goes_past_the_position() -> None:
    account = at("influence", turn="blue", king=1)
    account.say("blue inf6 take")
    account.say("undo")
    assert no(account, "undo") == "H-2 undo-too-many"
    assert account.position == account.opening.position


def test_undo_goes_back_over_phases_and_rounds_and_from_behind_the_end() -> None:
    account = at("missions", round=3, turn="red")
    opening = account.position
    for text in ("red done", "table money 4 2"):
        account.say(text)
    assert account.position.to_json()["round"] == 4
    account.say("undo 2")
    assert account.position == opening

    ended = at("final", round=4, agenda=[{"do": "arms", "left": ["red"]}])
    ended.say("table arms red")
    assert ended.position.outcome() is not None
    assert no(ended, "blue inf6 take") == "L-4.6 game-over"
    ended.say("undo")
    assert ended.position.outcome() is None


# -- corrections


def test_a_correction_sets_several_values_together() -> None:
    account = begun(HEAD, *OPENED)
    assert no(account, "table correct /players/blue/own 7") == "L-S4 stones-add-up"
    account.say("table correct /players/blue/own 7 /players/blue/general 6")
    blue = account.position.to_json()["players"]["blue"]
    assert (blue["own"], blue["general"]) == (7, 6)


def test_null_removes() -> None:
    account = begun(
        HEAD, OPENED[0], "table correct /players/blue/influence/? null /players/blue/influence/inf6 2"
    )
    assert no(account, "blue inf7 take") == "L-2.3 not-in-hand"
    account.say("table correct /king null")
    assert "king" not in account.position.to_json()


def test_values_are_json_and_paths_are_json_pointers() -> None:
    account = begun(HEAD, OPENED[0])
    account.say('table correct /players/blue/missions ["light-renew:ring"] /players/blue/hand {"mid":1}')
    account.say('table correct /players/blue/missions/- "mid-plus-two:ring+helmet"')
    assert account.position.to_json()["players"]["blue"]["missions"] == [
        "light-renew:ring",
        "mid-plus-two:helmet+ring",
    ]
    account.say("table correct /players/blue/missions/0 null")
    assert account.position.to_json()["players"]["blue"]["missions"] == ["mid-plus-two:helmet+ring"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "H-3 correct-pairs"),
        ("/players/blue/money", "H-3 correct-pairs"),
        ("/players/blue/money 7 /king", "H-3 correct-pairs"),
        ("/players/blue/money seven", "H-3 correct-value"),
        ("/players/blue/money {", "H-3 correct-value"),
        ("/players/blue/money 1e999", "H-3 correct-value"),
        ("/players/blue/money NaN", "H-3 correct-value"),
        ("/players/blue/money " + "[" * 100_000, "H-3 correct-value"),
        ("players/blue/money 7", "H-3 correct-path"),
        ("/players/nobody/money 7", "H-3 correct-path"),
        ("/players/blue/money/much 7", "H-3 correct-path"),
        ("/players/~2/money 7", "H-3 correct-path"),
        ("/agenda/99 null", "H-3 correct-path"),
        ("/agenda/-1 null", "H-3 correct-path"),
        ("/agenda/x null", "H-3 correct-path"),
        ("/tile null", "H-3 correct-path"),
        ("/weather 1", "H-3 correct-shape"),
        ("/ 1", "H-3 correct-shape"),
        ('/players/blue/money "7"', "H-3 correct-shape"),
        ("/players/blue/money 7.5", "H-3 correct-shape"),
        ("/players/blue " + "[" * 900 + "]" * 900, "H-3 correct-shape"),
        ("/players null", "H-3 correct-shape"),
        ('/phase "lunch"', "H-3 correct-shape"),
        ('/agenda [{"do":"dance"}]', "H-3 correct-shape"),
        ('/turn "green"', "H-3 correct-shape"),
        ("/agenda " + "[" + ",".join(['{"do":"shuffle"}'] * 30_000) + "]", "H-3 correct-shape"),
        ("/turned " + "[" + ",".join(f'"{n}"' for n in range(100_000)) + "]", "H-3 correct-shape"),
        ("/players/blue null", "L-S1 seats"),
        ("/players/blue/own 12", "L-S4 stones-add-up"),
        ('/tiles/1/stones {"blue":1}', "L-S4 stones-add-up"),
        ('/tiles/1/stones {"neutral":9}', "L-M1 unknown-name"),
        ("/players/blue/money -1", "L-M1 negative"),
        ("/players/blue/money 99999999999999999999", "L-M6 too-many"),
        ('/players/blue/influence {"inf1":3}', "L-M4 influence-copies"),
        ("/king 5", "L-1.1 king-tile"),
        ("/round 5", "L-4.6 no-such-round"),
        ('/phase "evaluation"', "L-3.1 tile-phase"),
        ("/agenda []", "L-4.6 agenda"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(words: str, why: str) -> None:
    assert no(begun(HEAD, OPENED[0]), f"table correct {words}") == why


def test_a_correction_is_recorded_like_a_move_and_tells_what_was_set() -> None:
    account = begun(HEAD, OPENED[0])
    accepted = account.say("table  correct /players/blue/money 7 /king 1")
    assert accepted.text == "table correct /players/blue/money 7 /king 1"
    assert accepted.events == (Corrected((("/players/blue/money", 7), ("/king", 1))),)


def test_a_corrected_turn_phase_or_tile_decides_anew_what_is_still_to_be_done() -> None:
    account = begun(HEAD, OPENED[0])
    account.say('table correct /turn "red"')
    assert account.position.to_json()["turn"] == "red"
    account.say("red inf1 take")
    account.say('table correct /phase "missions" /turn "yellow"')
    assert account.position.to_json()["turn"] == "yellow"
    account.say('table correct /phase "evaluation" /tile 12')
    assert account.position.to_json()["phase"] == "missions"  # nobody stood on tile 12


def test_a_corrected_agenda_decides_who_is_asked() -> None:
    account = begun(HEAD, OPENED[0])
    account.say('table correct /agenda/0/who "red"')
    assert account.position.to_json()["turn"] == "red"
    account.say("table correct /agenda null")  # it follows from phase and turn
    assert account.position.to_json()["turn"] == "red"
    account.say("red inf1 take")


def test_what_happens_by_itself_after_a_correction_belongs_to_its_line() -> None:
    account = at("final", round=4, agenda=[{"do": "arms", "left": ["red"]}])
    accepted = account.say("table correct /agenda/0/left []")
    assert accepted.position.outcome() is not None
    assert len(accepted.events) > 1
    account.say("undo")
    assert account.position == account.opening.position


def test_a_finished_game_may_be_corrected() -> None:
    account = at("over", round=4, agenda=[])
    account.say("table correct /players/red/arms 3")
    assert account.position.to_json()["winners"] == ["red"]


def test_a_record_is_replayed_with_its_refused_lines_passed_over() -> None:
    account = replay(HEAD, game("louis-xiv"), (*OPENED[:2], "yellow dances", "undo"))
    assert [each.text for each in account.standing] == list(OPENED[:1])
