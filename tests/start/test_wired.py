"""A real table from the registers of the chips to the picture on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table.judge import Done
from tests.screen.evening import PATIENT, Guest, begin
from tests.start.tables import Hands, real_evening


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def until(guest: Guest, so: Callable[[], bool]) -> None:
    """The screen goes on until something is so."""
    guest.driver.until(so, PATIENT)


def test_a_card_that_is_laid_on_its_reader_is_as_good_as_touched(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        begin(guest, players=3)
        print(guest.driver.words(), guest.driver.things())
        hands.show("money/4:2", "play")
        until(guest, lambda: bool(guest.live.now.standing))
        guest.settle()
        print(guest.driver.words(), guest.live.now.standing)
        hands.show("card/inf6", "play")
        hands.show("seal/blue", "tile/6")
        until(guest, lambda: isinstance(guest.live.now.verdict, Done))
        guest.settle()
        print(guest.driver.words(), guest.live.now.standing)
        hands.press("yes")
        until(guest, lambda: len(guest.live.now.standing) == 2)
        guest.settle()
        print(guest.driver.words(), guest.live.now.standing)
