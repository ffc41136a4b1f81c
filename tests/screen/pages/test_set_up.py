"""What is asked before a game: the printed values as the owner's file has them, and the record that comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.louis_xiv.screen.set_up import make_available_game_model, make_record_header
from companion.rules.game import EditionLine, Seat
from companion.screen.default.set_up import DefaultSetupPresenter
from companion.screen.settings import remember_player_names
from companion.screen.view_models import NewGameRequest
from companion.table.storage.edition_file import edition_path
from companion.table.storage.journal import read_record
from tests.screen.harness.evening import PATIENT, begin, evening, journals, set_up

TILE_2 = EditionLine(("tile", "2", "money:5", "first"))
MONEY = EditionLine(("money", "3:1", "4:1", "3:2", "4:2", "4:3", "5:3", "5:4", "6:4"))


def answers(name: str, *prints: EditionLine) -> list[str]:
    """The answers to one printed value, the default first."""
    (question,) = (
        each for each in make_available_game_model("en", prints).edition_questions if each.name == name
    )
    return [answer.value for answer in question.answers] or [question.text]


def plan(**answered: str) -> NewGameRequest:
    seats = tuple(Seat(colour, colour) for colour in ("blue", "yellow", "red"))
    return NewGameRequest(
        "louis-xiv", seats, "blue", {name.replace("_", " "): each for name, each in answered.items()}
    )


def test_what_the_owner_read_off_is_answered_already() -> None:
    assert answers("tile 2 front")[0] == "money:3"
    assert answers("tile 2 front", TILE_2)[0] == "money:5"
    assert answers("money cards", MONEY) == [
        "Money cards (louis:tile): 3:1, 3:2, 4:1, 4:2, 4:3, 5:3, 5:4, 6:4"
    ]


def test_of_a_game_without_a_set_up_of_its_own_it_is_told_what_is_assumed() -> None:
    told = {
        each.name: each
        for each in DefaultSetupPresenter("louis-xiv").make_available_game_model("en", ()).edition_questions
    }
    assert told["tile 2 front"].text.endswith("money:3")
    assert told["tile 2 front"].answers == ()
    assert DefaultSetupPresenter("florence").make_available_game_model("en", ()).has_edition_page


def test_of_a_game_without_a_set_up_of_its_own_the_house_rules_that_were_answered_hold() -> None:
    answered = NewGameRequest("louis-xiv", plan().seats, "blue", {"four-jumps": "2", "something-else": "yes"})
    made = DefaultSetupPresenter("louis-xiv").make_record_header(answered, (MONEY,))
    assert (made.game, made.setup.options, made.setup.edition_lines) == (
        "louis-xiv",
        {"four-jumps": "2"},
        (MONEY,),
    )


def test_a_side_said_on_the_screen_leaves_the_other_as_the_owner_read_it_off() -> None:
    said = make_record_header(plan(tile_2_back="stones:3"), ()).setup.edition_lines
    assert [each.words for each in said] == [("tile", "2", "money:3", "stones:3")]
    said = make_record_header(plan(tile_2_front="money:2"), (TILE_2,)).setup.edition_lines
    assert [each.words for each in said] == [("tile", "2", "money:2", "first")]


def test_the_owners_file_answers_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    edition_path("louis-xiv").write_text("print tile 2 money:6 first\n", encoding="utf-8")
    with evening("en") as guest:
        guest.driver.until(
            lambda: not any(worker.is_alive() for worker in guest.program._background._workers), PATIENT
        )
        set_up(guest.driver, "louis-xiv")
        guest.driver.tap("printed")
        assert guest.driver.sees("6 louis")
        guest.driver.tap("back")
        guest.driver.tap("home")
        begin(guest)
    made, _ = read_record(journals(tmp_path)[0])
    assert [each.words for each in made.setup.edition_lines] == [("tile", "2", "money:6", "first")]


def test_an_owners_file_that_cannot_be_read_is_told_and_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    edition_path("louis-xiv").write_text("print tile 99 money:6 first\n", encoding="utf-8")
    with evening("en") as guest:
        guest.driver.until(lambda: guest.driver.sees("louis-xiv.print cannot be used"), PATIENT)
        begin(guest)
    assert len(journals(tmp_path)) == 1
    assert edition_path("louis-xiv").with_name("louis-xiv.print.damaged").is_file()


def test_who_gave_no_name_is_a_number_in_every_language_and_no_two_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    remember_player_names(("Hráč 1", "Anna", "Player 2"))
    with evening("en") as guest:
        guest.driver.until(
            lambda: not any(worker.is_alive() for worker in guest.program._background._workers), PATIENT
        )
        guest.driver.tap("game/louis-xiv")
        guest.driver.tap("table/virtual")
        assert [guest.driver.sees(name) for name in ("Anna", "Hráč", "Player 2", "Player 3")] == [
            True,
            False,
            True,
            True,
        ]
        guest.driver.tap("leave/0")
        guest.driver.tap("join")
        guest.driver.tap("join")
        names = [
            words for words in guest.driver.words() if words in ("Anna", "Player 1", "Player 2", "Player 3")
        ]
        assert len(names) == len(set(names)) == 4
