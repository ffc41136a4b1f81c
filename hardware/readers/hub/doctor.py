"""Hubs: where each is found, how its program and its settings are, how its readers are as it tells them.

Registers cannot be tried through a hub, nor its readers one without the other: what is wrong with wires shows in which
of them answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hardware.clock import MonotonicClock
from hardware.common.events import NO_TAG, NOISE, ONE_TAG, READER_DOWN, READER_STARTING, SEVERAL_TAGS
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.driver import ReaderHealthReport
from hardware.readers.hub.hub_group import HubGroup
from hardware.readers.hub.pico_pinout import PICO_LAYOUT, SPI_BUSES
from hardware.readers.hub.serial_ports import SerialPorts
from hardware.readers.hub.supervised_hub import HubStatus
from hardware.readers.hub.wiring_schema import HubReader, HubWiring
from hardware.readers.rc522.doctor.examination_bench import join_names
from hardware.readers.rc522.doctor.roll_call import chip_finding

OBSERVATION_US = 6_000_000
"""In so long a hub is found, set up, started anew, and has told of each of its readers."""
STEP_US = 5_000
MAX_NOISE_SHARE = 0.1
"""Of a reader's scans: more spoilt ones are not by chance."""
MAX_CHANCE_FAULTS = 3
"""So much rubbish may be on a line that was just opened: what a Pico says while it boots."""

HUB_SUPPLY_ADVICE = (
    "Its supply gives way: take another USB cable, short and not through a hub of sockets, and for more than two"
    " readers a 3.3 V regulator of their own"
)
READER_SUPPLY_ADVICE = (
    "Its supply gives way: solder 10 to 100 uF and 100 nF right at the board, take shorter and thicker wires for 3.3V"
    " and GND; more than two readers need a 3.3 V regulator of their own"
)


class HubAccess(NamedTuple):
    """What hubs are found with: the serial devices, the version of the program that they should have, and what has to
    have its turn while time passes; it gives when it is due again."""

    ports: SerialPorts
    program: str
    run_beside: Callable[[], int]


class ObservedHub(NamedTuple):
    """One hub after it was watched: how it is, its readers, and how often it was lost again."""

    wiring: HubWiring
    status: HubStatus
    reader_health: tuple[ReaderHealthReport, ...]
    times_lost: int


def examine_hubs(wirings: Sequence[HubWiring], access: HubAccess, clock: MonotonicClock) -> Iterator[Finding]:
    """Every hub of a plan, and all that hangs on it."""
    if not wirings:
        return
    for watched in _observe_hubs(wirings, access, clock):
        yield from _hub_findings(watched)


def _observe_hubs(
    wirings: Sequence[HubWiring], cables: HubAccess, clock: MonotonicClock
) -> list[ObservedHub]:
    """All of them at work for a while."""
    heard: list[HardwareEvent] = []
    at_work = HubGroup(wirings, cables.ports, heard.append, clock, program=cables.program)
    lost, there = [0] * len(wirings), [False] * len(wirings)
    end = clock.now_us() + OBSERVATION_US
    try:
        while (now := clock.now_us()) < end:
            due = min(at_work.run_pending(), cables.run_beside(), now + STEP_US)
            for number, about in enumerate(at_work.hub_statuses()):
                lost[number] += there[number] and not about.path
                there[number] = bool(about.path)
            clock.wait_us(max(1, due - clock.now_us()))
        states = {state.name: state for state in at_work.reader_health()}
        return [
            ObservedHub(wiring, about, tuple(states[reader.name] for reader in wiring.readers), times)
            for wiring, about, times in zip(wirings, at_work.hub_statuses(), lost, strict=True)
        ]
    finally:
        at_work.stop()


def _hub_findings(watched: ObservedHub) -> Iterator[Finding]:
    wiring, about = watched.wiring, watched.status
    what = f"hub {wiring.name}"
    restarted = watched.times_lost > (about.settings_state == "sent")
    if restarted:
        found = f"was lost {watched.times_lost} times in {OBSERVATION_US // 1_000_000} seconds"
        yield Finding(what, found, True, HUB_SUPPLY_ADVICE)
    if not about.path or about.why:
        if not restarted:
            yield _absent_finding(what, about)
        return
    yield _status_finding(what, about)
    if about.crash_message:
        advice = "It started anew by itself; if it happens again, tell those who make Herald"
        yield Finding(what, f"its program ended before: {about.crash_message}", advice=advice)
    if about.bad_frames > MAX_CHANCE_FAULTS:
        advice = "Take another USB cable, shorter, and away from motors and power supplies"
        yield Finding(what, f"{about.bad_frames} of its messages came spoilt", True, advice)
    if restarted:
        return
    yield from _buses(watched)
    yield from _unchecked_parts(wiring)


def _absent_finding(what: str, about: HubStatus) -> Finding:
    """Its sentence says what, and after a colon what to do."""
    found, _, advice = about.why.removeprefix(f"{what} ").partition(": ")
    return Finding(what, found, True, advice[:1].upper() + advice[1:])


def _status_finding(what: str, about: HubStatus) -> Finding:
    settings = "set up as planned" if about.settings_state == "kept" else "was set up as planned just now"
    found = (
        f"{about.board} on {about.path}, program {about.program}, {settings}, {about.free_bytes // 1024} kB free,"
        f" up for {about.uptime_s} s since {_start_cause_phrase(about.start_cause)}"
    )
    advice = (
        f"Its program is not this Herald's: herald hub flash {about.name}, when there is time"
        if about.is_outdated
        else ""
    )
    return Finding(what, found, advice=advice)


