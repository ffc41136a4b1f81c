"""Measures PN532 readers on virtual chips, in virtual time: at what the radio needs, and at what their protocol allows.

What the protocol allows is one bare command on the same virtual chip, from its first byte at 115,200 baud to the last
of its answer: less cannot be asked of a chip that is asked anything. The share of a core is the driver's own work: its
line replays what a virtual chip has said.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hardware.clock import MonotonicClock
from hardware.common.events import TAG_CAME
from hardware.readers.pn532.chip import ACK_FRAME, HOST_TO_CHIP, encode_frame
from hardware.readers.pn532.reader import POLL_US, Pn532Presence, Pn532Reader
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.serial_ports import SerialConnection
from hardware.virtual.clock import VirtualClock
from hardware.virtual.pn532_line import VirtualPn532Adapter
from hardware.virtual.tags import make_ntag213
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, cpu_clock
from measuring.radio import CONFIRMED, EMPTY, IDENTIFIED, RADIO_LIMITS_MS, STICKER_UID

ONE_TRY = bytes.fromhex("3205ff0100")
"""RFConfiguration (UM0701-02, 7.3.1): a listing that finds nothing is over after one try."""
BARE_COMMANDS: Mapping[str, bytes] = {
    EMPTY: bytes.fromhex("4a0200"),
    IDENTIFIED: bytes.fromhex("4a0200"),
    CONFIRMED: bytes.fromhex("40013000"),
}
"""InListPassiveTarget (7.3.5), and InDataExchange of READ with the first tag (7.3.8)."""
PROTOCOL_TIMES = 1.3
MAX_TOLD_MS = 100
MAX_CORE_SHARE = 0.03
PORT = "/dev/serial/by-id/usb-bench"
SETTLE_US = 1_000_000
REST_US = 20_000_000


class ReplayedLine:
    """A line that answers at once what a virtual chip has answered to the same bytes before.

    While it has a `source`, it learns that.
    """

    def __init__(self, clock: MonotonicClock, source: SerialConnection) -> None:
        self._clock, self._answers = clock, dict[bytes, bytes]()
        self._asked = self._ready = b""
        self.source: SerialConnection | None = source

    def write(self, data: bytes) -> int:
        """Send bytes."""
        self._asked = data
        if self.source is not None:
            self._answers[data] = b""
            return self.source.write(data)
        self._ready = self._answers[data]
        return len(data)

    def read(self) -> bytes:
        """The bytes that have come."""
        if self.source is not None:
            came = self.source.read()
            self._answers[self._asked] += came
            return came
        ready, self._ready = self._ready, b""
        return ready

    def wait(self, seconds: float) -> None:
        """Wait for bytes."""
        if self.source is not None:
            self.source.wait(seconds)
        else:
            self._clock.wait_us(1_000)

    def wake(self) -> None:
        """Nobody waits elsewhere."""

    def close(self) -> None:
        """Do nothing: there is no device."""


class Pn532Bench:
    """So many readers on one virtual clock."""

    def __init__(self, count: int) -> None:
        self.clock = VirtualClock()
        self.adapters = [VirtualPn532Adapter(self.clock, n) for n in range(count)]
        self.lines: list[ReplayedLine] = []
        self.readers: list[Pn532Reader] = []
        for n, adapter in enumerate(self.adapters):
            adapter.plug(f"{PORT}-{n}")
            self.lines.append(ReplayedLine(self.clock, adapter.open()))
            wiring = Pn532Wiring(f"{n}", adapter.path)
            self.readers.append(Pn532Reader(wiring, self.lines[-1], self.clock, Pn532Presence()))

    def step(self) -> tuple[float, bool]:
        """The next reader's step: milliseconds, and whether a tag came."""
        reader = min(self.readers, key=lambda each: each.due_us)
        self.clock.wait_us(max(0, reader.due_us - self.clock.now_us()))
        begun = self.clock.now_us()
        came = any(event.kind == TAG_CAME for event in reader.step())
        return (self.clock.now_us() - begun) / 1000, came

    def run_until(self, us: int) -> list[float]:
        """The milliseconds of every step until then."""
        steps = []
        while self.clock.now_us() < us:
            steps.append(self.step()[0])
        return steps


