"""Buttons: contacts that bounce become presses, on a fake clock; the real gpiozero on a virtual panel."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import plan
from hardware.buttons import PRESSED, SETTLE_US, STUCK, STUCK_US, Buttons, Debounce
from hardware.virtual.clock import RealClock, VirtualClock
from hardware.virtual.panel import BOUNCES, VirtualPanel

PLAN = plan.kit("five")
NAMES = [button.name for button in PLAN.buttons]
SECOND = 1_000_000


# -- one contact


def test_a_contact_that_closes_and_stays_is_one_press_when_it_has_settled() -> None:
    contact = Debounce(False, 0)
    assert contact.level(True, 1000) == []
    assert contact.due_us == 1000 + SETTLE_US
    assert contact.look(contact.due_us - 1) == []
    assert contact.look(contact.due_us) == [PRESSED]
    assert contact.held


def test_a_press_that_is_looked_at_late_is_told_all_the_same() -> None:
    contact = Debounce(False, 0)
    contact.level(True, 0)
    assert contact.level(False, SETTLE_US) == [PRESSED]


def test_nothing_is_repeated_while_a_button_is_held_and_being_stuck_is_told_once() -> None:
    contact = Debounce(False, 0)
    contact.level(True, 0)
    told = [(at, what) for at in range(0, 3 * STUCK_US, 10_000) for what in contact.look(at)]
    assert told == [(SETTLE_US, PRESSED), (STUCK_US, STUCK)]
    contact.level(False, 3 * STUCK_US)
    contact.level(True, 3 * STUCK_US + SETTLE_US)
    assert contact.look(5 * STUCK_US) == [PRESSED, STUCK], "a button that came free can get stuck again"


def test_a_button_that_is_down_at_first_is_stuck_but_never_pressed() -> None:
    contact = Debounce(True, 0)
    assert contact.held
    assert contact.look(STUCK_US - 1) == []
    assert contact.look(STUCK_US) == [STUCK]
    assert contact.level(False, 2 * STUCK_US) == []
    assert contact.level(True, 2 * STUCK_US + SETTLE_US) == []
    assert contact.look(2 * STUCK_US + 2 * SETTLE_US) == [PRESSED]


def test_a_level_told_late_does_not_bring_time_back() -> None:
    contact = Debounce(False, 0)
    contact.level(True, 50_000)
    contact.level(False, 10_000)
    contact.level(True, 20_000)
    assert contact.due_us == 50_000 + SETTLE_US


def test_a_release_on_its_way_does_not_take_back_a_press_that_was_long_enough() -> None:
    contact = Debounce(False, 0)
    contact.level(True, 0)
    assert contact.asked(False, SETTLE_US) == [], "the contact is open already: what was told comes first"
    assert contact.due_us == 2 * SETTLE_US
    assert contact.level(False, SETTLE_US + 500) == [PRESSED]
    assert contact.asked(False, 3 * SETTLE_US) == []
    assert not contact.held


def test_a_contact_that_only_seemed_to_differ_goes_on_as_if_never_asked() -> None:
    contact = Debounce(False, 0)
    contact.level(True, 0)
    assert contact.asked(False, SETTLE_US) == []
    assert contact.asked(True, 2 * SETTLE_US) == [PRESSED]


SHORT = st.integers(1, SETTLE_US - 1)
LONG = st.integers(SETTLE_US, STUCK_US // 4)
BOUNCING = st.lists(st.tuples(SHORT, SHORT), max_size=6)
"""Leaves the new level for so long, comes back to it for so long; never settles."""


@given(st.lists(st.tuples(BOUNCING, LONG, BOUNCING, LONG), max_size=6))
def test_any_bouncing_between_rests_gives_exactly_the_presses_that_were_made(
    presses: list[tuple[list[tuple[int, int]], int, list[tuple[int, int]], int]],
) -> None:
    contact, now, told = Debounce(False, 0), 0, 0
    for closing, held_us, opening, rest_us in presses:
        for down, bouncing, still_us in ((True, closing, held_us), (False, opening, rest_us)):
            told += contact.level(down, now).count(PRESSED)
            for back_us, away_us in bouncing:
                told += contact.level(not down, now + away_us).count(PRESSED)
                told += contact.level(down, now + away_us + back_us).count(PRESSED)
                now += away_us + back_us
            now += still_us
            told += contact.look(now).count(PRESSED)
            assert contact.held == down
    assert told == len(presses)


def plainly(samples: list[bool]) -> list[tuple[int, str]]:
    """The rules read off a signal written out, one level for each millisecond: when something is told, and what."""
    settle, stuck = SETTLE_US // 1000, STUCK_US // 1000
    told: list[tuple[int, str]] = []
    held, since, said, other = samples[0], 0, False, 0
    for now, level in enumerate(samples):
        if other == settle:  # as many samples before this one were of the other level
            held, since, said, other = not held, now - settle, False, 0
            if held:
                told.append((now, PRESSED))
        if held and not said and now - since >= stuck:
            said = True
            told.append((now, STUCK))
        other = other + 1 if level != held else 0
    return told


@given(st.booleans(), st.lists(st.integers(1, 45) | st.integers(9_000, 11_000), max_size=8))
def test_edges_tell_what_a_signal_written_out_tells(down: bool, lengths: list[int]) -> None:
    samples = []
    contact, told, now = Debounce(down, 0), [], 0
    for length in [*lengths, 50]:
        told += [(now, what) for what in contact.level(down, now * 1000)]
        while contact.due_us is not None and contact.due_us < (now + length) * 1000:
            due = contact.due_us
            told += [(due // 1000, what) for what in contact.look(due)]
        samples += [down] * length
        now += length
        down = not down
    assert told == plainly(samples)


# -- all of them, on pins


class Table:
    """The buttons of kit five, and somebody who presses them."""

    def __init__(self, *busy: int, held: str = "") -> None:
        self.clock = VirtualClock(start_us=SECOND)
        self.panel = VirtualPanel(PLAN, self.clock, frozenset(busy))
        if held:
            self.panel.press(held)
        self.told: list[tuple[str, str]] = []
        self.buttons = Buttons(
            PLAN.buttons, self.panel.pins, lambda *told: self.told.append(told), self.clock.now_us
        )

    def watch(self, us: int = SECOND) -> None:
        """Let time go by: the buttons are stepped when they ask for it, and at no other time."""
        end = self.clock.now_us() + us
        while (now := self.clock.now_us()) <= end:
            due = self.buttons.step()
            if due is None:
                self.clock.wait_us(end - now)
                return
            self.clock.wait_us(max(1, min(due, end + 1) - now))


@pytest.mark.parametrize("bounce", BOUNCES)
def test_every_press_of_every_button_tells_its_name_once(bounce: str) -> None:
    table = Table()
    for name in NAMES * 2:
        table.panel.tap(name, bounce)
        table.watch()
    assert table.told == [(name, PRESSED) for name in NAMES * 2]
    assert table.buttons.faults == []
    assert table.buttons.step() is None, "a table nobody touches asks for nothing"


def test_buttons_pressed_together_are_each_told() -> None:
    table = Table()
    for name in NAMES:
        table.panel.press(name)
    table.watch()
    assert sorted(table.told) == sorted((name, PRESSED) for name in NAMES)
    assert table.buttons.held() == set(NAMES)


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


def test_a_button_pressed_while_it_is_being_opened_is_told() -> None:
    clock = VirtualClock()
    panel, told = VirtualPanel(PLAN, clock), list[str]()
    names = iter(["player/1"])

    def now() -> int:
        for name in names:
            panel.press(name, "clean")
        return clock.now_us()

    buttons = Buttons(PLAN.buttons, panel.pins, lambda name, _: told.append(name), now)
    buttons.step()
    clock.wait_us(SETTLE_US)
    buttons.step()
    assert told == ["player/1"]


def test_a_button_that_stays_down_is_told_as_stuck_once() -> None:
    table = Table()
    table.panel.press("no")
    table.watch(60 * SECOND)
    assert table.told == [("no", PRESSED), ("no", STUCK)]


def test_a_last_edge_that_the_kernel_dropped_does_not_make_a_press_or_lose_one() -> None:
    table = Table()
    table.panel.press("yes", "usual", told=False)
    table.watch()
    assert table.told == [("yes", PRESSED)]
    assert table.buttons.held() == {"yes"}
    table.panel.press("no", "clean")
    table.panel.release("no", "clean", told=False)  # down for no time at all, and only the beginning was told
    table.watch()
    assert table.told == [("yes", PRESSED)]
    assert table.buttons.held() == {"yes"}


def test_a_release_that_nobody_told_is_found_when_the_button_seems_stuck() -> None:
    table = Table()
    table.panel.press("yes")
    table.watch()
    table.panel.release("yes", "clean", told=False)
    table.watch(30 * SECOND)
    assert table.told == [("yes", PRESSED)]
    assert table.buttons.held() == set()


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

    panel = VirtualPanel(PLAN, RealClock())
    buttons = Buttons(PLAN.buttons, panel.pins, tell)
    buttons.start()
    for name in ("no", "yes", "undo"):
        panel.press(name, "clean")
    for _ in range(3):
        assert told.acquire(timeout=20)
    buttons.close()
    assert "buttons: a step failed" in caplog.text
    assert "ValueError: stumbled" in caplog.text
    assert "buttons" not in {thread.name for thread in threading.enumerate()}
