"""Buttons: contacts that bounce become presses, on a fake clock; the real gpiozero on a virtual panel."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import wiring_plan
from hardware.buttons import Buttons
from hardware.clock import RealClock
from hardware.common.debounce import POLL_US, PRESSED, SETTLE_US, STUCK, STUCK_US, Debouncer
from hardware.virtual.button_contact import BOUNCE_PATTERNS
from hardware.virtual.clock import VirtualClock
from hardware.virtual.panel import VirtualButtonsAndLights

PLAN = wiring_plan.load_kit("five")
NAMES = [button.name for button in PLAN.buttons]
SECOND = 1_000_000


# -- one contact


def told(levels: Iterable[tuple[int, bool]], down: bool = False) -> list[tuple[int, str]]:
    """What a contact that is looked at like this tells, and when."""
    contact = Debouncer(down, 0)
    return [(at, what) for at, level in levels if (what := contact.detect_press(level, at))]


def test_a_contact_that_closes_and_stays_is_one_press_when_it_has_settled() -> None:
    looks = [1000, SETTLE_US + 999, SETTLE_US + 1000, 2 * SETTLE_US]
    assert told([(at, True) for at in looks]) == [(SETTLE_US + 1000, PRESSED)]


def test_one_look_alone_makes_no_press_however_late_the_next_one_comes() -> None:
    assert told([(10_000, True), (900_000, False), (910_000, False), (950_000, False)]) == []


def test_nothing_is_repeated_while_a_button_is_held_and_being_stuck_is_told_once() -> None:
    held = [(at, True) for at in range(0, 3 * STUCK_US, 10_000)]
    free = [(at, False) for at in range(3 * STUCK_US, 4 * STUCK_US, 10_000)]
    again = [(at, True) for at in range(4 * STUCK_US, 6 * STUCK_US, 10_000)]
    assert told(held + free + again) == [
        (SETTLE_US, PRESSED),
        (STUCK_US, STUCK),
        (4 * STUCK_US + SETTLE_US, PRESSED),
        (5 * STUCK_US, STUCK),
    ]


def test_a_button_that_is_down_at_first_is_stuck_but_never_pressed() -> None:
    held = [(at, True) for at in range(0, 2 * STUCK_US, 10_000)]
    free = [(2 * STUCK_US, False), (2 * STUCK_US + SETTLE_US, False)]
    again = [(3 * STUCK_US, True), (3 * STUCK_US + SETTLE_US, True)]
    assert told(held + free + again, down=True) == [(STUCK_US, STUCK), (3 * STUCK_US + SETTLE_US, PRESSED)]


BOUNCING = st.lists(st.integers(1, SETTLE_US // 8), max_size=7)
"""For so long each until the level changes; all together for less than it takes to settle."""
RESTING = st.integers(2 * SETTLE_US, STUCK_US // 4)


@given(st.lists(st.tuples(BOUNCING, RESTING, BOUNCING, RESTING), max_size=6), st.integers(0, 9_000))
def test_any_bouncing_between_rests_gives_exactly_the_presses_that_were_made(
    presses: list[tuple[list[int], int, list[int], int]], late: int
) -> None:
    changes, now = [(0, False)], 0
    for closing, held_us, opening, rest_us in presses:
        for down, bouncing, still_us in ((True, closing, held_us), (False, opening, rest_us)):
            for number, us in enumerate(bouncing):
                changes.append((now, down == (number % 2 == 0)))
                now += us
            changes.append((now, down))
            now += still_us
    looks: list[tuple[int, bool]] = []
    at = 0
    while at < now:
        at += POLL_US + late * (len(looks) % 3) // 2
        looks.append((at, next(level for since, level in reversed(changes) if since <= at)))
    assert [what for _, what in told(looks)] == [PRESSED] * len(presses)


def plainly(looks: list[tuple[int, bool]], down: bool) -> list[tuple[int, str]]:
    """The rules read off all looks anew for each one: a run of looks of one level, long enough, is what counts."""
    said: list[tuple[int, str]] = []
    held, since, stuck = down, 0, False
    for number, (now, level) in enumerate(looks):
        run = number
        while run > 0 and looks[run - 1][1] == level:
            run -= 1
        begun = 0 if run == 0 and level == down else looks[run][0]
        if level != held and number > run and now - begun >= SETTLE_US:
            held, since, stuck = level, begun, False
            if held:
                said.append((now, PRESSED))
        elif held and not stuck and now - since >= STUCK_US:
            stuck = True
            said.append((now, STUCK))
    return said


@given(st.booleans(), st.lists(st.tuples(st.sampled_from((4, 10, 20, 6_000)), st.booleans()), max_size=40))
def test_looks_at_any_times_tell_what_the_rules_tell(down: bool, steps: list[tuple[int, bool]]) -> None:
    at = accumulate(1000 * ms for ms, _ in steps)
    looks = list(zip(at, (level for _, level in steps), strict=True))
    assert told(looks, down) == plainly(looks, down)


# -- all of them, on pins


class Table:
    """The buttons of kit five, and somebody who presses them."""

    def __init__(self, *busy: int, held: str = "") -> None:
        self.clock = VirtualClock(start_us=SECOND)
        self.panel = VirtualButtonsAndLights(PLAN, self.clock, frozenset(busy))
        if held:
            self.panel.press(held)
        self.told: list[tuple[str, str]] = []
        self.buttons = Buttons(
            PLAN.buttons, self.panel.pins, lambda *told: self.told.append(told), self.clock.now_us
        )

    def watch(self, us: int = SECOND) -> None:
        """Let time go by: the buttons are stepped when they ask for it, and at no other time."""
        end = self.clock.now_us() + us
        while (now := self.clock.now_us()) < end:
            self.clock.wait_us(min(self.buttons.step() or end, end) - now)


@pytest.mark.parametrize("bounce", BOUNCE_PATTERNS)
def test_every_press_of_every_button_tells_its_name_once(bounce: str) -> None:
    table = Table()
    for name in NAMES * 2:
        table.panel.tap(name, bounce)
        table.watch()
    assert table.told == [(name, PRESSED) for name in NAMES * 2]
    assert table.buttons.faults == []


def test_buttons_pressed_together_are_each_told() -> None:
    table = Table()
    for name in NAMES:
        table.panel.press(name)
    table.watch()
    assert sorted(table.told) == sorted((name, PRESSED) for name in NAMES)
    assert table.buttons.held_down() == set(NAMES)


def test_a_touch_that_is_no_press_tells_nothing() -> None:
    table = Table()
    table.panel.graze("yes")
    table.watch()
    assert table.told == []


def test_a_button_held_at_the_start_is_told_as_stuck_and_can_be_pressed_once_it_is_free() -> None:
    table = Table(held="undo")
    table.watch(9 * SECOND)
    assert table.told == []
    table.watch(20 * SECOND)
    assert table.told == [("undo", STUCK)]
    table.panel.release("undo")
    table.watch()
    table.panel.tap("undo")
    table.watch()
    assert table.told == [("undo", STUCK), ("undo", PRESSED)]


def test_a_button_that_stays_down_is_told_as_stuck_once() -> None:
    table = Table()
    table.panel.press("no")
    table.watch(60 * SECOND)
    assert table.told == [("no", PRESSED), ("no", STUCK)]


def test_the_quickest_taps_are_all_told() -> None:
    table = Table()
    for _ in range(20):
        table.panel.tap("no", held_us=50_000)
        table.watch(103_700)
    assert table.told == [("no", PRESSED)] * 20


def test_a_pin_that_cannot_be_opened_is_said_and_stops_no_other() -> None:
    table = Table(5)
    assert table.buttons.faults == [
        "button yes on BCM 5 (pin 29) cannot be used: another program or the kernel holds this pin; stop that, or take "
        "another pin in the wiring plan"
    ]
    table.panel.tap("no")
    table.watch()
    assert table.told == [("no", PRESSED)]


def test_a_pin_that_herald_has_already_is_said() -> None:
    table = Table()
    again = Buttons(PLAN.buttons, table.panel.pins, print, table.clock.now_us)
    assert len(again.faults) == len(NAMES)
    assert "Herald has this pin in use already" in again.faults[0]
    table.buttons.close()
    assert Buttons(PLAN.buttons, table.panel.pins, print, table.clock.now_us).faults == [], (
        "closing frees pins"
    )


def test_nothing_is_told_after_closing() -> None:
    table = Table()
    table.panel.press("yes")
    table.buttons.close()
    table.panel.tap("no")
    table.watch()
    assert table.told == []


def test_a_thread_of_its_own_tells_presses_and_outlives_whoever_stumbles_over_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told = threading.Semaphore(0)

    def tell(name: str, what: str) -> None:
        assert what == PRESSED
        told.release()
        if name == "no":
            raise ValueError("stumbled")

    panel = VirtualButtonsAndLights(PLAN, RealClock())
    buttons = Buttons(PLAN.buttons, panel.pins, tell)
    buttons.start()
    for name in ("no", "yes", "undo"):
        panel.press(name, "clean")
    for _ in range(3):
        assert told.acquire(timeout=20)
    buttons.close()
    assert "a step failed" in caplog.text
    assert "ValueError: stumbled" in caplog.text
    assert "buttons" not in {thread.name for thread in threading.enumerate()}
