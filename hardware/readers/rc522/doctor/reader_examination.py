"""Examines one reader alone, from its registers to its field: each test once, with the cause of a failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import NamedTuple, TypeVar

from hardware.common.events import FOREIGN_CARD, NO_TAG, NOISE, ONE_TAG, SEVERAL_TAGS, ScanResult
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.chip import NO_ANSWER, ChipDeadError, Rc522Chip
from hardware.common.rc522.crc import append_crc
from hardware.common.rc522.iso14443 import EXPECTED_WAKE_UPS, halt_tag, scan_field
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.rc522.doctor.examination_bench import (
    SAFE_HZ,
    ExaminationBench,
    bus_wire_label,
    format_mhz,
    reader_label,
)
from hardware.readers.rc522.doctor.register_check import (
    run_register_test,
    set_reset_mark,
    was_reset,
    wrong_reset_values,
)
from hardware.readers.rc522.doctor.roll_call import ignores_reset, slower_advice
from hardware.readers.rc522.spi_ports import Mfrc522Port
from hardware.readers.rc522.wiring_schema import Rc522Wiring

UNANSWERED_FRAME = append_crc(b"\x50\x00")
"""HLTA: no tag ever answers it, so everything that is received after it is noise (ISO 14443-3, 6.4.3)."""
TIMER_TEST_US = 20_000
MIN_TIMER_SHARE = 0.9
"""Share of that time; the driver does not use a timer that runs faster."""
NOISE_EXCHANGES = 24
FIELD_SCANS = 24
SCAN_PAUSE_US = 5_000
MAX_CHANCE_NOISES = 2
"""Spoilt exchanges that may happen to any reader."""
TAG_TRIES = 3
GOOD_GAIN_DB = 33

SUPPLY_ADVICE = (
    "Its supply gives way: solder 10 to 100 uF and 100 nF right at the board, take shorter and thicker wires for 3.3V"
    " and GND, and for more than two readers a regulator of their own"
)


T = TypeVar("T")


class UnexpectedResetError(OSError):
    """The chip was reset, and not by this program."""


class ReaderUnderTest(NamedTuple):
    """A reader under examination."""

    bench: ExaminationBench
    reader: Rc522Wiring
    port: Mfrc522Port
    chip: Rc522Chip


def examine_reader(bench: ExaminationBench, reader: Rc522Wiring) -> Iterator[Finding]:
    """Examine one reader that answers, up to the first test after which the others would be meaningless."""
    what = reader_label(reader)
    try:
        with bench.open_alone(reader) as port:
            subject = ReaderUnderTest(bench, reader, port, Rc522Chip(port, reader.gain_db))
            for test in (_registers, _reset, _timer, _self_test, _field):
                finding = test(subject)
                if finding is not None:
                    yield finding
                    if finding.wrong:
                        return
    except UnexpectedResetError:
        yield Finding(
            what, "all its registers were at their reset values in the middle of a test", True, SUPPLY_ADVICE
        )
        return
    except HardwareError as missing:
        yield Finding(what, str(missing), True)
        return
    except OSError as error:
        yield Finding(what, f"stopped answering properly: {error}", True)
        return
    if ignores_reset(bench, reader):
        advice = f"It works without, but cannot be freed if it hangs: look at the wire from {bench.reset_wire_label()}"
        yield Finding(f"{what}, reset", "RST does not reach it", advice=advice)


def _registers(subject: ReaderUnderTest) -> Finding:
    reader, bench = subject.reader, subject.bench
    result = run_register_test(subject.port)
    what = f"{reader_label(reader)}, registers"
    if result.was_reset:
        raise UnexpectedResetError
    if not result.wrong_bytes:
        found = f"keep what is written: {result.written_bytes} bytes at {format_mhz(reader.speed_hz)} without an error"
        return Finding(what, found)
    found = f"{result.wrong_bytes} of {result.written_bytes} bytes came back wrong at {format_mhz(reader.speed_hz)}"
    if reader.speed_hz > SAFE_HZ:
        with bench.open_alone(reader, SAFE_HZ) as port:
            if not run_register_test(port).wrong_bytes:
                return Finding(what, found, True, slower_advice(reader))
    single = (
        f", always bit {result.wrong_bits.bit_length() - 1}"
        if result.wrong_bits & (result.wrong_bits - 1) == 0
        else ""
    )
    advice = (
        f"The wires {bus_wire_label(reader.bus, 'MOSI')}, {bus_wire_label(reader.bus, 'SCK')} or"
        f" {bus_wire_label(reader.bus, 'MISO')} are loose or"
        " too long, or run beside one another: let GND run beside SCK"
    )
    return Finding(what, found + single, True, advice)


def _reset(subject: ReaderUnderTest) -> Finding | None:
    other = wrong_reset_values(subject.port)
    if not other:
        return None
    advice = "A chip that is only like an RC522: if it does not read tags, exchange it"
    return Finding(f"{reader_label(subject.reader)}, reset values", "; ".join(other), advice=advice)


def _timer(subject: ReaderUnderTest) -> Finding | None:
    """Whether an exchange without an answer ends by the chip's own timer, in its time."""
    chip, port = subject.chip, subject.port
    _start(subject)
    for _ in range(TAG_TRIES):
        began = port.now_us()
        if (
            _watched(subject, lambda: chip.transceive(UNANSWERED_FRAME, timeout_us=TIMER_TEST_US)).kind
            != NO_ANSWER
        ):
            continue
        part = (port.now_us() - began) / TIMER_TEST_US
        if part >= MIN_TIMER_SHARE:
            found = f"polls end by its timer, {TIMER_TEST_US // 1000} ms as the Raspberry Pi counts them"
            return Finding(f"{reader_label(subject.reader)}, timer", found)
        advice = "Its crystal is not the 27.12 MHz it needs: exchange the reader"
        return Finding(
            f"{reader_label(subject.reader)}, timer", f"runs {1 / part:.1f} times too fast", True, advice
        )
    return None  # noise: the test of the field reports it


