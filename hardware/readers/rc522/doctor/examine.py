"""The examination of RC522 readers on a Raspberry Pi's own SPI, in the order in which things need each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.rc522.doctor.answers import reset_wire, roll_call, told
from hardware.readers.rc522.doctor.bench import Bench
from hardware.readers.rc522.doctor.reader import alone
from hardware.readers.rc522.doctor.together import together
from hardware.readers.rc522.plan import ReaderWiring
from hardware.readers.rc522.wires import Wires
from hardware.wiring import WiringPlan


def examine(
    plan: WiringPlan, readers: Sequence[ReaderWiring], wires: Callable[[], Wires], clock: Clock
) -> Iterator[Finding]:
    """These readers of a plan: each alone, then all together. `wires` give what they are on, or raise HardwareError."""
    if not readers:
        return
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
