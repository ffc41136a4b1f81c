"""What is brought back of a damaged journal: all that holds, nothing else, and never over what was there."""

from __future__ import annotations

import errno
import fcntl
import os
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings

from companion.games import game_rules
from companion.rules.errors import InvalidRecord
from companion.rules.record import JOURNAL_VERSION, RecordHeader, chained_lines, line_with_checksum
from companion.table.session import Session
from companion.table.storage import recovery
from companion.table.storage.disk import FileInUseError
from companion.table.storage.journal import DamagedJournalError, JournalWriteError, resume_journal
from companion.table.storage.recovery import (
    FileThereError,
    LostHeadError,
    RecoveredEvening,
    read_recovered,
    recover_in_place,
    recover_lines,
    recovered_path,
    write_recovered,
)
from companion.table.storage.saved_games import saved_games
from tests.long import examples
from tests.ours import GAMES
from tests.table.evenings import evening, setup
from tests.table.storage.test_damage import (
    EDITS,
    FIRST_FORMAT,
    HEAD,
    HEADER_LENGTH,
    MOVES,
    RAW_LINES,
    WHOLE,
    edited_lines,
    read,
)

BOTH = pytest.mark.parametrize("data", [WHOLE, FIRST_FORMAT], ids=["chained", "format 1"])


def altered(data: bytes, number: int) -> bytes:
    """The journal with another letter in the line of this number."""
    lines = data.splitlines(keepends=True)
    lines[number - 1] = b"x" + lines[number - 1][1:]
    return b"".join(lines)


def left_out(recovered: RecoveredEvening) -> list[tuple[int, str]]:
    return [(each.number, each.why) for each in recovered.left_out]


# -- what holds


@BOTH
def test_a_journal_that_is_whole_has_nothing_to_bring_back(data: bytes) -> None:
    recovered = recover_lines(data)
    assert (recovered.head, recovered.texts, recovered.left_out) == (HEAD, MOVES, ())
    assert not recovered.goes_on


def test_the_new_journal_is_whole_and_has_sums_of_its_own() -> None:
    assert recover_lines(FIRST_FORMAT).journal == WHOLE


@BOTH
def test_all_before_an_altered_move_is_brought_back_and_each_line_behind_it_is_listed(data: bytes) -> None:
    recovered = recover_lines(altered(data, data.count(b"\n") - 8))
    assert recovered.texts == MOVES[: len(MOVES) - 9]
    assert [why for _, why in left_out(recovered)] == ["altered", "refused", *["behind"] * 7]
    assert left_out(recovered)[0][0] == data.count(b"\n") - 8
    assert not recovered.goes_on


def test_behind_a_line_that_stands_there_twice_everything_is_brought_back() -> None:
    recovered = recover_lines(b"".join((*RAW_LINES[:11], *RAW_LINES[10:])))
    assert (recovered.texts, left_out(recovered)) == (MOVES, [(12, "altered")])
    assert recovered.taken_behind == len(RAW_LINES) - 11


def test_behind_a_correction_that_is_lost_the_game_goes_on() -> None:
    texts = (*MOVES[:4], "table correct /players/blue/money 9", *MOVES[4:])
    data = chained_lines((*HEAD.to_lines(JOURNAL_VERSION), *texts)).encode()
    number = HEADER_LENGTH + 5
    recovered = recover_lines(data.replace(b"money 9", b"money 8"))
    assert (recovered.texts, left_out(recovered)) == (MOVES, [(number, "altered")])


def test_a_move_that_was_taken_back_and_is_damaged_takes_no_other_one_with_it() -> None:
    texts = (*MOVES[:4], "undo 1", *MOVES[3:])
    data = chained_lines((*HEAD.to_lines(JOURNAL_VERSION), *texts)).encode()
    recovered = recover_lines(altered(data, HEADER_LENGTH + 4))
    assert recovered.texts == MOVES[:3], "the move before the damaged one stands"
    assert left_out(recovered)[:2] == [(HEADER_LENGTH + 4, "altered"), (HEADER_LENGTH + 5, "reaches-back")]


@BOTH
def test_an_evening_with_nothing_wrong_but_its_end_goes_on_by_itself(data: bytes) -> None:
    recovered = recover_lines(data[:-5])
    assert recovered.goes_on
    assert recovered.texts == MOVES[:-1]


