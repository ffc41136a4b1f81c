"""One reader alone, from its registers to its field: each test once, and what a failure points to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import NamedTuple, TypeVar

from hardware.common.events import CROWD, NOISE, NONE, TAG, Scan
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.chip import SILENT, Chip, Dead
from hardware.common.rc522.crc import with_crc
from hardware.common.rc522.iso14443 import halt, scan
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.rc522.doctor.answers import deaf_to_reset, slower
from hardware.readers.rc522.doctor.bench import SAFE_HZ, Bench, called, megahertz, wire
from hardware.readers.rc522.doctor.registers import after_reset, kept, mark, wiped
from hardware.readers.rc522.plan import ReaderWiring
from hardware.readers.rc522.spi import PackagePort

UNANSWERED = with_crc(b"\x50\x00")
"""HLTA: no tag ever answers it, so whatever is heard after it is noise (ISO 14443-3, 6.4.3)."""
TIMER_US = 20_000
EARLIEST = 0.9
"""Of that time; one that is late the driver takes for none."""
LISTENED = 24
LOOKS = 24
REST_US = 5_000
FEW_NOISES = 2
"""So many spoilt exchanges happen to any reader."""
TRIES = 3
GOOD_GAIN_DB = 33

SUPPLY = (
    "Its supply gives way: solder 10 to 100 uF and 100 nF right at the board, take shorter and thicker wires for 3.3V"
    " and GND, and for more than two readers a regulator of their own"
)


T = TypeVar("T")


class Dipped(OSError):
    """The chip was reset, and by nobody here."""


class Alone(NamedTuple):
    """A reader under examination."""

    bench: Bench
    reader: ReaderWiring
    port: PackagePort
    chip: Chip


def alone(bench: Bench, reader: ReaderWiring) -> Iterator[Finding]:
    """Everything about one reader that answers; ends with the first test after which the others would say nothing."""
    what = called(reader)
    try:
        with bench.alone(reader) as port:
            subject = Alone(bench, reader, port, Chip(port, reader.gain_db))
            for test in (_registers, _reset, _timer, _self_test, _field):
                finding = test(subject)
                if finding is not None:
                    yield finding
                    if finding.wrong:
                        return
    except Dipped:
        yield Finding(
            what, "all its registers were at their reset values in the middle of a test", True, SUPPLY
        )
        return
    except HardwareError as missing:
        yield Finding(what, str(missing), True)
        return
    except OSError as error:
        yield Finding(what, f"stopped answering properly: {error}", True)
        return
    if deaf_to_reset(bench, reader):
        advice = (
            f"It works without, but cannot be freed if it hangs: look at the wire from {bench.reset_wire()}"
        )
        yield Finding(f"{what}, reset", "RST does not reach it", advice=advice)


def _registers(subject: Alone) -> Finding:
    reader, bench = subject.reader, subject.bench
    result = kept(subject.port)
    what = f"{called(reader)}, registers"
    if result.dipped:
        raise Dipped
    if not result.wrong:
        found = (
            f"keep what is written: {result.written} bytes at {megahertz(reader.speed_hz)} without an error"
        )
        return Finding(what, found)
    found = f"{result.wrong} of {result.written} bytes came back wrong at {megahertz(reader.speed_hz)}"
    if reader.speed_hz > SAFE_HZ:
        with bench.alone(reader, SAFE_HZ) as port:
            if not kept(port).wrong:
                return Finding(what, found, True, slower(reader))
    single = f", always bit {result.bits.bit_length() - 1}" if result.bits & (result.bits - 1) == 0 else ""
    advice = (
        f"The wires {wire(reader.bus, 'MOSI')}, {wire(reader.bus, 'SCK')} or {wire(reader.bus, 'MISO')} are loose or"
        " too long, or run beside one another: let GND run beside SCK"
    )
    return Finding(what, found + single, True, advice)


def _reset(subject: Alone) -> Finding | None:
    other = after_reset(subject.port)
    if not other:
        return None
    advice = "A chip that is only like an RC522: if it does not read tags, exchange it"
    return Finding(f"{called(subject.reader)}, reset values", "; ".join(other), advice=advice)


def _timer(subject: Alone) -> Finding | None:
    """Whether an exchange that nobody answers ends by the chip's own timer, at its time."""
    chip, port = subject.chip, subject.port
    _start(subject)
    for _ in range(TRIES):
        began = port.now_us()
        if _watched(subject, lambda: chip.transceive(UNANSWERED, timeout_us=TIMER_US)).kind != SILENT:
            continue
        part = (port.now_us() - began) / TIMER_US
        if part >= EARLIEST:
            found = f"polls end by its timer, {TIMER_US // 1000} ms as the Raspberry Pi counts them"
            return Finding(f"{called(subject.reader)}, timer", found)
        advice = "Its crystal is not the 27.12 MHz it needs: exchange the reader"
        return Finding(
            f"{called(subject.reader)}, timer", f"runs {1 / part:.1f} times too fast", True, advice
        )
    return None  # noise: told by the look at the field


