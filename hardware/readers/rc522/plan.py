"""An RC522 on the Raspberry Pi's own SPI in a wiring plan, and every wire of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from hardware.boards import REGULATOR, Use, Wire
from hardware.pins import BUSES, PLACES
from hardware.shapes import twice
from hardware.sheet import OPEN, Card, Row, rows_of
from hardware.wiring import Light, Place, Plain, Wiring, WiringPlan

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

FED_BY_THE_PI = 2
"""Readers that the Pi's own 3.3 V feeds; more of them get a regulator of their own."""

READER_SUPPLIES, READER_GROUNDS = (17, 1), (25, 20)
REGULATOR_SUPPLY, REGULATOR_GROUND = 2, 39
"""Places on the header, each near the pins it belongs to."""

PRINTED = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
"""What is printed along the edge of the usual blue board, in its order. SDA is the chip select; IRQ stays open."""


CAPACITORS = ("10–100 µF and 100 nF", "from 3.3V to GND")


class ReaderWiring(Wiring, frozen=True):
    """One reader on the Pi's own SPI. `name` is the zone it watches; `bus` and `device` are those of
    `/dev/spidev<bus>.<device>`.
    """

    bus: Annotated[int, Meta(ge=0, le=1, description="0 or 1; the Pi's other buses need pins that are taken")]
    device: Annotated[int, Meta(ge=0, le=2, description="0, 1 or 2: the number after CE")]
    gain_db: Gain = 33
    speed_hz: Speed = 4_000_000
    light: Light | None = None

    on_pins: ClassVar[bool] = True

    @property
    def devices(self) -> tuple[str, ...]:
        """See Wiring."""
        return (f"/dev/spidev{self.bus}.{self.device}",)

    @property
    def select(self) -> str:
        """`SDA (pin 24)`: its chip select, by the name that is printed on its board."""
        return f"SDA (pin {PLACES[BUSES[self.bus].pins[f'CE{self.device}']]})"

    def place(self, reader: str) -> Place:
        """See Wiring."""
        return Place("", self.bus, self.select)

    @classmethod
    def on_the_pi(cls, tables: Sequence[Plain]) -> Iterator[Use]:
        """See Wiring: used or not, all pins of a bus are taken."""
        for bus in _buses(tables):
            for wire, bcm in BUSES[bus].pins.items():
                yield Use(bcm, f"SPI bus {bus}", wire)

    @classmethod
    def contradictions(cls, tables: Sequence[Plain], plan: Plain) -> Iterator[tuple[str, str]]:
        """See Wiring."""
        if tables and "reset" not in plan:
            yield "", "reset is missing; write the pin that is wired to RST of all readers, as in reset = 25"
        yield from twice(
            _places(tables), "is on the chip select of another; give each its own bus and device"
        )
        for reader in tables:
            devices = BUSES[reader["bus"]].devices if "bus" in reader else 3
            if reader.get("device", 0) >= devices:
                yield (
                    reader["at"],
                    f"bus {reader['bus']} has the devices 0 to {devices - 1} only; write one of them",
                )

    @classmethod
    def overlays(cls, tables: Sequence[Plain]) -> Sequence[str]:
        """See Wiring."""
        return [BUSES[bus].line for bus in _buses(tables)]

    @classmethod
    def wires(cls, plan: WiringPlan) -> Iterator[Wire]:
        """See Wiring."""
        for number, reader in enumerate(plan.of(cls)):
            pins = BUSES[reader.bus].pins
            part = f"reader {reader.name}"
            yield Wire(PLACES[pins[f"CE{reader.device}"]], part, "SDA")
            yield Wire(PLACES[pins["SCLK"]], part, "SCK")
            yield Wire(PLACES[pins["MOSI"]], part, "MOSI")
            yield Wire(PLACES[pins["MISO"]], part, "MISO")
            if plan.reset is not None:
                yield Wire(PLACES[plan.reset], part, "RST")
            if regulated(plan):
                yield Wire(None, part, "GND")
                yield Wire(None, part, "3.3V")
            else:
                yield Wire(READER_GROUNDS[number], part, "GND")
                yield Wire(READER_SUPPLIES[number], part, "3.3V")
        if regulated(plan):
            yield Wire(REGULATOR_SUPPLY, REGULATOR, "IN")
            yield Wire(REGULATOR_GROUND, REGULATOR, "GND")

    @classmethod
    def cards(cls, plan: WiringPlan, wires: Sequence[Wire]) -> tuple[list[Card], list[Card]]:
        """See Wiring."""
        readers = [
            Card(
                reader.name,
                f"bus {reader.bus}, device {reader.device}",
                _terminals(f"reader {reader.name}", wires),
                CAPACITORS,
                antenna=True,
            )
            for reader in plan.of(cls)
        ]
        if not regulated(plan):
            return readers, []
        outs: tuple[Row, ...] = (("OUT", "", "all 3.3V"), ("GND", "", "all GND"))
        foot = ("OUT never goes to", "pins 1 and 17.")
        return readers, [Card("regulator", "5 V to 3.3 V", (*rows_of(REGULATOR, wires), *outs), foot)]


def regulated(plan: WiringPlan) -> bool:
    """Whether the readers on the Pi need a regulator of their own."""
    return len(plan.of(ReaderWiring)) > FED_BY_THE_PI


def _terminals(part: str, all_wires: Sequence[Wire]) -> tuple[Row, ...]:
    """A reader's, as they are printed on its board."""
    ends = {wire.terminal: wire.end for wire in all_wires if wire.part == part}
    return tuple((name, "", ends.get(name, OPEN)) for name in PRINTED)


def _buses(tables: Sequence[Plain]) -> list[int]:
    return sorted({reader["bus"] for reader in tables if "bus" in reader})


def _places(tables: Sequence[Mapping[str, Any]]) -> list[tuple[str, object]]:
    return [
        (reader["at"], (reader["bus"], reader["device"]))
        for reader in tables
        if "bus" in reader and "device" in reader
    ]
