"""Hubs: where each is found, how its program and its settings are, how its readers are as it tells them.

Registers cannot be tried through a hub, nor its readers one without the other: what is wrong with wires shows in which
of them answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hardware.clock import Clock
from hardware.common.events import CROWD, DOWN, NOISE, NONE, STARTING, TAG
from hardware.finding import Finding
from hardware.heard import Heard
from hardware.readers.driver import State
from hardware.readers.hub.hub import About
from hardware.readers.hub.hubs import Hubs
from hardware.readers.hub.pico import BUSES, PICO
from hardware.readers.hub.plan import HubReader, HubWiring
from hardware.readers.hub.serials import SerialPorts
from hardware.readers.rc522.doctor.answers import chip
from hardware.readers.rc522.doctor.bench import listed

WATCH_US = 6_000_000
"""In so long a hub is found, set up, started anew, and has told of each of its readers."""
STEP_US = 5_000
NOISY = 0.1
"""Of a reader's scans: more spoilt ones are not by chance."""
FEW = 3
"""So much rubbish may be on a line that was just opened: what a Pico says while it boots."""

SUPPLY = (
    "Its supply gives way: take another USB cable, short and not through a hub of sockets, and for more than two"
    " readers a 3.3 V regulator of their own"
)
READERS_SUPPLY = (
    "Its supply gives way: solder 10 to 100 uF and 100 nF right at the board, take shorter and thicker wires for 3.3V"
    " and GND; more than two readers need a 3.3 V regulator of their own"
)


class Cables(NamedTuple):
    """What hubs are found with: the serial devices, the version of the program that they should have, and what has to
    have its turn while time passes; it gives when it is due again."""

    ports: SerialPorts
    program: str
    beside: Callable[[], int]


class Watched(NamedTuple):
    """One hub after it was watched: how it is, its readers, and how often it was lost again."""

    wiring: HubWiring
    about: About
    states: tuple[State, ...]
    lost: int


def hubs(wirings: Sequence[HubWiring], cables: Cables, clock: Clock) -> Iterator[Finding]:
    """Every hub of a plan, and all that hangs on it."""
    if not wirings:
        return
    for watched in _watch(wirings, cables, clock):
        yield from _told(watched)


def _watch(wirings: Sequence[HubWiring], cables: Cables, clock: Clock) -> list[Watched]:
    """All of them at work for a while."""
    heard: list[Heard] = []
    at_work = Hubs(wirings, cables.ports, heard.append, clock, program=cables.program)
    lost, there = [0] * len(wirings), [False] * len(wirings)
    end = clock.now_us() + WATCH_US
    try:
        while (now := clock.now_us()) < end:
            due = min(at_work.turn(), cables.beside(), now + STEP_US)
            for number, about in enumerate(at_work.about()):
                lost[number] += there[number] and not about.path
                there[number] = bool(about.path)
            clock.wait_us(max(1, due - clock.now_us()))
        states = {state.name: state for state in at_work.states()}
        return [
            Watched(wiring, about, tuple(states[reader.name] for reader in wiring.readers), times)
            for wiring, about, times in zip(wirings, at_work.about(), lost, strict=True)
        ]
    finally:
        at_work.stop()


def _told(watched: Watched) -> Iterator[Finding]:
    wiring, about = watched.wiring, watched.about
    what = f"hub {wiring.name}"
    restarted = watched.lost > (about.settings == "sent")
    if restarted:
        found = f"was lost {watched.lost} times in {WATCH_US // 1_000_000} seconds"
        yield Finding(what, found, True, SUPPLY)
    if not about.path or about.why:
        if not restarted:
            yield _away(what, about)
        return
    yield _itself(what, about)
    if about.ended:
        advice = "It started anew by itself; if it happens again, tell those who make Herald"
        yield Finding(what, f"its program ended before: {about.ended}", advice=advice)
    if about.rubbish > FEW:
        advice = "Take another USB cable, shorter, and away from motors and power supplies"
        yield Finding(what, f"{about.rubbish} of its messages came spoilt", True, advice)
    if restarted:
        return
    yield from _buses(watched)
    yield from _beside(wiring)


def _away(what: str, about: About) -> Finding:
    """Its sentence says what, and after a colon what to do."""
    found, _, advice = about.why.removeprefix(f"{what} ").partition(": ")
    return Finding(what, found, True, advice[:1].upper() + advice[1:])


def _itself(what: str, about: About) -> Finding:
    settings = "set up as planned" if about.settings == "kept" else "was set up as planned just now"
    found = (
        f"{about.board} on {about.path}, program {about.program}, {settings}, {about.free // 1024} kB free,"
        f" up for {about.uptime_s} s since {_began(about.cause)}"
    )
    advice = (
        f"Its program is not this Herald's: herald hub flash {about.name}, when there is time"
        if about.old
        else ""
    )
    return Finding(what, found, advice=advice)


