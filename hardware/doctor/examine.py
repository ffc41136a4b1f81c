"""The examination of what a plan wires to the Raspberry Pi, in the order in which things need each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gpiozero import Factory

from hardware.clock import Clock
from hardware.doctor.panel import panel
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.plan import ReaderWiring, WiringPlan
from hardware.readers.rc522.doctor.answers import reset_wire, roll_call, told
from hardware.readers.rc522.doctor.bench import Bench
from hardware.readers.rc522.doctor.reader import alone
from hardware.readers.rc522.doctor.together import together
from hardware.readers.rc522.wires import Wires

ON_PINS = ("light of", "button", "buzzer")
"""The parts of a plan that are on single pins (hardware.plan.Use)."""


def examine(
    plan: WiringPlan,
    wires: Callable[[], Wires],
    pins: Callable[[], Factory],
    clock: Clock,
    unreachable: frozenset[str] = frozenset(),
) -> Iterator[Finding]:
    """Readers, then buttons, lights and sounder. `wires` and `pins` give what they are on, or raise HardwareError;
    `unreachable` are readers that cannot be opened, which was said already.
    """
    readers = [reader for reader in plan.readers if reader.name not in unreachable]
    if readers:
        yield from _on_wires(plan, readers, wires, clock)
    elif not plan.readers:
        yield Finding("readers", "none is planned on the Raspberry Pi", absent=True)
    if any(use.part.startswith(ON_PINS) for use in plan.uses()):
        yield from _on_pins(plan, pins, clock)
    else:
        yield Finding("buttons, lights, sounder", "none is planned", absent=True)


def _on_wires(
    plan: WiringPlan, readers: Sequence[ReaderWiring], wires: Callable[[], Wires], clock: Clock
) -> Iterator[Finding]:
    try:
        bench = Bench(plan, wires(), clock)
    except HardwareError as missing:
        yield Finding("readers", str(missing), True)
        return
    if plan.reset is not None:  # no plan with readers is read without
        driven = reset_wire(bench, plan.reset)
        yield driven
        if driven.wrong:
            return
    answers = roll_call(bench, readers)
    yield from told(bench, answers)
    ill = {answer.reader.name for answer in answers if not answer.steady}
    well = [answer.reader for answer in answers if answer.steady]
    for reader in well:
        for finding in alone(bench, reader):
            if finding.wrong:
                ill.add(reader.name)
            yield finding
    if well:
        yield from together(bench, well, frozenset(ill))


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
