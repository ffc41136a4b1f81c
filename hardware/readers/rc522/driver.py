"""RC522 readers on a Raspberry Pi's own SPI, as hardware.readers.driver has every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from hardware.clock import Clock
from hardware.common.rc522.presence import Presence
from hardware.common.rc522.registers import CLONES, GENUINE
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.gpiochip import chip_number, lead_rpi_gpio, load_lgpio
from hardware.heard import Heard
from hardware.readers.driver import Driver, Make, Readers
from hardware.readers.rc522.plan import ReaderWiring
from hardware.readers.rc522.reader import WiredReader
from hardware.readers.rc522.spi import Ports
from hardware.readers.rc522.wires import Wires, real_wires
from hardware.readers.supervisor import Supervised
from hardware.readers.without import refuse
from hardware.wiring import WiringPlan


def own_wires() -> Wires:
    """This machine's RPi.GPIO and spidev; RPi.GPIO is told its chip before anything imports it. Raises Missing."""
    lead_rpi_gpio(chip_number())
    load_lgpio()
    return real_wires()


class Rc522(Driver):
    """`wires` give what the readers are opened on, or raise HardwareError: then every reader is down for the same
    reason, and the table is played by touch."""

    wiring = ReaderWiring

    def __init__(self, wires: Callable[[], Wires] = own_wires) -> None:
        self._wires = wires

    def open(self, plan: WiringPlan, hear: Callable[[Heard], None], clock: Clock) -> Readers:
        """See Driver."""
        readers = plan.of(ReaderWiring)
        openers: dict[str, Callable[[], WiredReader]] = {}
        if readers:
            try:
                ports = Ports(plan, self._wires(), clock)
            except HardwareError as error:
                openers = {reader.name: partial(refuse, str(error)) for reader in readers}
            else:
                openers = {reader.name: partial(_open, ports, reader, Presence()) for reader in readers}
        return Supervised(openers, hear, clock)

    def examine(self, plan: WiringPlan, clock: Clock, unreachable: frozenset[str]) -> Iterator[Finding]:
        """See Driver."""
        from hardware.readers.rc522.doctor.examine import examine

        readers = [reader for reader in plan.of(ReaderWiring) if reader.name not in unreachable]
        return examine(plan, readers, self._wires, clock)

    def ground(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        """See Driver: SPI and its devices."""
        from hardware.readers.rc522.doctor.spi import spi

        return spi(plan, root)

    def unreachable(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        """See Driver."""
        from hardware.readers.rc522.doctor.spi import unreachable

        return unreachable(plan, root)

    def make(self, version: int) -> Make:
        """See Driver."""
        return whose(version)


def whose(version: int) -> Make:
    """Whose RC522 calls itself so (datasheet 9.3.4.8)."""
    return "genuine" if version in GENUINE else "copied" if version in CLONES else "unknown"


def _open(ports: Ports, wiring: ReaderWiring, presence: Presence) -> WiredReader:
    """What lies on a reader is known beyond it: a tag that was taken while it was opened anew has left."""
    return WiredReader(ports.open(wiring.name), gain_db=wiring.gain_db, presence=presence)
