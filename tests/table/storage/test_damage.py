"""Every lost, doubled, swapped or altered line of a journal is named, or told as the end of the log."""

from __future__ import annotations

import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import InvalidRecord
from companion.rules.record import JOURNAL_VERSION, RecordHeader, chained_lines, line_with_checksum
from companion.table.session import Session
from companion.table.snapshot import TableProblem
from companion.table.storage.evenings import INDEX_FILE_NAME
from companion.table.storage.journal import (
    DamagedJournalError,
    JournalContent,
    journal_content,
    read_record,
    resume_journal,
    scan_lines,
)
from companion.table.storage.recovery import recover_lines
from companion.table.storage.saved_games import last_interrupted_game
from tests.long import examples
from tests.table.evenings import evening, setup
from tests.table.killed import LINES
from tests.table.test_journal import say

HEAD = RecordHeader("louis-xiv", setup("louis-xiv", 3))
MOVES = tuple(str(move) for _, move in evening("louis-xiv", 3, Random(8)))[:12]
WHOLE = chained_lines((*HEAD.to_lines(JOURNAL_VERSION), *MOVES)).encode()
RAW_LINES = WHOLE.splitlines(keepends=True)
HEADER_LENGTH = len(RAW_LINES) - len(MOVES)
FIRST_FORMAT = "".join(map(line_with_checksum, (*HEAD.to_lines(), *MOVES))).encode()
NOWHERE = Path("evening.herald")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.herald"


def read(data: bytes) -> JournalContent | InvalidRecord:
    try:
        return journal_content(data, NOWHERE)
    except InvalidRecord as wrong:
        return wrong


def first_wrong_line(data: bytes) -> int:
    """The number that is named, as damage or as the beginning of the end of the log, and never another position."""
    found = read(data)
    if isinstance(found, DamagedJournalError):
        assert f"line {found.line}: " in str(found)
        helps = "from a backup" if found.is_head_lost else "herald recover evening.herald"
        assert helps in str(found)
        return found.line
    if isinstance(found, InvalidRecord):
        named = re.match(r"line (\d+): ", str(found))
        assert named is not None, str(found)
        return int(named[1])
    assert found.damaged_end is not None, "another journal, and nobody is told"
    assert found.head == HEAD
    assert found.texts == MOVES[: len(found.texts)]
    return found.damaged_end.number


# -- the format


def test_a_sum_goes_on_from_the_sum_that_is_written_on_the_line_before() -> None:
    lines = WHOLE.decode().splitlines()
    assert lines[0] == f"herald 2 ;{zlib.crc32(b'herald 2'):08x}"
    for before, line in pairwise(lines):
        text, _, written = line.rpartition(" ;")
        assert written == f"{zlib.crc32(text.encode(), zlib.crc32(before[-8:].encode())):08x}"
    assert lines[HEADER_LENGTH - 1].startswith("moves ;")


def test_a_journal_that_is_whole_is_read_in_both_formats() -> None:
    assert read(WHOLE) == read(FIRST_FORMAT) == JournalContent(HEAD, MOVES)


# -- lines that are lost, doubled, swapped, altered


@pytest.mark.parametrize("lost", range(len(RAW_LINES) - 1))
def test_a_line_that_is_lost_is_missed_where_it_stood(lost: int) -> None:
    assert first_wrong_line(b"".join(RAW_LINES[:lost] + RAW_LINES[lost + 1 :])) == lost + 1


@pytest.mark.parametrize("doubled", range(len(RAW_LINES)))
def test_a_line_that_stands_there_twice_is_named(doubled: int) -> None:
    assert first_wrong_line(b"".join(RAW_LINES[: doubled + 1] + RAW_LINES[doubled:])) == doubled + 2


def test_two_lines_that_were_swapped_are_named_by_the_first_of_them() -> None:
    for first, second in combinations(range(len(RAW_LINES)), 2):
        lines = [*RAW_LINES]
        lines[first], lines[second] = lines[second], lines[first]
        assert first_wrong_line(b"".join(lines)) == first + 1


def test_a_line_with_another_text_or_another_sum_is_named_also_when_it_is_signed_by_itself() -> None:
    for number, raw in enumerate(RAW_LINES):
        text = raw.decode().rpartition(" ;")[0]
        for other in (f"{text} ", f"{text} ;00000000\n", f"{text}\n", "\n", "# a remark\n"):
            lines = [*RAW_LINES]
            lines[number] = other.encode()
            if not other.endswith("\n"):
                lines[number] = line_with_checksum(other).encode()
            # the first line goes on from nothing: alone it holds, and what stands behind it does not
            holds = number == 0 and other in (f"{text} ", "\n", "# a remark\n")
            assert first_wrong_line(b"".join(lines)) == number + 1 + holds


def test_every_flipped_bit_is_found_in_its_line() -> None:
    for place, line in places():
        for bit in range(8):
            flipped = bytearray(WHOLE)
            flipped[place] ^= 1 << bit
            assert first_wrong_line(bytes(flipped)) == line