def _self_test(subject: ReaderUnderTest) -> Finding:
    what = f"{reader_label(subject.reader)}, self-test"
    try:
        passed = subject.chip.self_test()
    except ChipDeadError:
        passed = False
    if passed is False:
        passed = subject.chip.self_test()  # the supply may have failed in the middle of the first
    set_reset_mark(subject.port)
    if passed is None:
        version = subject.chip.version
        return Finding(
            what, f"done, but nobody knows what version 0x{version:02x} should answer", absent=True
        )
    if passed:
        return Finding(what, "passed")
    return Finding(what, "failed", True, "Its digital part is broken or no RC522's: exchange the reader")


def _field(subject: ReaderUnderTest) -> Finding:
    """Examine the carrier, the noise without a tag, and the tags that lie there."""
    what, chip, port = f"{reader_label(subject.reader)}, field", subject.chip, subject.port
    for on in (False, True):
        chip.switch_carrier(on)
        if bool(port.read(reg.TX_CONTROL) & ~reg.TX_CONTROL_OFF) != on:
            if was_reset(port):
                raise UnexpectedResetError
            return Finding(what, "the carrier cannot be switched", True, "Exchange the reader")
    noises = sum(
        _watched(subject, lambda: chip.transceive(UNANSWERED_FRAME)).kind != NO_ANSWER
        for _ in range(NOISE_EXCHANGES)
    )
    scans = [_look(subject) for _ in range(FIELD_SCANS)]
    if noises > MAX_CHANCE_NOISES:
        found = f"{noises} of {NOISE_EXCHANGES} times something was heard where nobody may speak"
        advice = (
            "Something disturbs it: metal, a power supply, a screen's cable or another reader close by"
            + _less_gain(subject.reader)
        )
        return Finding(what, found, True, advice)
    if _wedged(subject, scans):
        found = "the receiver stopped hearing the tag that lies there, until the chip was reset"
        advice = "Herald resets it when that happens; if it happens often, look at its supply or exchange it"
        return Finding(what, found, True, advice)
    return _lies_there(what, scans, subject.reader)


