"""Lines and head of a record (notation.md, "A record")."""

from __future__ import annotations

import io
import zlib
from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import InvalidRecord
from companion.rules.game import EditionLine, GameSetup, Seat
from companion.rules.record import (
    JOURNAL_VERSION,
    MAX_LINE_BYTES,
    MOVES_WORD,
    HeaderReader,
    RecordHeader,
    RecordLine,
    TornRecordError,
    chained_lines,
    line_checksum,
    line_with_checksum,
    read_header_and_moves,
    read_lines,
    written_checksum,
)

HEAD = (
    "herald 1",
    "game louis-xiv",
    "seat blue Anna",
    "seat yellow Bert",
    "start yellow",
    "option four-jumps 2",
    "print tile 1 money:3 first",
    'position {"round": 2}',
)


def texts(data: bytes) -> list[str]:
    return [line.text for line in read_lines(io.BytesIO(data))]


def head(*said: str) -> RecordHeader:
    reader = HeaderReader()
    for number, text in enumerate(said, 1):
        assert reader.read_line(RecordLine(number, text, False)), text
    return reader.header()


def wrong_line(data: bytes) -> str:
    with pytest.raises(InvalidRecord) as caught:
        texts(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# -- lines


def test_blank_lines_and_comments_mean_nothing_but_are_counted() -> None:
    data = b"herald 1\n\n   \n\t\n# a remark\n  # another\ngame louis-xiv\n"
    assert list(read_lines(io.BytesIO(data))) == [
        RecordLine(1, "herald 1", False),
        RecordLine(7, "game louis-xiv", False),
    ]


def test_a_last_line_without_its_end_is_a_line_where_nothing_carries_a_sum() -> None:
    assert texts(b"herald 1\ngame louis-xiv") == ["herald 1", "game louis-xiv"]


def test_a_byte_order_mark_windows_ends_and_blanks_around_are_passed_over() -> None:
    plain = "herald 1\ngame louis-xiv\n"
    assert texts(b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()) == texts(plain.encode())
    assert texts(b"\t herald 1 \n") == ["herald 1"]


def test_a_sum_is_the_crc_32_of_the_line_so_far() -> None:
    assert line_checksum("123456789") == "cbf43926"  # the check value of CRC-32
    assert line_with_checksum("herald 1") == f"herald 1 ;{line_checksum('herald 1')}\n"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1)))
@settings(max_examples=50, deadline=None, database=None)
def test_what_was_signed_is_read_back(words: list[str]) -> None:
    text = " ".join(("x", *words))
    read = list(read_lines(io.BytesIO(line_with_checksum(text).encode())))
    assert read == [RecordLine(1, text, True)]


def test_sums_hold_in_capitals_with_windows_ends_and_blanks_behind() -> None:
    for text in ("herald 1", "seat blue Žofie"):
        line = f"{text} ;{line_checksum(text)}"
        for end in ("\n", "\r\n", "  \n", ""):
            assert texts((line + end).encode()) == [text]
        assert texts(f"{text} ;{line_checksum(text).upper()}\n".encode()) == [text]


def test_lines_with_and_without_sums_may_stand_in_one_record() -> None:
    assert texts(
        (line_with_checksum("herald 1") + "game louis-xiv\n" + line_with_checksum("undo")).encode()
    ) == [
        "herald 1",
        "game louis-xiv",
        "undo",
    ]


@pytest.mark.parametrize("found", ["00000000", "1234567", "123456789", "", "a"])
def test_a_wrong_sum_is_told_with_its_line(found: str) -> None:
    told = wrong_line(f"herald 1\nundo ;{found}\nundo\n".encode())
    assert told.startswith("line 2: its sum is ")
    assert line_checksum("undo") in told


def test_one_changed_letter_is_found() -> None:
    data = (
        (line_with_checksum("herald 1") + line_with_checksum("blue inf6 take"))
        .replace("inf6", "inf7")
        .encode()
    )
    assert wrong_line(data).startswith("line 2: ")


@pytest.mark.parametrize("kept", range(1, len(line_with_checksum("undo 2")) - 1))
def test_a_torn_last_line_is_told_wherever_it_was_torn(kept: int) -> None:
    data = (line_with_checksum("herald 1") + line_with_checksum("undo 2")[:kept]).encode()
    with pytest.raises(TornRecordError, match=r"^line 2: the last line is torn"):
        texts(data)


def test_a_line_torn_within_a_letter_is_torn() -> None:
    with pytest.raises(TornRecordError, match="line 2"):
        texts(line_with_checksum("herald 1").encode() + "seat blue Ž".encode()[:-1])


