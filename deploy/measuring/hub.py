"""A reader hub with twelve readers: how full a Pico's second is, what goes over its line, how long people wait, and
what a real MicroPython makes of driver and link.

No Pico is here. In virtual time each transfer costs what makes an empty scan last as long as on an emulated one, and
nothing else that the hub's Python does costs any time: what its program's turns take besides is added in the measure of
MicroPython's own empty polls. Real time is this computer's.
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
from measuring.hands import percentile
from measuring.lines import Line, Lines, Span
from measuring.pythons import alone, in_polls, pythons
from measuring.radio import SETTLE_US, STICKER
from measuring.tables import HUB, ON_A_HUB, ON_THE_PI, Virtual, on_a_hub, on_the_pi

FULL = 0.60
"""A Pico whose second is no fuller has time for a tag that comes."""
LEAST_SCANS = 10
WANTED_MS = 100
SCANNED = (ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS, CHIP_DEAD)
EMPTY, STICKERS = "empty", "a sticker on each"
HANDS = 4
"""At Louis XIV's table of most people."""
EMPTY_TRANSFERS = 8
"""Of an empty poll."""
BEGIN_US = 3_000_000
"""Stickers that were just laid down are at rest."""
LOOK_US = 20_000


class Rest(NamedTuple):
    """A hub at rest: the share of its time that its readers take; in a second, scans of all, scans of the reader that
    has fewest, bytes from the hub, bytes to it."""

    share: float
    scans: float
    fewest: float
    said: float
    heard: float


