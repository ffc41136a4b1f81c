"""The wiring plan: which reader, button, light and sounder is wired to which pins. Read from the owner's `wiring.toml`,
and checked whole before anything is opened.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from hardware.errors import PlanFault
from hardware.pins import BUSES, HEADER, PLACES, named
from hardware.shapes import Faults, readable, shown

LONGEST = 1 << 15
"""Bytes of a plan that are read; the longest kit has a tenth of that."""

KITS = ("one", "two", "five", "hub", "columns")
"""The plans that come with Herald, by how many readers they have; `hub` has one on the Pi and more on a hub, `columns`
is `one` with a button for each of six columns."""

Gpio = Annotated[int, Meta(ge=0, le=27, description="a BCM number, 2 to 27")]
"""A pin by its BCM number; where it is on the header stands in `hardware.pins`. 0 and 1 are refused with the reason."""

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"\A[^\s\x00-\x1f\x7f]+\Z",
        description='a name of 1 to 40 characters without blanks, as "play" or "tile/6"',
    ),
]

Role = Annotated[
    str,
    Meta(
        max_length=40,
        pattern=r"\A(yes|no|undo|player/[1-6]|(?!player/)[a-z][a-z-]*/[1-9][0-9]?)\Z",
        description='"yes", "no", "undo", "player/1" to "player/6", or a thing of a game by its number, as "column/2"',
    ),
]
"""What a button is for. Players are counted in the order of their seats; a thing is as good as touched by it."""


class Light(Struct, frozen=True, forbid_unknown_fields=True):
    """A light of three colours with a common ground: the pin of each colour, high when it shines."""

    red: Gpio
    green: Gpio
    blue: Gpio


class ReaderWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One reader on the Pi's own SPI. `name` is the zone it watches; `bus` and `device` are those of
    `/dev/spidev<bus>.<device>`; `gain_db` is the receiver's (MFRC522 datasheet, section 9.3.3.6, RFCfgReg);
    `speed_hz` is the SPI clock, less for long wires.
    """

    name: Name
    bus: Annotated[int, Meta(ge=0, le=1, description="0 or 1; the Pi's other buses need pins that are taken")]
    device: Annotated[int, Meta(ge=0, le=2, description="0, 1 or 2: the number after CE")]
    gain_db: Annotated[
        Literal[18, 23, 33, 38, 43, 48], Meta(description="18, 23, 33, 38, 43 or 48; 33 is a good start")
    ] = 33
    speed_hz: Annotated[
        int,
        Meta(
            ge=100_000,
            le=10_000_000,
            description="100_000 to 10_000_000; 4_000_000 is usual, 1_000_000 good for long wires",
        ),
    ] = 4_000_000
    light: Light | None = None


class ButtonWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin and ground; the Pi's own resistor pulls the pin up while it is not pressed."""

    name: Role
    pin: Gpio


class HubWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """A reader hub on USB: its serial device, in which `*` may stand for what varies, and the names of its readers
    in the order of their sockets. No program for it is here yet; `WiringPlan.notes` says so.
    """

    port: Annotated[
        str, Meta(min_length=1, max_length=200, description='its serial device, as "/dev/serial/by-id/usb-*"')
    ]
    readers: Annotated[
        tuple[Name, ...],
        Meta(
            min_length=1,
            max_length=16,
            description='the names of its 1 to 16 readers, as ["tile/1", "tile/2"]',
        ),
    ]


class Use(Struct, frozen=True):
    """A pin and what is on it: `part` as `reader "play", light`, `wire` as `red`."""

    bcm: int
    part: str
    wire: str = ""

    def __str__(self) -> str:
        return f"{self.part} ({self.wire})" if self.wire else self.part


class WiringPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is wired. `reset` is the pin of the one wire to RST of all readers, None only where there are
    none on the Pi; `buzzer` is the pin of a passive piezo sounder. Made by `load`, `read` and `kit`, which check it.
    """

    reset: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=27,
                description="the BCM number of the pin that is wired to RST of all readers, 2 to 27",
            ),
        ]
        | None
    ) = None
    buzzer: Gpio | None = None
    readers: tuple[ReaderWiring, ...] = field(default=(), name="reader")
    buttons: tuple[ButtonWiring, ...] = field(default=(), name="button")
    hub: HubWiring | None = None

    def uses(self) -> tuple[Use, ...]:
        """Every pin that is taken, each once; all pins of a bus belong to the bus."""
        return tuple(_uses(msgspec.to_builtins(self)))

    def free(self) -> tuple[int, ...]:
        """BCM numbers of the pins that something more can be wired to."""
        return _free({use.bcm for use in self.uses()})

    def overlays(self) -> tuple[str, ...]:
        """The lines that config.txt needs for the readers on the Pi, the same for a Pi 5 as for one before it."""
        return tuple(BUSES[bus].line for bus in sorted({reader.bus for reader in self.readers}))

    def notes(self) -> tuple[str, ...]:
        """What works, but has a price, in sentences."""
        by = {use.bcm: str(use) for use in self.uses()}
        said = []
        for priced in HEADER.priced:
            taken = " and ".join(f"{named(bcm)} for {by[bcm]}" for bcm in priced.bcm if bcm in by)
            if taken:
                said.append(f"{priced.name} is given up ({taken}): {priced.lost}")
        if self.hub is not None:
            said.append(
                "The hub is not opened: there is no program for it yet. Until there is, touch the screen for "
                + ", ".join(self.hub.readers)
            )
        return tuple(said)


def load(path: Path) -> WiringPlan:
    """The plan in a file; raises PlanFault with everything wrong in it, OSError when it cannot be opened."""
    with path.open("rb") as stream:
        return read(stream.read(LONGEST + 1))


def kit(name: str) -> WiringPlan:
    """One of `KITS`."""
    return read(files("hardware").joinpath("kits", f"{name}.toml").read_bytes())


def read(text: bytes | str) -> WiringPlan:
    """The plan in a text of TOML, whatever it is; raises PlanFault with everything wrong in it at once."""
    raw = _parsed(text)
    faults = Faults()
    found = readable(WiringPlan, raw, "", faults)
    if found.get("reader") and "reset" not in raw:
        faults.add(
            "", "reset is missing; write the pin that is wired to RST of all readers, as in reset = 25"
        )
    for place, sentence in _contradictions(found):
        faults.add(place, sentence)
    faults.raise_any()
    return msgspec.convert(raw, WiringPlan)


def _parsed(text: bytes | str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise PlanFault(
            f"longer than {LONGEST} bytes; no plan is: begin again from one of the kits in hardware/kits"
        )
    try:
        return tomllib.loads(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as wrong:
        raise PlanFault(
            f"not readable as TOML: {wrong}; compare with one of the kits in hardware/kits"
        ) from wrong


def _contradictions(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong between parts that are each well: place and sentence. Knows nothing of parts that are not."""
    readers = found.get("reader", [])
    yield from _twice(_names(found), "has the name of another reader; give each its own")
    yield from _twice(_places(readers), "is on the chip select of another; give each its own bus and device")
    yield from _twice(
        [(button["at"], button["name"]) for button in found.get("button", []) if "name" in button],
        "is there twice; one button for each is enough",
    )
    for reader in readers:
        devices = BUSES[reader["bus"]].devices if "bus" in reader else 3
        if reader.get("device", 0) >= devices:
            yield (
                reader["at"],
                f"bus {reader['bus']} has the devices 0 to {devices - 1} only; write one of them",
            )
    yield from _clashes(tuple(_uses(found)))


def _clashes(uses: tuple[Use, ...]) -> Iterator[tuple[str, str]]:
    """Pins that two parts want, or that nothing may have."""
    users = defaultdict(list)
    for use in uses:
        users[use.bcm].append(str(use))
    free = (
        f"; free are BCM {', '.join(map(str, _free(set(users))))}"
        if _free(set(users))
        else "; no pin is free"
    )
    for bcm, each in sorted(users.items()):
        if len(each) > 1:
            yield named(bcm), f"wanted by {' and '.join(each)}{free}"
        for refused in HEADER.refused:
            if bcm in refused.bcm:
                yield (
                    named(bcm),
                    f"wanted by {each[0]}, but belongs to the {refused.name} of add-on boards{free}",
                )


def _names(found: Mapping[str, Any]) -> list[tuple[str, object]]:
    """Every reader's name, on the Pi or on the hub."""
    on_hub = found.get("hub", {}) or {}
    return [(reader["at"], reader["name"]) for reader in found.get("reader", []) if "name" in reader] + [
        (f"hub, reader {shown(name)}", name) for name in on_hub.get("readers", [])
    ]


def _places(readers: list[dict[str, Any]]) -> list[tuple[str, object]]:
    return [
        (reader["at"], (reader["bus"], reader["device"]))
        for reader in readers
        if "bus" in reader and "device" in reader
    ]


def _twice(named: list[tuple[str, object]], sentence: str) -> Iterator[tuple[str, str]]:
    """Every place whose value stands earlier already."""
    seen = set()
    for place, value in named:
        if value in seen:
            yield place, sentence
        seen.add(value)


def _uses(found: Mapping[str, Any]) -> Iterator[Use]:
    """Every pin that is taken, of a plan as plain tables, whole or in parts."""
    for bus in sorted({reader["bus"] for reader in found.get("reader", ()) if "bus" in reader}):
        for wire, bcm in BUSES[bus].pins.items():
            yield Use(bcm, f"SPI bus {bus}", wire)
    for part in ("reset", "buzzer"):
        if found.get(part) is not None:
            yield Use(found[part], part)
    for reader in found.get("reader", ()):
        for colour, bcm in (reader.get("light") or {}).items():
            yield Use(bcm, f"light of {reader.get('name', 'a reader')}", colour)
    for button in found.get("button", ()):
        if "pin" in button:
            yield Use(button["pin"], f"button {button.get('name', 'without a name')}")


def _free(taken: set[int]) -> tuple[int, ...]:
    never = {bcm for refused in HEADER.refused for bcm in refused.bcm}
    return tuple(sorted(PLACES.keys() - taken - never))
