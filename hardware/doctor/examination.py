"""Examines what a plan wires, kind by kind, in the order in which things need each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gpiozero import Factory

from hardware.clock import MonotonicClock
from hardware.doctor.panel_examination import examine_buttons_and_lights
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.driver import ReaderDriver
from hardware.wiring_schema import WiringPlan

PIN_PARTS = ("light of", "button", "buzzer")
"""The parts of a plan that are on single pins (hardware.pin_layout.PinUse)."""


def examine_pi_parts(
    plan: WiringPlan,
    drivers: Sequence[ReaderDriver],
    pins: Callable[[], Factory],
    clock: MonotonicClock,
    unreachable: frozenset[str] = frozenset(),
) -> Iterator[Finding]:
    """Examine what is wired to the Pi's own pins: readers, then buttons, lights and sounder.

    `pins` returns the pin factory of the latter, or raises HardwareError; `unreachable` are readers that
    cannot be opened, which was reported already.
    """
    on_pins = [
        driver
        for driver in drivers
        if driver.wiring_type.is_on_pi_pins and plan.wirings_of(driver.wiring_type)
    ]
    for driver in on_pins:
        yield from driver.examine(plan, clock, unreachable)
    if not on_pins:
        yield Finding("readers", "none is planned on the Raspberry Pi", absent=True)
    if any(use.part.startswith(PIN_PARTS) for use in plan.pin_uses()):
        yield from _on_pins(plan, pins, clock)
    else:
        yield Finding("buttons, lights, sounder", "none is planned", absent=True)


def examine_readers_beside_pi(
    plan: WiringPlan,
    drivers: Sequence[ReaderDriver],
    clock: MonotonicClock,
    unreachable: frozenset[str] = frozenset(),
) -> Iterator[Finding]:
    """Examine the readers that are not on the Pi's own pins."""
    for driver in drivers:
        if not driver.wiring_type.is_on_pi_pins and plan.wirings_of(driver.wiring_type):
            yield from driver.examine(plan, clock, unreachable)


def _on_pins(plan: WiringPlan, pins: Callable[[], Factory], clock: MonotonicClock) -> Iterator[Finding]:
    try:
        factory = pins()
    except HardwareError as missing:
        yield Finding("buttons, lights, sounder", str(missing), True)
        return
    try:
        yield from examine_buttons_and_lights(plan, factory, clock)
    finally:
        factory.close()
