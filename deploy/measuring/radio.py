"""Measures one scan of one reader: transfers, milliseconds, and the ratio to the radio's own time.

Time is virtual: it passes in the air, on the wires and in the driver's waits, and nowhere else. So Python's
own time is measured apart and added whole, as if no wait hid any of it. Then everything is done once more in
real time, which shows how late this computer wakes, and is not compared with a Raspberry Pi's targets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any, NamedTuple

from hardware.common.events import ONE_TAG, ScanResult
from hardware.common.rc522 import iso14443
from hardware.common.rc522.chip import Rc522Chip
from hardware.common.rc522.reader import Rc522Reader
from hardware.readers.rc522.spi_modules import load_mfrc522
from hardware.readers.rc522.spi_ports import BCM_MODE, Mfrc522Port
from hardware.virtual.clock import VirtualClock
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.virtual.tags import make_ntag213
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort
from measuring.replay_ports import TRANSFER_OVERHEAD_US, PacedReplayPort, RecordingPort, ReplayPort

SPI_SPEEDS_HZ = (1_000_000, 4_000_000, 10_000_000)
STICKER_UID = bytes.fromhex("04a1b2c3d4e5f6")
SETTLE_US = 6_000
"""Microseconds until a laid tag has power (5 ms)."""
BEFORE, AFTER = 8, 12
"""Scans of the empty antenna, and after the first one of the tag."""

EMPTY, IDENTIFIED, CONFIRMED = "empty poll", "identification", "confirmation"
RADIO_LIMITS_MS = {EMPTY: 0.23, IDENTIFIED: 4.49, CONFIRMED: 2.86}
"""The least times at 106 kbit/s with the pauses of ISO 14443-3 and a UID of seven bytes: WUPA and silence;
WUPA and two levels of anticollision and select; WUPA and two selects. A sticker is confirmed for less: it
stays selected, and its UID is read."""
STOCK_REMARKS = {EMPTY: "", IDENTIFIED: ", 4 of 7 bytes", CONFIRMED: ", finds nobody"}
STOCK_LIMITS_MS = {**RADIO_LIMITS_MS, IDENTIFIED: 2.43}
"""The package knows one level of anticollision and select, and a tag answers it only every other time."""
EMPTY_MS, IDENTIFIED_TIMES = 1.5, 1.4


class ScanCost(NamedTuple):
    """The cost of one scan."""

    transfers: int
    milliseconds: float


class Mfrc522PackageBench:
    """A virtual reader on the wires of a Raspberry Pi 5, with the package bound to them."""

    def __init__(self, hz: int) -> None:
        self.clock = VirtualClock()
        self._board = VirtualSpiBoard(self.clock, transfer_us=TRANSFER_OVERHEAD_US)
        self._field = self._board.add_reader(0, 0).field
        self.package: Any = load_mfrc522(self._board.wires).MFRC522(0, 0, hz, pin_mode=BCM_MODE, pin_rst=25)

    def lay_sticker(self) -> None:
        """Lay the sticker down and let it power up."""
        self._field.put_tag(make_ntag213(STICKER_UID))
        self.clock.wait_us(SETTLE_US)

    def measure_cost(self, work: Callable[[], object]) -> ScanCost:
        """The cost of a function."""
        transfers, begun = self._board.transfers, self.clock.now_ns()
        work()
        return ScanCost(self._board.transfers - transfers, (self.clock.now_ns() - begun) / 1e6)


class ReaderScans:
    """A reader's scans in virtual time: of an empty antenna, then of a sticker.

    `kinds`: kind -> numbers of its scans; `noted`: all answers of the chip.
    """

    def __init__(self, hz: int) -> None:
        self._hz = hz
        bench = Mfrc522PackageBench(hz)
        self.noted = RecordingPort(Mfrc522Port(bench.package, bench.clock))
        reader = Rc522Reader(self.noted)
        self.costs: list[ScanCost] = []
        self._begun_us: list[int] = []
        for number in range(BEFORE + 1 + AFTER):
            if number == BEFORE:
                bench.lay_sticker()
            bench.clock.wait_us(reader.due_us - bench.clock.now_us())
            self._begun_us.append(bench.clock.now_us())
            self.costs.append(bench.measure_cost(reader.step))
            if (STICKER_UID in reader.present_uids) != (number >= BEFORE):
                raise AssertionError(f"scan {number} does not show what lies there")
        first = self.costs[BEFORE]
        rest = range(BEFORE + 1, BEFORE + 1 + AFTER)
        self.kinds: Mapping[str, list[int]] = {
            EMPTY: list(range(1, BEFORE)),
            IDENTIFIED: [BEFORE],
            CONFIRMED: [number for number in rest if self.costs[number].transfers < first.transfers],
        }

    def scan_cost(self, kind: str) -> ScanCost:
        """The median cost of a scan of that kind."""
        costs = [self.costs[number] for number in self.kinds[kind]]
        return ScanCost(
            round(median(each.transfers for each in costs)), median(each.milliseconds for each in costs)
        )

    def python_ms(self, rounds: int) -> Mapping[str, float]:
        """The driver's own work in a scan, on this computer."""
        taken = self._timed(lambda: ReplayPort(self.noted), time.process_time_ns, rounds)
        return {kind: median(ms) for kind, ms in taken.items()}

    def real_ms(self, rounds: int) -> Mapping[str, float]:
        """Scans in real time: a Pi's transfers, this computer's Python, its sleeps and how late it wakes."""
        taken = self._timed(lambda: PacedReplayPort(self.noted, self._hz), time.perf_counter_ns, rounds)
        return {kind: median(ms) for kind, ms in taken.items()}

    def _timed(
        self, make: Callable[[], ReplayPort], clock_ns: Callable[[], int], rounds: int
    ) -> Mapping[str, list[float]]:
        """Milliseconds of every scan of each kind."""
        taken: list[list[int]] = [[] for _ in self.costs]
        for _ in range(rounds):
            port = make()
            port.begin_scan(self.noted.times[0])
            reader = Rc522Reader(port)
            for begun_us, times in zip(self._begun_us, taken, strict=True):
                port.begin_scan(begun_us)
                begun = clock_ns()
                reader.step()
                times.append(clock_ns() - begun)
        return {
            kind: [each / 1e6 for number in numbers for each in taken[number]]
            for kind, numbers in self.kinds.items()
        }


