"""RC522 readers on a Pi's own SPI, virtual from the registers up."""

from __future__ import annotations

from hardware.clock import Clock
from hardware.readers.rc522.driver import Rc522
from hardware.readers.rc522.plan import ReaderWiring
from hardware.virtual.board import VirtualBoard
from hardware.virtual.simulation import Simulation
from hardware.virtual.tags import VirtualTag
from hardware.wiring import WiringPlan


class OnWires(Simulation):
    """`board`: what the chips are on."""

    def __init__(self, plan: WiringPlan, clock: Clock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        self.board = VirtualBoard(clock, transfer_us=transfer_us, seed=seed)
        self.twins = {
            reader.name: self.board.add(reader.bus, reader.device, reset=plan.reset)
            for reader in plan.of(ReaderWiring)
        }
        self.driver = Rc522(lambda: self.board.wires)

    def put(self, reader: str, tag: VirtualTag) -> None:
        """See Simulation."""
        self.twins[reader].field.put(tag)

    def take(self, reader: str, tag: VirtualTag) -> None:
        """See Simulation."""
        self.twins[reader].field.take(tag)
