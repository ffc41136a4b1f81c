"""What the hub's Python has to do itself, nothing in its way: a chip's answers come from memory, a line is a variable.

Its arguments: how often, a file with what a chip has answered, a hub's settings in hexadecimal digits. Prints a line
for each thing that was done: its name and the nanoseconds that it took, each time that it was done.
"""

import sys
import time

from firmware.hub import HubProgram
from firmware.spi_port import SpiRegisterPort
from hardware.common.events import READER_DOWN, SEVERAL_TAGS, TAG_CAME, ReaderEvent
from hardware.common.link import decoding, encoding
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.messages import MAX_PRESENT_TAGS, MAX_TEXT_BYTES, SAID, STATE, SocketStateMessage
from hardware.common.rc522.reader import Rc522Reader

MYPY = False
if MYPY:
    from collections.abc import Callable, Sequence

AT_ONCE = 20
"""So many frames are timed together: one is over too soon."""
TROUBLED = 1_000
"""After so many turns every reader whose wires are cut is down, and not due for long."""


class Memory:
    """What a chip has answered and the times that its clock told, again and in the same order: an SPI bus, a chip
    select and a clock in one."""

    def __init__(self, answers: "list[bytes]", times: "list[int]") -> None:
        self._answers = answers
        self._times = times
        self._answer = 0
        self._time = 0

    def write(self, buf: "bytearray | memoryview") -> None:
        """Nobody hears it."""

    def write_readinto(self, write_buf: "bytearray | memoryview", read_buf: "bytearray | memoryview") -> None:
        """The next answer."""
        read_buf[:] = self._answers[self._answer]
        self._answer += 1

    def on(self) -> None:
        """High."""

    def off(self) -> None:
        """Low."""

    def now_us(self) -> int:
        """The next time."""
        self._time += 1
        return self._times[self._time - 1]

    def wait_us(self, us: int) -> None:
        """At once."""


def scans(path: str, often: int) -> None:
    """A reader's scans, as often as its chip's answers are gone through."""
    with open(path) as file:  # noqa: PTH123 (MicroPython has no pathlib)
        kinds, times, answers = [line.split() for line in file.read().split("\n")[:3]]
    told = [int(us) for us in times]
    answered = [b"\0" + bytes.fromhex(answer) for answer in answers]
    taken: dict[str, list[int]] = {}
    for _ in range(often):
        memory = Memory(answered, told)
        reader = Rc522Reader(SpiRegisterPort(memory, memory, memory))
        for kind in kinds:
            begun = time.time_ns()
            reader.step()
            taken.setdefault(kind, []).append(time.time_ns() - begun)
    for kind in taken:
        print(kind, " ".join([str(ns) for ns in taken[kind]]))


def came() -> bytes:
    """A frame that tells of a tag with seven bytes."""
    said = ReaderEvent(TAG_CAME, b"\x04\xa1\xb2\xc3\xd4\xe5\xf6")
    return encode_frame(
        encoding.encode_header(SAID, 0xBEEF, 7, 9) + encoding.encode_reader_event(5, said, False)
    )


def state() -> bytes:
    """The longest frame that tells how a reader is."""
    present = tuple([bytes((n,)) * 10 for n in range(1, MAX_PRESENT_TAGS + 1)])
    told = SocketStateMessage(5, READER_DOWN, 0x92, SEVERAL_TAGS, present, "x" * MAX_TEXT_BYTES)
    return encode_frame(encoding.encode_header(STATE, 0xBEEF, 7, 9) + encoding.encode_state(told))


def heard_came(line: bytes) -> None:
    """What it says."""
    for payload in FrameDecoder().feed(line):
        decoding.decode_reader_event(decoding.decode_session_frame(payload).body)


def heard_state(line: bytes) -> None:
    """What it says."""
    for payload in FrameDecoder().feed(line):
        decoding.decode_state(decoding.decode_session_frame(payload).body)


def frames(often: int) -> None:
    """Frames written and read."""
    timed("SAID-written", often, came)
    line = came()
    timed("SAID-read", often, lambda: heard_came(line))
    timed("STATE-written", often, state)
    long = state()
    timed("STATE-read", often, lambda: heard_state(long))


class Cut(Memory):
    """A bus whose wires are cut."""

    def write_readinto(self, write_buf: "bytearray | memoryview", read_buf: "bytearray | memoryview") -> None:
        """Nobody answers."""
        raise OSError("cut")


class Board:
    """firmware.board with readers whose wires are cut, and its clock. Time stands still unless it is waited for."""

    kind = 1
    uid = b"measured"
    program = "measured"
    cause = 0

    def __init__(self, settings: bytes) -> None:
        self.us = 0
        self.heard = encode_frame(encoding.encode_hello(1, 0))
        self._settings = settings

    def now_us(self) -> int:
        return self.us

    def wait_us(self, us: int) -> None:
        self.us += us

    sleep_us = wait_us

    def read(self) -> bytes:
        heard = self.heard
        self.heard = b""
        return heard

    def write(self, data: bytes) -> None:
        pass

    def prepare(self, reset: int, selects: "Sequence[int]") -> None:
        pass

    def port(self, bus: int, select: int, speed_khz: int) -> SpiRegisterPort:
        return SpiRegisterPort(Cut([], []), Cut([], []), self)

    def button(self, pin: int) -> "Callable[[], bool]":
        return bool

    def lights(self, pin: int, colours: "Sequence[tuple[int, int, int]]") -> None:
        pass

    def feed(self) -> None:
        pass

    def load(self) -> bytes:
        return self._settings

    def store(self, data: bytes) -> None:
        pass

    def last_words(self) -> str:
        return ""

    def restart(self, stay: bool) -> None:
        raise ValueError("nobody asked for that")

    def free(self) -> int:
        return 1


def turns(settings: bytes, often: int) -> None:
    """A hub's whole program with a host at its line, in turns in which nothing is due: so much each turn costs beside
    the scan that is made in it."""
    board = Board(settings)
    hub = HubProgram(board)
    for _ in range(TROUBLED):
        board.us = max(board.us, min(hub.run_pending(), board.us + 1_000))
    while hub.run_pending() <= board.us:
        pass
    timed("turn", often, hub.run_pending)


def timed(name: str, often: int, work: "Callable[[], object]") -> None:
    """So many times."""
    taken = []
    for _ in range(often):
        begun = time.time_ns()
        for _ in range(AT_ONCE):
            work()
        taken.append((time.time_ns() - begun) // AT_ONCE)
    print(name, " ".join([str(ns) for ns in taken]))


if __name__ == "__main__":
    scans(sys.argv[2], int(sys.argv[1]))
    frames(int(sys.argv[1]))
    turns(bytes.fromhex(sys.argv[3]), int(sys.argv[1]))
