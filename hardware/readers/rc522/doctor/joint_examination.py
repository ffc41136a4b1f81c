"""Examines all readers at once: faults that occur only together, and which reader disturbs which."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress

from hardware.common.events import NOISE, ONE_TAG
from hardware.common.rc522.chip import Rc522Chip
from hardware.common.rc522.iso14443 import EXPECTED_WAKE_UPS, halt_tag, scan_field
from hardware.common.rc522.registers import SILENT_VERSIONS, TX_CONTROL, TX_CONTROL_OFF, VERSION
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.rc522.doctor.examination_bench import (
    ExaminationBench,
    bus_wire_label,
    join_names,
    reader_label,
)
from hardware.readers.rc522.doctor.reader_examination import MAX_CHANCE_NOISES, SUPPLY_ADVICE
from hardware.readers.rc522.doctor.register_check import set_reset_mark, was_reset
from hardware.readers.rc522.spi_ports import Mfrc522Port, SpiPorts
from hardware.readers.rc522.wiring_schema import Rc522Wiring

SCAN_ROUNDS = 25
ROUND_US = 40_000
"""All of them are observed for a second."""
TWICE = 2

DIP, MUTE, OTHER = "dip", "mute", "other"


class ObservedReader:
    """One reader among the others, and what happened to it. `seen_tags`: UID -> number of reads."""

    def __init__(self, reader: Rc522Wiring, port: Mfrc522Port) -> None:
        self.reader = reader
        self.faults: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.seen_tags: Counter[bytes] = Counter()
        self.error = ""
        self._port = port
        self._chip = Rc522Chip(port, reader.gain_db)
        self._running = False

    def scan_once(self) -> None:
        """Scan once; faults are counted, and the chip is configured again after one."""
        try:
            if not self._running:
                self._chip.start()
                set_reset_mark(self._port)
                self._running = True
            found = scan_field(self._chip, b"", EXPECTED_WAKE_UPS)
            if found.outcome == ONE_TAG:
                self.seen_tags[found.uid] += 1
                halt_tag(self._chip)
            self.outcomes[found.outcome] += 1
            if was_reset(self._port):
                self._failed(DIP)
        except OSError as error:
            self.error = str(error)
            self._failed(self._kind())

    def switch_carrier_off(self) -> None:
        """Switch the carrier off, so that the others' supply recovers before the report."""
        with suppress(OSError):
            self._chip.switch_carrier(False)

    def _failed(self, kind: str) -> None:
        self.faults[kind] += 1
        self._running = False

    def _kind(self) -> str:
        try:
            if self._port.read(VERSION) in SILENT_VERSIONS:
                return MUTE
            return DIP if self._running and was_reset(self._port) else OTHER
        except OSError:
            return OTHER


def examine_together(
    bench: ExaminationBench, readers: Sequence[Rc522Wiring], ill: frozenset[str]
) -> Iterator[Finding]:
    """Findings about faults that occur only with several readers at once.

    `readers`: those that answer alone; `ill`: the names of those with a reported fault.
    """
    observed = _watch(bench, readers)
    has_fault = False
    if len(readers) > 1:
        for bus in sorted({reader.bus for reader in readers}):
            mute = [each.reader for each in observed if each.reader.bus == bus and each.faults[MUTE]]
            for finding in _contention(bench, [r for r in readers if r.bus == bus], mute, ill):
                has_fault = True
                yield finding
    for each in observed:
        if each.reader.name not in ill and (wrong := _wrong(each, len(readers) > 1)) is not None:
            has_fault = True
            yield wrong
    for finding in _seen_twice(observed):
        has_fault = True
        yield finding
    if not has_fault and observed:
        what = "all readers together" if len(readers) > 1 else f"{reader_label(readers[0])}, for a second"
        yield Finding(what, "nothing more is wrong" if ill else "well")


def _watch(bench: ExaminationBench, readers: Sequence[Rc522Wiring]) -> list[ObservedReader]:
    """Run all readers for a second, one after the other, again and again."""
    ports = SpiPorts(bench.plan, bench.wires, bench.clock)
    observed = []
    try:
        for reader in readers:
            try:
                observed.append(ObservedReader(reader, ports.open(reader.name)))
            except HardwareError:
                continue  # it could be opened a moment ago: that failure was reported then
        for _ in range(SCAN_ROUNDS):
            for each in observed:
                each.scan_once()
            bench.clock.wait_us(ROUND_US)
    finally:
        for each in observed:
            each.switch_carrier_off()
        ports.close()
    return observed


def _wrong(each: ObservedReader, several: bool) -> Finding | None:
    what = f"{reader_label(each.reader)}, {'together' if several else 'for a second'}"
    if each.faults[DIP]:
        found = f"its registers were back at their reset values {each.faults[DIP]} times in a second"
        return Finding(what, found, True, SUPPLY_ADVICE)
    if each.faults[OTHER]:
        return Finding(
            what,
            f"does not work {'with the others' if several else 'for long'}: {each.error}",
            True,
            SUPPLY_ADVICE,
        )
    if each.outcomes[NOISE] > MAX_CHANCE_NOISES * TWICE and not each.seen_tags:
        advice = "Readers this close hear each other: a hand's width apart is good"
        return Finding(what, f"heard noise in {each.outcomes[NOISE]} of {SCAN_ROUNDS} looks", True, advice)
    return None


def _contention(
    bench: ExaminationBench, there: Sequence[Rc522Wiring], mute: Sequence[Rc522Wiring], ill: frozenset[str]
) -> Iterator[Finding]:
    """Findings about readers of a bus that answer alone and not together.

    The reader that holds MISO is found by trying pairs.
    """
    if not mute:
        return
    silenced: dict[str, list[str]] = defaultdict(list)
    for first in there:
        for second in there:
            if first is not second and _silences(bench, first, second):
                silenced[first.name].append(second.name)
    for name, others in silenced.items():
        found = f"once it was spoken to, nothing is heard of {join_names(others)}"
        advice = (
            f"It does not let go of {bus_wire_label(there[0].bus, 'MISO')}, as some clones do: wire it to"
            " the other SPI bus, alone there, or exchange it"
        )
        yield Finding(f"reader {name}, together", found, True, advice)
    if not silenced:
        for reader in mute:
            if reader.name not in ill:
                found = "answers alone, and not always with the others"
                yield Finding(f"{reader_label(reader)}, together", found, True, SUPPLY_ADVICE)


def _silences(bench: ExaminationBench, first: Rc522Wiring, second: Rc522Wiring) -> bool:
    """Whether the second reader is silent after only the first was addressed since the reset.

    Its carrier is off, because the load on the supply is not tested here.
    """
    ports = SpiPorts(bench.plan, bench.wires, bench.clock)
    try:
        ports.open(first.name).write(TX_CONTROL, TX_CONTROL_OFF)
        return ports.open(second.name).read(VERSION) in SILENT_VERSIONS
    except OSError:
        return False
    finally:
        ports.close()


def _seen_twice(observed: Sequence[ObservedReader]) -> Iterator[Finding]:
    """Findings about tags that two readers read: their fields overlap."""
    places: dict[bytes, list[str]] = defaultdict(list)
    for each in observed:
        for uid, times in each.seen_tags.items():
            if times > MAX_CHANCE_NOISES:
                places[uid].append(each.reader.name)
    for uid, names in places.items():
        if len(names) > 1:
            found = f"tag {uid.hex()} is read by {join_names(names)} at the same time"
            yield Finding(
                "all readers together", found, True, "They are too close: move them a hand's width apart"
            )
