"""Whose fault an error is: a torn record is no wrong `--size`, and a bad deck is neither."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from companion.cli import main
from companion.export.referee import answer_record
from companion.rules.errors import InvalidFile, InvalidInput, InvalidRecord, UsageError
from companion.rules.record import TornRecordError, line_with_checksum
from companion.start import run_touchscreen
from companion.table.tags.deck_file import DeckFileError

TORN = (line_with_checksum("herald 1") + line_with_checksum("game kabale")[:-2]).encode()


def test_a_wrong_size_is_an_error_of_usage_and_of_no_record() -> None:
    with pytest.raises(UsageError) as wrong:
        run_touchscreen("en", "huge", True, "offscreen")
    assert not isinstance(wrong.value, InvalidRecord | InvalidFile)


def test_a_torn_record_is_an_error_of_the_record_and_of_no_usage() -> None:
    with pytest.raises(InvalidRecord) as wrong:
        list(answer_record(BytesIO(TORN), "en"))
    assert type(wrong.value) is TornRecordError
    assert not isinstance(wrong.value, UsageError | InvalidFile)


def test_a_deck_that_cannot_be_used_is_an_error_of_the_file() -> None:
    assert issubclass(DeckFileError, InvalidFile)
    assert not issubclass(DeckFileError, InvalidRecord | UsageError)


def test_the_command_line_says_each_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    record = tmp_path / "torn.herald"
    record.write_bytes(TORN)
    assert all(issubclass(each, InvalidInput) for each in (InvalidRecord, InvalidFile, UsageError))
    for arguments, said in (
        (["--size", "huge"], "herald: --size: "),
        (["referee", str(record)], "herald: line 2: "),
    ):
        assert main(arguments) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(said)
