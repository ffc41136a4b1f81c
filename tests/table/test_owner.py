"""What the owner read off their copy stands in every new record, and in no old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import game_rules
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.rules.clauses import MoveRefused
from companion.rules.errors import InvalidFile
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.table.storage.edition_file import (
    edition_path,
    load_edition_lines,
    read_edition_lines,
    save_edition_line,
    with_edition_lines,
)
from companion.table.storage.journal import Journal, resume_journal
from tests.tables import setup

LOUIS = game_rules("louis-xiv")


def kept(folder: Path, text: str | bytes) -> Path:
    path = edition_path("louis-xiv", folder)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def printed(head: RecordHeader) -> list[str]:
    return [" ".join(each.words) for each in head.setup.edition_lines]


def test_without_a_file_nothing_changes(tmp_path: Path) -> None:
    head = RecordHeader("louis-xiv", setup(3))
    assert with_edition_lines(head, tmp_path) == head
    assert with_edition_lines(head, tmp_path / "nowhere") == head


def test_the_file_lies_where_herald_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    assert edition_path("louis-xiv") == tmp_path / "louis-xiv.print"
    kept(tmp_path, "print tile 1 money:4 first\n")
    assert printed(with_edition_lines(RecordHeader("louis-xiv", setup(3)))) == ["tile 1 money:4 first"]


def test_its_lines_go_into_a_new_record_which_then_depends_on_nothing(tmp_path: Path) -> None:
    path = kept(
        tmp_path, "# read off in May\n\nprint tile 1 money:4 first\r\n  print\ttile 6 stones:2 money:3\n"
    )
    head = with_edition_lines(RecordHeader("louis-xiv", setup(3)), tmp_path)
    assert printed(head) == ["tile 1 money:4 first", "tile 6 stones:2 money:3"]
    Journal.create(tmp_path / "evening.herald", head).close()
    path.unlink()
    resumed = resume_journal(tmp_path / "evening.herald")
    resumed.journal.close()
    position = resumed.history.position
    assert isinstance(position, LouisXIVPosition)
    assert str(position.config.edition.condition(1, "front")) == "money:4"
    assert resumed.head.setup == head.setup


def test_what_the_new_record_says_itself_overrides_it(tmp_path: Path) -> None:
    kept(tmp_path, "print tile 1 money:4 first\n")
    head = RecordHeader("louis-xiv", setup(3, prints=["tile 1 money:2 first"]))
    position = GameHistory.from_header(with_edition_lines(head, tmp_path), LOUIS).position
    assert isinstance(position, LouisXIVPosition)
    assert str(position.config.edition.condition(1, "front")) == "money:2"


def test_a_record_may_name_all_eight_money_cards_anew(tmp_path: Path) -> None:
    kept(tmp_path, "print money 3:1 4:1 3:2 4:2\nprint money 4:3 5:3 5:4 6:4\n")
    head = with_edition_lines(
        RecordHeader("louis-xiv", setup(3, prints=["money 9:1 9:1 9:2 9:2 9:3 9:3 9:4 9:4"])), tmp_path
    )
    account = GameHistory.from_header(head, LOUIS)
    account.apply_line("table money 9 1")
    kept(tmp_path, "print money 3:1 4:1 3:2 4:2\nprint money 4:3 5:3 5:4 6:4\n")
    account = GameHistory.from_header(
        with_edition_lines(RecordHeader("louis-xiv", setup(3)), tmp_path), LOUIS
    )
    with pytest.raises(MoveRefused):
        account.apply_line("table money 9 1")


def test_what_he_read_off_is_not_assumed_any_more(tmp_path: Path) -> None:
    table = setup(3)
    before = {each.name for each in LOUIS.assumed_values(table)}
    kept(tmp_path, "\n".join(each.edition_words for each in LOUIS.assumed_values(table)))
    after = LOUIS.assumed_values(with_edition_lines(RecordHeader("louis-xiv", table), tmp_path).setup)
    assert before
    assert after == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "print tile 1 money:3 first\nprint tile 99 first first\n",
            "line 2: print tile 99: tiles are 1 to 12",
        ),
        ("print tile 1 money:3\n", "line 1: print tile 1 money:3: Louis XIV knows"),
        ("tile 1 money:3 first\n", "line 1: `print ...` is all that may stand here"),
        ("print\n", "line 1: `print ...` is all that may stand here"),
        ("herald 1\n", "line 1: `print ...` is all that may stand here"),
        ("print money 9:9\n", "line 1: print money: '9:9' is no money card"),
        (
            "print money 5:1 5:1 5:1 5:1 5:1\nprint money 5:1 5:1 5:1 5:1\n",
            "line 2: print money names 9 cards",
        ),
        (b"# \xff\n", "line 1: byte 3 is not UTF-8"),
    ],
)
def test_a_wrong_line_is_told_with_its_file_and_place(tmp_path: Path, text: str | bytes, told: str) -> None:
    path = kept(tmp_path, text)
    with pytest.raises(InvalidFile) as caught:
        read_edition_lines("louis-xiv", tmp_path)
    assert str(caught.value).startswith(f"{path}, {told}")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    edition_path("louis-xiv", tmp_path).mkdir()
    with pytest.raises(InvalidFile, match=r"louis-xiv\.print: it is a folder"):
        read_edition_lines("louis-xiv", tmp_path)
    edition_path("louis-xiv", tmp_path).rmdir()
    kept(tmp_path, b"x" * 2_000_000)
    with pytest.raises(InvalidFile, match=r"louis-xiv\.print: longer than 1048576 bytes"):
        read_edition_lines("louis-xiv", tmp_path)


# -- written by the program


def test_what_is_kept_takes_the_place_of_what_stood_there_and_the_rest_stays(tmp_path: Path) -> None:
    path = kept(tmp_path, "# read off in May\nprint tile 1 money:4 first\n\nprint tile 2 money:5 first")
    said = save_edition_line("louis-xiv", ("tile", "1"), ("money:2", "first"), tmp_path)
    assert path.read_text() == "# read off in May\n\nprint tile 2 money:5 first\nprint tile 1 money:2 first\n"
    assert said == load_edition_lines("louis-xiv", tmp_path)
    save_edition_line("louis-xiv", ("tile", "1"), (), tmp_path)
    assert path.read_text() == "# read off in May\n\nprint tile 2 money:5 first\n"


def test_the_first_line_that_is_kept_makes_the_file(tmp_path: Path) -> None:
    assert save_edition_line("louis-xiv", ("tile", "1"), ("money:2", "first"), tmp_path / "new")
    assert printed(with_edition_lines(RecordHeader("louis-xiv", setup(3)), tmp_path / "new")) == [
        "tile 1 money:2 first"
    ]


def test_a_line_that_the_game_does_not_understand_is_not_kept(tmp_path: Path) -> None:
    path = kept(tmp_path, "print tile 1 money:4 first\n")
    with pytest.raises(InvalidFile, match="print tile 99: tiles are 1 to 12"):
        save_edition_line("louis-xiv", ("tile", "99"), ("first", "first"), tmp_path)
    assert path.read_text() == "print tile 1 money:4 first\n"
    kept(tmp_path, "print tile 99 first first\n")
    save_edition_line("louis-xiv", ("tile", "2"), ("money:2", "first"), tmp_path)
    assert path.read_text() == "print tile 1 money:4 first\nprint tile 2 money:2 first\n"
    assert path.with_name("louis-xiv.print.damaged").read_text() == "print tile 99 first first\n"
