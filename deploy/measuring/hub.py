"""Measures a reader hub with twelve readers: its load, its line, its latency, and MicroPython's speed.

No Pico is involved. In virtual time each transfer costs what makes an empty scan last as long as on an
emulated Pico, and nothing else of the hub's Python costs time: the cost of its program's turns is added in
units of MicroPython's own empty polls. Real time is this computer's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hardware.common.events import CHIP_DEAD, NO_TAG, NOISE, ONE_TAG, SEVERAL_TAGS, TAG_CAME, ReaderEvent
from hardware.common.link import decoding, encoding
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder
from hardware.common.link.messages import MAX_SOCKETS, SAID
from hardware.common.rc522.chip import Rc522Chip
from hardware.common.rc522.iso14443 import halt_tag, scan_field
from hardware.virtual.clock import VirtualClock
from hardware.virtual.hub import VirtualHub
from hardware.virtual.pico import TRANSFER_US
from hardware.virtual.tags import make_ntag213
from hardware.virtual.unix_port.process import MICROPYTHON_PATH
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort
from measuring.hands import percentile
from measuring.python_interpreters import (
    compare_interpreters,
    measure_without_chips,
    time_relative_to_empty_poll,
)
from measuring.radio import SETTLE_US, STICKER_UID
from measuring.tables import (
    HUB_PLAN,
    HUB_WIRING,
    PI_PLAN,
    VirtualTimeTable,
    measure_hub_reader_latencies_ms,
    measure_pi_reader_latencies_ms,
)

MAX_BUSY_SHARE = 0.60
"""The largest load of a Pico that leaves time for a tag that comes."""
MIN_SCANS_PER_SECOND = 10
MAX_LATENCY_MS = 100
SCAN_RESULTS = (ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS, CHIP_DEAD)
EMPTY, STICKERS = "empty", "a sticker on each"
HAND_COUNT = 4
"""As at Louis XIV's table with the most players."""
TRANSFERS_PER_EMPTY_POLL = 8
"""The transfers of an empty poll."""
STICKER_SETTLE_US = 3_000_000
"""Microseconds until stickers that were just laid down are at rest."""
POLL_INTERVAL_US = 20_000


class IdleHubLoad(NamedTuple):
    """A hub at rest.

    It has the share of time that its readers take and, in a second, scans of all, scans of the reader with
    the fewest, bytes from the hub, and bytes to it.
    """

    busy_share: float
    scans_per_second: float
    fewest_scans_per_second: float
    bytes_sent: float
    bytes_received: float