def _began(cause: str) -> str:
    return {
        "power": "it was plugged in",
        "watchdog": "its watchdog started it anew",
        "restart": "it started anew",
    }[cause]


# -- its readers, bus by bus


def _buses(watched: Watched) -> Iterator[Finding]:
    wiring = watched.wiring
    pairs = list(zip(wiring.readers, watched.states, strict=True))
    for bus in sorted({reader.bus for reader in wiring.readers}):
        there = [(reader, state) for reader, state in pairs if reader.bus == bus]
        silent = [reader for reader, state in there if state.state == DOWN]
        well = [reader for reader, state in there if state.state != DOWN]
        if len(silent) > 1 and not well:
            yield _silent_bus(wiring, silent, there[0][1])
            continue
        if len(silent) > 1 and len(well) == 1:
            yield _alone(wiring, well[0], silent)
            continue
        for reader, state in there:
            yield from _reader(wiring, reader, state, bool(well))


def _silent_bus(wiring: HubWiring, silent: Sequence[HubReader], one: State) -> Finding:
    bus = silent[0].bus
    names = listed([reader.name for reader in silent])
    advice = (
        f"Look at what they share: {_wires(bus)}, RST {PICO.named(wiring.reset)}, 3.3 V and GND. Unplug all but one,"
        " and run this again"
    )
    return Finding(
        f"hub {wiring.name}, SPI bus {bus}", f"none of its readers works ({names}): {one.why}", True, advice
    )


def _alone(wiring: HubWiring, well: HubReader, silent: Sequence[HubReader]) -> Finding:
    """One works and all others do not: it does not let them speak."""
    names = listed([reader.name for reader in silent])
    advice = (
        f"It does not let go of MISO, as some clones do: wire it to the other SPI bus, alone there, or exchange it."
        f" If that is no help, look at the wires of the others: {_wires(well.bus)}"
    )
    return Finding(f"reader {well.name}", f"works, and beside it nothing is heard of {names}", True, advice)


def _reader(wiring: HubWiring, reader: HubReader, state: State, others: bool) -> Iterator[Finding]:
    what = f"reader {reader.name}"
    own = f"3.3 V, GND, SDA {PICO.named(reader.select)}, RST {PICO.named(wiring.reset)}"
    if state.state == DOWN:
        well = "The bus is well, others on it work. " if others else ""
        advice = f"{well}Look at {own} and its branches of {_wires(reader.bus)}"
        yield Finding(what, state.why, True, advice)
        return
    if state.state == STARTING:
        yield Finding(what, "has not begun to look", True, f"Run this again; then look at {own}")
        return
    yield chip(what, state.version, own)
    yield _field(what, reader, state)


def _field(what: str, reader: HubReader, state: State) -> Finding:
    """What its scans found, as far as that says something."""
    count = state.tally.get
    scans = sum(count(outcome, 0) for outcome in (TAG, NONE, NOISE, CROWD))
    what, told = f"{what}, field", f"gain {reader.gain_db} dB, {scans} scans"
    if not scans:
        return Finding(what, "its scans were not told of in time", absent=True)
    if count(NOISE, 0) > NOISY * scans:
        advice = (
            "Metal, a power supply or another reader close by disturbs it; or a tag lies at the edge of reach"
        )
        return Finding(what, f"{count(NOISE, 0)} of {scans} scans were spoilt by noise", True, advice)
    if count(CROWD, 0):
        advice = "Take all but one away: one on an antenna is all that can be read"
        return Finding(what, "more than one tag lies there", True, advice)
    if min(count(TAG, 0), count(NONE, 0)) > FEW:
        advice = (
            "It was moved, or is at the edge of reach; or the receiver stops hearing it until it is reset: then look"
            " at its supply, or exchange it"
        )
        return Finding(
            what, f"a tag lies there, and {count(NONE, 0)} of {scans} scans missed it", True, advice
        )
    if count("revivals", 0) > FEW:
        resets = f"had to be reset {count('revivals', 0)} times in {scans} scans"
        return Finding(what, resets, True, READERS_SUPPLY)
    return Finding(what, f"{told}; {'a tag lies there' if count(TAG, 0) else 'nothing lies there'}")


def _wires(bus: int) -> str:
    pins = BUSES[bus].pins
    return ", ".join(f"{role} {PICO.named(pins[role])}" for role in sorted(pins))


def _beside(wiring: HubWiring) -> Iterator[Finding]:
    """What nobody can tell from here."""
    if wiring.lights is not None:
        advice = "Somebody has to see them: herald doctor --ask asks"
        yield Finding(f"hub {wiring.name}, lights", f"{len(wiring.readers)} are planned", advice=advice)
    if wiring.buttons:
        names = listed([button.name for button in wiring.buttons])
        advice = "Somebody has to press them: herald doctor --ask asks"
        yield Finding(f"hub {wiring.name}, buttons", names, advice=advice)