def places() -> Iterator[tuple[int, int]]:
    """Every byte of the journal, and the number of its line."""
    place = 0
    for number, raw in enumerate(RAW_LINES, 1):
        for _ in raw:
            yield place, number
            place += 1


def test_a_journal_that_was_cut_anywhere_within_a_line_is_told() -> None:
    whole = {len(b"".join(RAW_LINES[:count])) for count in range(HEADER_LENGTH, len(RAW_LINES) + 1)}
    for length in range(len(WHOLE)):
        found = read(WHOLE[:length])
        if length in whole:
            assert found == JournalContent(HEAD, MOVES[: WHOLE[:length].count(b"\n") - HEADER_LENGTH])
        elif isinstance(found, InvalidRecord):
            assert WHOLE[:length].count(b"\n") < HEADER_LENGTH, (
                "only a header that has lost its end is damage"
            )
        else:
            assert found.damaged_end is not None
            assert found.texts == MOVES[: WHOLE[:length].count(b"\n") - HEADER_LENGTH]


EDITS = st.lists(
    st.tuples(
        st.sampled_from(("lose", "double", "swap", "flip", "zero", "cut")), st.integers(0), st.integers(0)
    ),
    min_size=1,
    max_size=4,
)


@given(EDITS)
@settings(max_examples=examples(200), deadline=None, database=None, derandomize=True)
def test_whatever_happens_to_its_lines_no_journal_becomes_another_one(
    edits: list[tuple[str, int, int]],
) -> None:
    lines = edited_lines(edits)
    found = read(b"".join(lines))
    if isinstance(found, JournalContent):
        assert found.head == HEAD
        assert found.texts == MOVES[: len(found.texts)]
        whole = b"".join(RAW_LINES[: HEADER_LENGTH + len(found.texts)])
        assert found.damaged_end is not None or b"".join(lines) == whole


def edited_lines(edits: Sequence[tuple[str, int, int]]) -> list[bytes]:
    """The lines of the whole journal, with this done to them."""
    lines = [*RAW_LINES]
    for what, one, other in edits:
        if lines:
            edit(lines, what, one % len(lines), other)
        lines = [line for line in lines if line]
    return lines


def edit(lines: list[bytes], what: str, one: int, other: int) -> None:
    raw = lines[one]
    match what:
        case "lose":
            del lines[one]
        case "double":
            lines.insert(other % (len(lines) + 1), raw)
        case "swap":
            lines[one], lines[other % len(lines)] = lines[other % len(lines)], raw
        case "zero":
            lines[one] = b"\0" * (other % len(raw)) + raw[other % len(raw) :]
        case "cut":
            lines[one] = raw[: other % len(raw)]
        case _:
            changed = bytearray(raw)
            changed[other % len(raw)] ^= 1 << other % 8
            lines[one] = bytes(changed)


# -- behind a damage


def test_behind_a_damage_the_chain_is_picked_up_again_where_the_sums_allow_it() -> None:
    altered = WHOLE.replace(RAW_LINES[10], b"x" + RAW_LINES[10][1:])
    assert [line.number for line in scan_lines(altered) if line.fault is not None] == [11]
    unsigned = WHOLE.replace(RAW_LINES[10], b"blue take\n")
    assert [line.number for line in scan_lines(unsigned) if line.fault is not None] == [11, 12]
    lost = WHOLE.replace(RAW_LINES[10], b"")
    assert [line.number for line in scan_lines(lost) if line.fault is not None] == [11]
    assert b"".join(line.raw for line in scan_lines(altered)) == altered


@pytest.mark.parametrize("data", [WHOLE, FIRST_FORMAT], ids=["chained", "format 1"])
def test_how_much_is_intact_behind_a_damage_is_told(data: bytes) -> None:
    number = data.count(b"\n") - 5
    lines = data.splitlines(keepends=True)
    lines[number - 1] = b"x" + lines[number - 1][1:]
    found = read(b"".join(lines))
    assert isinstance(found, DamagedJournalError)
    assert (found.line, found.intact_behind) == (number, 5)
    assert "intact lines behind it: 5" in str(found)
    assert "its sum is" in found.reason


def test_a_damaged_line_is_not_quoted_for_it_may_name_what_lies_face_down() -> None:
    lines = [*RAW_LINES]
    lines[10] = lines[10].replace(b"blue", b"inf6")
    assert MOVES[10 - HEADER_LENGTH].split()[-1] not in str(read(b"".join(lines))).split()


# -- the end of the log


