"""The driver of PN532 readers on serial ports, and the doctor's look at them."""

from __future__ import annotations

import errno
import termios
from collections.abc import Callable, Iterator
from functools import partial

from hardware.clock import MonotonicClock
from hardware.common.events import CHIP_DEAD, FOREIGN_CARD, NO_TAG, ONE_TAG, SEVERAL_TAGS
from hardware.common.rc522.presence import PresenceFilter
from hardware.errors import HardwareError, HardwareMissingError
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.driver import ChipOrigin, ReaderDriver, ReaderGroup
from hardware.readers.pn532.reader import Pn532Presence, Pn532Reader
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.serial_ports import RealSerialConnection, SerialConnection
from hardware.readers.supervisor import SupervisedReaderGroup
from hardware.wiring_schema import WiringPlan

NXP_VERSION = 0x16
"""Firmware 1.6, the only one that NXP's PN532 has (UM0701-02, 1.2)."""
EXAMINED_POLLS = 14
MAX_CHANCE_FAULTS = 3
"""Polls that may miss a tag while it is being laid down."""
_CFLAG = 2


class Pn532Connection(RealSerialConnection):
    """A serial port, locked, at 115,200 baud, whose DTR and RTS stay as the first opening has set them.

    Some adapters reset their board by them: without HUPCL the kernel does not lower them when the port is closed, and
    the next opening finds them as they are.
    """

    def __init__(self, path: str) -> None:
        """Open the port. Raises OSError."""
        super().__init__(path)
        try:
            settings = termios.tcgetattr(self._fd)
            settings[_CFLAG] &= ~termios.HUPCL
            termios.tcsetattr(self._fd, termios.TCSANOW, settings)
        except termios.error as gone:
            self.close()
            raise OSError(*gone.args) from gone


class Pn532Driver(ReaderDriver):
    """The driver of PN532 readers. `open_line` opens the line at a path, or raises OSError."""

    wiring_type = Pn532Wiring

    def __init__(self, open_line: Callable[[str], SerialConnection] = Pn532Connection) -> None:
        self._open_line = open_line

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        """The readers of the plan, each on its port."""
        openers = {
            wiring.name: partial(self._open_reader, wiring, clock, Pn532Presence())
            for wiring in plan.wirings_of(Pn532Wiring)
        }
        return SupervisedReaderGroup(openers, on_event, clock, "a PN532")

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """Whether each reader answers, its version, and what lies there."""
        for wiring in plan.wirings_of(Pn532Wiring):
            if wiring.name not in unreachable:
                yield self._examine_reader(wiring, clock)

    def chip_origin(self, version: int) -> ChipOrigin:
        """The origin of the chip with this firmware."""
        return "genuine" if version == NXP_VERSION else "unknown"

    def _open_reader(
        self, wiring: Pn532Wiring, clock: MonotonicClock, presence: PresenceFilter
    ) -> Pn532Reader:
        """Open a reader. Raises HardwareMissingError where its port cannot be opened."""
        try:
            line = self._open_line(wiring.port)
        except OSError as error:
            raise HardwareMissingError(_why_unopened(wiring, error)) from error
        return Pn532Reader(wiring, line, clock, presence)

    def _examine_reader(self, wiring: Pn532Wiring, clock: MonotonicClock) -> Finding:
        what, presence = f"reader {wiring.name}", Pn532Presence()
        try:
            reader = self._open_reader(wiring, clock, presence)
            try:
                for _ in range(EXAMINED_POLLS):
                    clock.wait_us(reader.due_us - clock.now_us())
                    reader.step()
            finally:
                reader.close()
        except HardwareError as error:
            found, _, advice = str(error).removeprefix(f"{what} ").partition(": ")
            return Finding(what, found, True, advice[:1].upper() + advice[1:])
        return _reader_finding(wiring, reader, presence)


def _why_unopened(wiring: Pn532Wiring, error: OSError) -> str:
    """What is wrong with a port that cannot be opened, and what to do now."""
    port, where = wiring.port, f"reader {wiring.name}"
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return (
            f"{where} is not there, nor is its {port}: plug it in, or write in wiring.toml the port that"
            " ls /dev/serial/by-id shows for it"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return (
            f'{where} is on {port}, which this user may not open: run "sudo usermod -aG dialout $USER", then log in'
            " anew"
        )
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return (
            f"{where} is on {port}, which another program has open, or Herald for another reader or hub: end that"
            " program, or give each its own port; it goes on by itself"
        )
    return (
        f"{where} cannot be on {port}, which is no serial port that works ({error.strerror or error}): write in"
        " wiring.toml the port that ls /dev/serial/by-id shows for it, or unplug it and plug it in again"
    )


def _reader_finding(wiring: Pn532Wiring, reader: Pn532Reader, presence: PresenceFilter) -> Finding:
    """The finding about a reader that has answered."""
    what, tally = f"reader {wiring.name}", reader.tally
    found = f"PN532, firmware {reader.version >> 4}.{reader.version & 0x0F}, on {wiring.port}"
    if tally[CHIP_DEAD]:
        advice = "Take another cable or socket, short and not through a hub of sockets"
        return Finding(
            what,
            f"{found}; {tally[CHIP_DEAD]} of {EXAMINED_POLLS} polls had no right answer",
            True,
            advice,
        )
    if presence.trouble == SEVERAL_TAGS:
        advice = "Take all but one away: one on an antenna is all that can be read"
        return Finding(what, f"{found}; more than one tag lies there", True, advice)
    if presence.trouble == FOREIGN_CARD:
        advice = "Take it away: it is no piece"
        return Finding(what, f"{found}; a bank card, a pass or a phone lies there", True, advice)
    if min(tally[ONE_TAG], tally[NO_TAG]) > MAX_CHANCE_FAULTS:
        advice = "It was moved, or is at the edge of reach: lay it into the middle of the antenna"
        return Finding(
            what,
            f"{found}; a tag lies there, and {tally[NO_TAG]} of {EXAMINED_POLLS} polls missed it",
            True,
            advice,
        )
    return Finding(what, f"{found}; {'a tag lies there' if tally[ONE_TAG] else 'nothing lies there'}")