def hub(span: Span) -> Lines:
    """All of it; what needs a MicroPython last, where there is one."""
    yield from _costs()
    rests = {what: at_rest(what == STICKERS, 10 + 50 * span.seconds) for what in (EMPTY, STICKERS)}
    for what, rest in rests.items():
        yield from _resting(what, rest)
    yield from _event()
    for hands, many in ((1, "1 hand"), (HANDS, f"{HANDS} hands")):
        yield from _waited(f"hub, {many}", Virtual(ON_A_HUB, span.tags, hands).laid(), hands == 1)
        yield from _waited(f"the Pi's own, {many}", Virtual(ON_THE_PI, span.tags, hands).laid(), False)
    if not MICROPYTHON_PATH.exists():
        yield Line("is measured in a real MicroPython, too: deploy/setup --tests brings it", "")
        return
    taken = alone(span)
    yield from pythons(span, taken)
    for what, rest in rests.items():
        yield _with_turns(what, rest, in_polls(taken, "turn"))
    tags = max(2, span.tags // 2)
    yield from _waited("MicroPython, real time", on_a_hub(tags), False)
    yield from _waited("the Pi's own, real time", on_the_pi(tags), False)


# -- in virtual time


def _costs() -> Lines:
    """One reader alone on a hub."""
    clock = VirtualClock()
    pico = VirtualHub(clock).board
    wiring = HUB.readers[0]
    field = pico.reader(wiring.bus, wiring.select).field
    pico.prepare(HUB.reset, [wiring.select])
    chip = Rc522Chip(pico.port(wiring.bus, wiring.select, wiring.speed_hz // 1000))
    chip.start()

    def cost(what: str, work: Callable[[], bool]) -> Line:
        transfers, begun = pico.spi_board.transfers, clock.now_ns()
        if not work():
            raise AssertionError("the scan does not show what lies there")
        ms = (clock.now_ns() - begun) / 1e6
        return Line(what.format(pico.spi_board.transfers - transfers), f"{ms:.2f} ms")

    yield Line("virtual time: a transfer, besides its bits, as on a Pico", f"{TRANSFER_US:.0f} us")
    yield cost(
        "empty poll, {} transfers; on an emulated Pico 1.6 ms", lambda: scan_field(chip).outcome == NO_TAG
    )
    field.put_tag(make_ntag213(STICKER))
    clock.wait_us(SETTLE_US)
    yield cost(
        "identification and HLTA, {} transfers; on an emulated Pico 10 ms",
        lambda: scan_field(chip).uid == STICKER and halt_tag(chip),
    )


def at_rest(stickers: bool, seconds: float) -> Rest:
    """All readers, with a sticker on each or without any, for so long."""
    table = Virtual(ON_A_HUB)
    line = table.rig.hubs[HUB.name]
    if stickers:
        for n, reader in enumerate(HUB.readers):
            table.rig.put_tag(reader.name, make_ntag213(STICKER[:-1] + bytes((n,))))
    table.run(BEGIN_US)
    busy_us, said, heard, begun_us = (
        table.busy_us,
        line.to_host.sent_bytes,
        line.to_hub.sent_bytes,
        table.clock.now_us(),
    )
    told: dict[str, list[tuple[int, int]]] = {reader.name: [] for reader in HUB.readers}
    while table.clock.now_us() < begun_us + seconds * 1e6:
        table.run(LOOK_US)
        for state in table.rig.reader_health():
            scans = sum(state.tally.get(outcome, 0) for outcome in SCANNED)
            if not told[state.name] or scans != told[state.name][-1][1]:
                told[state.name].append((table.clock.now_us(), scans))
    us = table.clock.now_us() - begun_us
    rates = [_rate(each) for each in told.values()]
    return Rest(
        (table.busy_us - busy_us) / us,
        sum(rates),
        min(rates),
        (line.to_host.sent_bytes - said) * 1e6 / us,
        (line.to_hub.sent_bytes - heard) * 1e6 / us,
    )


def _rate(told: Sequence[tuple[int, int]]) -> float:
    """A second's scans, from one heartbeat that tells of the reader to the last; the first look came between two."""
    (from_us, scans), (to_us, more) = told[1], told[-1]
    return (more - scans) * 1e6 / (to_us - from_us)


def _resting(what: str, rest: Rest) -> Lines:
    yield _busy(f"{what}: the hub scans", rest.share)
    fewest = round(rest.fewest, 1)
    line = _at_rest(f"{what}: scans/s of each", f"{fewest}")
    yield line._replace(wanted=f"at least {LEAST_SCANS}", reached=fewest >= LEAST_SCANS)
    yield _at_rest(f"{what}: bytes/s from the hub, to it", f"{rest.said:.0f}, {rest.heard:.0f}")


def _with_turns(what: str, rest: Rest, polls: float) -> Line:
    """Each scan is made in a turn of the hub's program, which costs so many times the driver's own work in an empty
    poll; on a Pico that is what its transfers cost besides their bits."""
    turn_us = polls * EMPTY_TRANSFERS * TRANSFER_US
    return _busy(f"{what}: with its turns, {polls:.2f} polls each", rest.share + rest.scans * turn_us / 1e6)


def _busy(what: str, share: float) -> Line:
    return _at_rest(what, f"{share:.0%}")._replace(wanted=f"under {FULL:.0%}", reached=share < FULL)


def _at_rest(what: str, figure: str) -> Line:
    return Line(f"{len(HUB.readers)} at rest, {what}", figure)


def _event() -> Lines:
    """A tag's way over the line: it is told, and that is acknowledged at once."""
    hub, host = Channel(1, 0), Channel(1, 0)
    for end in (hub, host):
        end.next_bytes(0)  # what each says first
    hub.enqueue(SAID, encoding.encode_reader_event(MAX_SOCKETS - 1, ReaderEvent(TAG_CAME, STICKER), False))
    event = hub.next_bytes(0)
    (payload,) = FrameDecoder().feed(event)
    if not host.receive(decoding.decode_session_frame(payload), 0):
        raise AssertionError("the event is not taken")
    yield Line(
        "a tag that comes, bytes on the line, and of its acknowledgement",
        f"{len(event)}, {len(host.next_bytes(0))}",
    )


# -- how long people wait


def _waited(what: str, ms: Sequence[float], aimed: bool) -> Lines:
    for percent in (50, 99):
        waited = percentile(percent, ms)
        line = Line(f"{percent}th percentile of {len(ms)} tags laid to heard: {what}", f"{waited:.0f} ms")
        if aimed and percent == 99:
            line = line._replace(wanted=f"under {WANTED_MS} ms", reached=waited < WANTED_MS)
        yield line
