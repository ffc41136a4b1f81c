"""The schema of a hub in a wiring plan: the pins of its Pico, and contradictions between valid parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct, field

from hardware.pin_layout import PinUse, Wire
from hardware.readers.hub.pico_pinout import PICO_LAYOUT, SPI_BUSES
from hardware.readers.rc522.wiring_schema import GainDb, SpiSpeedHz
from hardware.struct_validation import duplicate_faults, values_with_places
from hardware.svg_drawing import PartBox, TerminalRow
from hardware.wiring_schema import ButtonRole, PlainTable, ReaderLocation, ReaderWiring, WiringPlan, ZoneName

SERIAL_DEVICE_PREFIX = "/dev/ttyACM"
"""The prefix of the serial devices of Picos."""

MAX_READERS_ON_PICO_SUPPLY = 2
"""The number of readers that a Pico's own 3.3 V feeds; more of them get a regulator of their own. Its makers
give it 300 mA at most ("Raspberry Pi Pico Datasheet", section "Raspberry Pi Pico pinout", 3V3), and a reader
takes up to 119 mA."""

OLD_HUB_MESSAGE = (
    "is written in another way since it has a program: begin with a line [[hub]] and give it name and reset, "
    "then write for each of its readers a line [[hub.reader]] with name, bus and select; "
    "hardware/kits/hub.toml shows a whole one"
)
"""The message about the outdated table [hub], which had a port and a list of names."""

GpPin = Annotated[int, Meta(ge=0, le=29, description="a GP number of the Pico, 0 to 22 or 26 to 28")]
"""A pin of a hub; `hardware.readers.hub.pico_pinout` has its position on the Pico. 23 to 25 and 29 are
refused later, with the reason."""


class HubReader(Struct, frozen=True, forbid_unknown_fields=True):
    """One reader on a hub.

    `name` is the zone that it watches; `bus` is one of the Pico's two
    (`hardware.readers.hub.pico_pinout.SPI_BUSES`); `select` is the pin of its chip select, which its board
    calls SDA.
    """

    name: ZoneName
    bus: Annotated[
        int, Meta(ge=0, le=1, description="0 (MISO GP16, SCK GP18, MOSI GP19) or 1 (GP12, GP10, GP11)")
    ]
    select: GpPin
    gain_db: GainDb = 33
    speed_hz: SpiSpeedHz = 4_000_000


class HubButton(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin of the hub and ground; the Pico's own resistor pulls the pin up."""

    name: ButtonRole
    pin: GpPin


