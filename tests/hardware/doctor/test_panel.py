"""Buttons, lights and sounder as the doctor finds them, on virtual pins that do not all do as they are told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hardware.doctor.examination import examine_pi_parts
from hardware.doctor.panel_examination import PULLED_UP_PINS, examine_buttons_and_lights
from hardware.errors import HardwareMissingError
from hardware.finding import Finding
from hardware.readers.rc522.driver import Rc522Driver
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan
from tests.hardware.doctor.bent import examined, wrong

TWO = load_kit("two")


def table(busy: frozenset[int] = frozenset()) -> tuple[VirtualDeviceManager, VirtualClock]:
    clock = VirtualClock()
    return VirtualDeviceManager(TWO, lambda _heard: None, clock, busy=busy), clock


def found(rig: VirtualDeviceManager, clock: VirtualClock) -> list[Finding]:
    return list(examine_buttons_and_lights(TWO, rig.panel.pins, clock))


def hold(rig: VirtualDeviceManager, pin: int, level: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """That pin has that level, whoever drives or pulls it."""
    had: Any = rig.panel.pins.pin(pin)
    monkeypatch.setattr(type(had), "_get_state", _held(type(had)._get_state, had, level))


def _held(real: Any, pin: Any, level: bool) -> Any:
    return lambda self: level if self is pin else real(self)


def test_each_light_shows_all_that_it_can_and_the_sounder_is_heard() -> None:
    rig, clock = table()
    assert wrong(found(rig, clock)) == []
    for light in ("play", "tile/6"):
        colours = [colour for _, colour in rig.panel.colour_history(light)]
        assert {"red", "green", "blue"} <= set(colours)
        assert colours[-1] == ""
    assert len([hertz for _, hertz in rig.panel.tone_history() if hertz]) == 2
    assert rig.panel.tone_history()[-1][1] == 0


def test_a_button_that_is_down_at_rest_is_named_with_its_pin() -> None:
    rig, clock = table()
    rig.panel.press("no", "clean")
    clock.wait_us(1)
    (told,) = wrong(found(rig, clock))
    assert told.what == "button no"
    assert "BCM 6 (pin 31) touches ground" in told.advice
    assert "buttons: at rest: player/1, player/2, player/3, player/4, yes, undo" in "\n".join(
        map(str, found(rig, clock))
    )


def test_a_button_wired_to_the_supply_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, clock = table()
    hold(rig, 5, True, monkeypatch)
    (told,) = wrong(found(rig, clock))
    assert told.what == "button yes"
    assert "3.3 V" in told.found
    assert "never to 3.3 V" in told.advice


def test_the_pins_with_a_resistor_of_their_own_are_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, clock = table()
    assert 2 in PULLED_UP_PINS
    hold(rig, 2, True, monkeypatch)
    assert wrong(found(rig, clock)) == []


@pytest.mark.parametrize("level", [False, True])
def test_a_light_whose_pin_does_not_follow_is_named(level: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rig, clock = table()
    hold(rig, 13, level, monkeypatch)
    (told,) = wrong(found(rig, clock))
    assert told.what == "light of tile/6"
    assert told.found == f"green, BCM 13 (pin 33), stays {'high' if level else 'low'}"


@pytest.mark.parametrize(("pin", "part"), [(5, "button yes"), (22, "light of play (red)"), (14, "buzzer")])
def test_a_pin_that_something_else_has_is_told_and_all_others_are_examined(pin: int, part: str) -> None:
    rig, clock = table(frozenset({pin}))
    every = found(rig, clock)
    (told,) = wrong(every)
    assert part in told.found
    assert "another program or the kernel holds this pin" in told.found
    assert any(
        each.what == ("buttons" if part == "buzzer" else "sounder") and not each.wrong for each in every
    )


def test_without_pins_the_readers_are_examined_all_the_same() -> None:
    rig, clock = table()

    def none() -> Any:
        raise HardwareMissingError("the package lgpio is not installed")

    every = list(examine_pi_parts(TWO, rig.drivers, none, clock))
    (told,) = wrong(every)
    assert told.found == "the package lgpio is not installed"
    assert any(each.what == "reader tile/6, field" for each in every)


def test_without_wires_the_buttons_are_examined_all_the_same() -> None:
    rig, clock = table()

    def none() -> Any:
        raise HardwareMissingError("RPi.GPIO cannot be imported")

    every = list(examine_pi_parts(TWO, [Rc522Driver(none)], lambda: rig.panel.pins, clock))
    (told,) = wrong(every)
    assert told.found == "RPi.GPIO cannot be imported"
    assert any(each.what == "sounder" for each in every)


def test_a_plan_of_nothing_says_so() -> None:
    rig, clock = table()
    every = examined(rig, WiringPlan(), clock)
    assert [each.what for each in every] == ["readers", "buttons, lights, sounder"]
    assert all(each.absent for each in every)


def test_a_plan_with_buttons_alone_opens_no_bus() -> None:
    rig, clock = table()
    every = examined(rig, replace(TWO, tables=(), reset=None, buzzer=None), clock)
    assert [each.what for each in every] == ["readers", "buttons"]
    assert rig.spi_board.transfers == 0
