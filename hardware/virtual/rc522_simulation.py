"""Simulates RC522 readers on a Pi's own SPI from the registers up."""

from __future__ import annotations

from hardware.clock import MonotonicClock
from hardware.readers.rc522.driver import Rc522Driver
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.reader_simulation import ReaderSimulation
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.virtual.tags import VirtualTag
from hardware.wiring_schema import WiringPlan


class Rc522Simulation(ReaderSimulation):
    """The simulation of a plan's RC522 readers. `board`: the virtual SPI with their chips."""

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        self.board = VirtualSpiBoard(clock, transfer_us=transfer_us, seed=seed)
        self.virtual_readers = {
            reader.name: self.board.add_reader(reader.bus, reader.device, reset=plan.reset)
            for reader in plan.wirings_of(Rc522Wiring)
        }
        self.driver = Rc522Driver(lambda: self.board.wires)

    def put_tag(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader."""
        self.virtual_readers[reader].field.put_tag(tag)

    def take_tag(self, reader: str, tag: VirtualTag) -> None:
        """Take a tag away from a reader."""
        self.virtual_readers[reader].field.take_tag(tag)
