"""A catalogue is compiled from what a translator's editor writes; a slip in it is named with its line."""

from __future__ import annotations

from gettext import GNUTranslations
from pathlib import Path

import pytest

from companion.rules.errors import InvalidFile
from companion.voice.compile_catalogue import main, read_po_file, write_mo_file

WRITTEN = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2\\n"

msgid "Settings"
msgstr "Nastavenia pre stôl"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} bod"
msgstr[1] "{n} body"
msgstr[2] "{n} bodov"
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    folder = tmp_path / "sk" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    return folder / "herald.po"


@pytest.mark.parametrize(
    "written",
    [
        WRITTEN.encode(),
        b"\xef\xbb\xbf" + WRITTEN.encode(),
        WRITTEN.replace("\n", "\r\n").encode(),
        WRITTEN.replace("Plural-Forms", "X-Forms").encode(),
        WRITTEN.partition("\n\n")[2].encode(),
    ],
    ids=["plain", "mark in front", "other ends of lines", "no plurals", "no head"],
)
def test_whatever_an_editor_makes_of_the_file_it_says_the_same(text: Path, written: bytes) -> None:
    text.write_bytes(written)
    compiled = text.with_suffix(".mo")
    assert main(text, compiled) == 0
    with compiled.open("rb") as file:
        said = GNUTranslations(file)
    assert said.gettext("Settings") == "Nastavenia pre stôl"
    assert [said.ngettext("{n} point", "{n} points", n) for n in (1, 2, 5)] == [
        "{n} bod",
        "{n} body",
        "{n} bodov",
    ]


@pytest.mark.parametrize(
    ("written", "where", "what"),
    [
        (WRITTEN.encode("iso-8859-2"), "line 7", "not utf-8"),
        (WRITTEN.replace("nplurals=3", "nplurals=three").encode(), "herald.po", "'three'"),
        (WRITTEN.replace("nplurals=3", "nplurals=4194304").encode(), "herald.po", "nplurals=4194304"),
        (WRITTEN.replace("utf-8", "klingon").encode(), "herald.po", "klingon"),
    ],
    ids=["letters", "plurals", "more plurals than there is memory for", "charset"],
)
def test_a_file_that_cannot_be_read_is_named_and_nothing_is_compiled(
    text: Path, capsys: pytest.CaptureFixture[str], written: bytes, where: str, what: str
) -> None:
    text.write_bytes(written)
    assert main(text, text.with_suffix(".mo")) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert where in said
    assert what in said
    assert not text.with_suffix(".mo").exists()
    with pytest.raises(InvalidFile):
        write_mo_file(text, text.with_suffix(".mo"))


@pytest.mark.parametrize(
    ("slip", "line"),
    [
        (WRITTEN.replace('msgid "Settings"', '<<<<<<< HEAD\nmsgid "Settings"'), 6),
        (WRITTEN.replace("nplurals=3", "nplurals=2"), 9),
    ],
    ids=["a merge", "fewer forms"],
)
def test_a_slip_is_named_with_its_line_and_the_rest_is_compiled(
    text: Path, capsys: pytest.CaptureFixture[str], slip: str, line: int
) -> None:
    text.write_text(slip, encoding="utf-8")
    assert main(text) == 1  # only read: whoever wrote it again would lose it
    assert not text.with_suffix(".mo").exists()
    assert main(text, text.with_suffix(".mo")) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert [said.startswith(f"{text}, line {line}: ") for said in err.splitlines()] == [True, True]
    assert "Settings" in read_po_file(text, strict=False)
