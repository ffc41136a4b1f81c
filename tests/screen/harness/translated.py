"""The screen in another language, and in one that nobody speaks and whose texts are longer (tests/pseudo.py)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.screen import app
from companion.voice.language import languages, native_name
from tests.pseudo import FIRST, LANG, LAST, pseudo, untranslated
from tests.screen.harness import evening as before_the_screen
from tests.screen.harness.driver import Driver
from tests.start import tables as at_the_readers

AS_IT_IS = re.compile("|".join({*map(str.upper, languages()), *map(native_name, languages()), LANG.upper()}))
"""What languages are called."""

TIGHT = (
    *("garbled", "out of the game"),
    "Sell prestige",
    "Laboratory",
    "As assumed",
    *("Round", "round"),
    "Game over",
    "Evaluation",
    *("Marie-Thérèse", "Montespan", "Maintenon", "La Vallière", "Turenne", "Philippe"),
    *("clean", "silent", "resets", "Reader", "Objectives", "take back", "pieces have their tag"),
    *(f"{word} {number}" for word in ("player", "Player") for number in range(1, 7)),
    "Little Giant",
    *("Kabale und Hiebe", "The Princes of Florence"),
    *("substitute", "Alchemist", "stands here already", "its symbol"),
    *("building", "profession", "freedom", "florins", "prestige"),
    *("University", "Workshop", "Composer"),
    *("Musketeers", "Doppelgänger", "doppelgänger", "Troubadour"),
    *("Bell founder", "Mathematician", "Philosopher", "Apothecary", "Astronomer", "Organ builder"),
    *("Cartographer", "Choreographer", "Theologian", "Watchmaker"),
)
"""What has no room where it stands once it is 40 % longer than the English: a translator has to be brief."""
ROOMLESS = tuple(pseudo(text).strip(FIRST + LAST) for text in TIGHT)


def spoken(monkeypatch: pytest.MonkeyPatch, lang: str, size: tuple[int, int]) -> None:
    """Whatever is opened speaks this language, in a window of this size."""
    open_in = app.HeraldApp
    monkeypatch.setattr(app, "HeraldApp", lambda program, _lang: open_in(program, lang))
    for module in (before_the_screen, at_the_readers):
        monkeypatch.setattr(module, "Driver", lambda shown, _size: Driver(shown, size))


def wrong(driver: Any) -> list[str]:
    """In that language: what is still English, and what is wrong with the looks of the screen."""
    english = [words for words in driver.words() if untranslated(words) and not AS_IT_IS.fullmatch(words)]
    return english + [fault for fault in driver.faults() if not any(text in fault for text in ROOMLESS)]
