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
    """Examine these readers of a plan, each alone and then all together.

    `wires` returns the modules that they are opened on, or raises HardwareError.
    """
    if not readers:
        return
    try:
        bench = ExaminationBench(plan, wires(), clock)
    except HardwareError as missing:
        yield Finding("readers", str(missing), True)
        return
    if plan.reset is not None:  # a plan with readers always has it
        reset_finding = examine_reset_wire(bench, plan.reset)
        yield reset_finding
        if reset_finding.wrong:
            return
    answers = call_readers(bench, readers)
    yield from roll_call_findings(bench, answers)
    faulty = {answer.reader.name for answer in answers if not answer.is_steady}
    steady = [answer.reader for answer in answers if answer.is_steady]
    for reader in steady:
        for finding in examine_reader(bench, reader):
            if finding.wrong:
                faulty.add(reader.name)
            yield finding
    if steady:
        yield from examine_together(bench, steady, frozenset(faulty))