def select_by_uid_cost(hz: int) -> ScanCost:
    """The cost of confirming a tag that is no NTAG21x: it is woken and selected by its UID.

    Raises AssertionError where the tag is not found.
    """
    bench = Mfrc522PackageBench(hz)
    chip = Rc522Chip(Mfrc522Port(bench.package, bench.clock))
    chip.start()
    bench.lay_sticker()
    if iso14443.scan_field(chip) != ScanResult(ONE_TAG, STICKER_UID) or not iso14443.halt_tag(chip):
        raise AssertionError("the sticker is not found")
    return bench.measure_cost(lambda: iso14443.scan_field(chip, STICKER_UID))


def mfrc522_package_costs(hz: int) -> Mapping[str, ScanCost]:
    """The costs of the package's own calls, as in its SimpleMFRC522: four of seven bytes of a UID.

    Raises AssertionError where its results change.
    """
    bench = Mfrc522PackageBench(hz)
    package = bench.package
    found: list[bool] = []

    def identify() -> None:
        found.append(package.MFRC522_Request(package.PICC_REQIDL)[0] == package.MI_OK)
        if found[-1]:
            package.MFRC522_SelectTag(package.MFRC522_Anticoll()[1])

    costs = {EMPTY: bench.measure_cost(identify)}
    bench.lay_sticker()
    costs[IDENTIFIED] = bench.measure_cost(identify)
    costs[CONFIRMED] = bench.measure_cost(identify)
    if found != [False, True, False]:
        raise AssertionError("the stock package no longer reads no, yes, no")
    return costs


def measure_radio(span: MeasuringEffort) -> BenchLines:
    """Compare our costs with the package's and the radio's, at three speeds of the wires."""
    yield BenchLine("a transfer, besides its bits, as on a Raspberry Pi 5", f"{TRANSFER_OVERHEAD_US} us")
    for hz in SPI_SPEEDS_HZ:
        for line in _at(hz, span):
            yield line._replace(what=f"{hz // 1_000_000:>2} MHz: {line.what}")


def _at(hz: int, span: MeasuringEffort) -> BenchLines:
    scans, theirs = ReaderScans(hz), mfrc522_package_costs(hz)
    python, real = scans.python_ms(4 * span.rounds), scans.real_ms(4 * span.rounds)
    for kind in RADIO_LIMITS_MS:
        ours = scans.scan_cost(kind)
        yield _line(kind, f"{ours.transfers} transfers", ours.milliseconds)
        yield _line(kind, f"with Python's own {python[kind]:.3f} ms", ours.milliseconds + python[kind])
        yield BenchLine(
            f"{kind}, in real time here, sleeps and all", _figure(real[kind], RADIO_LIMITS_MS[kind])
        )
        if kind == CONFIRMED:
            known = select_by_uid_cost(hz)
            yield _line(kind, f"woken and selected, {known.transfers} transfers", known.milliseconds)
        cost, what = theirs[kind], STOCK_REMARKS[kind]
        yield BenchLine(
            f"{kind}, stock package{what}, {cost.transfers} transfers",
            _figure(cost.milliseconds, STOCK_LIMITS_MS[kind]),
        )


def _line(kind: str, what: str, ms: float) -> BenchLine:
    line = BenchLine(f"{kind}, {what}", _figure(ms, RADIO_LIMITS_MS[kind]))
    if kind == EMPTY:
        return line._replace(target=f"at most {EMPTY_MS} ms", is_target_reached=ms <= EMPTY_MS)
    if kind == IDENTIFIED:
        reached = ms <= IDENTIFIED_TIMES * RADIO_LIMITS_MS[kind]
        return line._replace(target=f"at most {IDENTIFIED_TIMES} x", is_target_reached=reached)
    return line


def _figure(ms: float, limit_ms: float) -> str:
    return f"{ms:.2f} ms, {ms / limit_ms:.2f} x radio"