def _start_cause_phrase(cause: str) -> str:
    return {
        "power": "it was plugged in",
        "watchdog": "its watchdog started it anew",
        "restart": "it started anew",
    }[cause]


# -- its readers, bus by bus


def _buses(watched: ObservedHub) -> Iterator[Finding]:
    wiring = watched.wiring
    pairs = list(zip(wiring.readers, watched.reader_health, strict=True))
    for bus in sorted({reader.bus for reader in wiring.readers}):
        there = [(reader, state) for reader, state in pairs if reader.bus == bus]
        silent = [reader for reader, state in there if state.state == READER_DOWN]
        well = [reader for reader, state in there if state.state != READER_DOWN]
        if len(silent) > 1 and not well:
            yield _silent_bus(wiring, silent, there[0][1])
            continue
        if len(silent) > 1 and len(well) == 1:
            yield _contention_finding(wiring, well[0], silent)
            continue
        for reader, state in there:
            yield from _reader(wiring, reader, state, bool(well))


def _silent_bus(wiring: HubWiring, silent: Sequence[HubReader], one: ReaderHealthReport) -> Finding:
    bus = silent[0].bus
    names = join_names([reader.name for reader in silent])
    advice = (
        f"Look at what they share: {_wires(bus)}, RST {PICO_LAYOUT.pin_label(wiring.reset)}, 3.3 V and"
        " GND. Unplug all but one, and run this again"
    )
    return Finding(
        f"hub {wiring.name}, SPI bus {bus}", f"none of its readers works ({names}): {one.why}", True, advice
    )


def _contention_finding(wiring: HubWiring, well: HubReader, silent: Sequence[HubReader]) -> Finding:
    """One works and all others do not: it does not let them speak."""
    names = join_names([reader.name for reader in silent])
    advice = (
        f"It does not let go of MISO, as some clones do: wire it to the other SPI bus, alone there, or exchange it."
        f" If that is no help, look at the wires of the others: {_wires(well.bus)}"
    )
    return Finding(f"reader {well.name}", f"works, and beside it nothing is heard of {names}", True, advice)


def _reader(
    wiring: HubWiring, reader: HubReader, state: ReaderHealthReport, others: bool
) -> Iterator[Finding]:
    what = f"reader {reader.name}"
    own = f"3.3 V, GND, SDA {PICO_LAYOUT.pin_label(reader.select)}, RST {PICO_LAYOUT.pin_label(wiring.reset)}"
    if state.state == READER_DOWN:
        well = "The bus is well, others on it work. " if others else ""
        advice = f"{well}Look at {own} and its branches of {_wires(reader.bus)}"
        yield Finding(what, state.why, True, advice)
        return
    if state.state == READER_STARTING:
        yield Finding(what, "has not begun to look", True, f"Run this again; then look at {own}")
        return
    yield chip_finding(what, state.version, own)
    yield _field(what, reader, state)


def _field(what: str, reader: HubReader, state: ReaderHealthReport) -> Finding:
    """What its scans found, as far as that says something."""
    count = state.tally.get
    scans = sum(count(outcome, 0) for outcome in (ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS))
    what, told = f"{what}, field", f"gain {reader.gain_db} dB, {scans} scans"
    if not scans:
        return Finding(what, "its scans were not told of in time", absent=True)
    if count(NOISE, 0) > MAX_NOISE_SHARE * scans:
        advice = (
            "Metal, a power supply or another reader close by disturbs it; or a tag lies at the edge of reach"
        )
        return Finding(what, f"{count(NOISE, 0)} of {scans} scans were spoilt by noise", True, advice)
    if count(SEVERAL_TAGS, 0):
        advice = "Take all but one away: one on an antenna is all that can be read"
        return Finding(what, "more than one tag lies there", True, advice)
    if min(count(ONE_TAG, 0), count(NO_TAG, 0)) > MAX_CHANCE_FAULTS:
        advice = (
            "It was moved, or is at the edge of reach; or the receiver stops hearing it until it is reset: then look"
            " at its supply, or exchange it"
        )
        return Finding(
            what, f"a tag lies there, and {count(NO_TAG, 0)} of {scans} scans missed it", True, advice
        )
    if count("revivals", 0) > MAX_CHANCE_FAULTS:
        resets = f"had to be reset {count('revivals', 0)} times in {scans} scans"
        return Finding(what, resets, True, READER_SUPPLY_ADVICE)
    return Finding(what, f"{told}; {'a tag lies there' if count(ONE_TAG, 0) else 'nothing lies there'}")


def _wires(bus: int) -> str:
    pins = SPI_BUSES[bus].pins
    return ", ".join(f"{role} {PICO_LAYOUT.pin_label(pins[role])}" for role in sorted(pins))


def _unchecked_parts(wiring: HubWiring) -> Iterator[Finding]:
    """What nobody can tell from here."""
    if wiring.lights is not None:
        advice = "Somebody has to see them: herald doctor --ask asks"
        yield Finding(f"hub {wiring.name}, lights", f"{len(wiring.readers)} are planned", advice=advice)
    if wiring.buttons:
        names = join_names([button.name for button in wiring.buttons])
        advice = "Somebody has to press them: herald doctor --ask asks"
        yield Finding(f"hub {wiring.name}, buttons", names, advice=advice)
