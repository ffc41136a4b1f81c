"""A virtual reader with the unmodified package under the driver, on a clock that moves when something takes time."""

from __future__ import annotations

from hardware.common.events import Said
from hardware.common.rc522.chip import Chip
from hardware.common.rc522.presence import Presence
from hardware.common.rc522.reader import Reader
from hardware.readers.rc522.spi import BCM, PackagePort
from hardware.readers.rc522.wires import load
from hardware.virtual.board import VirtualBoard
from hardware.virtual.clock import VirtualClock
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag

SETTLE_US = 6_000
"""A tag that was just laid down has power after 5 ms."""


class Stage:
    """One virtual reader. `said`: everything its driver said, with the time in ms."""

    def __init__(
        self,
        hz: int = 4_000_000,
        *,
        version: int = 0x92,
        transfer_us: float = 9.0,
        seed: int = 0,
        gain_db: int = 33,
        presence: Presence | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.board = VirtualBoard(self.clock, transfer_us=transfer_us, seed=seed)
        self.virtual: VirtualReader = self.board.add(0, 0, version=version)
        package = load(self.board.wires).MFRC522(0, 0, hz, pin_mode=BCM, pin_rst=25)
        self.port = PackagePort(package, self.clock)
        self.chip = Chip(self.port, gain_db)
        self.reader = Reader(self.port, gain_db=gain_db, presence=presence)
        self.said: list[tuple[int, Said]] = []

    @property
    def field_on(self) -> bool:
        return self.virtual.field.on

    def put(self, tag: VirtualTag, coupling: float = 1.0) -> None:
        """Lay a tag down and let it take up power."""
        self.virtual.field.put(tag, coupling)
        self.clock.wait_us(SETTLE_US)

    def take(self, tag: VirtualTag) -> None:
        self.virtual.field.take(tag)

    def afflict(self, fault: str) -> None:
        self.virtual.afflict(fault)

    def cure(self, fault: str) -> None:
        self.virtual.cure(fault)

    def step(self) -> list[Said]:
        """Wait until the reader wants to be stepped, and step it."""
        self.clock.wait_us(self.reader.due_us - self.clock.now_us())
        said = self.reader.step()
        self.said += [(self.clock.now_us() // 1000, one) for one in said]
        return said

    def run(self, ms: int) -> list[Said]:
        """Let time pass with the reader at work; what it said in that time."""
        end = self.clock.now_us() + ms * 1000
        before = len(self.said)
        while self.reader.due_us < end:
            self.step()
        self.clock.wait_us(end - self.clock.now_us())
        return [one for _, one in self.said[before:]]

    def cost(self) -> tuple[int, float]:
        """Transfers so far and the time in ms, to be subtracted from a later one."""
        return self.board.transfers, self.clock.now_us() / 1000
