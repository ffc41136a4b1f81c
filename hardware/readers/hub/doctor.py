"""Examines hubs: where each is found, its program and settings, and what it reports of its readers.

Registers cannot be tested through a hub, nor one reader without the others: faults of wires show in which
readers answer.
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
from hardware.readers.hub.supervised_hub import HubStatus
from hardware.readers.hub.wiring_schema import HubReader, HubWiring
from hardware.readers.rc522.doctor.examination_bench import join_names
from hardware.readers.rc522.doctor.roll_call import chip_finding
from hardware.readers.serial_ports import SerialPorts

OBSERVATION_US = 6_000_000
"""Microseconds in which a hub is found, configured, restarted, and has reported each of its readers."""
STEP_US = 5_000
MAX_NOISE_SHARE = 0.1
"""The share of a reader's scans above which noise is not by chance."""
MAX_CHANCE_FAULTS = 3
"""Bad frames that may occur on a line that was just opened, as while a Pico boots."""

HUB_SUPPLY_ADVICE = (
    "Its supply gives way: take another USB cable, short and not through a hub of sockets, and for more than two"
    " readers a 3.3 V regulator of their own"
)
READER_SUPPLY_ADVICE = (
    "Its supply gives way: solder 10 to 100 uF and 100 nF right at the board, take shorter and thicker wires for 3.3V"
    " and GND; more than two readers need a 3.3 V regulator of their own"
)


class HubAccess(NamedTuple):
    """The means to find hubs.

    `ports` are the serial devices and `program` is the version that hubs should have; `run_beside` runs
    simulations while time passes, and returns when it is due again.
    """

    ports: SerialPorts
    program: str
    run_beside: Callable[[], int]


class ObservedHub(NamedTuple):
    """One hub after its observation: its status, its readers, and how often it was lost."""

    wiring: HubWiring
    status: HubStatus
    reader_health: tuple[ReaderHealthReport, ...]
    times_lost: int


def examine_hubs(wirings: Sequence[HubWiring], access: HubAccess, clock: MonotonicClock) -> Iterator[Finding]:
    """Every hub of a plan, with its readers, lights and buttons."""
    if not wirings:
        return
    for observed in _observe_hubs(wirings, access, clock):
        yield from _hub_findings(observed)


def _observe_hubs(
    wirings: Sequence[HubWiring], cables: HubAccess, clock: MonotonicClock
) -> list[ObservedHub]:
    """Run all hubs for a while and return their states."""
    events: list[HardwareEvent] = []
    group = HubGroup(wirings, cables.ports, events.append, clock, program=cables.program)
    lost, there = [0] * len(wirings), [False] * len(wirings)
    end = clock.now_us() + OBSERVATION_US
    try:
        while (now := clock.now_us()) < end:
            due = min(group.run_pending(), cables.run_beside(), now + STEP_US)
            for number, status in enumerate(group.hub_statuses()):
                lost[number] += there[number] and not status.path
                there[number] = bool(status.path)
            clock.wait_us(max(1, due - clock.now_us()))
        states = {state.name: state for state in group.reader_health()}
        return [
            ObservedHub(wiring, status, tuple(states[reader.name] for reader in wiring.readers), times)
            for wiring, status, times in zip(wirings, group.hub_statuses(), lost, strict=True)
        ]
    finally:
        group.stop()


def _hub_findings(observed: ObservedHub) -> Iterator[Finding]:
    wiring, status = observed.wiring, observed.status
    what = f"hub {wiring.name}"
    restarted = observed.times_lost > (status.settings_state == "sent")
    if restarted:
        found = f"was lost {observed.times_lost} times in {OBSERVATION_US // 1_000_000} seconds"
        yield Finding(what, found, True, HUB_SUPPLY_ADVICE)
    if not status.path or status.why:
        if not restarted:
            yield _absent_finding(what, status)
        return
    yield _status_finding(what, status)
    if status.crash_message:
        advice = "It started anew by itself; if it happens again, tell those who make Herald"
        yield Finding(what, f"its program ended before: {status.crash_message}", advice=advice)
    if status.bad_frames > MAX_CHANCE_FAULTS:
        advice = "Take another USB cable, shorter, and away from motors and power supplies"
        yield Finding(what, f"{status.bad_frames} of its messages came spoilt", True, advice)
    if restarted:
        return
    yield from _buses(observed)
    yield from _unchecked_parts(wiring)


def _absent_finding(what: str, status: HubStatus) -> Finding:
    """The finding of an absent hub, whose sentence has the advice after a colon."""
    found, _, advice = status.why.removeprefix(f"{what} ").partition(": ")
    return Finding(what, found, True, advice[:1].upper() + advice[1:])


def _status_finding(what: str, status: HubStatus) -> Finding:
    settings = "set up as planned" if status.settings_state == "kept" else "was set up as planned just now"
    found = (
        f"{status.board} on {status.path}, program {status.program}, {settings}, {status.free_bytes // 1024} kB free,"
        f" up for {status.uptime_s} s since {_start_cause_phrase(status.start_cause)}"
    )
    advice = (
        f"Its program is not this Herald's: herald hub flash {status.name}, when there is time"
        if status.is_outdated
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


def _buses(observed: ObservedHub) -> Iterator[Finding]:
    wiring = observed.wiring
    pairs = list(zip(wiring.readers, observed.reader_health, strict=True))
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
    """The finding that one reader works and keeps all others of its bus silent."""
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
    """The finding about a reader's scans."""
    count = state.tally.get
    scans = sum(count(outcome, 0) for outcome in (ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS))
    what, settings = f"{what}, field", f"gain {reader.gain_db} dB, {scans} scans"
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
    return Finding(what, f"{settings}; {'a tag lies there' if count(ONE_TAG, 0) else 'nothing lies there'}")


def _wires(bus: int) -> str:
    pins = SPI_BUSES[bus].pins
    return ", ".join(f"{role} {PICO_LAYOUT.pin_label(pins[role])}" for role in sorted(pins))


def _unchecked_parts(wiring: HubWiring) -> Iterator[Finding]:
    """Findings about lights and buttons, which the computer cannot check."""
    if wiring.lights is not None:
        advice = "Somebody has to see them: herald doctor --ask asks"
        yield Finding(f"hub {wiring.name}, lights", f"{len(wiring.readers)} are planned", advice=advice)
    if wiring.buttons:
        names = join_names([button.name for button in wiring.buttons])
        advice = "Somebody has to press them: herald doctor --ask asks"
        yield Finding(f"hub {wiring.name}, buttons", names, advice=advice)
