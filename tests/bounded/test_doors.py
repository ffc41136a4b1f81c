"""Herald at each of its doors with what is larger than anything real: an answer or the limit in words, in 200 MB."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest

from companion.export.referee import answer_record
from companion.rules.clauses import MoveRefused
from companion.rules.errors import InvalidRecord
from companion.rules.game import MAX_NAME_LETTERS
from companion.rules.record import MAX_HEADER_LINES, RecordHeader
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage import journal
from companion.table.storage.journal import (
    MAX_JOURNAL_BYTES,
    Journal,
    JournalWriteError,
    read_record,
    resume_journal,
)
from companion.voice.problem_messages import problem_message
from companion.voice.translator import Translator
from tests.bounded.huge_inputs import (
    RECORDS,
    corrections,
    long_correction_record,
    moves_and_undos,
    write_deck,
    write_journal,
    write_record,
)
from tests.bounded.peak import SCREEN, run_herald
from tests.long import LONG, usually
from tests.rules.accounts import begun
from tests.tables import setup

MEGABYTES = 200
"""The most memory that any of it may take."""
TOO_MANY_HEAD_LINES = (
    "line 1002: the head has more than 1,000 lines or 2,097,152 letters; no game needs so much"
)
TOO_LONG = "longer than 2,097,152 bytes, and no evening is; `herald referee` reads longer records"


def cases(size: int) -> list[tuple[str, int, int, str]]:
    """A record, its size, the exit status of the referee, and what it says."""
    return [
        ("remarks", size, 0, ""),
        (
            "long-name",
            size,
            2,
            f"line 3: seat blue: a name of {size:,} letters; shorten it to {MAX_NAME_LETTERS}",
        ),
        ("many-seats", size, 2, TOO_MANY_HEAD_LINES),
        ("many-prints", size, 2, TOO_MANY_HEAD_LINES),
        ("many-options", size, 2, TOO_MANY_HEAD_LINES),
        ("large-position", size, 2, "the position: "),
    ]


FULL = "10,000 lines or 2,000,000 letters stand, the most that Herald keeps"
REPLAYED = [
    ("corrections", 230_000, 2, FULL),
    ("moves-and-undos", min(50_000 * LONG, 1_000_000), 0, ""),
    ("refused-lines", min(200_000 * LONG, 1_000_000), 1, ""),
    ("long-correction-record", 6_000_000, 2, FULL),
]
"""So many lines that two kilobytes kept of each would be seen; with HERALD_LONG=10 ten times as many."""
USUAL = [("long-name", 1_000_000), ("many-options", 1_000_000)]


@pytest.mark.parametrize(
    ("name", "size", "status", "said"),
    usually(
        [each for each in cases(1_000_000) if each[:2] in USUAL],
        [*cases(1_000_000), *REPLAYED],
    ),
)
def test_the_referee_answers_a_record_of_any_size_or_says_its_limit(
    name: str, size: int, status: int, said: str, tmp_path: Path
) -> None:
    record = write_record(tmp_path / "large.herald", RECORDS[name](size))
    answer = run_herald("referee", "-", home=tmp_path / "home", said=record)
    assert answer.status == status, answer
    assert said in answer.errors
    assert "Traceback" not in answer.errors
    assert answer.megabytes < MEGABYTES


@pytest.mark.parametrize("command", [("report",), ("--terminal",), (SCREEN,)])
@pytest.mark.long(instead="test_a_journal_that_is_too_long_is_refused_with_the_limit")
def test_an_evening_of_ten_thousand_lines_is_reported_and_goes_on(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    path = write_journal(home / "evenings/long.herald", corrections(10_000))
    path.with_suffix(".virtual").write_text('{"virtual": true, "absent": []}')
    words = (*command, path) if command == ("report",) else command
    answer = run_herald(*words, home=home, said=b"quit\n")
    assert answer.status == 0, answer
    assert "Anna" in answer.out
    assert answer.megabytes < MEGABYTES


def test_a_journal_that_is_too_long_is_refused_with_the_limit(tmp_path: Path) -> None:
    path = write_journal(tmp_path / "home/evenings/long.herald", corrections(230_000))
    answer = run_herald("report", path, home=tmp_path / "home")
    assert (answer.status, answer.errors.strip()) == (2, f"herald: long.herald: {TOO_LONG}")
    assert answer.megabytes < MEGABYTES
    for read in (read_record, resume_journal):
        with pytest.raises(InvalidRecord, match="no evening is"):
            read(path)
    assert path.stat().st_size > MAX_JOURNAL_BYTES, "it is left as it is"


def test_no_journal_becomes_longer_than_can_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.herald"
    session = Session.create(path, RecordHeader("louis-xiv", setup(3)))
    session.handle_message(EnterLine("table money 4 2"))
    monkeypatch.setattr(journal, "MAX_JOURNAL_BYTES", path.stat().st_size + 20)
    before = path.read_bytes()
    now = session.handle_message(EnterLine("table correct /players/blue/money 7"))
    (problem,) = now.problems  # the evening goes on in memory, as where a disk is full
    advice = problem_message(problem, Translator("louis-xiv", {}, "en"))
    assert advice.endswith("what is played from now on is not kept: begin a new game.")
    assert path.read_bytes() == before
    session.close()
    resumed = resume_journal(path)
    assert [accepted.text for accepted in resumed.history.accepted_lines] == ["table money 4 2"]
    resumed.journal.close()
    monkeypatch.setattr(journal, "MAX_JOURNAL_BYTES", 100)
    with pytest.raises(JournalWriteError, match=r"bytes; nothing was written: begin a new game$"):
        Journal.create(tmp_path / "another.herald", RecordHeader("louis-xiv", setup(4)))


def test_a_deck_of_a_hundred_thousand_tags_is_refused_with_the_limit(tmp_path: Path) -> None:
    answer = run_herald(
        "deck", "import", "--yes", write_deck(tmp_path / "large.deck", 100_000), home=tmp_path / "home"
    )
    assert answer.status == 2
    assert "large.deck: longer than 1048576 bytes; no deck is" in answer.errors
    assert answer.megabytes < MEGABYTES


def test_a_name_is_as_long_as_the_limit_and_no_longer() -> None:
    def judged(letters: int) -> list[object]:
        record = "".join(f"{line}\n" for line in RECORDS["long-name"](letters))
        return list(answer_record(BytesIO(record.encode()), "en"))

    assert judged(MAX_NAME_LETTERS)
    with pytest.raises(InvalidRecord, match="line 3: seat blue: a name of 201 letters; shorten it to 200"):
        judged(MAX_NAME_LETTERS + 1)


def test_each_record_is_what_it_is_called() -> None:
    def accepted(lines: Iterable[str]) -> tuple[int, int, int]:
        """How many lines are accepted, refused, and stand."""
        account, counts = begun(), [0, 0]
        for line in list(lines)[6:]:
            try:
                account.apply_line(line)
                counts[0] += 1
            except MoveRefused:
                counts[1] += 1
        return counts[0], counts[1], len(account.accepted_lines)

    assert accepted(corrections(20)) == (20, 0, 20)
    assert accepted(moves_and_undos(20)) == (20, 0, 0)
    assert accepted(RECORDS["refused-lines"](20)) == (0, 20, 0)
    assert accepted(long_correction_record(1 << 20)) == (1, 0, 1)
    assert len(list(RECORDS["many-seats"](MAX_HEADER_LINES))) == MAX_HEADER_LINES + 2