def test_a_move_that_the_rules_do_not_allow_is_left_out_with_all_behind_it() -> None:
    data = chained_lines((*HEAD.to_lines(JOURNAL_VERSION), *MOVES[:3], *MOVES[4:])).encode()
    recovered = recover_lines(data)
    assert recovered.texts == MOVES[:3]
    assert left_out(recovered)[0] == (HEADER_LENGTH + 4, "refused")
    assert not recovered.goes_on


@BOTH
def test_without_its_head_nothing_can_be_brought_back(data: bytes) -> None:
    moves_begin = data.count(b"\n") - len(MOVES)
    for number in range(1, moves_begin + 1):
        with pytest.raises(InvalidRecord) as wrong:
            recover_lines(altered(data, number))
        if number > 1:
            assert isinstance(wrong.value, LostHeadError)
            assert wrong.value.line == number


@BOTH
def test_recover_is_named_wherever_it_brings_something_back_and_nowhere_else(data: bytes) -> None:
    lines = data.splitlines(keepends=True)
    for number, raw in enumerate(lines[1:-1], 2):
        other_end = b"".join((*lines[: number - 1], raw.replace(b" ;", b"x ;"), *lines[number:]))
        for damaged in (altered(data, number), other_end):
            found = read(damaged)
            assert isinstance(found, DamagedJournalError)
            assert found.is_head_lost == ("herald recover" not in str(found))
            if found.is_head_lost:
                with pytest.raises(LostHeadError):
                    recover_lines(damaged)
            else:
                assert recover_lines(damaged).left_out


def test_rubbish_is_no_evening() -> None:
    for rubbish in (b"", b"\0" * 100, b"herald 1\n", b"herald 2 ;00000000\n", os.urandom(1000)):
        with pytest.raises(InvalidRecord):
            recover_lines(rubbish)


@given(EDITS)
@settings(max_examples=examples(150), deadline=None, database=None, derandomize=True)
def test_whatever_happens_to_its_lines_what_is_brought_back_is_whole_and_was_said(
    edits: list[tuple[str, int, int]],
) -> None:
    data = b"".join(edited_lines(edits))
    try:
        recovered = recover_lines(data)
    except InvalidRecord:
        return
    assert recovered.head == HEAD
    assert set(recovered.texts) <= set(MOVES)
    again = recover_lines(recovered.journal)
    assert (again.texts, again.left_out) == (recovered.texts, ())
    if not isinstance(found := read(data), InvalidRecord):
        assert recovered.texts == found.texts, "what goes on by itself is not brought back otherwise"


@pytest.mark.parametrize("game", GAMES)
def test_of_every_game_all_before_the_damage_is_brought_back(game: str) -> None:
    head = RecordHeader(game, setup(game, 3))
    moves = tuple(str(move) for _, move in islice(evening(game, 3, Random(4)), 40))
    before = len(head.to_lines(JOURNAL_VERSION))
    whole = chained_lines((*head.to_lines(JOURNAL_VERSION), *moves)).encode()
    for at in (1, 20, 38):
        recovered = recover_lines(altered(whole, before + at))
        assert recovered.texts[: at - 1] == moves[: at - 1]
        assert len(recovered.texts) + len(recovered.left_out) == len(moves)


def test_a_game_that_fails_at_a_line_or_from_the_start_is_named_without_what_it_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Stumbling:
        """A history whose game fails."""

        setup, accepted_lines, game = HEAD.setup, (), game_rules("louis-xiv")

        def after_line(self, _text: str) -> None:
            raise KeyError("mission 5 lies there")

    class NeverBegun(Stumbling):
        def __init__(self) -> None:
            raise KeyError("mission 5 lies there")

    monkeypatch.setattr(recovery, "GameHistory", SimpleNamespace(from_header=lambda *_: Stumbling()))
    assert {why for _, why in left_out(recover_lines(WHOLE))} == {"failed", "behind"}
    monkeypatch.setattr(recovery, "GameHistory", SimpleNamespace(from_header=lambda *_: NeverBegun()))
    with pytest.raises(InvalidRecord, match=r"^head: its game failed: KeyError$"):
        recover_lines(WHOLE)


# -- what is told of it


