"""The schema of an RC522 on the Raspberry Pi's own SPI in a wiring plan, and all its wires."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from hardware.pi_header import HEADER_POSITIONS, SPI_OVERLAYS
from hardware.pin_layout import REGULATOR, PinUse, Wire
from hardware.struct_validation import duplicate_faults
from hardware.svg_drawing import UNCONNECTED, PartBox, TerminalRow, terminal_rows
from hardware.wiring_schema import LightWiring, PlainTable, ReaderLocation, ReaderWiring, WiringPlan

GainDb = Annotated[
    Literal[18, 23, 33, 38, 43, 48], Meta(description="18, 23, 33, 38, 43 or 48; 33 is a good start")
]
"""The gain of a reader's receiver, in dB (MFRC522 datasheet, section 9.3.3.6, RFCfgReg)."""

SpiSpeedHz = Annotated[
    int,
    Meta(
        ge=100_000,
        le=10_000_000,
        description="100_000 to 10_000_000; 4_000_000 is usual, 1_000_000 good for long wires",
    ),
]
"""The frequency of a reader's SPI clock, in Hz; less for long wires."""

MAX_READERS_ON_PI_SUPPLY = 2
"""The number of readers that the Pi's own 3.3 V feeds; more of them get a regulator of their own."""

READER_SUPPLIES, READER_GROUNDS = (17, 1), (25, 20)
REGULATOR_SUPPLY, REGULATOR_GROUND = 2, 39
"""Positions on the header, each near the pins that it belongs to."""

PRINTED_TERMINALS = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
"""The labels along the edge of the usual blue board, in its order. SDA is the chip select; IRQ stays open."""


CAPACITORS = ("10–100 µF and 100 nF", "from 3.3V to GND")


class Rc522Wiring(ReaderWiring, frozen=True):
    """One reader on the Pi's own SPI.

    `name` is the zone that it watches; `bus` and `device` are those of `/dev/spidev<bus>.<device>`.
    """

    bus: Annotated[int, Meta(ge=0, le=1, description="0 or 1; the Pi's other buses need pins that are taken")]
    device: Annotated[int, Meta(ge=0, le=2, description="0, 1 or 2: the number after CE")]
    gain_db: GainDb = 33
    speed_hz: SpiSpeedHz = 4_000_000
    light: LightWiring | None = None

    is_on_pi_pins: ClassVar[bool] = True

    @property
    def device_paths(self) -> tuple[str, ...]:
        """The device file of its SPI device."""
        return (f"/dev/spidev{self.bus}.{self.device}",)

    @property
    def chip_select_label(self) -> str:
        """The label of its chip select, as `SDA (pin 24)`, by the name that is printed on its board."""
        return f"SDA (pin {HEADER_POSITIONS[SPI_OVERLAYS[self.bus].pins[f'CE{self.device}']]})"

    def reader_location(self, reader: str) -> ReaderLocation:
        """The bus and the chip select of the reader, on the Raspberry Pi."""
        return ReaderLocation("", self.bus, self.chip_select_label)

    @classmethod
    def pi_pin_uses(cls, tables: Sequence[PlainTable]) -> Iterator[PinUse]:
        """The pins of its buses: all pins of a bus are occupied, used or not."""
        for bus in _buses(tables):
            for wire, bcm in SPI_OVERLAYS[bus].pins.items():
                yield PinUse(bcm, f"SPI bus {bus}", wire)

    @classmethod
    def contradictions(cls, tables: Sequence[PlainTable], plan: PlainTable) -> Iterator[tuple[str, str]]:
        """Place and sentence of a missing reset pin, a chip select used twice, or a device that is not there."""
        if tables and "reset" not in plan:
            yield "", "reset is missing; write the pin that is wired to RST of all readers, as in reset = 25"
        yield from duplicate_faults(
            _places(tables), "is on the chip select of another; give each its own bus and device"
        )
        for reader in tables:
            devices = SPI_OVERLAYS[reader["bus"]].devices if "bus" in reader else 3
            if reader.get("device", 0) >= devices:
                yield (
                    reader["at"],
                    f"bus {reader['bus']} has the devices 0 to {devices - 1} only; write one of them",
                )

    @classmethod
    def config_txt_lines(cls, tables: Sequence[PlainTable]) -> Sequence[str]:
        """The lines of config.txt that make the buses."""
        return [SPI_OVERLAYS[bus].line for bus in _buses(tables)]

    @classmethod
    def list_wires(cls, plan: WiringPlan) -> Iterator[Wire]:
        """The wires of the readers, and of their regulator."""
        for number, reader in enumerate(plan.wirings_of(cls)):
            pins = SPI_OVERLAYS[reader.bus].pins
            part = f"reader {reader.name}"
            yield Wire(HEADER_POSITIONS[pins[f"CE{reader.device}"]], part, "SDA")
            yield Wire(HEADER_POSITIONS[pins["SCLK"]], part, "SCK")
            yield Wire(HEADER_POSITIONS[pins["MOSI"]], part, "MOSI")
            yield Wire(HEADER_POSITIONS[pins["MISO"]], part, "MISO")
            if plan.reset is not None:
                yield Wire(HEADER_POSITIONS[plan.reset], part, "RST")
            if needs_regulator(plan):
                yield Wire(None, part, "GND")
                yield Wire(None, part, "3.3V")
            else:
                yield Wire(READER_GROUNDS[number], part, "GND")
                yield Wire(READER_SUPPLIES[number], part, "3.3V")
        if needs_regulator(plan):
            yield Wire(REGULATOR_SUPPLY, REGULATOR, "IN")
            yield Wire(REGULATOR_GROUND, REGULATOR, "GND")

    @classmethod
    def reader_and_other_boxes(
        cls, plan: WiringPlan, wires: Sequence[Wire]
    ) -> tuple[list[PartBox], list[PartBox]]:
        """The card of each reader, and that of the regulator."""
        readers = [
            PartBox(
                reader.name,
                f"bus {reader.bus}, device {reader.device}",
                _terminals(f"reader {reader.name}", wires),
                CAPACITORS,
                has_antenna=True,
            )
            for reader in plan.wirings_of(cls)
        ]
        if not needs_regulator(plan):
            return readers, []
        outs: tuple[TerminalRow, ...] = (("OUT", "", "all 3.3V"), ("GND", "", "all GND"))
        foot = ("OUT never goes to", "pins 1 and 17.")
        return readers, [
            PartBox("regulator", "5 V to 3.3 V", (*terminal_rows(REGULATOR, wires), *outs), foot)
        ]


def needs_regulator(plan: WiringPlan) -> bool:
    """Whether the readers on the Pi need a regulator of their own."""
    return len(plan.wirings_of(Rc522Wiring)) > MAX_READERS_ON_PI_SUPPLY


def _terminals(part: str, all_wires: Sequence[Wire]) -> tuple[TerminalRow, ...]:
    """A reader's terminals in the order in which its board prints them."""
    ends = {wire.terminal: wire.origin for wire in all_wires if wire.part == part}
    return tuple((name, "", ends.get(name, UNCONNECTED)) for name in PRINTED_TERMINALS)


def _buses(tables: Sequence[PlainTable]) -> list[int]:
    return sorted({reader["bus"] for reader in tables if "bus" in reader})


def _places(tables: Sequence[Mapping[str, Any]]) -> list[tuple[str, object]]:
    return [
        (reader["at"], (reader["bus"], reader["device"]))
        for reader in tables
        if "bus" in reader and "device" in reader
    ]
