"""The examination of what a plan wires, kind by kind, in the order in which things need each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gpiozero import Factory

from hardware.clock import Clock
from hardware.doctor.panel import panel
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.driver import Driver
from hardware.wiring import WiringPlan

ON_PINS = ("light of", "button", "buzzer")
"""The parts of a plan that are on single pins (hardware.boards.Use)."""


def examine(
    plan: WiringPlan,
    drivers: Sequence[Driver],
    pins: Callable[[], Factory],
    clock: Clock,
    unreachable: frozenset[str] = frozenset(),
) -> Iterator[Finding]:
    """What is wired to the Pi's own pins: readers, then buttons, lights and sounder. `pins` give what those are on, or
    raise HardwareError; `unreachable` are readers that cannot be opened, which was said already.
    """
    on_pins = [driver for driver in drivers if driver.wiring.on_pins and plan.of(driver.wiring)]
    for driver in on_pins:
        yield from driver.examine(plan, clock, unreachable)
    if not on_pins:
        yield Finding("readers", "none is planned on the Raspberry Pi", absent=True)
    if any(use.part.startswith(ON_PINS) for use in plan.uses()):
        yield from _on_pins(plan, pins, clock)
    else:
        yield Finding("buttons, lights, sounder", "none is planned", absent=True)


def beside(
    plan: WiringPlan, drivers: Sequence[Driver], clock: Clock, unreachable: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    """The readers that are not on the Pi's own pins."""
    for driver in drivers:
        if not driver.wiring.on_pins and plan.of(driver.wiring):
            yield from driver.examine(plan, clock, unreachable)


def _on_pins(plan: WiringPlan, pins: Callable[[], Factory], clock: Clock) -> Iterator[Finding]:
    try:
        had = pins()
    except HardwareError as missing:
        yield Finding("buttons, lights, sounder", str(missing), True)
        return
    try:
        yield from panel(plan, had, clock)
    finally:
        had.close()