def test_a_whole_last_line_that_lacks_only_its_end_stands() -> None:
    assert texts((line_with_checksum("herald 1") + line_with_checksum("undo")[:-1]).encode()) == [
        "herald 1",
        "undo",
    ]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"herald 1\n# \xe9t\xe9\n", "line 2: byte 3 is not UTF-8"),
        ("herald 1\n".encode("utf-16"), "line 1: byte 1 is not UTF-8"),
        (b"herald 1\n\xed\xa0\x80\n", "line 2: byte 1 is not UTF-8"),
    ],
)
def test_what_is_not_utf_8_is_told_with_line_and_byte(data: bytes, told: str) -> None:
    assert wrong_line(data).startswith(told)


def test_a_line_too_long_is_told_without_reading_it() -> None:
    class Endless(io.BytesIO):
        asked = 0

        def readline(self, limit: int | None = -1, /) -> bytes:
            assert limit is not None
            assert 0 < limit <= MAX_LINE_BYTES + 1
            self.asked += 1
            return b"x" * limit

    stream = Endless()
    with pytest.raises(InvalidRecord, match="line 1: longer than"):
        list(read_lines(stream))
    assert stream.asked == 1
    assert len(texts(b"x" * (MAX_LINE_BYTES - 1) + b"\n")) == 1


# -- the head


@pytest.mark.parametrize("order", list(permutations(HEAD[4:])), ids=str)
def test_a_head_may_stand_in_any_order_behind_its_first_line(order: tuple[str, ...]) -> None:
    usual = head(*HEAD)
    assert usual.setup == GameSetup(
        (Seat("blue", "Anna"), Seat("yellow", "Bert")),
        "yellow",
        {"four-jumps": "2"},
        (EditionLine(("tile", "1", "money:3", "first")),),
    )
    mixed = head(HEAD[0], *order, *HEAD[1:4])
    assert (mixed.game, mixed.setup, mixed.position) == (usual.game, usual.setup, {"round": 2})
    assert mixed.position_line == 2 + order.index(HEAD[-1])


def test_a_head_is_written_as_it_is_read() -> None:
    written = head(*HEAD).to_lines()
    assert (*written[:2], *written[3:-1]) == HEAD[:-1]
    assert written[2] == "rules 2"
    assert msgspec.structs.replace(head(*written), position_line=len(HEAD)) == head(*HEAD)


@pytest.mark.parametrize(
    ("said", "sign", "rules"),
    [
        ((), False, 2),
        ((), True, 1),
        (("rules 1",), False, 1),
        (("rules 1",), True, 1),
        (("rules 2",), False, 2),
        (("rules 2",), True, 2),
    ],
)
def test_a_record_with_sums_that_says_nothing_of_its_rules_is_played_by_the_first(
    said: tuple[str, ...], sign: bool, rules: int
) -> None:
    lines = (*HEAD[:2], *said, *HEAD[2:])
    whole = "".join(map(line_with_checksum, lines)) if sign else "\n".join((*lines, ""))
    read, _ = read_whole(whole.encode())
    assert read.setup.rules == rules
    chain = chained("herald 2", *lines[1:], MOVES_WORD)
    assert read_whole(chain)[0].setup.rules == (int(said[0].split()[1]) if said else 1)


@pytest.mark.parametrize("word", ["0", "3", "two", "01", "²"])
def test_rules_that_nobody_knows_are_no_head(word: str) -> None:
    with pytest.raises(InvalidRecord, match=f"line 3: rules {word}: this Herald knows rules 1, 2"):
        head(*HEAD[:2], f"rules {word}", *HEAD[2:])


def test_names_may_have_several_words_or_be_left_out() -> None:
    seats = head(
        "herald 1", "game g", "seat blue Anna  van\tBuren", "seat red", "seat green 👩‍🌾"
    ).setup.seats
    assert seats == (Seat("blue", "Anna van Buren"), Seat("red", "Red"), Seat("green", "👩‍🌾"))


