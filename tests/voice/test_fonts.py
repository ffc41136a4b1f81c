"""A text is drawn by a font that has its letters, and letters that no font here has are named."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from babel.messages.catalog import Catalog

from companion.voice import fonts
from companion.voice.fonts import font_file, missing_letters
from companion.voice.translation_coverage import coverage_report
from tests.voice.test_languages import speak

NOBODYS = "\U00017000"
"""A letter of Tangut."""


@pytest.fixture(autouse=True)
def system_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the fonts that fontconfig finds: none at first."""
    folder, settings = tmp_path / "fonts", tmp_path / "fonts.conf"
    folder.mkdir()
    settings.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(settings))
    forget()
    yield folder
    forget()


def forget() -> None:
    """What was found out on another computer."""
    font_file.cache_clear()
    fonts._letters_of.cache_clear()


def test_kivys_usual_font_draws_latin_greek_and_cyrillic_and_for_latin_nothing_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert {font_file("Ωmega"), font_file("Анна")} == {""}

    def asked(*_command: str) -> NoReturn:
        raise AssertionError("a start waits for no program")

    monkeypatch.setattr(fonts, "_said", asked)
    assert font_file("Příliš žluťoučký kůň: „½ × 3“ → 1,5 …") == ""


def test_other_letters_are_drawn_by_kivys_second_font_then_by_one_of_the_system(
    system_fonts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = fonts.kivy_font(fonts.SECOND_FONT)
    assert font_file("Anna ענת") == str(second)
    monkeypatch.setattr(fonts, "SECOND_FONT", fonts.USUAL_FONT)
    font_file.cache_clear()
    assert font_file("Anna ענת") is None
    shutil.copy(second, system_fonts / "another.ttf")
    font_file.cache_clear()
    assert font_file("Anna ענת") == str(system_fonts / "another.ttf")


def test_letters_that_no_font_here_has_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_letters(f"Anna {NOBODYS}{NOBODYS}b") == NOBODYS
    catalogue = Catalog()
    catalogue.add("Begin", NOBODYS)
    speak(tmp_path / "locale", monkeypatch, "pl", catalogue)
    told = f"pl, Herald: no font of this computer has {NOBODYS}: install one that has these letters"
    assert told in [*coverage_report()]


def test_without_fontconfig_nothing_is_known_and_all_is_drawn_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError):
        subprocess.run(("fc-list",), check=False)
    assert font_file(f"Anna ענת {NOBODYS}") == ""
