"""The home page is drawn before anything slow begins, and a table at which nothing happens is not drawn again."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from kivy.clock import Clock

from companion.games import game_names
from companion.screen.app import HeraldApp
from companion.screen.herald_controller import HeraldController
from companion.start import VirtualDealerAndDeckFactory
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import PATIENT, evening, sat_down

REST_SECONDS = 10
FRAMES_PER_SECOND = 60


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's evenings are touched."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))


def test_hardware_is_looked_for_once_the_home_page_is_drawn() -> None:
    drawn_before: list[int] = []
    program = HeraldController(
        VirtualDealerAndDeckFactory(),
        False,
        clock=lambda: datetime(2026, 11, 20, 20, 0),
        find_hardware=lambda: drawn_before.append(driver.frames_drawn),
    )
    driver = Driver(HeraldApp(program))
    program.attach(driver.app.app_state)
    try:
        with driver:
            driver.until(lambda: bool(drawn_before), PATIENT)
            assert drawn_before[0] >= 1
            assert "deck" in driver.things()
    finally:
        program.shut_down()


def test_a_window_that_is_closed_before_its_first_frame_looks_for_nothing() -> None:
    sought: list[None] = []
    program = HeraldController(
        VirtualDealerAndDeckFactory(), False, find_hardware=lambda: sought.append(None)
    )
    app = HeraldApp(program)
    program.attach(app.app_state)
    program.shut_down()
    for _ in range(3):
        Clock.tick()
    assert not sought


@pytest.mark.long(usual="kabale")
@pytest.mark.parametrize("game", game_names())
def test_a_table_at_which_nothing_happens_is_not_drawn_again(game: str) -> None:
    with evening("en") as guest:
        sat_down(guest, game, "virtual")
        drawn = guest.driver.frames_drawn
        for _ in range(REST_SECONDS * FRAMES_PER_SECOND):
            guest.driver.frame()
        assert guest.driver.frames_drawn == drawn