def measure_bare_command(kind: str) -> float:
    """The milliseconds of one command, from its first byte to the last of its answer."""
    bench = Pn532Bench(1)
    bench.run_until(SETTLE_US)
    line, clock = bench.lines[0], bench.clock
    if kind != EMPTY:
        bench.adapters[0].field.put_tag(make_ntag213(STICKER_UID))
        clock.wait_us(POLL_US)
    before = [ONE_TRY] if kind != CONFIRMED else [ONE_TRY, BARE_COMMANDS[IDENTIFIED], BARE_COMMANDS[kind]]
    for command in (*before, BARE_COMMANDS[kind]):
        frame = encode_frame(bytes((HOST_TO_CHIP,)) + command)
        clock.wait_us(SETTLE_US)
        line.read()  # the last byte of the frame before
        begun, came = clock.now_us(), b""
        line.write(frame)
        while len(came) < len(ACK_FRAME) + 4 or len(came) < len(ACK_FRAME) + came[len(ACK_FRAME) + 3] + 7:
            line.wait(1.0)
            came += line.read()
    return (clock.now_us() - begun) / 1000


def measure_exchange(kind: str) -> float:
    """The median milliseconds of a poll of that kind; of IDENTIFIED the one that tells a tag."""
    bench = Pn532Bench(1)
    bench.run_until(SETTLE_US)
    if kind != EMPTY:
        bench.adapters[0].field.put_tag(make_ntag213(STICKER_UID))
        bench.clock.wait_us(POLL_US)
        ms, came = bench.step()
        if kind == IDENTIFIED:
            assert came
            return ms
    return sorted(steps := bench.run_until(bench.clock.now_us() + REST_US))[len(steps) // 2]


def measure_told(count: int, laid: int) -> float:
    """The 99th percentile of milliseconds from laid to told at one of so many readers; tags rest on the others."""
    bench, chance = Pn532Bench(count), Random(count)
    for n, adapter in enumerate(bench.adapters[1:]):
        adapter.field.put_tag(make_ntag213(STICKER_UID[:-1] + bytes((n,))))
    tag, took = make_ntag213(STICKER_UID[:-1] + b"\xff"), []
    for _ in range(laid):
        bench.run_until(bench.clock.now_us() + SETTLE_US + chance.randrange(POLL_US))
        begun = bench.clock.now_us()
        bench.adapters[0].field.put_tag(tag)
        while not bench.step()[1]:
            pass
        took.append((bench.clock.now_us() - begun) / 1000)
        bench.adapters[0].field.take_tag(tag)
    return sorted(took)[int(0.99 * (laid - 1))]


def measure_share(lay_tag: bool) -> float:
    """The share of a core that one reader at rest takes, its line replayed."""
    bench = Pn532Bench(1)
    if lay_tag:
        bench.adapters[0].field.put_tag(make_ntag213(STICKER_UID))
    bench.run_until(3 * SETTLE_US)
    bench.lines[0].source = None
    burnt, begun_us = cpu_clock(), bench.clock.now_us()
    bench.run_until(begun_us + REST_US)
    return (cpu_clock() - burnt) / ((bench.clock.now_us() - begun_us) / 1e6)


def measure_pn532(span: MeasuringEffort) -> BenchLines:
    """Measure identify, confirm, empty poll, laid to told with one and four readers, and the share of a core."""
    for kind, radio_ms in RADIO_LIMITS_MS.items():
        ms, allowed_ms = measure_exchange(kind), measure_bare_command(kind)
        figure = f"{ms:.2f} ms, {ms / radio_ms:.1f} x radio"
        yield BenchLine(
            f"{kind}: its protocol allows {allowed_ms:.2f} ms",
            figure,
            f"at most {PROTOCOL_TIMES} x that",
            ms <= PROTOCOL_TIMES * allowed_ms,
        )
    for count in (1, 4):
        ms = measure_told(count, span.tags_laid)
        what = f"laid to told, {count} reader{'s' * (count > 1)}: 99 of 100"
        yield BenchLine(what, f"{ms:.0f} ms", f"under {MAX_TOLD_MS} ms", ms < MAX_TOLD_MS)
    for lay_tag, what in ((False, "empty"), (True, "a sticker on it")):
        core = measure_share(lay_tag)
        yield BenchLine(
            f"one at rest, {what}",
            f"{core:.2%} of a core",
            f"under {MAX_CORE_SHARE:.0%}",
            core < MAX_CORE_SHARE,
        )