def _lies_there(what: str, scans: list[ScanResult], reader: Rc522Wiring) -> Finding:
    counts = Counter(scan.outcome for scan in scans)
    uids = {scan.uid for scan in scans if scan.outcome == ONE_TAG}
    well = f"on and off, gain {reader.gain_db} dB"
    if counts[SEVERAL_TAGS] > MAX_CHANCE_NOISES or len(uids) > 1:
        advice = "Take all but one away: one on an antenna is all that can be read"
        return Finding(what, "more than one tag lies there", True, advice)
    if counts[FOREIGN_CARD] > MAX_CHANCE_NOISES:
        advice = "Take it away: Herald reads stickers, and tells nobody what else lies there"
        return Finding(what, "a bank card, a pass or a phone lies there", True, advice)
    if counts[NO_TAG] == len(scans):
        return Finding(what, f"{well}; nothing lies there", advice=_gain_advice(reader))
    if counts[ONE_TAG] >= len(scans) - MAX_CHANCE_NOISES:
        uid = uids.pop()
        return Finding(
            what, f"{well}; a tag of {len(uid)} bytes lies there, {uid.hex()}", advice=_gain_advice(reader)
        )
    if counts[ONE_TAG] or counts[NOISE] + counts[SEVERAL_TAGS] > MAX_CHANCE_NOISES:
        found = f"something lies there, but only {counts[ONE_TAG]} of {len(scans)} looks could read it"
        advice = (
            "It is at the edge of reach: bring it nearer, move it to the middle, or take a larger sticker"
        )
        return Finding(what, found, True, advice + _less_gain(reader))
    return Finding(what, f"{well}; nothing lies there", advice=_gain_advice(reader))


def _wedged(subject: ReaderUnderTest, scans: list[ScanResult]) -> bool:
    """Whether the chip fell silent and hears again after a reset, unlike a tag at the edge of reach."""
    outcomes = [scan.outcome for scan in scans]
    silence = len(list(takewhile(lambda each: each == NO_TAG, reversed(outcomes))))
    if not silence or set(outcomes[: -silence - 1]) - {ONE_TAG}:  # the last scan before may be half an answer
        return False
    _start(subject)
    return sum(_look(subject).outcome == ONE_TAG for _ in range(TAG_TRIES)) > 1


def _look(subject: ReaderUnderTest) -> ScanResult:
    """One scan after a short rest."""
    subject.port.wait_us(SCAN_PAUSE_US)
    found = _watched(subject, lambda: scan_field(subject.chip, b"", EXPECTED_WAKE_UPS))
    if found.outcome == ONE_TAG:
        halt_tag(subject.chip)
    return found


def _start(subject: ReaderUnderTest) -> None:
    subject.chip.start()
    set_reset_mark(subject.port)


def _watched(subject: ReaderUnderTest, work: Callable[[], T]) -> T:
    """Run `work`; where a failure comes from the supply, raises UnexpectedResetError instead."""
    try:
        return work()
    except ChipDeadError as error:
        if was_reset(subject.port):
            raise UnexpectedResetError from error
        raise


def _less_gain(reader: Rc522Wiring) -> str:
    return f". {_gain_advice(reader)}" if _gain_advice(reader) else ""


def _gain_advice(reader: Rc522Wiring) -> str:
    """Advice to reduce the gain: more gain receives more noise than tags."""
    if reader.gain_db <= GOOD_GAIN_DB:
        return ""
    return f"{reader.gain_db} dB hear noise as well: write gain_db = {GOOD_GAIN_DB} if cards come and go"