def measure_hub(span: MeasuringEffort) -> BenchLines:
    """All measurements of a hub; those that need a MicroPython last, where there is one."""
    yield from _costs()
    rests = {
        what: measure_idle_hub(what == STICKERS, 10 + 50 * span.seconds_per_round)
        for what in (EMPTY, STICKERS)
    }
    for what, rest in rests.items():
        yield from _resting(what, rest)
    yield from _event()
    for hands, many in ((1, "1 hand"), (HAND_COUNT, f"{HAND_COUNT} hands")):
        yield from _waited(
            f"hub, {many}", VirtualTimeTable(HUB_PLAN, span.tags_laid, hands).tag_latencies_ms(), hands == 1
        )
        yield from _waited(
            f"the Pi's own, {many}",
            VirtualTimeTable(PI_PLAN, span.tags_laid, hands).tag_latencies_ms(),
            False,
        )
    if not MICROPYTHON_PATH.exists():
        yield BenchLine("is measured in a real MicroPython, too: deploy/setup --tests brings it", "")
        return
    taken = measure_without_chips(span)
    yield from compare_interpreters(span, taken)
    for what, rest in rests.items():
        yield _with_turns(what, rest, time_relative_to_empty_poll(taken, "turn"))
    tags = max(2, span.tags_laid // 2)
    yield from _waited("MicroPython, real time", measure_hub_reader_latencies_ms(tags), False)
    yield from _waited("the Pi's own, real time", measure_pi_reader_latencies_ms(tags), False)


# -- in virtual time


def _costs() -> BenchLines:
    """The costs of one reader alone on a hub."""
    clock = VirtualClock()
    pico = VirtualHub(clock).board
    wiring = HUB_WIRING.readers[0]
    field = pico.add_reader(wiring.bus, wiring.select).field
    pico.prepare(HUB_WIRING.reset, [wiring.select])
    chip = Rc522Chip(pico.port(wiring.bus, wiring.select, wiring.speed_hz // 1000))
    chip.start()

    def cost(what: str, work: Callable[[], bool]) -> BenchLine:
        transfers, begun = pico.spi_board.transfers, clock.now_ns()
        if not work():
            raise AssertionError("the scan does not show what lies there")
        ms = (clock.now_ns() - begun) / 1e6
        return BenchLine(what.format(pico.spi_board.transfers - transfers), f"{ms:.2f} ms")

    yield BenchLine("virtual time: a transfer, besides its bits, as on a Pico", f"{TRANSFER_US:.0f} us")
    yield cost(
        "empty poll, {} transfers; on an emulated Pico 1.6 ms", lambda: scan_field(chip).outcome == NO_TAG
    )
    field.put_tag(make_ntag213(STICKER_UID))
    clock.wait_us(SETTLE_US)
    yield cost(
        "identification and HLTA, {} transfers; on an emulated Pico 10 ms",
        lambda: scan_field(chip).uid == STICKER_UID and halt_tag(chip),
    )


def measure_idle_hub(stickers: bool, seconds: float) -> IdleHubLoad:
    """The load of all readers, with a sticker on each or without any, for so many seconds."""
    table = VirtualTimeTable(HUB_PLAN)
    line = table.rig.hub_by_name[HUB_WIRING.name]
    if stickers:
        for n, reader in enumerate(HUB_WIRING.readers):
            table.rig.put_tag(reader.name, make_ntag213(STICKER_UID[:-1] + bytes((n,))))
    table.run(STICKER_SETTLE_US)
    busy_us, said, heard, begun_us = (
        table.busy_time_us,
        line.to_host.sent_bytes,
        line.to_hub.sent_bytes,
        table.clock.now_us(),
    )
    told: dict[str, list[tuple[int, int]]] = {reader.name: [] for reader in HUB_WIRING.readers}
    while table.clock.now_us() < begun_us + seconds * 1e6:
        table.run(POLL_INTERVAL_US)
        for state in table.rig.reader_health():
            scans = sum(state.tally.get(outcome, 0) for outcome in SCAN_RESULTS)
            if not told[state.name] or scans != told[state.name][-1][1]:
                told[state.name].append((table.clock.now_us(), scans))
    us = table.clock.now_us() - begun_us
    rates = [_rate(each) for each in told.values()]
    return IdleHubLoad(
        (table.busy_time_us - busy_us) / us,
        sum(rates),
        min(rates),
        (line.to_host.sent_bytes - said) * 1e6 / us,
        (line.to_hub.sent_bytes - heard) * 1e6 / us,
    )


def _rate(heartbeats: Sequence[tuple[int, int]]) -> float:
    """Scans a second, from the first full heartbeat of the reader to the last."""
    (from_us, scans), (to_us, more) = heartbeats[1], heartbeats[-1]
    return (more - scans) * 1e6 / (to_us - from_us)


def _resting(what: str, rest: IdleHubLoad) -> BenchLines:
    yield _busy(f"{what}: the hub scans", rest.busy_share)
    fewest = round(rest.fewest_scans_per_second, 1)
    line = _at_rest(f"{what}: scans/s of each", f"{fewest}")
    yield line._replace(
        target=f"at least {MIN_SCANS_PER_SECOND}", is_target_reached=fewest >= MIN_SCANS_PER_SECOND
    )
    yield _at_rest(
        f"{what}: bytes/s from the hub, to it", f"{rest.bytes_sent:.0f}, {rest.bytes_received:.0f}"
    )


def _with_turns(what: str, rest: IdleHubLoad, polls: float) -> BenchLine:
    """The load with the cost of turns: each scan is made in a turn of the hub's program.

    A turn costs so many times the driver's own work in an empty poll; on a Pico that is the time of its
    transfers besides their bits.
    """
    turn_us = polls * TRANSFERS_PER_EMPTY_POLL * TRANSFER_US
    return _busy(
        f"{what}: with its turns, {polls:.2f} polls each",
        rest.busy_share + rest.scans_per_second * turn_us / 1e6,
    )


def _busy(what: str, share: float) -> BenchLine:
    return _at_rest(what, f"{share:.0%}")._replace(
        target=f"under {MAX_BUSY_SHARE:.0%}", is_target_reached=share < MAX_BUSY_SHARE
    )


def _at_rest(what: str, figure: str) -> BenchLine:
    return BenchLine(f"{len(HUB_WIRING.readers)} at rest, {what}", figure)


def _event() -> BenchLines:
    """A tag's way over the line: its event is sent, and acknowledged at once."""
    hub, host = Channel(1, 0), Channel(1, 0)
    for end in (hub, host):
        end.next_bytes(0)  # the first frames of each end
    hub.enqueue(
        SAID, encoding.encode_reader_event(MAX_SOCKETS - 1, ReaderEvent(TAG_CAME, STICKER_UID), False)
    )
    event = hub.next_bytes(0)
    (payload,) = FrameDecoder().feed(event)
    if not host.receive(decoding.decode_session_frame(payload), 0):
        raise AssertionError("the event is not taken")
    yield BenchLine(
        "a tag that comes, bytes on the line, and of its acknowledgement",
        f"{len(event)}, {len(host.next_bytes(0))}",
    )


# -- how long people wait


def _waited(what: str, ms: Sequence[float], aimed: bool) -> BenchLines:
    for percent in (50, 99):
        waited = percentile(percent, ms)
        line = BenchLine(
            f"{percent}th percentile of {len(ms)} tags laid to heard: {what}", f"{waited:.0f} ms"
        )
        if aimed and percent == 99:
            line = line._replace(
                target=f"under {MAX_LATENCY_MS} ms", is_target_reached=waited < MAX_LATENCY_MS
            )
        yield line
