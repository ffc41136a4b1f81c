"""Taking back and correcting, line by line (notation.md, "A record")."""

from __future__ import annotations

import pytest

from companion.games import game_rules
from companion.rules import history
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory, MovesUndone, PositionCorrected, format_correction
from companion.rules.record import RecordHeader
from tests.rules.accounts import HEAD, at, begun, no

# -- undo

OPENED = ("table money 4 2", "blue inf6 place 6 6 1", "yellow joker take", "red inf3 take")


def test_undo_n_takes_back_n_and_tells_which_newest_first() -> None:
    account = begun(HEAD, *OPENED)
    undone = account.apply_line("undo 3").events
    assert undone == (MovesUndone(tuple(reversed(OPENED[1:]))),)
    assert account.position == begun(HEAD, OPENED[0]).position


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


def kept(account: GameHistory) -> list[tuple[int, str]]:
    return [(left, undo.text) for left, undo in account.frozen_copy.take_backs]


def test_what_was_taken_back_is_kept_beside_what_stands() -> None:
    account = begun(HEAD, *OPENED, "undo 1", "red inf4 take", "undo 2")
    assert kept(account) == [(2, "undo 1"), (2, "undo 2")]
    account.apply_line("yellow inf5 take")
    assert kept(account) == [(2, "undo 1"), (2, "undo 2")]
    assert no(account, "undo 9") == "H-2 undo-too-many"
    after = account.after_line("undo 3")[1]
    assert (kept(account)[-1], kept(after)) == ((2, "undo 2"), [(0, "undo 1"), (0, "undo 2"), (0, "undo 3")])


@pytest.mark.parametrize(("limit", "number"), [("MAX_TAKE_BACKS", 2), ("MAX_STANDING_LETTERS", 40)])
def test_only_the_latest_take_backs_are_kept(
    limit: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, limit, number)
    account = begun(HEAD, OPENED[0])
    for _ in range(9):
        account.apply_line("blue inf6 place 6 6 1")
        account.apply_line("undo")
        assert len(kept(account)) <= 2
    assert [each.text for each in account.accepted_lines] == [OPENED[0]]


# -- corrections


def test_null_removes() -> None:
    account = begun(
        HEAD, OPENED[0], "table correct /players/blue/influence/? null /players/blue/influence/inf6 2"
    )
    assert no(account, "blue inf7 take") == "L-2.3 not-in-hand"
    account.apply_line("table correct /king null")
    assert "king" not in account.position.to_json()


def test_a_value_with_a_blank_in_it_is_one_word() -> None:
    florence = game_rules("florence")
    account = begun(RecordHeader("florence", GameSetup((Seat("blue", "Anna"), Seat("red", "Bert")), "blue")))
    said = format_correction([("/players/blue/grid", ["tower d4 r0"])])
    assert said[-1] == r'["tower\u0020d4\u0020r0"]'
    accepted = account.apply_line(" ".join(said))
    assert account.position.to_json()["players"]["blue"]["grid"] == ["tower d4 r0"]
    assert florence.public_words(tuple(accepted.text.split())) == said


def test_values_are_json_and_paths_are_json_pointers() -> None:
    account = begun(HEAD, OPENED[0])
    account.apply_line(
        'table correct /players/blue/missions ["light-renew:ring"] /players/blue/hand {"mid":1}'
    )
    account.apply_line('table correct /players/blue/missions/- "mid-plus-two:ring+helmet"')
    assert account.position.to_json()["players"]["blue"]["missions"] == [
        "light-renew:ring",
        "mid-plus-two:helmet+ring",
    ]
    account.apply_line("table correct /players/blue/missions/0 null")
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
        ("/agenda []", "L-4.6 agenda-end"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(words: str, why: str) -> None:
    assert no(begun(HEAD, OPENED[0]), f"table correct {words}") == why


def test_a_correction_is_recorded_like_a_move_and_tells_what_was_set() -> None:
    account = begun(HEAD, OPENED[0])
    accepted = account.apply_line("table  correct /players/blue/money 7 /king 1")
    assert accepted.text == "table correct /players/blue/money 7 /king 1"
    assert accepted.events == (PositionCorrected((("/players/blue/money", 7), ("/king", 1))),)


def test_a_corrected_turn_phase_or_tile_decides_anew_what_is_still_to_be_done() -> None:
    account = begun(HEAD, OPENED[0])
    account.apply_line('table correct /turn "red"')
    assert account.position.to_json()["turn"] == "red"
    account.apply_line("red inf1 take")
    account.apply_line('table correct /phase "missions" /turn "yellow"')
    assert account.position.to_json()["turn"] == "yellow"
    account.apply_line('table correct /phase "evaluation" /tile 12')
    assert account.position.to_json()["phase"] == "missions"  # nobody stood on tile 12


def test_a_corrected_agenda_decides_who_is_asked() -> None:
    account = begun(HEAD, OPENED[0])
    account.apply_line('table correct /agenda/0/who "red"')
    assert account.position.to_json()["turn"] == "red"
    account.apply_line("table correct /agenda null")  # it follows from phase and turn
    assert account.position.to_json()["turn"] == "red"
    account.apply_line("red inf1 take")


def test_what_happens_by_itself_after_a_correction_belongs_to_its_line() -> None:
    account = at("final", round=4, agenda=[{"do": "arms", "left": ["red"]}])
    accepted = account.apply_line("table correct /agenda/0/left []")
    assert accepted.position.outcome() is not None
    assert len(accepted.events) > 1
    account.apply_line("undo")
    assert account.position == account.opening.position


def test_a_finished_game_may_be_corrected() -> None:
    account = at("over", round=4, agenda=[])
    account.apply_line("table correct /players/red/arms 3")
    assert account.position.to_json()["winners"] == ["red"]
