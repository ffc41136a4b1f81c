"""Lights and sounder on a virtual panel: what an eye and an ear make of them, without any waiting."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import wiring_plan
from hardware.clock import RealClock
from hardware.common.rhythm import LIGHT_RHYTHMS, Rhythm
from hardware.lights import SOUND_RHYTHMS, Lights, LightSignal, Sounder, SoundSignal
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.panel import VirtualButtonsAndLights

PLAN = wiring_plan.load_kit("five")
WIRED = {reader.name: reader.light for reader in PLAN.wirings_of(Rc522Wiring) if reader.light is not None}
BUZZER = PLAN.buzzer
SECOND = 1_000_000


class Table:
    """The lights and the sounder of kit five, and somebody who looks at them."""

    def __init__(self, *busy: int) -> None:
        self.clock = VirtualClock(start_us=5 * SECOND)
        self.panel = VirtualButtonsAndLights(PLAN, self.clock, frozenset(busy))
        self.lights = Lights(WIRED, self.panel.pins, self.clock.now_us)
        self.buzzer = Sounder(BUZZER, self.panel.pins, self.clock.now_us)

    def watch(self, us: int) -> None:
        """Let time go by: everything is stepped when it asks for it, and at no other time."""
        end = self.clock.now_us() + us
        while True:
            dues = [due for due in (self.lights.step(), self.buzzer.step()) if due is not None]
            now = self.clock.now_us()
            if now >= end:
                return
            self.clock.wait_us(min([end, *dues]) - now)

    def rhythm(self, light: str) -> list[tuple[str, int]]:
        """The colours a light has had and for how many milliseconds, but for the one it has now."""
        return [
            (colour, (end - start) // 1000)
            for (start, colour), (end, _) in pairwise(self.panel.colour_history(light))
        ]

    def close(self) -> None:
        self.lights.close()
        self.buzzer.close()


@pytest.mark.parametrize("what", LIGHT_RHYTHMS)
def test_a_light_says_to_an_eye_what_it_is_to_show_at_any_moment(what: LightSignal) -> None:
    table = Table()
    table.lights.show("play", "go" if what != "go" else "no")
    table.watch(2 * SECOND)
    table.lights.show("play", what)
    table.watch(2 * SECOND)
    for _ in range(40):
        table.watch(87_000)
        assert table.panel.light_signal("play") == what
        assert table.panel.light_signal("tile/6") == "off"
    table.close()
    assert table.panel.colour_history("play")[-1][1] == "", "a closed light is dark"


def test_each_show_has_a_rhythm_that_no_other_has() -> None:
    table = Table()
    shows: tuple[LightSignal, ...] = ("go", "no", "think")
    for what in shows:
        table.lights.show("play", what)
        table.watch(4 * SECOND)
    assert table.rhythm("play") == [
        ("green", 4000),
        *[("red", 120), ("", 120), ("red", 120), ("", 120), ("red", 120), ("", 900)] * 2,
        *[("red", 120), ("", 120), ("red", 120), ("", 120), ("red", 120), ("", 400)],
        *[("blue", 900), ("", 900)] * 2,
    ]


def test_a_light_told_the_same_again_keeps_its_rhythm() -> None:
    table, other = Table(), Table()
    for _ in range(50):
        table.lights.show("play", "no")
        table.watch(70_000)
    other.lights.show("play", "no")
    other.watch(50 * 70_000)
    assert table.panel.colour_history("play") == other.panel.colour_history("play")


def test_a_steady_table_asks_for_nothing() -> None:
    table = Table()
    assert table.lights.step() is None
    table.lights.show("play", "go")
    assert table.lights.step() is None
    assert table.buzzer.step() is None


def test_a_reader_without_a_light_shows_nothing() -> None:
    table = Table()
    table.lights.show("tile/9", "no")
    assert table.lights.step() is None


def test_a_colour_that_cannot_be_opened_is_said_and_the_rhythm_still_tells() -> None:
    assert WIRED["play"].green == 23
    table = Table(23)
    assert table.lights.faults == [
        "light of play (green) on BCM 23 (pin 16) cannot be used: another program or the kernel holds this pin; stop "
        "that, or take another pin in the wiring plan"
    ]
    table.lights.show("play", "go")
    table.lights.show("tile/6", "go")
    table.watch(SECOND)
    assert [colour for _, colour in table.panel.colour_history("play")] == ["red blue"]
    assert table.panel.light_signal("tile/6") == "go"
    table.lights.show("play", "no")
    table.watch(SECOND)
    assert table.panel.light_signal("play") == "no"


def test_a_light_none_of_whose_pins_can_be_opened_takes_nothing_with_it() -> None:
    table = Table(22, 23, 24, 14)
    assert len(table.lights.faults) == 3
    assert "buzzer on BCM 14 (pin 8) cannot be used" in table.buzzer.faults[0]
    table.lights.show("play", "no")
    table.lights.show("tile/6", "no")
    table.buzzer.play("no")
    table.watch(SECOND)
    assert (table.panel.light_signal("play"), table.panel.light_signal("tile/6")) == ("off", "no")
    assert table.panel.tone_history() == []
    table.close()


@pytest.mark.parametrize("what", SOUND_RHYTHMS)
def test_a_sound_is_heard_once_and_ends_in_silence(what: SoundSignal) -> None:
    table = Table()
    table.buzzer.play(what)
    table.watch(3 * SECOND)
    heard = table.panel.tone_history()
    assert heard[0][1] == heard[-1][1] == 0
    assert 3 <= len(heard) <= 8
    assert heard[-1][0] - heard[1][0] < SECOND, "short enough not to be in the way"
    table.buzzer.play(what)
    table.watch(3 * SECOND)
    again = table.panel.tone_history()[len(heard) :]
    assert [hertz for _, hertz in again] == [hertz for _, hertz in heard[1:]], "a sound can be played again"


def test_sounds_differ_in_pitch_and_in_rhythm() -> None:
    pitches, rhythms = set(), set()
    for what in SOUND_RHYTHMS:
        table = Table()
        table.buzzer.play(what)
        table.watch(3 * SECOND)
        heard = table.panel.tone_history()[1:]
        pitches.add(tuple(hertz for _, hertz in heard))
        rhythms.add(tuple(end - start for (start, _), (end, _) in pairwise(heard)))
    assert len(pitches) == len(rhythms) == len(SOUND_RHYTHMS)


def test_a_new_sound_takes_the_place_of_the_one_being_played() -> None:
    table = Table()
    table.buzzer.play("no")
    table.watch(100_000)
    table.buzzer.play("go")
    table.watch(3 * SECOND)
    assert [hertz for _, hertz in table.panel.tone_history()] == [0, 523, 880, 1320, 0]


def test_a_quiet_sounder_and_one_that_is_not_there_are_silent() -> None:
    table = Table()
    table.buzzer.is_muted = True
    table.buzzer.play("no")
    table.watch(SECOND)
    assert [hertz for _, hertz in table.panel.tone_history()] == [0]
    none = Sounder(None, table.panel.pins, table.clock.now_us)
    none.play("no")
    assert none.step() is None
    assert none.faults == []
    none.close()


def test_closing_ends_a_sound_in_the_middle() -> None:
    table = Table()
    table.buzzer.play("no")
    table.watch(50_000)
    table.close()
    assert table.panel.tone_history()[-1][1] == 0


rhythms = st.builds(
    Rhythm,
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 50)), min_size=1, max_size=6).map(tuple),
    st.just(9),
    st.booleans(),
)


def plainly(rhythm: Rhythm, length: int) -> list[int]:
    """A rhythm written out, one value for each microsecond."""
    once = [value for value, us in rhythm.steps for _ in range(us)]
    return (once * length if rhythm.repeats else once + [rhythm.final_value] * length)[:length]


@given(rhythms)
def test_a_rhythm_is_what_it_is_when_written_out(rhythm: Rhythm) -> None:
    drawn = plainly(rhythm, 700)
    for at_us in range(0, 350, 7):
        value, left = rhythm.value_and_remaining_us_at(at_us)
        if left is None:
            assert drawn[at_us:] == [rhythm.final_value] * (700 - at_us)
            assert not rhythm.repeats
        else:
            assert drawn[at_us : at_us + left] == [value] * left


def test_threads_of_their_own_keep_lights_and_sounds_going() -> None:
    panel = VirtualButtonsAndLights(PLAN, RealClock())
    lights, buzzer = Lights(WIRED, panel.pins), Sounder(BUZZER, panel.pins)
    lit, sounded = threading.Event(), threading.Event()
    panel.pins.on_output = lambda bcm: (lit if bcm == WIRED["play"].green else sounded).set()
    lights.start()
    buzzer.start()
    lights.show("play", "go")
    buzzer.play("go")
    assert lit.wait(20)
    assert sounded.wait(20)
    lights.close()
    buzzer.close()
    assert not {"lights", "buzzer"} & {thread.name for thread in threading.enumerate()}
