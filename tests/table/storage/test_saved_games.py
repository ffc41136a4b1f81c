"""Which evenings there are, in which order, whatever lies beside them and whatever the clock says."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.rules.game import MAX_NAME_LETTERS as LONGEST_NAME
from companion.rules.game import Seat
from companion.table.session import Session
from companion.table.storage import kept_files, saved_games
from companion.table.storage.disk import FileInUseError
from companion.table.storage.evenings import (
    EARLIER_FINISHED,
    EARLIER_LAST_OPENED,
    INDEX_FILE_NAME,
    MAX_NAME_LETTERS,
    GameSummary,
    delete_evening,
    give_up_evening,
    name_evening,
)
from companion.table.storage.journal import resume_journal
from companion.table.storage.kept_files import take_untold_problems
from companion.table.storage.saved_games import (
    SavedGame,
    last_damaged_game,
    last_interrupted_game,
    saved_game_with_number,
)
from tests.table.killed import LINES
from tests.table.test_growth import counted, moves_of
from tests.table.test_journal import HEAD, say, with_lines

PLAYERS = tuple(HEAD.setup.seats)
OVER = tuple(moves_of("louis-xiv"))


def evenings(folder: Path, number: int) -> list[Path]:
    """So many evenings that were interrupted, opened in this order while the clock went backwards."""
    paths = [folder / f"{letter}.herald" for letter in "dacbe"[:number]]
    for at, path in enumerate(paths):
        with_lines(path, LINES[: at + 1])
        os.utime(path, (5000 - at, 5000 - at))
    return paths


def listed(folder: Path) -> list[Path]:
    return [saved.path for saved in saved_games.saved_games(folder)]


# -- the order


def test_evenings_stand_in_the_order_in_which_they_were_opened_however_the_clock_went(tmp_path: Path) -> None:
    paths = evenings(tmp_path, 4)
    assert listed(tmp_path) == paths[::-1]
    resume_journal(paths[1]).journal.close()
    os.utime(paths[1], (1, 1))
    assert listed(tmp_path) == [paths[1], paths[3], paths[2], paths[0]]
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == paths[1]


def test_an_evening_that_was_laid_there_is_behind_those_that_were_there_before(tmp_path: Path) -> None:
    paths = evenings(tmp_path, 2)
    laid = tmp_path / "laid.herald"
    laid.write_bytes(paths[0].read_bytes())
    os.utime(laid, (1, 1))
    assert listed(tmp_path) == [laid, *paths[::-1]]


def test_the_order_that_an_earlier_version_noted_is_taken_over_and_its_notes_go(tmp_path: Path) -> None:
    paths = evenings(tmp_path, 3)
    (tmp_path / INDEX_FILE_NAME).unlink()
    (tmp_path / EARLIER_LAST_OPENED).write_text(paths[2].name)
    (tmp_path / EARLIER_FINISHED).write_text("{}")
    assert listed(tmp_path) == [paths[2], paths[0], paths[1]]
    assert not (tmp_path / EARLIER_LAST_OPENED).exists()
    assert not (tmp_path / EARLIER_FINISHED).exists()
    assert listed(tmp_path) == [paths[2], paths[0], paths[1]]


def test_an_evening_keeps_its_number_whatever_else_comes_and_goes(tmp_path: Path) -> None:
    paths = evenings(tmp_path, 3)
    numbers = {saved.path: saved.number for saved in saved_games.saved_games(tmp_path)}
    assert sorted(numbers.values()) == [1, 2, 3]
    resume_journal(paths[0]).journal.close()
    delete_evening(paths[2])
    with_lines(tmp_path / "new.herald", ())
    again = {saved.path: saved.number for saved in saved_games.saved_games(tmp_path)}
    assert again == {paths[0]: 1, paths[1]: 2, tmp_path / "new.herald": 4}
    found = saved_game_with_number(2, tmp_path)
    assert found is not None
    assert found.path == paths[1]
    assert saved_game_with_number(3, tmp_path) is None


# -- what is listed


def test_the_list_says_of_each_evening_who_played_what_and_how_it_ended(tmp_path: Path) -> None:
    going, over = tmp_path / "going.herald", tmp_path / "over.herald"
    with_lines(going, LINES[:2])
    with_lines(over, OVER)
    os.utime(going, (1000, 1000))
    last, first = saved_games.saved_games(tmp_path)
    assert first == SavedGame(going, 1, 1000, GameSummary("louis-xiv", PLAYERS, 1, "influence"))
    assert (last.state, first.state) == ("over", "interrupted")
    assert last.summary is not None
    assert set(last.summary.points) == {seat.colour for seat in PLAYERS}
    best = max(last.summary.points.values())
    assert all(last.summary.points[winner] == best for winner in last.summary.winners)


def test_a_list_reads_only_what_changed_since_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = evenings(tmp_path, 3)
    with_lines(tmp_path / "over.herald", OVER)
    replayed = counted(monkeypatch, saved_games, "replay_history")
    before = saved_games.saved_games(tmp_path)
    assert replayed() == 4
    assert saved_games.saved_games(tmp_path) == before
    assert replayed() == 0
    session = Session.resume(paths[0])
    say(session, *LINES[1:2])
    session.close()
    assert saved_games.saved_games(tmp_path) != before
    assert replayed() == 1


def test_what_was_noted_of_another_file_of_that_name_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "evening.herald"
    with_lines(path, OVER)
    assert last_interrupted_game(tmp_path) is None
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"\n", len(whole) // 2) + 1])
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert saved_games.saved_games(tmp_path)[0].state == "interrupted"


# -- what else may stand there


def make_folder(path: Path) -> None:
    path.mkdir()


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_dangling(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def make_link(path: Path) -> None:
    path.symlink_to(path.with_name("a.herald"))


def make_socket(path: Path) -> None:
    here = socket.socket(socket.AF_UNIX)
    with here:
        os.chdir(path.parent)  # its whole path may be too long for a socket
        here.bind(path.name)


def make_rubbish(path: Path) -> None:
    path.write_bytes(b"\xff\0rubbish\n" * 9)


def make_empty(path: Path) -> None:
    path.touch()


SPECIALS: dict[str, tuple[Callable[[Path], None], str]] = {
    "folder": (make_folder, "it is a folder, not a file"),
    "pipe": (make_pipe, "it is no ordinary file"),
    "dangling": (make_dangling, "it is a link"),
    "link": (make_link, "it is a link"),
    "socket": (make_socket, "it is no ordinary file"),
    "rubbish": (make_rubbish, "line 1"),
    "empty": (make_empty, "line 1"),
}


@pytest.mark.parametrize("kind", SPECIALS)
@pytest.mark.parametrize("name", ["0.herald", "z.herald", ".herald", "a.herald.herald"])
def test_nothing_that_stands_among_them_hangs_or_hides_an_evening(
    tmp_path: Path, kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    evening = tmp_path / "a.herald"
    with_lines(evening, LINES[:1])
    make, why = SPECIALS[kind]
    make(tmp_path / name)
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == evening
    wrong, right = saved_games.saved_games(tmp_path)
    assert (wrong.path, wrong.state, right.path) == (tmp_path / name, "damaged", evening)
    assert why in wrong.error
    damaged = last_damaged_game(tmp_path)
    assert damaged is not None
    assert damaged.error == wrong.error


def test_an_evening_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in evenings(tmp_path, 2):
        last = path
    real = os.open

    def refusing(path: Any, *words: Any, **named: Any) -> int:
        if path == last:
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return real(path, *words, **named)

    monkeypatch.setattr(os, "open", refusing)  # root may read anything
    assert [(saved.state, saved.error) for saved in saved_games.saved_games(tmp_path)] == [
        ("damaged", "it may not be read: Permission denied"),
        ("interrupted", ""),
    ]


def test_a_name_that_is_no_text_is_listed_and_costs_the_others_nothing(tmp_path: Path) -> None:
    with_lines(tmp_path / "a.herald", LINES[:1])
    odd = tmp_path / os.fsdecode(b"\xff.herald")
    with_lines(odd, LINES[:2])
    assert set(listed(tmp_path)) == {tmp_path / "a.herald", odd}
    resume_journal(odd).journal.close()
    resume_journal(tmp_path / "a.herald").journal.close()
    assert set(listed(tmp_path)) == {tmp_path / "a.herald", odd}


@pytest.mark.parametrize("make", [make_folder, make_pipe, make_dangling, make_rubbish, make_empty])
@pytest.mark.parametrize("name", [INDEX_FILE_NAME, EARLIER_LAST_OPENED, EARLIER_FINISHED])
def test_whatever_stands_in_place_of_a_note_the_evening_goes_on(
    tmp_path: Path, make: Callable[[Path], None], name: str
) -> None:
    paths = evenings(tmp_path, 2)
    for index in tmp_path.glob(f"{INDEX_FILE_NAME}*"):
        index.unlink()
    make(tmp_path / name)
    assert listed(tmp_path) == paths, "in the order of their times"
    resume_journal(paths[1]).journal.close()
    assert last_interrupted_game(tmp_path) is not None


@pytest.mark.parametrize("make", [make_folder, make_pipe, make_dangling, make_rubbish, make_empty])
def test_an_index_that_cannot_be_used_is_told_once_and_its_last_good_version_knows_numbers_and_names(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    paths = evenings(tmp_path, 3)
    name_evening(paths[1], "Grandmother's birthday")
    known = [(saved.path, saved.number, saved.name) for saved in saved_games.saved_games(tmp_path)]
    (tmp_path / INDEX_FILE_NAME).unlink()
    make(tmp_path / INDEX_FILE_NAME)
    for told in (1, 0):
        assert [
            (saved.path, saved.number, saved.name) for saved in saved_games.saved_games(tmp_path)
        ] == known
        assert [problem.kind for problem in kept_files.take_untold_problems()] == ["evenings"] * told


@pytest.mark.parametrize(
    "note",
    [
        {
            "next_number": 2,
            "notes": {"a.herald": {"number": 1, "opened": 1}, "d.herald": {"number": 1, "opened": 2}},
        },
        {"next_number": 1, "notes": {"a.herald": {"number": 7, "opened": 1}}},
        {"notes": {"a.herald": {"number": "1", "opened": 1}}},
        {"notes": []},
    ],
)
def test_an_index_that_cannot_be_right_is_no_index(tmp_path: Path, note: object) -> None:
    evenings(tmp_path, 2)
    (tmp_path / f"{INDEX_FILE_NAME}.last-good").unlink()
    (tmp_path / INDEX_FILE_NAME).write_bytes(msgspec.json.encode(note))
    assert sorted(saved.number for saved in saved_games.saved_games(tmp_path)) == [1, 2]


def test_an_index_in_which_anything_was_altered_is_told_and_its_last_good_version_holds(
    tmp_path: Path,
) -> None:
    evenings(tmp_path, 2)
    before = saved_games.saved_games(tmp_path)
    index = tmp_path / INDEX_FILE_NAME
    raw = index.read_bytes()
    assert saved_games.saved_games(tmp_path) == before
    take_untold_problems()
    for number, other in (
        (b'"number":1', b'"number":0'),
        (b"louis-xiv", b"louis-xiw"),
        (b'"opened":2', b'"opened":9'),
    ):
        assert number in raw
        index.write_bytes(raw.replace(number, other))
        assert saved_games.saved_games(tmp_path) == before
        assert [each.why for each in take_untold_problems()] == ["damaged"]


def test_an_index_of_an_earlier_version_has_no_sum_and_is_read(tmp_path: Path) -> None:
    first, _ = evenings(tmp_path, 2)
    name_evening(first, "Christmas")
    index = tmp_path / INDEX_FILE_NAME
    found = msgspec.json.decode(index.read_bytes())
    del found["sum"]
    index.write_bytes(msgspec.json.encode(found))
    assert {saved.name for saved in saved_games.saved_games(tmp_path)} == {"", "Christmas"}


def test_evenings_are_listed_where_nothing_can_be_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = evenings(tmp_path, 3)

    def full(_path: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_files, "write_atomically", full)
    assert listed(tmp_path) == paths[::-1]
    with pytest.raises(OSError, match="No space"):
        name_evening(paths[0], "Grandmother's birthday")


# -- what people change


def test_an_evening_has_the_name_that_people_gave_it(tmp_path: Path) -> None:
    path, *_ = evenings(tmp_path, 2)
    assert name_evening(path, "  Grandmother's\n\x1b[2Jbirthday\u202e ") == "Grandmother's [2Jbirthday"
    assert [saved.name for saved in saved_games.saved_games(tmp_path)] == ["", "Grandmother's [2Jbirthday"]
    assert len(name_evening(path, "x" * 1_000_000)) == MAX_NAME_LETTERS
    name_evening(path, "")
    assert [saved.name for saved in saved_games.saved_games(tmp_path)] == ["", ""]


def test_an_evening_that_was_given_up_is_offered_no_more_until_somebody_goes_on_with_it(
    tmp_path: Path,
) -> None:
    first, second = evenings(tmp_path, 2)
    before = second.read_bytes()
    give_up_evening(second)
    assert [saved.state for saved in saved_games.saved_games(tmp_path)] == ["given-up", "interrupted"]
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == first
    assert second.read_bytes() == before
    resume_journal(second).journal.close()
    assert [saved.state for saved in saved_games.saved_games(tmp_path)] == ["interrupted", "interrupted"]


def test_a_deleted_evening_lies_in_a_folder_of_its_own_and_can_be_laid_back(tmp_path: Path) -> None:
    first, second = evenings(tmp_path, 2)
    first.with_suffix(".virtual").write_text("{}")
    first.with_suffix(".torn").write_text("blue in")
    (tmp_path / "d.e.herald").write_bytes(second.read_bytes())
    (tmp_path / "d.e.virtual").write_text("{}")
    raw = first.read_bytes()
    moved = delete_evening(first)
    assert moved == tmp_path / "deleted" / "d.herald"
    assert moved.read_bytes() == raw
    assert sorted(path.name for path in moved.parent.iterdir()) == ["d.herald", "d.torn", "d.virtual"]
    assert (tmp_path / "d.e.virtual").exists()
    assert first not in listed(tmp_path)
    moved.rename(first)
    assert listed(tmp_path)[0] == first
    assert delete_evening(first).name == "d.herald"


def test_deleting_two_evenings_of_one_name_keeps_both(tmp_path: Path) -> None:
    path = tmp_path / "a.herald"
    names = []
    for number in (1, 2, 3):
        with_lines(path, LINES[:number])
        names.append(delete_evening(path).name)
    assert names == ["a.herald", "a-2.herald", "a-3.herald"]


def test_a_new_evening_has_neither_number_nor_name_of_a_deleted_one_of_its_file_name(tmp_path: Path) -> None:
    path = tmp_path / "a.herald"
    with_lines(path, ())
    name_evening(path, "Silvestr")
    delete_evening(path)
    with_lines(path, ())
    (found,) = saved_games.saved_games(tmp_path)
    assert (found.number, found.name) == (2, "")


@pytest.mark.parametrize("kind", SPECIALS)
def test_what_cannot_be_read_can_be_deleted(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    SPECIALS[kind][0](tmp_path / "x.herald")
    delete_evening(tmp_path / "x.herald")
    assert saved_games.saved_games(tmp_path) == []


def test_an_evening_that_is_played_is_neither_given_up_nor_deleted(tmp_path: Path) -> None:
    path = tmp_path / "a.herald"
    session = Session.create(path, HEAD)
    for change in (give_up_evening, delete_evening):
        with pytest.raises(FileInUseError, match="being played"):
            change(path)
    name_evening(path, "tonight")
    session.close()
    assert [(saved.name, saved.state) for saved in saved_games.saved_games(tmp_path)] == [
        ("tonight", "interrupted")
    ]


def test_a_name_as_long_as_it_likes_stays_short_in_the_list(tmp_path: Path) -> None:
    path = tmp_path / "a.herald"
    long = "Ž" * LONGEST_NAME
    header = msgspec.structs.replace(
        HEAD,
        setup=msgspec.structs.replace(
            HEAD.setup, seats=tuple(Seat(seat.colour, long) for seat in HEAD.setup.seats)
        ),
    )
    Session.create(path, header).close()
    assert len(saved_games.saved_games(tmp_path)) == 1
    assert (tmp_path / INDEX_FILE_NAME).stat().st_size < 2000


def test_any_order_of_openings_and_times_is_the_order_of_openings(tmp_path: Path) -> None:
    paths, chance = evenings(tmp_path, 5), Random(5)
    order = list(paths)
    for _ in range(20):
        path = chance.choice(paths)
        resume_journal(path).journal.close()
        os.utime(path, (chance.randrange(10**9), chance.randrange(10**9)))
        order.remove(path)
        order.append(path)
        assert listed(tmp_path) == order[::-1]
