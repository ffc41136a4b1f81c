"""A scripted PN532 at the other end of a line, in the time of a clock.

Its frames are made here and not by the driver's encoder; the fixed ones are the bytes of the manual (UM0701-02).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from hardware.clock import MonotonicClock
from hardware.readers.pn532.reader import Pn532Presence, Pn532Reader
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.virtual.clock import VirtualClock

ACK = bytes.fromhex("00 00 ff 00 ff 00")
NACK = bytes.fromhex("00 00 ff ff 00 00")
SYNTAX_ERROR = bytes.fromhex("00 00 ff 01 ff 7f 81 00")
FIRMWARE = bytes.fromhex("00 00 ff 06 fa d5 03 32 01 06 07 e8 00")
SAM_DONE = bytes.fromhex("00 00 ff 02 fe d5 15 16 00")
LIST, EXCHANGE = 0x4A, 0x40

WIRING = Pn532Wiring("play", "/dev/serial/by-id/usb-a")
UID = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("04010203040506")

Reply = Callable[[bytes], list[tuple[int, bytes]]]
"""What is sent in place of acknowledgement and this answer: microseconds after the command, and bytes."""


def frame(content: bytes) -> bytes:
    """A normal frame from the chip around what follows D5."""
    body = b"\xd5" + content
    sums = bytes((len(body), 256 - len(body))), bytes(((256 - sum(body) % 256) % 256, 0))
    return b"\x00\x00\xff" + sums[0] + body + sums[1]


def target(uid: bytes, sak: int = 0x00, ats: bytes = b"") -> bytes:
    """A target in the answer to InListPassiveTarget, without its number."""
    return bytes((0x00, 0x44, sak, len(uid))) + uid + ats


class Sticker:
    """The memory of an NTAG; `storage` is byte 6 of its GET_VERSION."""

    def __init__(self, storage: int = 0x0F) -> None:
        self.version = bytes((0, 4, 4, 2, 1, 0, storage, 3))
        self.memory = bytearray(range(256)) * 4
        self.locked: set[int] = set()
        self.written: list[int] = []

    def answer(self, command: bytes) -> bytes:
        """Status and data of InDataExchange or InCommunicateThru."""
        if command[0] == 0x60:
            return b"\x00" + self.version
        page = command[1]
        if command[0] == 0x30:
            return b"\x00" + self.memory[4 * page : 4 * page + 16]
        if command[0] == 0x3A:
            return b"\x00" + self.memory[4 * page : 4 * command[2] + 4]
        assert command[0] == 0xA2, command
        if page in self.locked:
            return b"\x13"
        self.written.append(page)
        self.memory[4 * page : 4 * page + 4] = command[2:]
        return b"\x00"


class ScriptedChip:
    """See hardware.readers.serial_ports.SerialConnection for its methods.

    `targets`: what lies there. `replies`: what is done to the next answers to InListPassiveTarget; `to_memory`, to
    those about a sticker. `wake_ups`: how often it was woken; `times_ended`: how often the
    host's ACK ended what was under way. `commands`: all that came whole.
    """

    def __init__(self, clock: MonotonicClock) -> None:
        self.clock = clock
        self.targets: list[bytes] = []
        self.sticker = Sticker()
        self.replies: deque[Reply] = deque()
        self.to_memory: deque[Reply] = deque()
        self.commands: list[bytes] = []
        self.wake_ups = self.times_ended = 0
        self.is_asleep = True
        self.is_looking_for_ever = True
        self.gone: OSError | None = None
        self.is_closed = False
        self.sent: list[tuple[int, bytes]] = []
        self._came = b""

    def brown_out(self) -> None:
        """It starts anew, and has forgotten what it was told."""
        self.is_asleep = self.is_looking_for_ever = True

    def lay(self, *targets: bytes) -> None:
        """These lie there now, and nothing else."""
        self.targets = list(targets)

    # -- the line

    def write(self, data: bytes) -> int:
        self._check()
        if b"\x55\x55\x00\x00" in data:
            self.wake_ups += 1
            self.is_asleep = False
        self._came += data
        while (body := self._next_command()) is not None:
            if body and not self.is_asleep:
                self._obey(body)
        return len(data)

    def _next_command(self) -> bytes | None:
        """What follows D4 in the next frame, nothing for the host's ACK; None while none is whole."""
        start = self._came.find(b"\x00\x00\xff")
        if start < 0 or len(self._came) < start + 6:
            return None
        length = self._came[start + 3]
        end = start + 6 if length == 0 else start + length + 7
        if len(self._came) < end:
            return None
        found, self._came = self._came[start:end], self._came[end:]
        if length == 0:
            assert found == ACK
            self.times_ended += 1
            return b""
        assert (found[3] + found[4]) % 256 == 0 == sum(found[5:-1]) % 256
        assert found[5] == 0xD4
        return found[6:-2]

    def read(self) -> bytes:
        self._check()
        now = self.clock.now_us()
        ready = [data for due, data in self.sent if due <= now]
        self.sent = [(due, data) for due, data in self.sent if due > now]
        return b"".join(ready)

    def wait(self, seconds: float) -> None:
        self._check()
        now = self.clock.now_us()
        until = min([due for due, _ in self.sent] + [now + int(seconds * 1e6)])
        self.clock.wait_us(max(0, until - now))

    def wake(self) -> None:
        raise AssertionError("nobody wakes it")

    def close(self) -> None:
        self.is_closed = True

    def _check(self) -> None:
        if self.gone is not None:
            raise self.gone

    # -- the chip

    def _obey(self, command: bytes) -> None:
        self.commands.append(command)
        script, answer = deque[Reply](), b""
        match command[0]:
            case 0x14:
                answer = SAM_DONE
            case 0x02:
                answer = FIRMWARE
            case 0x32:
                self.is_looking_for_ever &= command[1] != 0x05
                answer = frame(b"\x33")
            case 0x54:
                answer = frame(b"\x55\x00" if self.targets else b"\x55\x27")
            case 0x4A:
                script, answer = self.replies, self._list()
            case 0x40 | 0x42:
                script = self.to_memory
                asked = command[2:] if command[0] == EXCHANGE else command[1:]
                answer = frame(bytes((command[0] + 1,)) + self.sticker.answer(asked))
        reply = script.popleft()(answer) if script else [(1_000, ACK), (8_000, answer)]
        # one answer after another: it hears the next command when it is done, and does not even heed the host's ACK
        now = max([self.clock.now_us(), *(due for due, _ in self.sent)])
        self.sent += [(now + us, data) for us, data in reply]

    def _list(self) -> bytes:
        if not self.targets and self.is_looking_for_ever:
            return b""
        numbered = b"".join(bytes((at,)) + each for at, each in enumerate(self.targets, 1))
        return frame(bytes((0x4B, len(self.targets))) + numbered)


class Stage:
    """A reader on a scripted chip, in virtual time."""

    def __init__(self) -> None:
        self.clock = VirtualClock(1_000_000)
        self.chip = ScriptedChip(self.clock)
        self.presence = Pn532Presence()
        self.reader = Pn532Reader(WIRING, self.chip, self.clock, self.presence)

    def step(self) -> list[tuple[str, bytes]]:
        """Wait until the next step is due, and do it; its events, by kind and UID."""
        self.clock.wait_us(max(0, self.reader.due_us - self.clock.now_us()))
        return [(event.kind, event.uid) for event in self.reader.step()]

    def run(self, seconds: float) -> list[tuple[str, bytes]]:
        """All events of so much time."""
        end = self.clock.now_us() + int(seconds * 1e6)
        events = []
        while self.clock.now_us() < end:
            events += self.step()
        return events
