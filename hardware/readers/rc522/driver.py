"""The driver of RC522 readers on a Raspberry Pi's own SPI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from hardware.clock import MonotonicClock
from hardware.common.rc522.presence import PresenceFilter
from hardware.common.rc522.registers import CLONE_VERSIONS, GENUINE_VERSIONS
from hardware.errors import HardwareError
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.gpio_chip import header_chip_number, load_lgpio, set_rpi_gpio_chip
from hardware.readers.driver import ChipOrigin, ReaderDriver, ReaderGroup
from hardware.readers.rc522.spi_modules import SpiModules, real_spi_modules
from hardware.readers.rc522.spi_ports import SpiPorts
from hardware.readers.rc522.spi_reader import SpiRc522Reader
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.readers.supervisor import SupervisedReaderGroup
from hardware.readers.unavailable_driver import fail_to_open
from hardware.wiring_schema import WiringPlan


def own_spi_modules() -> SpiModules:
    """The modules RPi.GPIO and spidev of this machine; RPi.GPIO's chip is set before it is imported.

    Raises HardwareMissingError.
    """
    set_rpi_gpio_chip(header_chip_number())
    load_lgpio()
    return real_spi_modules()


class Rc522Driver(ReaderDriver):
    """The driver of RC522 readers.

    `wires` returns the modules that they are opened on.

    Where it raises HardwareError, every reader is down for that reason, and the table is played by touch.
    """

    wiring_type = Rc522Wiring

    def __init__(self, wires: Callable[[], SpiModules] = own_spi_modules) -> None:
        self._wires = wires

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        """The readers of the plan on this machine's SPI; without it all of them are down."""
        readers = plan.wirings_of(Rc522Wiring)
        openers: dict[str, Callable[[], SpiRc522Reader]] = {}
        if readers:
            try:
                ports = SpiPorts(plan, self._wires(), clock)
            except HardwareError as error:
                openers = {reader.name: partial(fail_to_open, str(error)) for reader in readers}
            else:
                openers = {reader.name: partial(_open, ports, reader, PresenceFilter()) for reader in readers}
        return SupervisedReaderGroup(openers, on_event, clock)

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """The findings about the readers that can be reached, alone and together."""
        from hardware.readers.rc522.doctor.examination import examine_rc522_readers

        readers = [reader for reader in plan.wirings_of(Rc522Wiring) if reader.name not in unreachable]
        return examine_rc522_readers(plan, readers, self._wires, clock)

    def examine_host(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        """The findings about SPI and its devices."""
        from hardware.readers.rc522.doctor.spi_examination import examine_spi

        return examine_spi(plan, root)

    def unreachable_readers(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        """The names of the readers whose SPI device does not exist or may not be used."""
        from hardware.readers.rc522.doctor.spi_examination import unreachable_readers

        return unreachable_readers(plan, root)

    def chip_origin(self, version: int) -> ChipOrigin:
        """The origin of the chip with this version number."""
        return chip_origin(version)


def chip_origin(version: int) -> ChipOrigin:
    """The origin of the RC522 with this version number (datasheet 9.3.4.8)."""
    return "genuine" if version in GENUINE_VERSIONS else "copied" if version in CLONE_VERSIONS else "unknown"


def _open(ports: SpiPorts, wiring: Rc522Wiring, presence: PresenceFilter) -> SpiRc522Reader:
    """Open a reader. Its presence filter outlives it: a tag that was taken meanwhile is reported as removed."""
    return SpiRc522Reader(ports.open(wiring.name), gain_db=wiring.gain_db, presence=presence)
