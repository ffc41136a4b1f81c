"""Virtual readers in virtual time: chips on virtual wires under the real driver, filter and supervision.

A reader runs only while something happens there, which is the one difference to a real table: a reader that
is left alone would report the same again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from companion.start.real_table.reader_relay import ReaderRelay
from companion.table.messages import SessionMessage
from hardware.common.events import TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.readers.rc522.spi_ports import SpiPorts
from hardware.readers.rc522.spi_reader import SpiRc522Reader
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.readers.supervised_reader import SupervisedReader
from hardware.virtual.clock import VirtualClock
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.virtual.tags import make_ntag213
from hardware.wiring_schema import WiringPlan

BUS_COUNT: Final = 2
RESET_PIN: Final = 25
HAND_TIMEOUT_US: Final = 1_000_000
"""Microseconds that a hand holds a piece to a reader that does not read it, or waits until it is reported as
removed."""
POLL_INTERVAL_US: Final = 90_000
"""Microseconds between two checks of a hand: a little more than a reader's pause while no tag is there."""
START_UP_US: Final = 200_000
FAULT_DETECTION_US: Final = 1_200_000
"""Microseconds in which a reader notices a fault."""
FAULT_RECOVERY_US: Final = 12_000_000
"""Microseconds in which a reader recovers: the longest of its pauses and a start."""


class VirtualReaders:
    """One reader for each zone, and tags to lay on them. `tags`: UIDs in hex."""

    def __init__(self, zones: Iterable[str], tags: Iterable[str]) -> None:
        self.clock = VirtualClock()
        self.readers = ReaderRelay()
        self._tags = {tag: make_ntag213(bytes.fromhex(tag)) for tag in tags}
        board = VirtualSpiBoard(self.clock)
        self._wires = board.wires
        self._plan = WiringPlan(
            reset=RESET_PIN,
            tables=tuple(Rc522Wiring(zone, n % BUS_COUNT, n // BUS_COUNT) for n, zone in enumerate(zones)),
        )
        self._parts = {
            each.name: board.add_reader(each.bus, each.device, reset=RESET_PIN)
            for each in self._plan.wirings_of(Rc522Wiring)
        }
        self._messages: list[SessionMessage] = []
        self.switch_on()

    def switch_on(self) -> None:
        """Start the program: it opens its readers, and a session receives their state."""
        self.readers = ReaderRelay()
        self._present: set[tuple[str, str]] = set()
        ports = SpiPorts(self._plan, self._wires, self.clock)
        self._supervised: dict[str, SupervisedReader[SpiRc522Reader]] = {
            zone: SupervisedReader(
                zone, partial(_opened, ports, zone), self._heard, self.clock, self.clock.now_us()
            )
            for zone in self._parts
        }
        self._messages.clear()
        self._run(self._supervised, START_UP_US)
        self.readers.attach_session(self, self._supervised)

    def post(self, message: SessionMessage) -> None:
        """Keep a message of the readers for the session."""
        self._messages.append(message)

    def new_messages(self) -> Iterator[SessionMessage]:
        """The messages since the last call."""
        messages, self._messages = self._messages, []
        yield from messages

    def _heard(self, zone: str, event: ReaderEvent) -> None:
        if event.kind == TAG_CAME:
            self._present.add((zone, event.uid.hex()))
        elif event.kind == TAG_LEFT:
            self._present.discard((zone, event.uid.hex()))
        self.readers.on_reader_event(zone, event)

    # -- hands

    @property
    def zones(self) -> frozenset[str]:
        """The zones with a reader."""
        return frozenset(self._parts)

    def put_tag(self, zone: str, tag: str) -> None:
        """Lay a tag down without waiting for the reader."""
        self._parts[zone].field.put_tag(self._tags[tag])

    def lift_tag(self, zone: str, tag: str) -> None:
        """Take a tag away without waiting for the reader."""
        self._parts[zone].field.take_tag(self._tags[tag])

    def advance_time(self, zone: str, us: int) -> None:
        """Let so many microseconds pass in which something happens at one reader."""
        self._run([zone] if zone in self._supervised else [], us)

    def hold_until_read(self, zone: str, tag: str) -> None:
        """Hold a tag to a reader until it was read or a time-out ends."""
        self.put_tag(zone, tag)
        self._until(zone, tag, there=True)

    def remove_until_gone(self, zone: str, tag: str) -> None:
        """Take a tag away and wait until the reader noticed it or a time-out ends."""
        self.lift_tag(zone, tag)
        self._until(zone, tag, there=False)

    def _until(self, zone: str, tag: str, there: bool) -> None:
        for _ in range(HAND_TIMEOUT_US // POLL_INTERVAL_US):
            self.advance_time(zone, POLL_INTERVAL_US)
            if ((zone, tag) in self._present) == there:
                return

    # -- faults

    def jam_radio(self, zone: str, us: int) -> None:
        """Disturb the field of a reader for so many microseconds, so that nothing can be read."""
        field = self._parts[zone].field
        field.noise, before = 1.0, field.noise
        self.advance_time(zone, us)
        field.noise = before

    def inject_fault(self, zone: str, fault: str) -> None:
        """Give a reader a fault of hardware.virtual.faults, and the readers of its bus time to notice it."""
        self._parts[zone].inject_fault(fault)
        self._run(self._beside([zone]), FAULT_DETECTION_US)

    def clear_faults(self) -> None:
        """Clear all faults, and give the readers that had one time to recover."""
        failed = [zone for zone, part in self._parts.items() if part.active_faults]
        for zone in failed:
            for fault in self._parts[zone].active_faults:
                self._parts[zone].clear_fault(fault)
        for _ in range(FAULT_RECOVERY_US // FAULT_DETECTION_US):
            if not (failed or self.readers.fault_by_zone):
                return
            self._run(self._beside([*failed, *self.readers.fault_by_zone]), FAULT_DETECTION_US)
            failed = []

    def _beside(self, zones: Iterable[str]) -> list[str]:
        """The zones whose readers share a bus with one of these."""
        buses = {self._parts[zone].bus for zone in zones}
        return [zone for zone, part in self._parts.items() if part.bus in buses]

    def _run(self, zones: Iterable[str], us: int) -> None:
        """Let so many microseconds pass, in which the readers of these zones do what is due."""
        readers = [self._supervised[zone] for zone in zones]
        end = self.clock.now_us() + us
        while readers:
            next_reader = min(readers, key=lambda reader: reader.due_us)
            if next_reader.due_us >= end:
                break
            self._until_us(next_reader.due_us)
            next_reader.run_pending()
        self._until_us(end)

    def _until_us(self, moment: int) -> None:
        self.clock.wait_us(moment - self.clock.now_us())


def _opened(ports: SpiPorts, zone: str) -> SpiRc522Reader:
    return SpiRc522Reader(ports.open(zone))
