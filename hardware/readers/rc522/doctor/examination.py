"""The examination of RC522 readers on a Raspberry Pi's own SPI, in the order in which things need each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hardware.clock import MonotonicClock
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.rc522.doctor.examination_bench import ExaminationBench
from hardware.readers.rc522.doctor.joint_examination import examine_together
from hardware.readers.rc522.doctor.reader_examination import examine_reader
from hardware.readers.rc522.doctor.roll_call import call_readers, examine_reset_wire, roll_call_findings
from hardware.readers.rc522.spi_modules import SpiModules
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.wiring_schema import WiringPlan


def examine_rc522_readers(
    plan: WiringPlan, readers: Sequence[Rc522Wiring], wires: Callable[[], SpiModules], clock: MonotonicClock
) -> Iterator[Finding]:
    """These readers of a plan: each alone, then all together. `wires` give what they are on, or raise HardwareError."""
    if not readers:
        return
    try:
        bench = ExaminationBench(plan, wires(), clock)
    except HardwareError as missing:
        yield Finding("readers", str(missing), True)
        return
    if plan.reset is not None:  # no plan with readers is read without
        driven = examine_reset_wire(bench, plan.reset)
        yield driven
        if driven.wrong:
            return
    answers = call_readers(bench, readers)
    yield from roll_call_findings(bench, answers)
    ill = {answer.reader.name for answer in answers if not answer.is_steady}
    well = [answer.reader for answer in answers if answer.is_steady]
    for reader in well:
        for finding in examine_reader(bench, reader):
            if finding.wrong:
                ill.add(reader.name)
            yield finding
    if well:
        yield from examine_together(bench, well, frozenset(ill))
