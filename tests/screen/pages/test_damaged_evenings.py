"""Damage as people see and touch it, in the real window: which line, why, and the way on."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.rules.errors import InvalidRecord
from companion.rules.record import JOURNAL_VERSION, RecordHeader, chained_lines
from companion.table.messages import WriteJournal
from companion.table.storage import recovery
from companion.table.storage.journal import read_record
from companion.table.storage.saved_games import saved_games
from tests.screen.harness.album import Album, album
from tests.screen.harness.evening import PATIENT, Guest, evening
from tests.screen.pages.test_evenings_page import open_page, tap, words
from tests.table.evenings import evening as moves_of
from tests.table.evenings import setup
from tests.table.storage.test_damage import HEADER_LENGTH, MOVES, RAW_LINES, WHOLE
from tests.table.storage.test_recovery import altered

DAMAGED_AT = HEADER_LENGTH + 6
NAME = "2026-11-20-2000-louis-xiv"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of the evening opened last, damaged in the middle."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    path = tmp_path / "evenings" / f"{NAME}.herald"
    path.parent.mkdir()
    write(path, altered(WHOLE, DAMAGED_AT))
    return path


def write(path: Path, data: bytes) -> None:
    """Write what the evening left behind, at the time that the pictures show."""
    path.write_bytes(data)
    left = datetime(2026, 11, 20, 21, 14).timestamp()
    os.utime(path, (left, left))


def wait_for_first_page(guest: Guest, told: str = "") -> None:
    """Until the disk was read: an evening is offered, or this is told."""
    guest.driver.until(
        lambda: told in guest.model.status_notice if told else guest.model.saved_game is not None, PATIENT
    )


def overlay_title(guest: Guest) -> str:
    return type(guest.model.overlay and guest.model.overlay.model).__name__


# -- the way on


def test_the_first_page_says_which_line_and_offers_to_go_on_from_it(journal: Path) -> None:
    with evening("en") as guest:
        wait_for_first_page(guest)
        shown = words(guest)
        assert f"Go on from line {DAMAGED_AT}" in shown
        assert f"is damaged in line {DAMAGED_AT}: its sum does not fit" in shown
        assert "Anna" in shown, "who plays is known: the head holds"
        raw = journal.read_bytes()
        guest.driver.tap("go-on")
        guest.driver.until(lambda: getattr(guest.page.model, "question", None) is not None, PATIENT)
        assert f"Go on from line {DAMAGED_AT}?" in words(guest)
        assert journal.read_bytes() == raw, "it is asked first"
        guest.driver.tap("yes")
        guest.settle()
        assert overlay_title(guest) == "TableCheckModel", "people compare the real table with it"
        assert guest.live.snapshot.accepted_texts == MOVES[:5]
        assert guest.driver.faults() == []
    assert journal.with_suffix(".damaged").read_bytes() == raw
    assert read_record(journal)[1] == MOVES[:5]


def test_on_the_page_of_the_evenings_it_is_asked_and_takes_its_old_place(journal: Path) -> None:
    (before,) = saved_games(journal.parent)
    with evening("en") as guest:
        wait_for_first_page(guest)
        open_page(guest)
        assert f"Damaged in line {DAMAGED_AT}: its sum does not fit" in words(guest)
        tap(guest, f"evening/{before.number}")
        assert f"Intact moves before line {DAMAGED_AT}: 5." in words(guest)
        tap(guest, "recover", "keep")
        assert saved_games(journal.parent)[0].state == "damaged"
        tap(guest, "recover")
        guest.driver.tap("yes")
        guest.settle()
        assert overlay_title(guest) == "TableCheckModel"
    (after,) = saved_games(journal.parent)
    assert (after.number, after.path, after.state) == (before.number, journal, "interrupted")


def test_an_evening_whose_head_is_damaged_says_that_nothing_can_be_brought_back(journal: Path) -> None:
    write(journal, altered(WHOLE, 3))
    with evening("en") as guest:
        wait_for_first_page(guest, "is damaged in line 3")
        assert guest.model.saved_game is None
        open_page(guest)
        tap(guest, "evening/1")
        assert "Nothing can be brought back." in words(guest)
        assert "recover" not in guest.driver.things()
        assert "delete" in guest.driver.things()
        assert guest.driver.faults() == []


def test_a_damaged_evening_of_a_game_that_is_gone_can_still_be_deleted(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str) -> Any:
        raise InvalidRecord(f"no game `{name}` is installed")

    monkeypatch.setattr("companion.table.storage.recovery.game_rules_of_record", refuse)
    with evening("en") as guest:
        wait_for_first_page(guest, "is damaged in line")
        assert guest.model.saved_game is None
        open_page(guest)
        tap(guest, "evening/1")
        assert "no game `louis-xiv` is installed" in words(guest)
        assert {"delete", "name"} <= set(guest.driver.things())
        assert "recover" not in guest.driver.things()


def test_a_full_disk_says_so_and_the_damaged_evening_stays(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_data: bytes, _handle: int) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    raw = journal.read_bytes()
    with evening("en") as guest:
        wait_for_first_page(guest)
        open_page(guest)
        tap(guest, "evening/1", "recover")
        with monkeypatch.context() as full:
            full.setattr(recovery, "_write", refuse)
            tap(guest, "yes")
        assert "The disk is full: make room on it." in words(guest)
        assert journal.read_bytes() == raw
        tap(guest, "back", "recover")
        guest.driver.tap("yes")
        guest.settle()
        assert overlay_title(guest) == "TableCheckModel"


def test_an_evening_that_was_over_is_whole_again_in_the_list(journal: Path) -> None:
    moves = [str(move) for _, move in moves_of("louis-xiv", 3, Random(8))]
    head = RecordHeader("louis-xiv", setup("louis-xiv", 3))
    texts = (*head.to_lines(JOURNAL_VERSION), *moves)
    lines = chained_lines(texts).encode().splitlines(keepends=True)
    journal.write_bytes(b"".join((*lines[:20], *lines[19:])))
    with evening("en") as guest:
        wait_for_first_page(guest)
        open_page(guest)
        tap(guest, "evening/1", "recover", "yes")
        assert "wins" in words(guest)
        assert guest.live is None
        assert guest.page.model.opened.state == "over"


# -- in Czech, as kept


def test_the_way_on_from_a_damaged_line_in_czech(journal: Path) -> None:
    with album("cs") as pictures:
        guest = pictures.guest
        wait_for_first_page(guest)
        pictures.take("damaged-first-page")
        open_page(guest)
        pictures.take("damaged-evenings")
        tap(guest, "evening/1")
        pictures.take("damaged-opened")
        tap(guest, "recover")
        pictures.take("damaged-question")
        guest.driver.tap("yes")
        guest.settle()
        pictures.take("damaged-table-check")


@pytest.mark.parametrize("lang", ["de", "nl"])
def test_the_way_on_fits_in_the_other_languages(journal: Path, lang: str) -> None:
    with album(lang) as pictures:
        guest = pictures.guest
        wait_for_first_page(guest)
        pictures.look("damaged-first-page")
        open_page(guest)
        tap(guest, "evening/1")
        pictures.look("damaged-opened")
        tap(guest, "recover")
        pictures.look("damaged-question")


def test_a_damaged_head_in_czech(journal: Path) -> None:
    write(journal, altered(WHOLE, 3))
    with album("cs") as pictures:
        guest = pictures.guest
        wait_for_first_page(guest, "na řádku 3")
        pictures.take("damaged-head-first-page")
        open_page(guest)
        tap(guest, "evening/1")
        pictures.take("damaged-head-opened")


# -- what happened to the file of an evening that goes on, in Czech


def gone_on(pictures: Album) -> Guest:
    guest = pictures.guest
    wait_for_first_page(guest)
    guest.driver.tap("go-on")
    guest.settle()
    return guest


def test_an_end_that_could_not_be_read_is_told_in_czech(journal: Path) -> None:
    write(journal, WHOLE + b"\0" * 40 + b"\nrubbish\n")
    with album("cs") as pictures:
        guest = gone_on(pictures)
        assert f"řádku {len(RAW_LINES) + 1}" in words(guest)
        pictures.take("damaged-end")
        guest.tap("go-on")
        assert guest.model.refusal is None
    assert journal.with_suffix(".damaged").exists()


def test_a_torn_last_line_is_told_in_czech(journal: Path) -> None:
    write(journal, WHOLE[:-4])
    with album("cs") as pictures:
        guest = gone_on(pictures)
        assert f"{NAME}.torn" in words(guest)
        pictures.take("torn-line")


@pytest.mark.parametrize("what", ["journal-gone", "journal-changed"])
def test_another_program_that_meddles_with_the_file_is_told_in_czech(journal: Path, what: str) -> None:
    write(journal, WHOLE)
    with album("cs") as pictures:
        guest = gone_on(pictures)
        if what == "journal-gone":
            journal.unlink()
        else:
            journal.write_bytes(b"herald 2\n")
        guest.live.session.post(WriteJournal())
        guest.driver.until(lambda: guest.model.refusal is not None, PATIENT)
        assert NAME in words(guest)
        pictures.take(what)
        guest.tap("go-on")
        assert guest.model.refusal is None
    assert journal.read_bytes() == WHOLE


def test_side_files_that_cannot_be_used_are_told_on_the_first_page_in_czech(
    journal: Path, tmp_path: Path
) -> None:
    write(journal, WHOLE)
    (tmp_path / "people.json").write_bytes(b"\xff\xfe")
    with album("cs") as pictures:
        wait_for_first_page(pictures.guest, "people.json")
        wait_for_first_page(pictures.guest)
        pictures.take("side-file")
    (tmp_path / "people.json").mkdir()
    journal.with_suffix(".virtual").write_text("[")
    with album("cs") as pictures:
        wait_for_first_page(pictures.guest, "virtual")
        wait_for_first_page(pictures.guest)
        pictures.take("side-files")