def test_of_a_damaged_line_nobody_hears_more_than_who_said_it() -> None:
    lines = [*RAW_LINES]
    lines[HEADER_LENGTH + 4] = lines[HEADER_LENGTH + 4].replace(b" inf", b" \x1b[2Jxnf")
    first = recover_lines(b"".join(lines)).first
    assert first.heard == f"{MOVES[4].split()[0]} …"
    assert "xnf" in first.raw
    assert first.raw.isprintable()


def test_what_lies_face_down_is_not_heard_of_a_line_that_holds_either() -> None:
    signed = map(line_with_checksum, (*HEAD.to_lines(), "blue keep m5", "red keep m7"))
    first = recover_lines("".join(signed).encode()).first
    assert first.why == "refused"
    assert len(first.raw) < 120


# -- files


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    path = tmp_path / "evening.herald"
    path.write_bytes(altered(WHOLE, HEADER_LENGTH + 6))
    return path


def test_a_new_journal_is_written_for_its_owner_only_and_the_old_one_stays_as_it_was(
    tmp_path: Path, damaged: Path
) -> None:
    raw, new = damaged.read_bytes(), recovered_path(damaged, tmp_path)
    assert new == tmp_path / "evening-recovered.herald"
    write_recovered(read_recovered(damaged), new)
    assert damaged.read_bytes() == raw
    assert new.stat().st_mode & 0o777 == 0o600
    resumed = resume_journal(new)
    assert tuple(each.text for each in resumed.history.accepted_lines) == MOVES[:5]
    resumed.journal.close()
    assert recovered_path(damaged, tmp_path) == tmp_path / "evening-recovered-2.herald"


def test_no_file_that_is_there_is_written_over(tmp_path: Path, damaged: Path) -> None:
    for make in (Path.touch, Path.mkdir, lambda path: path.symlink_to("nowhere")):
        there = tmp_path / f"there-{len(list(tmp_path.iterdir()))}.herald"
        make(there)
        with pytest.raises(FileThereError):
            write_recovered(read_recovered(damaged), there)
    assert not list(tmp_path.glob(".*.new"))


def test_an_evening_that_is_played_is_not_touched(damaged: Path) -> None:
    raw = damaged.read_bytes()
    with damaged.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for attempt in (read_recovered, recover_in_place):
            with pytest.raises(FileInUseError, match="is being played"):
                attempt(damaged)
    assert damaged.read_bytes() == raw


def test_what_is_brought_back_takes_the_place_of_the_damaged_one_which_is_kept_beside_it(
    tmp_path: Path, damaged: Path
) -> None:
    raw = damaged.read_bytes()
    (before,) = saved_games(tmp_path)
    assert before.state == "damaged"
    kept = recover_in_place(damaged)
    assert (kept.name, kept.read_bytes()) == ("evening.damaged", raw)
    (after,) = saved_games(tmp_path)
    assert (after.number, after.state) == (before.number, "interrupted")
    session = Session.resume(damaged)
    assert session.snapshot.accepted_texts == MOVES[:5]
    assert not session.snapshot.problems
    session.close()


@pytest.mark.parametrize("call", ["fsync", "link", "replace"])
def test_a_disk_that_refuses_leaves_the_damaged_evening_as_it_was(
    tmp_path: Path, damaged: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    raw = damaged.read_bytes()
    with monkeypatch.context() as full:
        if call == "fsync":
            full.setattr(recovery, "_write", refuse)
        elif call == "link":
            full.setattr(recovery, "set_aside", refuse)
        else:
            full.setattr(Path, "replace", refuse)
        with pytest.raises(JournalWriteError, match="make room"):
            recover_in_place(damaged)
    assert damaged.read_bytes() == raw
    assert not list(tmp_path.glob(".*.new"))
    recover_in_place(damaged)
    assert saved_games(tmp_path)[0].state == "interrupted"


def test_a_full_disk_leaves_no_part_of_a_new_journal(
    tmp_path: Path, damaged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_data: bytes, handle: int) -> None:
        os.write(handle, b"herald")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(recovery, "_write", refuse)
    with pytest.raises(JournalWriteError, match="make room"):
        write_recovered(read_recovered(damaged), tmp_path / "new.herald")
    assert [each.name for each in tmp_path.iterdir()] == ["evening.herald"]