def test_words_of_a_head_are_separated_by_any_blanks() -> None:
    assert head("herald\t1", "game\t louis-xiv", "seat  blue\tAnna", "start\tblue").setup == GameSetup(
        (Seat("blue", "Anna"),), "blue"
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ((), "line 1: nothing to read"),
        (("game louis-xiv",), "line 1: a record begins with `herald 1`"),
        (("herald 2",), "line 1: a record begins with `herald 1`"),
        (("herald 1 2",), "line 1: a record begins with `herald 1`"),
        (("herald",), "line 1: a record begins with `herald 1`"),
        (("herald 1",), "head: no line `game NAME`"),
        (("herald 1", "herald 1"), "line 2: 'herald 1' is said twice"),
        (("herald 1", "game"), "line 2: `game` says nothing"),
        (("herald 1", "game a", "game a"), "line 3: 'game a' is said twice"),
        (("herald 1", "game a b"), "line 2: 'game a b' is said twice or has the wrong words"),
        (("herald 1", "seat"), "line 2: `seat` says nothing"),
        (("herald 1", "start blue", "start blue"), "line 3: 'start blue' is said twice"),
        (("herald 1", "start blue red"), "line 2: 'start blue red' is said twice or"),
        (("herald 1", "option four-jumps"), "line 2: 'option four-jumps' is said twice or"),
        (("herald 1", "option a 1", "option a 2"), "line 3: 'option a 2' is said twice"),
        (("herald 1", "print"), "line 2: `print` says nothing"),
        (("herald 1", "position"), "line 2: `position` says nothing"),
        (("herald 1", "position {}", "position {}"), "line 3: 'position {}' is said twice"),
        (("herald 1", "position {"), "line 2: the position is no JSON"),
        (("herald 1", "position []"), "line 2: the position must be a JSON object"),
        (("herald 1", "position 5"), "line 2: the position must be a JSON object"),
        (("herald 1", "position " + "[" * 100_000), "line 2: the position is no JSON"),
        (("herald 1", "position " + '{"a":' * 100_000), "line 2: the position is no JSON"),
    ],
)
def test_a_wrong_head_is_told_with_its_line(said: tuple[str, ...], told: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        head(*said)
    assert str(caught.value).startswith(told)
    assert len(str(caught.value)) < 200


def test_the_head_ends_with_the_first_line_that_is_no_word_of_it() -> None:
    reader = HeaderReader()
    assert reader.read_line(RecordLine(1, "herald 1", False))
    assert not reader.read_line(RecordLine(2, "blue inf6 take", False))
    assert not reader.read_line(RecordLine(3, "positions {}", False))


def test_head_and_moves_come_apart_and_the_moves_as_they_are_wanted() -> None:
    record = io.BytesIO(b"herald 1\ngame a\n\nblue take\nstart blue\n")
    reader, moves = read_header_and_moves(record)
    assert reader.header().game == "a"
    assert next(moves) == RecordLine(4, "blue take", False)
    with pytest.raises(InvalidRecord, match="line 5: a line of the head stands after the first move"):
        next(moves)


def test_a_record_of_a_head_alone_has_no_moves() -> None:
    reader, moves = read_header_and_moves(io.BytesIO(b"herald 1\ngame a\n"))
    assert (reader.header().game, list(moves)) == ("a", [])


# -- the journal of an evening


def chained(*said: str) -> bytes:
    return chained_lines(said).encode()


JOURNAL = (f"herald {JOURNAL_VERSION}", *HEAD[1:], MOVES_WORD)


def test_the_head_of_a_journal_is_that_of_a_record_with_an_end() -> None:
    usual = head(*HEAD)
    assert usual.to_lines(JOURNAL_VERSION)[1:-1] == usual.to_lines()[1:]
    journal = usual.to_lines(JOURNAL_VERSION)
    read = read_whole(chained(*journal, "blue inf6 take"))
    assert read == (
        msgspec.structs.replace(usual, position_line=9),
        [RecordLine(len(journal) + 1, "blue inf6 take", True)],
    )


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"herald 2\ngame g\n", "line 1: it has no sum at its end"),
        (chained("herald 2", "game g").replace(b"\n", b"\r\n"), "line 1: it has no sum at its end"),
        (b"# a remark\n" + chained("herald 2"), "line 2: a record begins with `herald 1`"),
        (chained("herald 2", "game g", "blue take"), "line 3: the head has lost its end"),
        (chained("herald 2", "game g"), "head: the head has lost its end"),
        (chained("herald 2", "game g", "moves", "seat blue"), "line 4: a line of the head stands after the"),
        (chained("herald 2", "game g", "moves", "undo", "start blue"), "line 5: a line of the head stands"),
        (chained("herald 2", "game g") + line_with_checksum("moves").encode(), "line 3: its sum is "),
        (chained("herald 2", "game g") + b"moves\n", "line 3: it has no sum at its end"),
        (chained("herald 2", "game g", "moves")[:-1], "line 3: the last line is torn"),
        (chained("herald 2", "game g")[:-4] + b"XYZ\n", "line 2: it has no sum at its end"),
        (chained("herald 2", "x" * MAX_LINE_BYTES), "line 2: longer than"),
    ],
)
def test_a_wrong_journal_is_told_with_its_line(data: bytes, told: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read_whole(data)
    assert str(caught.value).startswith(told)


def read_whole(data: bytes) -> tuple[RecordHeader, list[RecordLine]]:
    reader, moves = read_header_and_moves(io.BytesIO(data))
    return reader.header(), list(moves)


def test_a_signed_line_of_a_journal_that_is_not_utf_8_is_told() -> None:
    first = line_with_checksum("herald 2")
    signed = zlib.crc32(b"\xff", zlib.crc32(written_checksum(first).encode()))
    assert wrong_line(first.encode() + b"\xff ;%08x\n" % signed).startswith("line 2: byte 1 is not UTF-8")
