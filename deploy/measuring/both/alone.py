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

FRAMES_PER_TIMING = 20
"""So many frames are timed together: one is over too soon."""
TURNS_UNTIL_ALL_DOWN = 1_000
"""After so many turns every reader whose wires are cut is down, and not due for long."""


class RecordedChip:
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


def time_scans(path: str, often: int) -> None:
    """A reader's scans, as often as its chip's answers are gone through."""
    with open(path) as file:  # noqa: PTH123 (MicroPython has no pathlib)
        kinds, times, answers = [line.split() for line in file.read().split("\n")[:3]]
    told = [int(us) for us in times]
    answered = [b"\0" + bytes.fromhex(answer) for answer in answers]
    taken: dict[str, list[int]] = {}
    for _ in range(often):
        memory = RecordedChip(answered, told)
        reader = Rc522Reader(SpiRegisterPort(memory, memory, memory))
        for kind in kinds:
            begun = time.time_ns()
            reader.step()
            taken.setdefault(kind, []).append(time.time_ns() - begun)
    for kind in taken:
        print(kind, " ".join([str(ns) for ns in taken[kind]]))


def make_tag_frame() -> bytes:
    """A frame that tells of a tag with seven bytes."""
    said = ReaderEvent(TAG_CAME, b"\x04\xa1\xb2\xc3\xd4\xe5\xf6")
    return encode_frame(
        encoding.encode_header(SAID, 0xBEEF, 7, 9) + encoding.encode_reader_event(5, said, False)
    )


def make_state_frame() -> bytes:
    """The longest frame that tells how a reader is."""
    present = tuple([bytes((n,)) * 10 for n in range(1, MAX_PRESENT_TAGS + 1)])
    told = SocketStateMessage(5, READER_DOWN, 0x92, SEVERAL_TAGS, present, "x" * MAX_TEXT_BYTES)
    return encode_frame(encoding.encode_header(STATE, 0xBEEF, 7, 9) + encoding.encode_state(told))


def parse_tag_frame(line: bytes) -> None:
    """What it says."""
    for payload in FrameDecoder().feed(line):
        decoding.decode_reader_event(decoding.decode_session_frame(payload).body)


def parse_state_frame(line: bytes) -> None:
    """What it says."""
    for payload in FrameDecoder().feed(line):
        decoding.decode_state(decoding.decode_session_frame(payload).body)


def time_frames(often: int) -> None:
    """Frames written and read."""
    time_repeated("SAID-written", often, make_tag_frame)
    line = make_tag_frame()
    time_repeated("SAID-read", often, lambda: parse_tag_frame(line))
    time_repeated("STATE-written", often, make_state_frame)
    long = make_state_frame()
    time_repeated("STATE-read", often, lambda: parse_state_frame(long))


class DisconnectedBus(RecordedChip):
    """A bus whose wires are cut."""

    def write_readinto(self, write_buf: "bytearray | memoryview", read_buf: "bytearray | memoryview") -> None:
        """Nobody answers."""
        raise OSError("cut")


class DisconnectedBoard:
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
        return SpiRegisterPort(DisconnectedBus([], []), DisconnectedBus([], []), self)

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


def time_hub_turns(settings: bytes, often: int) -> None:
    """A hub's whole program with a host at its line, in turns in which nothing is due: so much each turn costs beside
    the scan that is made in it."""
    board = DisconnectedBoard(settings)
    hub = HubProgram(board)
    for _ in range(TURNS_UNTIL_ALL_DOWN):
        board.us = max(board.us, min(hub.run_pending(), board.us + 1_000))
    while hub.run_pending() <= board.us:
        pass
    time_repeated("turn", often, hub.run_pending)


def time_repeated(name: str, often: int, work: "Callable[[], object]") -> None:
    """So many times."""
    taken = []
    for _ in range(often):
        begun = time.time_ns()
        for _ in range(FRAMES_PER_TIMING):
            work()
        taken.append((time.time_ns() - begun) // FRAMES_PER_TIMING)
    print(name, " ".join([str(ns) for ns in taken]))


if __name__ == "__main__":
    time_scans(sys.argv[2], int(sys.argv[1]))
    time_frames(int(sys.argv[1]))
    time_hub_turns(bytes.fromhex(sys.argv[3]), int(sys.argv[1]))
