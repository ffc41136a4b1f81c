"""Virtual wires that are not as they should be: what comes back over them is bent, by reader and speed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace

from hardware.clock import MonotonicClock
from hardware.doctor.examination import examine_pi_parts
from hardware.finding import Finding
from hardware.readers.rc522.driver import Rc522Driver
from hardware.readers.rc522.spi_modules import SpiDevice, SpiModules
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.wiring_schema import WiringPlan

Place = tuple[int, int]
Bend = Callable[[Place, int, Sequence[int], list[int]], list[int]]
"""Gets bus and device, the speed in Hz, what is sent and what came back; gives what is seen of it."""


class BentSpi:
    """A virtual SPI device at the end of such wires."""

    def __init__(self, spi: SpiDevice, bend: Bend) -> None:
        self._spi, self._bend = spi, bend
        self._place = (0, 0)
        self.max_speed_hz = 0

    def open(self, bus: int, device: int) -> None:
        self._place = bus, device
        self._spi.open(bus, device)

    def close(self) -> None:
        self._spi.close()

    def xfer2(self, values: Sequence[int]) -> list[int]:
        self._spi.max_speed_hz = self.max_speed_hz
        return self._bend(self._place, self.max_speed_hz, values, self._spi.xfer2(values))


def bent(wires: SpiModules, bend: Bend) -> SpiModules:
    return SpiModules(wires.gpio, SimpleNamespace(SpiDev=lambda: BentSpi(wires.spidev.SpiDev(), bend)))


def examined(
    table: VirtualDeviceManager, plan: WiringPlan, clock: MonotonicClock, bend: Bend | None = None
) -> list[Finding]:
    """All that is found on a virtual table, over bent wires if they are."""
    wires = table.spi_board.wires if bend is None else bent(table.spi_board.wires, bend)
    return list(examine_pi_parts(plan, [Rc522Driver(lambda: wires)], lambda: table.panel.pins, clock))


def wrong(found: list[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.wrong]
