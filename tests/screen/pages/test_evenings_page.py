"""The evenings page by real touches: the whole program, with journals on the disk."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.rules.record import RecordHeader
from companion.screen.herald_controller import PreviousGames
from companion.screen.pages.evenings import EveningViewer
from companion.table.session import Session
from companion.table.storage.saved_games import saved_games
from companion.voice.evening_text import when_text
from tests.commands.test_evenings import ODD_NAME, play, removed
from tests.screen.harness.evening import PATIENT, Guest, begin, evening
from tests.start.test_secrets_told import kept
from tests.table.evenings import setup
from tests.table.twins import script


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with an evening that is over (1), two that are not (2, 3), and a damaged one (4)."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    folder = tmp_path / "evenings"
    folder.mkdir()
    play(folder / "over.herald", "louis-xiv")
    play(folder / "first.herald", "kabale", 9)
    play(folder / "second.herald", "louis-xiv", 4)
    (folder / "damaged.herald").write_text("herald 1\nrubbish\n")
    return tmp_path


@pytest.fixture
def guest(home: Path) -> Iterator[Guest]:
    """Somebody who opened the page."""
    with evening("en") as guest:
        guest.driver.until(lambda: guest.model.saved_game is not None, PATIENT)
        open_page(guest)
        yield guest


def open_page(guest: Guest) -> None:
    guest.driver.tap("evenings")
    guest.driver.until(lambda: guest.page.model is not None, PATIENT)


def tap(guest: Guest, *things: str) -> Any:
    """Touch one after another, and see what comes of each; what is shown at last."""
    for thing in things:
        tap_one(guest, thing)
    return guest.page.model


def tap_one(guest: Guest, thing: str) -> None:
    before = guest.page.model
    guest.driver.tap(thing)
    guest.driver.until(lambda: guest.page.model is not before, PATIENT)


def states(folder: Path) -> dict[str, str]:
    return {saved.path.stem: saved.state for saved in saved_games(folder / "evenings")}


def words(guest: Guest) -> str:
    return "\n".join(guest.driver.words())


def test_all_evenings_are_there_with_who_when_and_how_far(guest: Guest) -> None:
    shown = words(guest)
    assert "Evenings kept: 4" in shown
    assert "Cannot be read" in shown
    assert "Bertgnp" in shown
    assert ODD_NAME not in shown
    assert "wins" in shown
    assert [row.number for row in guest.page.model.rows] == [4, 3, 2, 1]
    assert guest.driver.faults() == []


def test_an_evening_that_is_not_the_last_goes_on(home: Path, guest: Guest) -> None:
    tap(guest, "evening/2")
    guest.driver.tap("go-on")
    guest.settle()
    assert guest.live.snapshot.game == "kabale"
    assert guest.program.journal_path == home / "evenings" / "first.herald"
    guest.driver.tap("menu")
    guest.driver.tap("home")
    open_page(guest)
    assert "Being played now" in words(guest)
    assert [row.number for row in guest.page.model.rows] == [2, 4, 3, 1]
    tap(guest, "evening/2")
    before = guest.live
    guest.driver.tap("go-on")
    guest.settle()
    assert guest.live is before, "the one on the table is shown again"


def test_one_whose_game_was_removed_names_it_and_is_not_offered(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_games(home / "evenings")
    removed(monkeypatch, "kabale")
    with evening("en") as guest:
        open_page(guest)
        tap(guest, "evening/2")
        assert "Its game is not here, or cannot be played: kabale." in words(guest)
        assert {"name", "delete"} <= set(guest.driver.things())
        assert not {"go-on", "look", "give-up"} & set(guest.driver.things())
        assert guest.driver.faults() == []


def test_a_file_that_never_was_an_evening_says_so(home: Path) -> None:
    (home / "evenings" / "damaged.herald").write_text("Dear diary,\n")
    with evening("en") as guest:
        open_page(guest)
        tap(guest, "evening/4")
        assert "This file is no evening" in words(guest)
        assert guest.driver.faults() == []


def test_one_that_is_over_is_looked_at_from_its_final_screens_to_its_sentences(
    home: Path, guest: Guest
) -> None:
    raw = (home / "evenings" / "over.herald").read_bytes()
    tap(guest, "evening/1")
    assert "go-on" not in guest.driver.things()
    shown = tap(guest, "look")
    reports = 0
    while not shown.report.model.is_final:
        shown, reports = tap(guest, "next"), reports + 1
    ledger = next(thing for thing in guest.driver.things() if thing.startswith("ledger/"))
    tap(guest, ledger)
    assert guest.driver.faults() == []
    while tap(guest, "back").report.model.title != "What happened":
        pass
    assert len(guest.page.model.report.model.left_blocks[0].story) > 50
    tap(guest, "ending")
    assert guest.page.model.report.model.title != "What happened"
    assert (home / "evenings" / "over.herald").read_bytes() == raw


def test_the_chart_of_an_evening_leads_to_its_lines_and_from_there_to_the_table_of_then(guest: Guest) -> None:
    tap(guest, "evening/1", "look")
    while "standing" not in guest.driver.things() and not guest.page.model.report.model.is_final:
        tap(guest, "next")
    column = next(thing for thing in guest.driver.things() if thing.startswith("history/"))
    shown = tap(guest, column)
    (block,) = shown.report.model.left_blocks
    number = int(column.partition("/")[2])
    assert block.story[block.first].number == number
    shown = tap(guest, f"line/{number}")
    assert shown.report.model.prompt.sentence.startswith(f"Move {number} of ")
    assert guest.driver.faults() == []
    shown = tap(guest, "standing")
    assert "ledger/" in " ".join(guest.driver.things())
    tap(guest, "back")
    assert "now" not in guest.driver.things()  # there is none: it is over
    shown = tap(guest, "lines")
    assert not hasattr(shown.report.model, "prompt")


def test_one_that_goes_on_is_looked_at_without_what_lies_face_down(guest: Guest) -> None:
    tap(guest, "evening/2", "look")
    assert "What happened" in words(guest)
    tap(guest, "standing")
    assert "What was won lies face down until the end." in words(guest)
    tap(guest, "back", "back")
    assert guest.page.model.report is None
    assert "look" in guest.driver.things()


@pytest.mark.parametrize("lines", [4, 17])
def test_nothing_that_is_looked_at_depends_on_a_card_that_lies_face_down(tmp_path: Path, lines: int) -> None:
    told = script(3, Random(1), 1)
    seen = []
    for name, first in (("one", True), ("other", False)):
        kept(tmp_path / name, told, first, lines)
        (saved,) = saved_games(tmp_path / name)
        viewer = EveningViewer(saved, "en")
        seen.append([viewer.make_model()])
        for thing in ("standing", *(f"ledger/{seat.colour}" for seat in told.setup.seats), "history"):
            viewer.touch(thing)
            seen[-1].append(viewer.make_model())
            viewer.touch("back")
        viewer.touch("history")
        for number in range(lines):
            viewer.touch(f"line/{number}")
            seen[-1].append(viewer.make_model())
    one, other = (
        str(each).replace(when(tmp_path / name), "")
        for each, name in zip(seen, ("one", "other"), strict=True)
    )
    assert one == other
    assert len(one) > 1000


def when(folder: Path) -> str:
    """The time that the list shows."""
    (saved,) = saved_games(folder)
    return when_text(saved.modified_at)


def test_an_evening_of_a_time_that_no_calendar_has_is_offered_without_one(tmp_path: Path) -> None:
    Session.create(tmp_path / "evening.herald", RecordHeader("louis-xiv", setup("louis-xiv", 3))).close()
    (saved,) = saved_games(tmp_path)
    offered = PreviousGames(replace(saved, modified_at=1e12)).model("en")
    assert offered is not None
    assert (offered.game, offered.last_played) == ("Louis XIV", "")


def test_an_evening_gets_a_name(home: Path, guest: Guest) -> None:
    tap(guest, "evening/3")
    guest.driver.tap("name")
    for letter in "may":
        guest.driver.tap(next(t for t in guest.driver.things() if t.lower() == f"key/{letter}"))
    tap(guest, "key/check")
    assert guest.page.model.opened.name == "May"
    assert [saved.name for saved in saved_games(home / "evenings")] == ["", "May", "", ""]
    guest.driver.tap("name")
    guest.driver.tap("key/cross")
    tap(guest, "back")
    assert "May" in words(guest)


def test_giving_up_is_asked_and_the_first_page_offers_another_one(home: Path, guest: Guest) -> None:
    tap(guest, "evening/3", "give-up", "keep", "give-up", "yes")
    assert states(home)["second"] == "given-up"
    assert "Given up in round 1" in words(guest)
    assert "give-up" not in guest.driver.things()
    guest.driver.tap("home")
    guest.driver.until(lambda: "Kabale" in guest.model.saved_game.game, PATIENT)
    open_page(guest)
    tap(guest, "evening/3")
    guest.driver.tap("go-on")
    guest.settle()
    assert states(home)["second"] == "interrupted"


def test_deleting_is_asked_twice_at_two_places(home: Path, guest: Guest) -> None:
    tap(guest, "evening/4", "delete")
    first = center(guest, "yes")
    tap(guest, "yes")
    assert (home / "evenings" / "damaged.herald").exists()
    assert center(guest, "yes") != first
    assert center(guest, "keep") == first
    tap(guest, "keep")
    assert (home / "evenings" / "damaged.herald").exists()
    tap(guest, "delete", "yes", "yes")
    assert not (home / "evenings" / "damaged.herald").exists()
    assert (home / "evenings" / "deleted" / "damaged.herald").exists()
    assert [row.number for row in guest.page.model.rows] == [3, 2, 1]


def center(guest: Guest, thing: str) -> Any:
    return next(w.center for w in guest.driver._seen() if getattr(w, "touch_target", "") == thing)


def test_the_evening_on_the_table_is_left_before_it_is_deleted(home: Path, guest: Guest) -> None:
    tap(guest, "evening/3")
    guest.driver.tap("go-on")
    guest.settle()
    guest.driver.tap("menu")
    guest.driver.tap("home")
    open_page(guest)
    tap(guest, "evening/3", "delete", "yes")
    guest.driver.tap("yes")
    guest.driver.until(lambda: len(guest.page.model.rows) == 3, PATIENT)
    assert guest.live is None
    assert (home / "evenings" / "deleted" / "second.herald").exists()
    guest.driver.tap("home")
    guest.driver.until(lambda: "Kabale" in guest.model.saved_game.game, PATIENT)


def test_an_evening_that_another_herald_plays_says_so(home: Path, guest: Guest) -> None:
    handle = os.open(home / "evenings" / "second.herald", os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    tap(guest, "evening/3", "give-up", "yes")
    assert "Another Herald is keeping this evening." in words(guest)
    os.close(handle)
    tap(guest, "back", "give-up", "yes")
    assert states(home)["second"] == "given-up"


def test_a_game_begun_over_another_one_says_so_and_buries_nothing(home: Path) -> None:
    with evening("en") as guest:
        guest.driver.until(lambda: guest.model.saved_game is not None, PATIENT)
        guest.driver.tap("game/louis-xiv")
        assert "The game that is not over stays under Evenings." in words(guest)
        guest.driver.tap("home")
        begin(guest)
        guest.driver.tap("menu")
        guest.driver.tap("home")
        open_page(guest)
        assert [row.number for row in guest.page.model.rows] == [5, 4, 3, 2, 1]
        assert "Being played now" in guest.page.model.rows[0].progress
        assert [row.state for row in guest.page.model.rows[2:4]] == ["interrupted", "interrupted"]


def test_a_house_without_evenings_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    with evening("en") as guest:
        open_page(guest)
        guest.driver.rest()
        assert "No evening is kept yet." in words(guest)
        guest.driver.tap("back")
        assert "deck" in guest.driver.things()


def test_a_list_that_cannot_be_read_says_why(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with evening("en") as guest:
        guest.driver.until(lambda: guest.model.saved_game is not None, PATIENT)

        def refuse(_folder: object) -> Any:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("companion.table.storage.saved_games.load_index", refuse)
        open_page(guest)
        assert "give it the right to" in words(guest)
        assert "No evening is kept yet." not in words(guest)
        guest.driver.tap("back")
        assert "deck" in guest.driver.things()
