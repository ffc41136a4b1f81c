"""What every picture of the Princes of Florence is looked at for, besides the usual faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.metrics import mm

from companion.screen.draw.painter import PaintedText
from companion.screen.draw.theme import NUMBER_TEXT, SMALL_TEXT
from tests.screen.harness.album import Album
from tests.screen.harness.checks import said
from tests.screen.harness.reading import laid

OWN_WIDGETS = "companion.games.florence."


def too_small(driver: Any) -> Iterator[str]:
    """What this game paints in letters that are not read from a chair away."""
    for each in laid(driver):
        if isinstance(each.mark, PaintedText) and type(each.widget).__module__.startswith(OWN_WIDGETS):
            least = SMALL_TEXT if any(letter.isalpha() for letter in each.mark.text) else NUMBER_TEXT
            if each.mark.font_pixels < round(mm(least)):
                yield f"{said(each)} is in letters of {each.mark.font_pixels} pixels"


@pytest.fixture(autouse=True)
def read_from_a_chair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers have digits of 3.2 mm and all else capitals of 2.2 mm at least, on every picture."""
    usual = Album.look

    def look(pictures: Album, name: str) -> None:
        usual(pictures, name)
        pictures._note(name, too_small(pictures.guest.driver))

    monkeypatch.setattr(Album, "look", look)
