"""A virtual reader with the unmodified package under the driver, on a clock that moves when something takes time."""

from __future__ import annotations

from hardware.common.events import ReaderEvent
from hardware.common.rc522.chip import Rc522Chip
from hardware.common.rc522.presence import PresenceFilter
from hardware.common.rc522.reader import Rc522Reader
from hardware.readers.rc522.spi_modules import load_mfrc522
from hardware.readers.rc522.spi_ports import BCM_MODE, Mfrc522Port
from hardware.virtual.clock import VirtualClock
from hardware.virtual.reader import VirtualReader
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.virtual.tags import TagReply, VirtualNtag, VirtualTag

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
        presence: PresenceFilter | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.board = VirtualSpiBoard(self.clock, transfer_us=transfer_us, seed=seed)
        self.virtual: VirtualReader = self.board.add_reader(0, 0, version=version)
        package = load_mfrc522(self.board.wires).MFRC522(0, 0, hz, pin_mode=BCM_MODE, pin_rst=25)
        self.port = Mfrc522Port(package, self.clock)
        self.chip = Rc522Chip(self.port, gain_db)
        self.reader = Rc522Reader(self.port, gain_db=gain_db, presence=presence)
        self.said: list[tuple[int, ReaderEvent]] = []

    @property
    def field_on(self) -> bool:
        return self.virtual.field.on

    def put(self, tag: VirtualTag, coupling: float = 1.0) -> None:
        """Lay a tag down and let it take up power."""
        self.virtual.field.put_tag(tag, coupling)
        self.clock.wait_us(SETTLE_US)

    def take(self, tag: VirtualTag) -> None:
        self.virtual.field.take_tag(tag)

    def afflict(self, fault: str) -> None:
        self.virtual.inject_fault(fault)

    def cure(self, fault: str) -> None:
        self.virtual.clear_fault(fault)

    def step(self) -> list[ReaderEvent]:
        """Wait until the reader wants to be stepped, and step it."""
        self.clock.wait_us(self.reader.due_us - self.clock.now_us())
        said = self.reader.step()
        self.said += [(self.clock.now_us() // 1000, one) for one in said]
        return said

    def run(self, ms: int) -> list[ReaderEvent]:
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


class Seldom(VirtualNtag):
    """A sticker that answers one question in so many for its UID (`pages 0 and 1`), and everything else."""

    def __init__(self, uid: bytes, one_in: int) -> None:
        super().__init__(uid)
        self.questions, self.one_in = 0, one_in

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        if frame[:1] != b"\x3a":
            return super().receive(frame, bits)
        self.questions += 1
        return super().receive(frame, bits) if self.questions % self.one_in == 1 else None
