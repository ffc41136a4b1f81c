"""Side files: whatever lies in the place of one, nobody waits, nothing is raised, and people are told once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.rules.game import EditionLine, GameSetup, Seat
from companion.rules.record import EveningTable, RecordHeader
from companion.screen.settings import (
    UserSettings,
    load_player_names,
    load_settings,
    remember_player_names,
    save_settings,
    settings_path,
)
from companion.table.storage import kept_files
from companion.table.storage.disk import SideFileError, open_regular_file
from companion.table.storage.edition_file import edition_path, load_edition_lines, save_edition_line
from companion.table.storage.evenings import table_of_evening
from companion.table.storage.journal import Journal, read_journal
from companion.table.storage.kept_files import problems_found_here, take_untold_problems
from companion.table.tags.deck_store import deck_path, load_owner_deck
from tests.table.storage.earlier import virtual_file

GAME = "louis-xiv"
HEAD = RecordHeader(
    GAME, GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert"), Seat("red", "Carla")), "blue")
)
OTHER_HEAD = RecordHeader(GAME, GameSetup(HEAD.setup.seats, "red"))
TAG = "04a1a1a1a1a1a1"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A house of its own for every test, in which all was told before."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    take_untold_problems()
    yield tmp_path
    take_untold_problems()


def journal(home: Path) -> Path:
    return home / "evenings/2026-11-20-2000-louis-xiv.herald"


def tags() -> object:
    return load_owner_deck(GAME).uid_by_key


def sidecar() -> object:
    found = table_of_evening(journal(settings_path().parent), HEAD)
    return found.is_virtual, found.absent


Kept = tuple[Callable[[Path], Path], Callable[[], object], object, bytes]

KEPT: dict[str, Kept] = {
    "settings": (
        lambda home: home / "settings.toml",
        lambda: load_settings(settings_path()),
        UserSettings(),
        b'lang = "cs"\n',
    ),
    "names": (lambda home: home / "people.json", load_player_names, (), b'["Anna","Bert"]'),
    "virtual": (
        lambda home: journal(home).with_suffix(".virtual"),
        sidecar,
        (True, ()),
        b'{"virtual":true,"absent":["red"]}',
    ),
    "deck": (
        lambda home: deck_path(GAME, home),
        tags,
        {},
        f'{{"deck":1,"game":"{GAME}","tags":{{"card/inf1":"{TAG}"}}}}'.encode(),
    ),
    "print": (
        lambda home: edition_path(GAME, home),
        lambda: load_edition_lines(GAME),
        (),
        b"print tile 1 money:4 first\n",
    ),
}
"""Kind of file -> where it is, how it is read, what holds without it, and a good one."""
WITH_COPY = ("names", "virtual", "deck", "print")


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


WRECKS: dict[str, Callable[[Path], object]] = {
    "no UTF-8": lambda path: path.write_bytes(b"\xff\xfe\x9b"),
    "wrong type": lambda path: path.write_bytes(b'[1, {"virtual": "x"}]'),
    "cut": lambda path: path.write_bytes(b'{"virtual": tr'),
    "zeroes": lambda path: path.write_bytes(bytes(300)),
    "deep": lambda path: path.write_bytes(b"[" * 15_000),
    "folder": lambda path: (path / "within").mkdir(parents=True),
    "pipe": os.mkfifo,
    "dangling link": lambda path: path.symlink_to("nowhere"),
    "loop of links": loop,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "huge": huge,
}


@pytest.mark.parametrize("wreck", WRECKS)
@pytest.mark.parametrize("kind", KEPT)
def test_whatever_lies_there_is_set_aside_told_once_and_replaced(home: Path, kind: str, wreck: str) -> None:
    place, load, default, _ = KEPT[kind]
    path = place(home)
    path.parent.mkdir(exist_ok=True)
    WRECKS[wreck](path)
    before = os.lstat(path)
    assert load() == default
    (told,) = take_untold_problems()
    assert (told.path, told.kind, told.kept_as) == (path, kind, f"{path.name}.damaged")
    assert told.words
    assert os.path.samestat(os.lstat(path.with_name(told.kept_as)), before)
    assert load() == default
    assert take_untold_problems() == ()


@pytest.mark.parametrize("kind", KEPT)
def test_a_file_that_is_missing_is_not_wrong(home: Path, kind: str) -> None:
    _, load, default, _ = KEPT[kind]
    assert load() == ((False, ()) if kind == "virtual" else default)
    assert take_untold_problems() == ()
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("kind", WITH_COPY)
def test_the_last_good_version_comes_back_by_itself(home: Path, kind: str) -> None:
    place, load, default, good = KEPT[kind]
    path = place(home)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(good)
    read = load()
    assert read != default
    for number in ("", "-2", "-3"):
        path.write_bytes(b"\xff")
        assert load() == read
        (told,) = take_untold_problems()
        assert told.has_last_good
        assert told.kept_as == f"{path.name}.damaged{number}"
        assert path.read_bytes() == good


def test_a_file_that_may_not_be_read_is_set_aside_too(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "people.json").write_text('["Anna"]')

    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        patched.setattr(kept_files, "fsync_folder", lambda _folder: None)
        assert load_player_names() == ()
    (told,) = take_untold_problems()
    assert (told.why, told.kept_as) == ("denied", "people.json.damaged")


def test_what_can_be_neither_read_nor_set_aside_is_told_once_and_never_overwritten(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = home / "settings.toml"
    path.write_bytes(b"\xff")

    def refuse(*_: object) -> Path:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patched:
        for change in ("rename", "hardlink_to"):
            patched.setattr(Path, change, refuse)
        for _ in range(3):
            assert load_settings(path) == UserSettings()
        (told,) = take_untold_problems()
        assert told.kept_as == ""
        with pytest.raises(SideFileError, match=r"settings\.toml: it cannot be read, so it is not replaced"):
            save_settings(path, UserSettings("cs"))
    assert path.read_bytes() == b"\xff"
    path.unlink()
    save_settings(path, UserSettings("cs"))
    assert load_settings(path) == UserSettings("cs")


def test_what_people_write_themselves_may_be_a_link(home: Path) -> None:
    (home / "mine").write_text("print tile 1 money:4 first\n")
    edition_path(GAME).symlink_to("mine")
    assert load_edition_lines(GAME) == (EditionLine(("tile", "1", "money:4", "first")),)
    assert take_untold_problems() == ()


def test_what_is_written_is_kept_twice(home: Path) -> None:
    remember_player_names(["Anna"])
    save_edition_line(GAME, ("tile", "1"), ("money:4", "first"))
    for path in (home / "people.json", edition_path(GAME)):
        assert path.with_name(f"{path.name}.last-good").read_bytes() == path.read_bytes()


def test_a_wrong_line_that_somebody_wrote_is_named_and_what_held_before_holds(home: Path) -> None:
    path = edition_path(GAME)
    path.write_text("print tile 1 money:4 first\n")
    load_edition_lines(GAME)
    path.write_text("print tile 99 first first\n")
    assert load_edition_lines(GAME) == (EditionLine(("tile", "1", "money:4", "first")),)
    (told,) = take_untold_problems()
    assert "line 1: print tile 99: tiles are 1 to 12" in told.words


# -- an evening at the virtual table


def test_a_virtual_evening_stays_one_when_its_file_is_damaged(home: Path) -> None:
    virtual_file(journal(home), HEAD, ("red",))
    path = journal(home).with_suffix(".virtual")
    for copy in (path, path.with_name(f"{path.name}.last-good")):
        copy.write_bytes(b"\xff")
    for _ in range(3):
        assert sidecar() == (True, ())
    (told,) = take_untold_problems()
    assert (told.kind, told.has_last_good) == ("virtual", False)


def test_a_virtual_file_of_another_evening_does_not_make_this_one_virtual(home: Path) -> None:
    virtual_file(journal(home), OTHER_HEAD, ("red",))
    assert sidecar() == (False, ())
    (told,) = take_untold_problems()
    assert (told.kind, told.words) == ("stale", "it belongs to another evening")
    assert sidecar() == (False, ())
    assert take_untold_problems() == ()


@pytest.mark.parametrize("left", ["virtual", "wreck"])
def test_a_real_evening_that_begins_where_a_virtual_one_lay_is_real(home: Path, left: str) -> None:
    if left == "virtual":
        virtual_file(journal(home), HEAD, ("red",))
    else:
        (journal(home).with_suffix(".virtual") / "within").mkdir(parents=True)
    head = replace(HEAD, table=EveningTable())
    Journal.create(journal(home), head).close()
    assert table_of_evening(journal(home), read_journal(journal(home)).head) == EveningTable()
    assert take_untold_problems() == ()


def test_a_virtual_evening_of_an_earlier_herald_is_still_one(home: Path) -> None:
    path = journal(home).with_suffix(".virtual")
    path.parent.mkdir()
    path.write_text('{"virtual":true,"absent":["red"]}')
    assert sidecar() == (True, ("red",))


def test_a_head_is_known_again_however_its_names_were_typed(home: Path) -> None:
    head = RecordHeader(GAME, GameSetup((Seat("blue", "Anna  B."), *HEAD.setup.seats[1:]), "blue"))
    read = RecordHeader(GAME, GameSetup((Seat("blue", "Anna B."), *HEAD.setup.seats[1:]), "blue"))
    virtual_file(journal(home), head)
    assert table_of_evening(journal(home), read).is_virtual


def test_a_colour_nobody_sits_at_is_no_absent_player(home: Path) -> None:
    path = journal(home).with_suffix(".virtual")
    path.parent.mkdir()
    path.write_text('{"virtual":true,"absent":["purple"]}')
    assert sidecar() == (True, ())
    (told,) = take_untold_problems()
    assert told.words == "nobody sits at purple"


# -- opening


@pytest.mark.parametrize("wreck", ["folder", "pipe", "dangling link", "loop of links"])
def test_opening_waits_for_nothing(home: Path, wreck: str) -> None:
    WRECKS[wreck](home / "x.herald")
    with pytest.raises(SideFileError):
        open_regular_file(home / "x.herald")
    with pytest.raises(FileNotFoundError):
        open_regular_file(home / "y.herald")


def test_what_a_page_finds_is_told_by_it_whoever_asks_meanwhile(home: Path) -> None:
    deck_path(GAME).write_text("{")
    with ThreadPoolExecutor(1) as page:

        def find() -> list[str]:
            with problems_found_here() as found:
                load_owner_deck(GAME)
                assert take_untold_problems() == ()
            return [problem.kind for problem in found]

        assert page.submit(find).result() == ["deck"]
    settings_path().write_bytes(b"\xff")
    load_settings(settings_path())
    assert [problem.kind for problem in take_untold_problems()] == ["settings"]


def test_what_a_page_finds_and_cannot_tell_is_told_by_the_next_one_who_asks(home: Path) -> None:
    deck_path(GAME).write_text("{")

    def find() -> None:
        with problems_found_here():
            load_owner_deck(GAME)
            raise MemoryError

    with pytest.raises(MemoryError):
        find()
    assert [problem.kind for problem in take_untold_problems()] == ["deck"]
