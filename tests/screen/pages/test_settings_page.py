"""Settings: each touch counts at once, and all are there again the next evening."""

from pathlib import Path
from typing import get_args

import pytest
from kivy.core.window import Window

from companion.screen.display.kivy_config import turn_window
from companion.screen.draw.theme import TEXT_SCALES
from companion.screen.settings import (
    Rotation,
    SpeechLevel,
    Strictness,
    UserSettings,
    load_settings,
    save_settings,
)
from companion.table import messages
from companion.voice import narration
from tests.screen import SIZES, in_every_language
from tests.screen.harness.evening import evening


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def test_they_are_kept_from_one_evening_to_the_next(home: Path) -> None:
    with evening("cs", is_guided=False) as guest:
        guest.driver.tap("settings")
        for thing in ("voice=full", "speed=slow", "strictness=hint", "text=large"):
            guest.driver.tap(thing)
        guest.driver.tap_among("lang=de")
        assert guest.driver.sees("Einstellungen")
    kept = load_settings(home / "settings.toml")
    assert kept == UserSettings("de", "full", "slow", "hint", "large")
    with evening("de", is_guided=False) as guest:
        assert guest.model.settings == kept


def test_letters_grow_at_once_on_every_page() -> None:
    with evening("cs") as guest:
        driver = guest.driver

        def letters() -> int:
            written = (w for widget in driver._seen() for w in getattr(widget, "painted_texts", ()))
            return sum(int(words.font_pixels) for words in written)

        before = letters()
        driver.tap("settings")
        driver.tap("text=largest")
        driver.tap("home")
        assert letters() > before
        driver.tap("settings")
        driver.tap("text=normal")
        driver.tap("home")
        assert letters() == before


@pytest.mark.long(usual=("normal-size0", "largest-size0", "largest-size1"))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", TEXT_SCALES)
def test_every_page_fits_with_letters_of_every_size(text: str, size: tuple[int, int]) -> None:
    with evening("de", size) as guest:
        guest.driver.tap("settings")
        guest.driver.tap(f"text={text}")
        assert guest.driver.faults() == []
        guest.driver.tap("home")
        assert guest.driver.faults() == []


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe",
        b"lang = ",
        b'voice = "shout"',
        b"side = 7",
        b"rotation = 45",
        b"x = 1\n" * 9000,
        b"text = " + b"[" * 9000,
    ],
)
def test_a_broken_file_is_told_and_the_usual_settings_hold(home: Path, content: bytes) -> None:
    (home / "settings.toml").write_bytes(content)
    with evening("en", is_guided=False) as guest:
        assert guest.model.settings == UserSettings("en")
        assert guest.driver.sees(
            "settings.toml cannot be used; its name ends in .damaged now. The usual settings hold."
        )
        guest.driver.tap("settings")
        guest.driver.tap("voice=off")
    assert load_settings(home / "settings.toml") == UserSettings("en", "off")


def test_a_file_that_is_not_there_is_not_wrong(home: Path) -> None:
    assert load_settings(home / "settings.toml") == UserSettings()


def test_what_is_saved_is_read_again(home: Path) -> None:
    for rotation in get_args(Rotation):
        settings = UserSettings("nl", "off", "fast", "silent", "small", 3, rotation)
        save_settings(home / "settings.toml", settings)
        assert load_settings(home / "settings.toml") == settings


def test_their_values_are_those_of_voice_and_table() -> None:
    assert get_args(SpeechLevel) == get_args(narration.SpeechLevel)
    assert get_args(Strictness) == get_args(messages.Strictness)


@in_every_language
def test_one_touch_turns_picture_and_touch_the_other_way_up_and_it_stays_so(lang: str, home: Path) -> None:
    with evening(lang) as guest:
        driver = guest.driver
        driver.tap("settings")
        assert "turn-picture" not in driver.things()
        driver.tap("home")
        guest.model.is_picture_turnable = True
        driver.tap("settings")
        assert driver.faults() == []
        try:
            driver.tap("turn-picture")
            assert guest.model.settings.rotation == Window.rotation == 180
            (x, y), (width, height) = driver.find("turn-picture").center, driver.size
            driver.tap_at(width - 1 - x, height - 1 - y)  # where it is on the panel now
            assert guest.model.settings.rotation == Window.rotation == 0
            driver.tap("turn-picture")
        finally:
            turn_window(0)
    assert load_settings(home / "settings.toml").rotation == 180
