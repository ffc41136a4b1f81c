"""Examines buttons, lights and sounder: whether each pin can be opened, rests, and follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gpiozero import LED, Factory, InputDevice

from hardware.buttons import Buttons
from hardware.clock import MonotonicClock
from hardware.finding import Finding
from hardware.lights import Lights, LightSignal, Sounder
from hardware.pi_header import HEADER, pin_label
from hardware.wiring_schema import ButtonWiring, WiringPlan

TESTED_SIGNALS: tuple[LightSignal, ...] = ("go", "no", "think")
SIGNAL_US = 900_000
STEP_US = 20_000
SETTLE_US = 1_000
"""Microseconds after which a pin has followed its resistor or its driver."""
PULLED_UP_PINS = frozenset(bcm for priced in HEADER.priced if priced.name == "I2C" for bcm in priced.bcm)
"""Pins with a resistor to 3.3 V on the Raspberry Pi's own board: they are high whatever is wired to them."""


def examine_buttons_and_lights(plan: WiringPlan, pins: Factory, clock: MonotonicClock) -> Iterator[Finding]:
    """Examine every button at rest, then every light with go, no and think, then the sounder."""
    yield from _buttons(plan, pins, clock)
    yield from _lights(plan, pins, clock)
    yield from _sounder(plan, pins, clock)


def _buttons(plan: WiringPlan, pins: Factory, clock: MonotonicClock) -> Iterator[Finding]:
    buttons = Buttons(plan.buttons, pins, _nobody, clock.now_us)
    try:
        clock.wait_us(STEP_US)
        held, faults = buttons.held_down(), buttons.faults[:]
    finally:
        buttons.close()
    yield from (Finding("buttons", fault, True) for fault in faults)
    well = []
    for wiring in plan.buttons:
        if any(fault.startswith(f"button {wiring.name} ") for fault in faults):
            continue
        if wiring.name in held:
            advice = (
                "Let it go; if nobody presses it, it is stuck, a button that opens when pressed, or"
                f" {pin_label(wiring.pin)} touches ground"
            )
            yield Finding(f"button {wiring.name}", "is down", True, advice)
        elif _on_supply(wiring, pins, clock):
            advice = (
                f"Wire {pin_label(wiring.pin)} to the button and its other side to ground, never to 3.3 V"
            )
            yield Finding(f"button {wiring.name}", "its pin lies on 3.3 V", True, advice)
        else:
            well.append(wiring.name)
    if well:
        yield Finding("buttons", f"at rest: {', '.join(well)}")


def _on_supply(wiring: ButtonWiring, pins: Factory, clock: MonotonicClock) -> bool:
    """Whether a pin stays high though its own resistor pulls it down."""
    if wiring.pin in PULLED_UP_PINS:
        return False
    device = InputDevice(wiring.pin, pull_up=False, pin_factory=pins)
    try:
        clock.wait_us(SETTLE_US)
        return bool(device.is_active)
    finally:
        device.close()


def _lights(plan: WiringPlan, pins: Factory, clock: MonotonicClock) -> Iterator[Finding]:
    wired = plan.pi_light_by_reader
    if not wired:
        return
    stuck = set()
    for name, light in wired.items():
        for colour, pin in (("red", light.red), ("green", light.green), ("blue", light.blue)):
            if level := _disobeys(pin, pins, clock):
                stuck.add(name)
                advice = (
                    "Look for what it touches; a resistor leads from it to the light, and the light to ground"
                )
                yield Finding(f"light of {name}", f"{colour}, {pin_label(pin)}, stays {level}", True, advice)
    lights = Lights(wired, pins, clock.now_us)
    try:
        for what in TESTED_SIGNALS:
            for name in wired:
                lights.show(name, what)
            _play(lights.step, clock, SIGNAL_US)
    finally:
        lights.close()
    yield from (Finding("lights", fault, True) for fault in lights.faults)
    well = [
        name
        for name in wired
        if name not in stuck and not any(fault.startswith(f"light of {name} ") for fault in lights.faults)
    ]
    if well:
        advice = "Somebody has to see it: herald doctor --ask asks"
        yield Finding("lights", f"were green, blinked red and were blue: {', '.join(well)}", advice=advice)


def _disobeys(pin: int, pins: Factory, clock: MonotonicClock) -> str:
    """The level at which a pin stays against its driver, "low" or "high"; "" when it follows.

    It is "" for a pin that cannot be opened, too.
    """
    try:
        lamp: Any = LED(pin, pin_factory=pins)
    except Exception:  # reported when the light is opened as a whole
        return ""
    try:
        for value, other in ((True, "low"), (False, "high")):
            lamp.value = value
            clock.wait_us(SETTLE_US)
            if bool(lamp.pin.state) != value:
                return other
        return ""
    finally:
        lamp.off()
        lamp.close()


def _sounder(plan: WiringPlan, pins: Factory, clock: MonotonicClock) -> Iterator[Finding]:
    if plan.buzzer is None:
        return
    buzzer = Sounder(plan.buzzer, pins, clock.now_us)
    try:
        buzzer.play("go")
        _play(buzzer.step, clock, SIGNAL_US)
    finally:
        buzzer.close()
    if buzzer.faults:
        yield from (Finding("sounder", fault, True) for fault in buzzer.faults)
    else:
        yield Finding(
            "sounder", "played two tones", advice="Somebody has to hear it: herald doctor --ask asks"
        )


def _play(step: Callable[[], int | None], clock: MonotonicClock, us: int) -> None:
    """Run a light or the sounder for so many microseconds."""
    end = clock.now_us() + us
    while (now := clock.now_us()) < end:
        step()
        clock.wait_us(min(STEP_US, end - now))


def _nobody(_name: str, _what: str) -> None:
    """Ignore presses while buttons are examined."""
