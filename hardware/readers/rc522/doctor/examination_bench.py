"""The means of an examination, and access to one reader alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from hardware.clock import MonotonicClock
from hardware.pi_header import HEADER_POSITIONS, SPI_OVERLAYS
from hardware.readers.rc522.spi_modules import SpiModules
from hardware.readers.rc522.spi_ports import Mfrc522Port, SpiPorts
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.wiring_schema import WiringPlan

SAFE_HZ = 1_000_000
"""A speed that nearly any wire carries."""


class ExaminationBench(NamedTuple):
    """A plan, and the wires and the clock of its readers."""

    plan: WiringPlan
    wires: SpiModules
    clock: MonotonicClock

    @contextmanager
    def open_alone(self, reader: Rc522Wiring, hz: int = 0) -> Iterator[Mfrc522Port]:
        """A reader's port after a reset of all readers, at another speed if one is given.

        No other reader has been addressed since the reset. Raises HardwareMissingError where the port cannot
        be opened.
        """
        quick = replace(reader, speed_hz=hz or reader.speed_hz)
        readers = tuple(
            quick if each.name == reader.name else each for each in self.plan.wirings_of(Rc522Wiring)
        )
        ports = SpiPorts(replace(self.plan, tables=readers), self.wires, self.clock)
        try:
            yield ports.open(reader.name)
        finally:
            ports.close()

    def reset_wire_label(self) -> str:
        """The label of the reset wire, as `RST (pin 22)`."""
        return f"RST (pin {HEADER_POSITIONS[self.plan.reset]})" if self.plan.reset is not None else "RST"


def reader_label(reader: Rc522Wiring) -> str:
    """The label of a reader, as `reader play`."""
    return f"reader {reader.name}"


def bus_wire_label(bus: int, role: str) -> str:
    """The label of a bus's wire, as `MISO (pin 21)`. The clock is SCK, as the boards print it."""
    return f"{role} (pin {HEADER_POSITIONS[SPI_OVERLAYS[bus].pins['SCLK' if role == 'SCK' else role]]})"


def format_mhz(hz: int) -> str:
    """A frequency, as `4 MHz`."""
    return f"{hz / 1_000_000:g} MHz"


def join_names(names: Sequence[str]) -> str:
    """Names in a sentence, as `play, tile/6 and tile/7`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
