"""`herald recover`: what people type, read and have afterwards."""

from __future__ import annotations

import json
import os
import sys
from io import StringIO
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules.record import RecordHeader
from companion.table.storage.evenings import name_evening, table_of_evening
from companion.table.storage.journal import MAX_JOURNAL_BYTES, read_record
from companion.table.storage.recovery import read_recovered
from companion.voice.language import languages
from tests.table.storage.earlier import virtual_file
from tests.table.storage.test_damage import FIRST_FORMAT, HEADER_LENGTH, MOVES, RAW_LINES, WHOLE
from tests.table.storage.test_recovery import altered

DAMAGED_AT = HEADER_LENGTH + 6


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with a damaged evening, number 1."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    (tmp_path / "evenings").mkdir()
    (tmp_path / "evenings" / "one.herald").write_bytes(altered(WHOLE, DAMAGED_AT))
    return tmp_path


def say(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """What `herald recover` answers to these words."""
    assert main(["recover", *words, "--lang", "en"]) == status
    out, err = capsys.readouterr()
    assert all(letter.isprintable() or letter == "\n" for letter in out + err)
    return out + err


def evenings(capsys: pytest.CaptureFixture[str]) -> dict[int, str]:
    assert main(["evenings", "--json"]) == 0
    listed = map(json.loads, capsys.readouterr().out.splitlines())
    return {each["number"]: each["state"] for each in listed}


def test_a_damaged_evening_is_brought_back_as_an_evening_of_its_own(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = (home / "evenings" / "one.herald").read_bytes()
    told = say(capsys, "1").splitlines()
    assert told[0].startswith(f"Intact moves before line {DAMAGED_AT}: 5. ")
    assert f"    line {DAMAGED_AT}: its sum does not fit" in told[2]
    assert told[3].startswith(f"    line {DAMAGED_AT + 1}: the rules do not allow it here: ")
    assert f"Written: {home / 'evenings' / 'one-recovered.herald'}. The damaged file is as it was." in told
    assert "Go on with it: herald evenings 2 --go-on, or on the screen under Evenings." in told
    assert "compare the real table" in told[-1]
    assert (home / "evenings" / "one.herald").read_bytes() == raw
    assert read_record(home / "evenings" / "one-recovered.herald")[1] == MOVES[:5]
    assert evenings(capsys) == {2: "interrupted", 1: "damaged"}


def test_what_was_brought_back_goes_on_in_the_terminal(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    say(capsys, "1")
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    assert main(["evenings", "2", "--go-on", "--lang", "en"]) == 0
    assert "The evening goes on where it was left." in capsys.readouterr().out


def test_an_evening_at_a_virtual_table_stays_one(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / "evenings" / "one.herald"
    head = read_record_head(path)
    virtual_file(path, head, ("red",))
    say(capsys, "1")
    assert table_of_evening(home / "evenings" / "one-recovered.herald", head).absent == ("red",)
    assert table_of_evening(path, head).absent == ("red",)


def read_record_head(path: Path) -> RecordHeader:
    return read_recovered(path).head


def test_a_file_from_anywhere_becomes_an_evening_or_goes_where_people_say(
    home: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "7").write_bytes(altered(FIRST_FORMAT, len(RAW_LINES) - 3))
    say(capsys, str(stick / "7"))
    assert (home / "evenings" / "7-recovered.herald").exists()
    told = say(capsys, str(stick / "7"), "--into", str(stick / "new.herald"))
    assert (stick / "new.herald").read_bytes() == (home / "evenings" / "7-recovered.herald").read_bytes()
    assert "Go on with it" not in told
    before = (stick / "new.herald").read_bytes()
    assert "name another one" in say(capsys, str(stick / "7"), "--into", str(stick / "new.herald"), status=2)
    assert (stick / "new.herald").read_bytes() == before


@pytest.mark.parametrize("data", [WHOLE, FIRST_FORMAT, WHOLE[:-4]], ids=["whole", "format 1", "torn"])
def test_what_goes_on_by_itself_is_said_and_nothing_is_written(
    home: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    path = home / "evenings" / "two.herald"
    path.write_bytes(data)
    told = say(capsys, str(path))
    assert "nothing was written" in told
    assert str(path) in told
    assert (f"from line {len(RAW_LINES)} on" in told) == (data is not WHOLE and data is not FIRST_FORMAT)
    assert path.read_bytes() == data
    assert not list(home.glob("evenings/*-recovered*"))


def test_what_is_no_journal_is_named_and_nothing_is_written(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, fifo, huge = home / "folder", home / "fifo", home / "huge"
    folder.mkdir()
    os.mkfifo(fifo)
    with huge.open("wb") as stream:
        stream.truncate(MAX_JOURNAL_BYTES + 1)
    assert "it is a folder" in say(capsys, str(folder), status=2)
    assert "it is no ordinary file" in say(capsys, str(fifo), status=2)
    assert "longer than" in say(capsys, str(huge), status=2)
    assert "No such file" in say(capsys, str(home / "nothing"), status=2)
    assert "`./77` is a file" in say(capsys, "77", status=2)
    (home / "text").write_text("Dear diary,\n")
    assert "a record begins with `herald 1`" in say(capsys, str(home / "text"), status=2)
    (home / "headless").write_bytes(altered(WHOLE, 3))
    assert "line 3: the head is damaged" in say(capsys, str(home / "headless"), status=2)
    assert not list(home.glob("evenings/*-recovered*"))


def test_a_damaged_line_is_shown_whole_only_to_those_who_ask(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / "evenings" / "one.herald"
    lines = [*RAW_LINES]
    lines[DAMAGED_AT - 1] = lines[DAMAGED_AT - 1].replace(b" inf", b" \x1b]0;xnf")
    path.write_bytes(b"".join(lines))
    assert "xnf" not in say(capsys, "1")
    assert "]0;xnf" in say(capsys, "1", "--whole-lines")


def test_the_terminal_names_the_line_and_the_command(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    assert main(["--terminal", "--virtual", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert f"The last evening is damaged in line {DAMAGED_AT}: its sum does not fit" in told
    assert "To bring back what is intact: herald recover 1" in told


def test_the_terminal_says_what_helps_where_recover_does_not(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    (home / "evenings" / "one.herald").write_bytes(altered(WHOLE, 3))
    assert main(["--terminal", "--virtual", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "The head of this evening is damaged, in line 3" in told
    assert "Take it from a backup" in told
    assert "herald recover" not in told


@pytest.mark.parametrize("lang", languages())
def test_every_language_says_all_of_it(lang: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name_evening(home / "evenings" / "one.herald", "Silvestr")
    assert main(["recover", "1", "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert (f"line {DAMAGED_AT}: its sum does not fit" in told) == (lang == "en")
    assert main(["evenings", "--lang", lang]) == 0
    assert ("Damaged in line" in capsys.readouterr().out) == (lang == "en")
