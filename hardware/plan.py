"""The wiring plan: which reader, button, light and sounder is wired to which pins. Read from the owner's `wiring.toml`,
and checked whole before anything is opened.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from hardware.boards import Use
from hardware.errors import PlanFault
from hardware.pins import BUSES, HEADER, PI, named
from hardware.readers.hub import plan as hub_plan
from hardware.readers.hub.pico import PICO
from hardware.shapes import Faults, readable, told, twice

LONGEST = 1 << 15
"""Bytes of a plan that are read; the longest kit has a tenth of that."""

KITS = ("one", "two", "five", "hub", "columns")
"""The plans that come with Herald, by how many readers they have; `hub` has one on the Pi and twelve on a hub,
`columns` is `one` with a button for each of six columns."""

FED_BY_A_PICO = 2
"""Readers that a Pico's own 3.3 V feeds; more of them get a regulator of their own. Its makers give it 300 mA at most
("Raspberry Pi Pico Datasheet", section "Raspberry Pi Pico pinout", 3V3), and a reader takes up to 119 mA."""

OLD_HUB = (
    "is written in another way since it has a program: begin with a line [[hub]] and give it name and reset, "
    "then write for each of its readers a line [[hub.reader]] with name, bus and select; "
    "hardware/kits/hub.toml shows a whole one"
)
"""What is said of the table [hub], which had a port and a list of names."""

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
        pattern=r"\A(yes|no|undo|off|player/[1-6]|(?!player/)[a-z][a-z-]*/[1-9][0-9]?)\Z",
        description='"yes", "no", "undo", "off", "player/1" to "player/6", or a thing of a game by its number, as '
        '"column/2"',
    ),
]
"""What a button is for. Players are counted in the order of their seats; a thing is as good as touched by it."""

Gain = Annotated[
    Literal[18, 23, 33, 38, 43, 48], Meta(description="18, 23, 33, 38, 43 or 48; 33 is a good start")
]
"""Of a reader's receiver, in dB (MFRC522 datasheet, section 9.3.3.6, RFCfgReg)."""

Speed = Annotated[
    int,
    Meta(
        ge=100_000,
        le=10_000_000,
        description="100_000 to 10_000_000; 4_000_000 is usual, 1_000_000 good for long wires",
    ),
]
"""Of a reader's SPI clock, in Hz; less for long wires."""

Gp = Annotated[int, Meta(ge=0, le=29, description="a GP number of the Pico, 0 to 22 or 26 to 28")]
"""A pin of a hub; where it is on the Pico stands in `hardware.readers.hub.pico`. 23 to 25 and 29 are refused with the
reason."""


class Light(Struct, frozen=True, forbid_unknown_fields=True):
    """A light of three colours with a common ground: the pin of each colour, high when it shines."""

    red: Gpio
    green: Gpio
    blue: Gpio


class ReaderWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One reader on the Pi's own SPI. `name` is the zone it watches; `bus` and `device` are those of
    `/dev/spidev<bus>.<device>`.
    """

    name: Name
    bus: Annotated[int, Meta(ge=0, le=1, description="0 or 1; the Pi's other buses need pins that are taken")]
    device: Annotated[int, Meta(ge=0, le=2, description="0, 1 or 2: the number after CE")]
    gain_db: Gain = 33
    speed_hz: Speed = 4_000_000
    light: Light | None = None


class ButtonWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin and ground; the Pi's own resistor pulls the pin up while it is not pressed."""

    name: Role
    pin: Gpio


class HubReader(Struct, frozen=True, forbid_unknown_fields=True):
    """One reader on a hub. `name` is the zone it watches; `bus` is one of the Pico's two
    (`hardware.readers.hub.pico.BUSES`); `select` is the pin of its chip select, which its board calls SDA.
    """

    name: Name
    bus: Annotated[
        int, Meta(ge=0, le=1, description="0 (MISO GP16, SCK GP18, MOSI GP19) or 1 (GP12, GP10, GP11)")
    ]
    select: Gp
    gain_db: Gain = 33
    speed_hz: Speed = 4_000_000


class HubButton(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin of the hub and ground; the Pico's own resistor pulls the pin up."""

    name: Role
    pin: Gp


class HubWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """A reader hub: a Raspberry Pi Pico on USB. `name` is kept on it, and Herald knows it again by that, in whichever
    socket it is; `reset` is the pin of the one wire to RST of all its readers; `lights` that of the data wire of a
    chain of lights (WS2812), one for each reader in their order. Without `usb`, its USB serial number, and `port`, its
    serial device, it is found by itself.
    """

    name: Annotated[
        str,
        Meta(pattern=r"\A[a-z0-9-]{1,20}\Z", description='a name of 1 to 20 of a-z, 0-9 and -, as "tiles"'),
    ]
    reset: Annotated[
        int, Meta(ge=0, le=29, description="the GP number of the pin that is wired to RST of all its readers")
    ]
    readers: Annotated[
        tuple[HubReader, ...],
        Meta(min_length=1, max_length=16, description="1 to 16 readers, each after a line [[hub.reader]]"),
    ] = field(name="reader")
    lights: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=29,
                description="the GP number of the data wire of a chain of WS2812, one for each reader",
            ),
        ]
        | None
    ) = None
    buttons: tuple[HubButton, ...] = field(default=(), name="button")
    usb: (
        Annotated[
            str,
            Meta(pattern=r"\A[0-9A-Za-z]{1,40}\Z", description='its USB number, as "e6614103e7174b2c"'),
        ]
        | None
    ) = None
    port: (
        Annotated[str, Meta(min_length=1, max_length=200, description='its serial device, as "/dev/ttyACM*"')]
        | None
    ) = None

    def uses(self) -> tuple[Use, ...]:
        """Every pin of the Pico that is taken, each once."""
        return tuple(hub_plan.uses(msgspec.to_builtins(self)))

    def free(self) -> tuple[int, ...]:
        """GP numbers of the pins that something more can be wired to."""
        return PICO.free({use.pin for use in self.uses()})


class WiringPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is wired; `hubs` apart, it is wired to the Pi. `reset` is the pin of the one wire to RST of all
    readers, None only where there are none on the Pi; `buzzer` is the pin of a passive piezo sounder. Made by `load`,
    `read` and `kit`, which check it.
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
    hubs: tuple[HubWiring, ...] = field(default=(), name="hub")

    @property
    def reader_names(self) -> tuple[str, ...]:
        """Of all readers: the Pi's, then hub by hub."""
        on_hubs = (reader.name for hub in self.hubs for reader in hub.readers)
        return (*(reader.name for reader in self.readers), *on_hubs)

    @property
    def lit_readers(self) -> tuple[str, ...]:
        """Names of those that have a light, in the same order."""
        on_hubs = (reader.name for hub in self.hubs if hub.lights is not None for reader in hub.readers)
        return (*(reader.name for reader in self.readers if reader.light is not None), *on_hubs)

    @property
    def button_names(self) -> tuple[str, ...]:
        """Of all buttons: the Pi's, then hub by hub."""
        on_hubs = (button.name for hub in self.hubs for button in hub.buttons)
        return (*(button.name for button in self.buttons), *on_hubs)

    def uses(self) -> tuple[Use, ...]:
        """Every pin of the Pi that is taken, each once; all pins of a bus belong to the bus."""
        return tuple(_uses(msgspec.to_builtins(self)))

    def free(self) -> tuple[int, ...]:
        """BCM numbers of the Pi's pins that something more can be wired to."""
        return PI.free({use.pin for use in self.uses()})

    def overlays(self) -> tuple[str, ...]:
        """The lines that config.txt needs for the readers on the Pi, the same for a Pi 5 as for one before it."""
        return tuple(BUSES[bus].line for bus in sorted({reader.bus for reader in self.readers}))

    def notes(self) -> tuple[str, ...]:
        """What works, but has a price, in sentences."""
        by = {use.pin: str(use) for use in self.uses()}
        said = []
        for priced in HEADER.priced:
            taken = " and ".join(f"{named(bcm)} for {by[bcm]}" for bcm in priced.bcm if bcm in by)
            if taken:
                said.append(f"{priced.name} is given up ({taken}): {priced.lost}")
        said += (
            f"Hub {hub.name} has {len(hub.readers)} readers, and its Pico feeds {FED_BY_A_PICO}: "
            "they need a 3.3 V regulator of their own"
            for hub in self.hubs
            if len(hub.readers) > FED_BY_A_PICO
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
    if isinstance(raw.get("hub"), Mapping):
        faults.add("hub", OLD_HUB)
        del raw["hub"]
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
            f"not readable as TOML: {wrong}; a table that there may be several of begins in double brackets, as"
            " [[reader]], [[hub]] and below it [[hub.reader]]; compare with one of the kits in hardware/kits"
        ) from wrong


def _contradictions(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong between parts that are each well: place and sentence. Knows nothing of parts that are not."""
    readers, hubs = found.get("reader", []), found.get("hub", [])
    all_readers = [*readers, *(reader for hub in hubs for reader in hub.get("reader", ()))]
    all_buttons = [*found.get("button", ()), *(button for hub in hubs for button in hub.get("button", ()))]
    yield from twice(told(all_readers, "name"), "has the name of another reader; give each its own")
    yield from twice(_places(readers), "is on the chip select of another; give each its own bus and device")
    yield from twice(told(all_buttons, "name"), "is there twice; one button for each is enough")
    for reader in readers:
        devices = BUSES[reader["bus"]].devices if "bus" in reader else 3
        if reader.get("device", 0) >= devices:
            yield (
                reader["at"],
                f"bus {reader['bus']} has the devices 0 to {devices - 1} only; write one of them",
            )
    yield from PI.clashes(_uses(found))
    yield from hub_plan.contradictions(hubs)


def _places(readers: list[dict[str, Any]]) -> list[tuple[str, object]]:
    return [
        (reader["at"], (reader["bus"], reader["device"]))
        for reader in readers
        if "bus" in reader and "device" in reader
    ]


def _uses(found: Mapping[str, Any]) -> Iterator[Use]:
    """Every pin of the Pi that is taken, of a plan as plain tables, whole or in parts."""
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
