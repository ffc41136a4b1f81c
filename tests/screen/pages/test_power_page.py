"""Shut-down and restart by touch: two deliberate touches, the last words drawn, then the end."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.screen.app import CLOSING_SECONDS
from companion.screen.app_state import PowerAction
from companion.screen.pages.power import ANSWER_DELAY_SECONDS
from tests.screen import everywhere
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import Guest, begin, evening, journals


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def asked(guest: Guest) -> Driver:
    """On the switch-off page, once an answer counts."""
    guest.driver.tap("power")
    guest.driver.wait(ANSWER_DELAY_SECONDS)
    return guest.driver


def test_a_desktop_has_no_door_to_switch_off() -> None:
    with evening("en") as guest:
        assert "power" not in guest.driver.things()
        assert not guest.driver.sees("Switch off")


@everywhere
def test_door_page_and_last_words_fit_in_every_language(lang: str, size: tuple[int, int]) -> None:
    for thing in ("poweroff", "reboot"):
        with evening(lang, size, kiosk=True) as guest:
            driver = guest.driver
            begin(guest)
            driver.tap("home")
            seen = driver.faults()
            asked(guest)
            seen += driver.faults()
            driver.tap(thing)
            assert [*seen, *driver.faults()] == []
            assert len(driver.words()) == 2


@everywhere
def test_people_who_leave_an_evening_that_is_only_in_memory_are_told_that_it_is_lost(
    lang: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.storage.journal.name_exclusively", full)
    with evening(lang, size, kiosk=True) as guest:
        driver = guest.driver
        begin(guest)
        problem = guest.live.snapshot.disk_problem
        assert problem is not None
        assert driver.faults() == []
        driver.tap("home")
        asked(guest)
        driver.tap("poweroff")
        assert driver.faults() == []
        assert guest.model.unkept_warning
        assert len(driver.words()) == 3


def full(_path: Path, _data: bytes) -> None:
    """Write nothing: the disk is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_finger_that_slips_on_the_door_does_nothing() -> None:
    with evening("en", kiosk=True) as guest:
        driver = guest.driver
        door = driver.find("power")
        driver.tap_at(*door.center)
        driver.stroke([door.center], look=0.2)
        assert "poweroff" not in driver.things()  # it is seen, and not open yet
        place = next(part for part in driver._seen() if getattr(part, "touch_target", "") == "poweroff")
        driver.stroke([place.center], look=0.4)
        driver.wait(ANSWER_DELAY_SECONDS)
        driver.tap_at(*door.center)  # where the door was there is no answer
        assert guest.model.closing_action is None
        driver.tap("back")
        assert "deck" in driver.things()


@pytest.mark.parametrize(
    ("thing", "action", "words"),
    [
        ("poweroff", PowerAction.POWEROFF, "Herald is closing"),
        ("reboot", PowerAction.REBOOT, "Herald is back in about half a minute."),
    ],
)
def test_an_answer_is_said_and_the_program_ends_once_that_was_read(
    thing: str, action: PowerAction, words: str
) -> None:
    with evening("en", kiosk=True) as guest:
        driver = asked(guest)
        ended: list[object] = []
        guest.driver.app.bind(on_stop=ended.append)
        before = driver.frames_drawn
        driver.tap(thing)
        assert guest.model.closing_action == action
        assert driver.sees(words)
        assert driver.things() == []
        assert driver.frames_drawn > before
        assert ended == []
        driver.until(lambda: bool(ended), round(CLOSING_SECONDS * 60) + 10)


def test_once_it_is_closing_no_touch_does_anything() -> None:
    with evening("en", kiosk=True) as guest:
        driver = asked(guest)
        back = driver.find("back").center
        again = driver.find("reboot").center
        driver.tap("poweroff")
        for place in (back, again):
            driver.tap_at(*place)
        assert guest.model.closing_action == PowerAction.POWEROFF
        assert driver.app.page_history[-1] == "power"


def test_a_finger_that_was_down_before_leads_nowhere_either() -> None:
    with evening("en", kiosk=True) as guest:
        driver = asked(guest)
        driver.hold([driver.find("home").center])
        held = driver.panel.lift
        driver.tap("poweroff")
        driver.panel.lift = held
        driver.lift()
        assert driver.app.page_history[-1] == "power"
        assert driver.sees("Herald is closing")


def test_the_game_is_kept_and_offered_at_the_next_start(home: Path) -> None:
    with evening("en", kiosk=True) as guest:
        begin(guest)
        standing = guest.live.snapshot.accepted_texts
        guest.driver.tap("home")
        asked(guest)
        assert guest.driver.sees("The game is kept; it is offered at the next start.")
        guest.driver.tap("poweroff")
    assert len(journals(home)) == 1
    with evening("en", kiosk=True) as guest:
        guest.driver.until(lambda: guest.model.saved_game is not None, 1_000_000)
        guest.driver.tap("go-on")
        guest.settle()
        assert guest.live.snapshot.accepted_texts[: len(standing)] == standing


def test_without_a_game_nothing_is_said_of_one() -> None:
    with evening("en", kiosk=True) as guest:
        assert not asked(guest).sees("The game is kept")