class HubWiring(ReaderWiring, frozen=True):
    """A reader hub: a Raspberry Pi Pico on USB.

    `name` is stored on it and identifies it in any USB socket; `reset` is the pin of the one wire to RST of
    all its readers; `lights` is the pin of the data wire of a chain of lights (WS2812), one for each reader
    in their order. Without `usb`, its USB serial number, and `port`, its serial device, it is found by its
    name.
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

    def pin_uses(self) -> tuple[PinUse, ...]:
        """Every occupied pin of the Pico, each once."""
        return tuple(_uses(msgspec.to_builtins(self)))

    def free_pins(self) -> tuple[int, ...]:
        """GP numbers of the pins to which something more can be wired."""
        return PICO_LAYOUT.free_pins({use.pin for use in self.pin_uses()})

    board_name: ClassVar[str] = "hub"
    startup_us: ClassVar[int] = 4_000_000
    """Microseconds; longer than for readers on the Pi, because the hub is configured first."""

    @property
    def reader_names(self) -> tuple[str, ...]:
        """The names of all its readers."""
        return tuple(reader.name for reader in self.readers)

    @property
    def readers_with_light(self) -> tuple[str, ...]:
        """The names of all its readers where it has a chain of lights."""
        return self.reader_names if self.lights is not None else ()

    @property
    def button_names(self) -> tuple[str, ...]:
        """The names of all buttons that are wired to it."""
        return tuple(button.name for button in self.buttons)

    def may_be_at_device_file(self, device: str) -> bool:
        """Whether the device file is one of a Pico."""
        return device.startswith(SERIAL_DEVICE_PREFIX)

    def reader_location(self, reader: str) -> ReaderLocation:
        """Where that reader is wired."""
        wired = next(each for each in self.readers if each.name == reader)
        return ReaderLocation(self.name, wired.bus, f"SDA {PICO_LAYOUT.pin_label(wired.select)}")

    def button_location(self, button: str) -> str:
        """The pin of that button and its hub, in words."""
        wired = next(each for each in self.buttons if each.name == button)
        return f"{PICO_LAYOUT.pin_label(wired.pin)} of hub {self.name}"

    @classmethod
    def outdated_message(cls, raw: object) -> str:
        """The message about a table [hub] in its outdated form."""
        return OLD_HUB_MESSAGE if isinstance(raw, Mapping) else ""

    @classmethod
    def reader_tables(cls, tables: Sequence[PlainTable]) -> Sequence[PlainTable]:
        """The tables [[hub.reader]] of these hubs."""
        return [reader for hub in tables for reader in hub.get("reader", ())]

    @classmethod
    def button_tables(cls, tables: Sequence[PlainTable]) -> Sequence[PlainTable]:
        """The tables [[hub.button]] of these hubs."""
        return [button for hub in tables for button in hub.get("button", ())]

    @classmethod
    def contradictions(cls, tables: Sequence[PlainTable], plan: PlainTable) -> Iterator[tuple[str, str]]:
        """Place and sentence of everything that two parts want, on one hub or on two."""
        yield from duplicate_faults(
            values_with_places(tables, "name"), "has the name of another hub; give each its own"
        )
        yield from duplicate_faults(
            values_with_places(tables, "usb"), "has the USB number of another hub; each Pico has its own"
        )
        ports = [(at, port) for at, port in values_with_places(tables, "port") if "*" not in str(port)]
        yield from duplicate_faults(
            ports, "is on the serial device of another hub; leave port out, and each is found by its name"
        )
        for hub in tables:
            for pin, sentence in PICO_LAYOUT.conflicts(_uses(hub)):
                yield f"{hub['at']}, {pin}", sentence

    @classmethod
    def notes(cls, tables: Sequence[PlainTable]) -> Iterator[str]:
        """A note about each hub that needs a regulator for its readers."""
        for hub in tables:
            if len(hub["reader"]) > MAX_READERS_ON_PICO_SUPPLY:
                yield (
                    f"Hub {hub['name']} has {len(hub['reader'])} readers, and its Pico feeds "
                    f"{MAX_READERS_ON_PICO_SUPPLY}: they need a 3.3 V regulator of their own"
                )

    @classmethod
    def reader_and_other_boxes(
        cls, plan: WiringPlan, wires: Sequence[Wire]
    ) -> tuple[list[PartBox], list[PartBox]]:
        """A card for each hub that points to its own drawing."""
        cable: TerminalRow = ("cable", "", "USB")
        beside = ("Its own wires: see", "its own drawing.")
        return [], [
            PartBox(f"hub {hub.name}", f"a Pico, {len(hub.readers)} readers", (cable,), beside)
            for hub in plan.wirings_of(cls)
        ]


def _uses(hub: Mapping[str, Any]) -> Iterator[PinUse]:
    """Every occupied pin of a hub's Pico."""
    readers = hub.get("reader", ())
    for bus in sorted({reader["bus"] for reader in readers if "bus" in reader}):
        for wire, gp in SPI_BUSES[bus].pins.items():
            yield PinUse(gp, f"SPI bus {bus}", wire)
    for part in ("reset", "lights"):
        if hub.get(part) is not None:
            yield PinUse(hub[part], part)
    for reader in readers:
        if "select" in reader:
            yield PinUse(reader["select"], f"reader {reader.get('name', 'without a name')}", "select")
    for button in hub.get("button", ()):
        if "pin" in button:
            yield PinUse(button["pin"], f"button {button.get('name', 'without a name')}")