@pytest.mark.parametrize("data", [WHOLE, FIRST_FORMAT], ids=["chained", "format 1"])
@pytest.mark.parametrize("zeros", [1, 5, 1000])
def test_a_last_line_whose_first_sectors_never_came_is_the_end_of_the_log(
    path: Path, data: bytes, zeros: int
) -> None:
    *before, last = data.splitlines(keepends=True)
    zeroed = b"\0" * min(zeros, len(last) - 1) + last[zeros:-1] + b"\n"
    path.write_bytes(b"".join(before) + zeroed)
    session = Session.resume(path)
    assert session.snapshot.accepted_texts == MOVES[:-1]
    assert session.snapshot.problems == (
        TableProblem("damaged-end", "evening.damaged", str(len(before) + 1)),
    )
    assert path.with_suffix(".damaged").read_bytes() == zeroed
    say(session, MOVES[-1])
    session.close()
    assert path.read_bytes() == data


def test_each_end_that_is_set_aside_keeps_a_name_of_its_own(path: Path) -> None:
    path.write_bytes(WHOLE)
    for name in ("evening.torn", "evening.torn-2", "evening.torn-3"):
        with path.open("ab") as stream:
            stream.write(f"table {name}".encode())
        resumed = resume_journal(path)
        resumed.journal.close()
        assert resumed.end_file == path.with_name(name)
        assert path.with_name(name).read_bytes() == f"table {name}".encode()
    assert path.read_bytes() == WHOLE


def test_rubbish_of_several_lines_at_the_end_is_set_aside_together(path: Path) -> None:
    rubbish = b"\xff\xfe\nx\n\0\0\0\nyy"
    path.write_bytes(WHOLE + rubbish)
    waiting = last_interrupted_game(path.parent)
    assert waiting is not None
    assert waiting.path == path
    assert path.read_bytes() == WHOLE + rubbish, "looking changes nothing"
    session = Session.resume(path)
    assert [problem.code for problem in session.snapshot.problems] == ["damaged-end"]
    session.close()
    assert path.with_suffix(".damaged").read_bytes() == rubbish
    assert path.read_bytes() == WHOLE


def test_a_journal_with_damage_before_anything_intact_stays_as_it_is(path: Path) -> None:
    damaged = b"".join(RAW_LINES[:10] + RAW_LINES[11:])
    path.write_bytes(damaged)
    for attempt in (Session.resume, resume_journal, read_record):
        with pytest.raises(DamagedJournalError, match=r"^line 11: "):
            attempt(path)
    assert path.read_bytes() == damaged
    assert sorted(each.name for each in path.parent.iterdir()) == [
        INDEX_FILE_NAME,
        f"{INDEX_FILE_NAME}.last-good",
        f"{INDEX_FILE_NAME}.lock",
        path.name,
    ]


@pytest.mark.parametrize("data", [WHOLE, FIRST_FORMAT], ids=["chained", "format 1"])
def test_a_header_that_is_damaged_is_never_the_end_of_the_log(path: Path, data: bytes) -> None:
    seats = data.splitlines(keepends=True)[:5]
    seats[-1] = b"seat red Garla" + seats[-1][14:]
    path.write_bytes(b"".join(seats))
    with pytest.raises(DamagedJournalError, match=r"^line 5: "):
        resume_journal(path)
    assert path.read_bytes() == b"".join(seats)


def test_a_header_whose_last_lines_are_lost_is_not_taken_for_a_whole_one(path: Path) -> None:
    for count in range(1, HEADER_LENGTH):
        path.write_bytes(b"".join(RAW_LINES[:count]))
        with pytest.raises(InvalidRecord, match="the head has lost its end"):
            resume_journal(path)


# -- the first format


def test_an_evening_that_was_begun_in_the_first_format_goes_on_in_it(path: Path) -> None:
    begun = "".join(map(line_with_checksum, HEAD.to_lines())).encode()
    path.write_bytes(begun)
    session = Session.resume(path)
    say(session, *LINES)
    session.close()
    assert path.read_bytes() == begun + "".join(map(line_with_checksum, LINES)).encode()


def test_an_evening_that_people_wrote_goes_on_behind_a_last_line_without_its_end(path: Path) -> None:
    written = "\n".join((*HEAD.to_lines(), LINES[0]))
    path.write_text(written)
    session = Session.resume(path)
    assert not session.snapshot.problems
    say(session, LINES[1])
    session.close()
    assert path.read_text() == f"{written}\n{line_with_checksum(LINES[1])}"


@pytest.mark.parametrize("begun", [chained_lines(HEAD.to_lines(JOURNAL_VERSION)), "\n".join(HEAD.to_lines())])
def test_an_evening_before_which_an_editor_set_its_mark_is_the_same_and_goes_on(
    path: Path, begun: str
) -> None:
    path.write_text(begun, encoding="utf-8-sig")
    session = Session.resume(path)
    assert not session.snapshot.problems
    say(session, *LINES)
    session.close()
    found = read(path.read_bytes())
    assert isinstance(found, JournalContent)
    assert (found.head, found.texts, found.damaged_end) == (HEAD, LINES, None)
    assert recover_lines(path.read_bytes()).left_out == ()
    path.write_bytes(path.read_bytes().removeprefix(BOM_UTF8))
    assert read(path.read_bytes()) == found
