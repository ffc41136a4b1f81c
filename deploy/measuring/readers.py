"""Measures readers at work: how often they scan, and their share of a core.

A virtual chip takes more of the core than the driver above it, and no real reader takes any. So a table at
rest is measured without: each port replays the answers of its chip, in virtual time, so that only
supervision, driver and filter run; and each transfer counts as if the core were busy with it, bits and all,
for its time on a Raspberry Pi 5. The cost of waking threads is measured apart, as it is here. Thirteen
readers are all the Pi's own; on a table twelve of them are behind a hub.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from hardware.clock import RealClock
from hardware.common.events import CHIP_DEAD, NO_TAG, ONE_TAG, READER_WELL, ReaderEvent
from hardware.common.rc522.reader import POLL_US, Rc522Reader
from hardware.readers.driver import ReaderHealthReport
from hardware.readers.rc522.spi_ports import Mfrc522Port
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.readers.supervisor import ReaderSupervisor
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import make_ntag213
from hardware.wiring_schema import WiringPlan
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, cpu_clock, wall_clock
from measuring.radio import STICKER_UID, Mfrc522PackageBench
from measuring.replay_ports import CachingPort, RecordedAnswers

TABLE_SIZES = (1, 5, 13)
SPI_HZ = 4_000_000
"""The speed of a plan's readers by default."""
READERS_PER_BUS = 5
LEARNING_TIME_US = 20_000_000
SETTLE_US = 500_000
"""Microseconds in which readers are reset, opened one after another, and find their tags."""
EXCHANGE_WAIT_US = 414
"""Microseconds that the driver sleeps for an answer that does not come."""
MAX_CORE_SHARE = 0.03


class WorkPerSecond(NamedTuple):
    """The work in a second: scans, transfers, and the share of a core."""

    scans: float
    transfers: float
    core_share: float


