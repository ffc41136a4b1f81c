"""The table of what is kept: a kind of file that is added to it is seen by everything that looks after kept files."""

from __future__ import annotations

import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.screen.settings import remember_player_names
from companion.start.kept_files_check import examine_kept_files
from companion.table.storage.backup import write_backup
from companion.table.storage.evening_notes import EveningNotebook
from companion.table.storage.evenings import delete_evening, load_index
from companion.table.storage.journal import Journal
from companion.table.storage.kept_files import (
    KEPT_FILES,
    Content,
    KeptFile,
    copy_beside,
    kept_file_at,
    take_untold_problems,
)
from companion.table.storage.restore import restore_backup
from companion.table.tags.deck_file import encode_deck_file
from companion.voice.problem_messages import side_file_message

MENU: Content[list[str]] = Content(lambda raw, _path: msgspec.json.decode(raw, type=list[str]), [])
HEAD = RecordHeader("kabale", GameSetup((Seat("black", "Anna"), Seat("white", "Bert")), "black"))
CAKE = b'["cake"]'


@pytest.fixture(autouse=True)
def menus(monkeypatch: pytest.MonkeyPatch) -> KeptFile:
    """What was eaten, evening by evening: one line more in the table."""
    monkeypatch.setitem(sys.modules, "what_was_eaten", sys.modules[__name__])
    row = KeptFile("menu", "*.menu", "what_was_eaten:MENU", CAKE, ("evenings",), keeps_last_good=True)
    monkeypatch.setitem(KEPT_FILES, row.kind, row)
    return row


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """An evening of whose meal something is kept."""
    path = tmp_path / "home" / "evenings" / "one.herald"
    Journal.create(path, HEAD).close()
    path.with_suffix(".menu").write_bytes(CAKE)
    return path


def test_it_is_read_told_and_replaced_by_its_last_good_version(menus: KeptFile, evening: Path) -> None:
    file = menus.at(evening.with_suffix(".menu"))
    assert file.load(MENU) == ["cake"]
    file.path.write_bytes(b"[cake")
    assert file.load(MENU) == ["cake"]
    (told,) = take_untold_problems()
    assert side_file_message(told, "en") == (
        "one.menu cannot be used; its name ends in .damaged now. Its last good version holds."
    )
    file.set_aside()
    file.path.write_bytes(b"[cake")
    assert file.load(MENU) == []
    (told,) = take_untold_problems()
    assert side_file_message(told, "en").endswith("What is usual holds.")


def test_the_check_reads_it(evening: Path) -> None:
    home = evening.parent.parent

    def menu() -> tuple[str, bool]:
        return next(
            (each.found, each.wrong) for each in examine_kept_files(home) if each.what.endswith("menu")
        )

    assert menu() == ("it can be read", False)
    evening.with_suffix(".menu").write_bytes(b"[cake")
    found, is_wrong = menu()
    assert is_wrong
    assert "cannot be understood" in found


def test_a_backup_takes_it_and_a_restore_brings_it_back(evening: Path, tmp_path: Path) -> None:
    written = write_backup(tmp_path / "all.zip", evening.parent.parent, datetime(2026, 11, 29))
    other = tmp_path / "other"
    other.mkdir()
    restore_backup(written.file, other)
    assert (other / "evenings" / "one.menu").read_bytes() == CAKE


def test_it_goes_with_its_evening_where_that_is_deleted_and_where_it_is_brought_back(evening: Path) -> None:
    new = evening.with_name("one-recovered.herald")
    copy_beside(evening, new)
    assert new.with_suffix(".menu").read_bytes() == CAKE
    assert delete_evening(evening).with_suffix(".menu").read_bytes() == CAKE
    assert not evening.with_suffix(".menu").exists()


def test_a_journal_that_is_written_again_writes_it_again(evening: Path) -> None:
    journal = Journal(evening)
    for path in (evening, evening.with_suffix(".menu")):
        path.unlink()
    journal.mend_if_changed()
    journal.close()
    assert evening.with_suffix(".menu").read_bytes() == CAKE


def written_by_herald(kind: str, path: Path) -> bytes:
    """A file of that kind as Herald writes it."""
    match kind:
        case "names":
            remember_player_names(("Anna", "Bert"))
        case "deck":
            path.write_bytes(encode_deck_file("louis-xiv", [("card/inf1", "04a1b2c3d4e5f6")]))
        case "notes":
            EveningNotebook(path.with_suffix(".herald"), HEAD).set_strictness("hint")
        case "evenings":
            Journal.create(path.parent / "one.herald", HEAD).close()
            load_index(path.parent)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["names", "deck", "notes", "evenings"])
def test_what_herald_writes_itself_has_a_sum_so_that_a_changed_byte_is_noticed_though_it_reads_well(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    row = KEPT_FILES[kind]
    path = tmp_path / row.file_name.replace("*", "louis-xiv")
    raw, content = written_by_herald(kind, path), row.load_content()
    content.decode(raw, path)
    changed = [raw[:at] + bytes((raw[at] ^ 1,)) + raw[at + 1 :] for at in range(len(raw))]
    taken = []
    for each in changed:
        with suppress(ValueError):
            taken.append((each, content.decode(each, path)))
    # what is between the words, and the name of the field `sum` itself, says nothing
    assert [each for each, found in taken if found != content.decode(raw, path)] == []


@pytest.mark.parametrize("kind", [kind for kind in KEPT_FILES if kind != "journal"])
def test_the_example_of_each_kind_is_one_and_lies_where_the_table_says(kind: str, tmp_path: Path) -> None:
    row = KEPT_FILES[kind]
    path = tmp_path / row.file_name.replace("*", "louis-xiv")
    row.load_content().decode(row.example, path)
    for folder in row.folders:
        assert kept_file_at(f"{folder}/{path.name}" if folder else path.name) is row
