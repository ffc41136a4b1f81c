"""What is examined, and how a reader is had alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from hardware.clock import Clock
from hardware.pins import BUSES, PLACES
from hardware.readers.rc522.plan import ReaderWiring
from hardware.readers.rc522.spi import PackagePort, Ports
from hardware.readers.rc522.wires import Wires
from hardware.wiring import WiringPlan

SAFE_HZ = 1_000_000
"""What nearly any wire carries."""


class Bench(NamedTuple):
    """A plan, and the wires and the time that its readers are on."""

    plan: WiringPlan
    wires: Wires
    clock: Clock

    @contextmanager
    def alone(self, reader: ReaderWiring, hz: int = 0) -> Iterator[PackagePort]:
        """A reader's port after a reset of all, so that no other has been spoken to; at another speed if one is given.

        Raises Missing where it cannot be opened.
        """
        quick = replace(reader, speed_hz=hz or reader.speed_hz)
        readers = tuple(quick if each.name == reader.name else each for each in self.plan.of(ReaderWiring))
        ports = Ports(replace(self.plan, tables=readers), self.wires, self.clock)
        try:
            yield ports.open(reader.name)
        finally:
            ports.close()

    def reset_wire(self) -> str:
        """`RST (pin 22)`."""
        return f"RST (pin {PLACES[self.plan.reset]})" if self.plan.reset is not None else "RST"


def called(reader: ReaderWiring) -> str:
    """`reader play`."""
    return f"reader {reader.name}"


def wire(bus: int, role: str) -> str:
    """`MISO (pin 21)`: a wire of a bus, and where it is on the header. Its clock is SCK, as the boards print it."""
    return f"{role} (pin {PLACES[BUSES[bus].pins['SCLK' if role == 'SCK' else role]]})"


def megahertz(hz: int) -> str:
    """`4 MHz`."""
    return f"{hz / 1_000_000:g} MHz"


def listed(names: Sequence[str]) -> str:
    """`play, tile/6 and tile/7`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