def make_wiring(names: Sequence[str]) -> WiringPlan:
    """A plan with readers of these names, more than a real Pi has sockets for."""
    wirings = (
        Rc522Wiring(name, n // READERS_PER_BUS, n % READERS_PER_BUS, speed_hz=SPI_HZ)
        for n, name in enumerate(names)
    )
    return WiringPlan(reset=25, tables=tuple(wirings))


def record_chip_answers(tag: bool) -> RecordedAnswers:
    """The answers of a chip with a sticker or an empty antenna, for as long as nothing changes."""
    answers: RecordedAnswers = {}
    bench = Mfrc522PackageBench(SPI_HZ)
    if tag:
        bench.lay_sticker()
    reader = Rc522Reader(CachingPort(answers, bench.clock, SPI_HZ, Mfrc522Port(bench.package, bench.clock)))
    while bench.clock.now_us() < LEARNING_TIME_US:
        bench.clock.wait_us(reader.due_us - bench.clock.now_us())
        reader.step()
    return answers


class ClosableReader(Rc522Reader):
    """A reader for supervision, with nothing to close."""

    def close(self) -> None:
        """Do nothing: there is no device."""


def measure_idle_readers(count: int, tag: bool, seconds: float) -> WorkPerSecond:
    """The work of so many readers in virtual time, of Python and, as if it were work, of the wires."""
    answers, now = record_chip_answers(tag), VirtualClock()
    ports = [CachingPort(answers, now, SPI_HZ) for _ in range(count)]
    supervisor = ReaderSupervisor(
        {f"{n}": partial(ClosableReader, port) for n, port in enumerate(ports)}, _nobody, now
    )

    def work_until(us: int) -> tuple[int, int, int]:
        while now.now_us() < us:
            now.wait_us(supervisor.run_pending() - now.now_us())
        transfers, wires_ns = (sum(port.transfers for port in ports), sum(port.wires_ns for port in ports))
        return _scans(supervisor.reader_health(), ONE_TAG if tag else NO_TAG), transfers, wires_ns

    scans, transfers, wires_ns = work_until(SETTLE_US)
    burnt, begun_us = cpu_clock(), now.now_us()
    more_scans, more_transfers, more_ns = work_until(begun_us + int(seconds * 1e6))
    burnt, taken = cpu_clock() - burnt, (now.now_us() - begun_us) / 1e6
    _all_well(supervisor.reader_health())
    share = (burnt + (more_ns - wires_ns) / 1e9) / taken
    return WorkPerSecond((more_scans - scans) / taken, (more_transfers - transfers) / taken, share)


def measure_virtual_readers(count: int, seconds: float) -> WorkPerSecond:
    """The work of so many threads and readers with virtual chips in real time, a sticker on each."""
    names = [f"{n}" for n in range(count)]
    rig = VirtualDeviceManager(make_wiring(names), lambda heard: None, RealClock())
    rig.open()
    for n, name in enumerate(names):
        rig.put_tag(name, make_ntag213(STICKER_UID[:-1] + bytes((n,))))
    rig.start()
    try:
        time.sleep(SETTLE_US / 1e6)
        scans, transfers, burnt, begun = (
            _scans(rig.reader_health(), ONE_TAG),
            rig.spi_board.transfers,
            cpu_clock(),
            wall_clock(),
        )
        time.sleep(seconds)
        burnt, taken = cpu_clock() - burnt, wall_clock() - begun
        _all_well(rig.reader_health())
        more_scans, more_transfers = _scans(rig.reader_health(), ONE_TAG), rig.spi_board.transfers
    finally:
        rig.close()
    return WorkPerSecond((more_scans - scans) / taken, (more_transfers - transfers) / taken, burnt / taken)


class SleepingReader:
    """A reader that only sleeps: between scans, and once in each."""

    version = 0
    state = "well"

    def __init__(self) -> None:
        self._clock = RealClock()
        self.due_us = self._clock.now_us()
        self.tally = {ONE_TAG: 0, NO_TAG: 0, CHIP_DEAD: 0}

    def close(self) -> None:
        """Do nothing: there is no device."""

    def step(self) -> list[ReaderEvent]:
        self.due_us = self._clock.now_us() + POLL_US
        self._clock.wait_us(EXCHANGE_WAIT_US)
        return []


def measure_wake_ups(count: int, seconds: float) -> float:
    """The share of a core for waking so many threads as often as readers need it."""
    supervisor = ReaderSupervisor({f"{n}": SleepingReader for n in range(count)}, _nobody, RealClock())
    supervisor.start()
    try:
        time.sleep(0.1)
        burnt, begun = cpu_clock(), wall_clock()
        time.sleep(seconds)
        return (cpu_clock() - burnt) / (wall_clock() - begun)
    finally:
        supervisor.stop()


def _nobody(name: str, said: ReaderEvent) -> None:
    """Ignore the readers' events."""


def _scans(states: Sequence[ReaderHealthReport], outcome: str) -> int:
    """The number of scans with that outcome: others do not occur on a table at rest."""
    return sum(state.tally[outcome] for state in states)


def _all_well(states: Sequence[ReaderHealthReport]) -> None:
    if any(state.state != READER_WELL or state.tally[CHIP_DEAD] for state in states):
        raise AssertionError(f"not all readers were well: {states}")


def measure_readers(span: MeasuringEffort) -> BenchLines:
    """Measure tables of several sizes: empty, with a resting sticker on each reader, and the cost of threads."""
    virtual_seconds, seconds = 100 * span.seconds_per_round, 0.1 + 7 * span.seconds_per_round
    yield BenchLine(
        "at rest is Python's work, and a Pi's 9 us and bits of each transfer", "no threads, no model"
    )
    shares: dict[int, float] = {}
    for tag, what in ((False, "empty"), (True, "a sticker on each")):
        for count in TABLE_SIZES:
            work = measure_idle_readers(count, tag, virtual_seconds)
            shares[count] = work.core_share
            named = f"{count:>2} at rest, {what}: {_rates(work)}"
            yield BenchLine(named, _of_a_core(work.core_share), "under 3 %", work.core_share < MAX_CORE_SHARE)
    for count in TABLE_SIZES:
        waking = measure_wake_ups(count, seconds)
        yield BenchLine(f"{count:>2} threads that only sleep and wake as often", _of_a_core(waking))
        yield BenchLine(
            f"{count:>2} at rest, a sticker on each, and that", _of_a_core(shares[count] + waking)
        )
        work = measure_virtual_readers(count, seconds)
        yield BenchLine(f"{count:>2} threads, virtual chips: {_rates(work)}", _of_a_core(work.core_share))


def _rates(work: WorkPerSecond) -> str:
    return f"{work.scans:.0f} scans/s, {work.transfers:.0f} transfers/s"


def _of_a_core(share: float) -> str:
    return f"{share:.2%} of a core"