def _self_test(subject: Alone) -> Finding:
    what = f"{called(subject.reader)}, self-test"
    try:
        passed = subject.chip.self_test()
    except Dead:
        passed = False
    if passed is False:
        passed = subject.chip.self_test()  # the supply may have given way in the middle of the first
    mark(subject.port)
    if passed is None:
        version = subject.chip.version
        return Finding(
            what, f"done, but nobody knows what version 0x{version:02x} should answer", absent=True
        )
    if passed:
        return Finding(what, "passed")
    return Finding(what, "failed", True, "Its digital part is broken or no RC522's: exchange the reader")


def _field(subject: Alone) -> Finding:
    """The carrier off and on, the noise where nobody speaks, and who lies there."""
    what, chip, port = f"{called(subject.reader)}, field", subject.chip, subject.port
    for on in (False, True):
        chip.field(on)
        if bool(port.read(reg.TX_CONTROL) & ~reg.TX_CONTROL_OFF) != on:
            if wiped(port):
                raise Dipped
            return Finding(what, "the carrier cannot be switched", True, "Exchange the reader")
    noises = sum(
        _watched(subject, lambda: chip.transceive(UNANSWERED)).kind != SILENT for _ in range(LISTENED)
    )
    looks = [_look(subject) for _ in range(LOOKS)]
    if noises > FEW_NOISES:
        found = f"{noises} of {LISTENED} times something was heard where nobody may speak"
        advice = (
            "Something disturbs it: metal, a power supply, a screen's cable or another reader close by"
            + _less_gain(subject.reader)
        )
        return Finding(what, found, True, advice)
    if _wedged(subject, looks):
        found = "the receiver stopped hearing the tag that lies there, until the chip was reset"
        advice = "Herald resets it when that happens; if it happens often, look at its supply or exchange it"
        return Finding(what, found, True, advice)
    return _lies_there(what, looks, subject.reader)


def _lies_there(what: str, looks: list[Scan], reader: ReaderWiring) -> Finding:
    counts = Counter(look.outcome for look in looks)
    uids = {look.uid for look in looks if look.outcome == TAG}
    well = f"on and off, gain {reader.gain_db} dB"
    if counts[CROWD] > FEW_NOISES or len(uids) > 1:
        advice = "Take all but one away: one on an antenna is all that can be read"
        return Finding(what, "more than one tag lies there", True, advice)
    if counts[NONE] == len(looks):
        return Finding(what, f"{well}; nothing lies there", advice=_gain_advice(reader))
    if counts[TAG] >= len(looks) - FEW_NOISES:
        uid = uids.pop()
        return Finding(
            what, f"{well}; a tag of {len(uid)} bytes lies there, {uid.hex()}", advice=_gain_advice(reader)
        )
    if counts[TAG] or counts[NOISE] + counts[CROWD] > FEW_NOISES:
        found = f"something lies there, but only {counts[TAG]} of {len(looks)} looks could read it"
        advice = (
            "It is at the edge of reach: bring it nearer, move it to the middle, or take a larger sticker"
        )
        return Finding(what, found, True, advice + _less_gain(reader))
    return Finding(what, f"{well}; nothing lies there", advice=_gain_advice(reader))


def _wedged(subject: Alone, looks: list[Scan]) -> bool:
    """Whether the chip fell silent for good, and hears again after a reset: a tag that is far away comes and goes."""
    outcomes = [look.outcome for look in looks]
    silence = len(list(takewhile(lambda each: each == NONE, reversed(outcomes))))
    if not silence or set(outcomes[: -silence - 1]) - {TAG}:  # the last before it may be half an answer
        return False
    _start(subject)
    return sum(_look(subject).outcome == TAG for _ in range(TRIES)) > 1


def _look(subject: Alone) -> Scan:
    """Who lies there, in one scan, after a moment of rest."""
    subject.port.wait_us(REST_US)
    found = _watched(subject, lambda: scan(subject.chip, b"", True))
    if found.outcome == TAG:
        halt(subject.chip)
    return found


def _start(subject: Alone) -> None:
    subject.chip.start()
    mark(subject.port)


def _watched(subject: Alone, work: Callable[[], T]) -> T:
    """The same, but a failure that comes of the supply says so: raises Dipped."""
    try:
        return work()
    except Dead as error:
        if wiped(subject.port):
            raise Dipped from error
        raise


def _less_gain(reader: ReaderWiring) -> str:
    return f". {_gain_advice(reader)}" if _gain_advice(reader) else ""


def _gain_advice(reader: ReaderWiring) -> str:
    """More gain hears more noise than tags."""
    if reader.gain_db <= GOOD_GAIN_DB:
        return ""
    return f"{reader.gain_db} dB hear noise as well: write gain_db = {GOOD_GAIN_DB} if cards come and go"
