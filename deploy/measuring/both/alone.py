"""Measures the work of the hub's Python alone: a chip's answers come from memory, a line is a variable.

Its arguments: repetitions, a file with recorded answers of a chip, a hub's settings in hexadecimal digits.
Prints a line for each measured thing: its name and the nanoseconds of each repetition.
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
"""Frames that are timed together: a single one is too short."""
TURNS_UNTIL_ALL_DOWN = 1_000
"""Turns after which every reader with cut wires is down, and not due for long."""


class RecordedChip:
    """Replays a chip's recorded answers and times in the same order: SPI bus, chip select and clock in one."""

    def __init__(self, answers: "list[bytes]", times: "list[int]") -> None:
        self._answers = answers
        self._times = times
        self._answer = 0
        self._time = 0

    def write(self, buf: "bytearray | memoryview") -> None:
        """Ignore the data."""

    def write_readinto(self, write_buf: "bytearray | memoryview", read_buf: "bytearray | memoryview") -> None:
        """Return the next recorded answer."""
        read_buf[:] = self._answers[self._answer]
        self._answer += 1

    def on(self) -> None:
        """Ignore the select."""

    def off(self) -> None:
        """Ignore the select."""

    def now_us(self) -> int:
        """The next recorded time."""
        self._time += 1
        return self._times[self._time - 1]

    def wait_us(self, us: int) -> None:
        """Return at once."""


def time_scans(path: str, often: int) -> None:
    """Time a reader's scans while the recorded answers are replayed so many times."""
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
    """A frame with the arrival of a tag whose UID has seven bytes."""
    said = ReaderEvent(TAG_CAME, b"\x04\xa1\xb2\xc3\xd4\xe5\xf6")
    return encode_frame(
        encoding.encode_header(SAID, 0xBEEF, 7, 9) + encoding.encode_reader_event(5, said, False)
    )


def make_state_frame() -> bytes:
    """The longest frame with a reader's state."""
    present = tuple([bytes((n,)) * 10 for n in range(1, MAX_PRESENT_TAGS + 1)])
    told = SocketStateMessage(5, READER_DOWN, 0x92, SEVERAL_TAGS, present, "x" * MAX_TEXT_BYTES)
    return encode_frame(encoding.encode_header(STATE, 0xBEEF, 7, 9) + encoding.encode_socket_state(told))


def parse_tag_frame(line: bytes) -> None:
    """Decode the frame of a reader's event."""
    for payload in FrameDecoder().feed(line):
        decoding.decode_reader_event(decoding.decode_session_frame(payload).body)


def parse_state_frame(line: bytes) -> None:
    """Decode the frame of a reader's state."""
    for payload in FrameDecoder().feed(line):
        decoding.decode_socket_state(decoding.decode_session_frame(payload).body)


def time_frames(often: int) -> None:
    """Time encoding and decoding of frames."""
    time_repeated("SAID-written", often, make_tag_frame)
    line = make_tag_frame()
    time_repeated("SAID-read", often, lambda: parse_tag_frame(line))
    time_repeated("STATE-written", often, make_state_frame)
    long = make_state_frame()
    time_repeated("STATE-read", often, lambda: parse_state_frame(long))


class DisconnectedBus(RecordedChip):
    """A bus whose wires are cut."""

    def write_readinto(self, write_buf: "bytearray | memoryview", read_buf: "bytearray | memoryview") -> None:
        """Fail as without wires. Raises OSError."""
        raise OSError("cut")


class DisconnectedBoard:
    """A firmware.board.HubBoard with readers whose wires are cut, and its clock, which only waits move."""

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
        """Raises ValueError: nothing asks for a restart here."""
        raise ValueError("nobody asked for that")

    def free(self) -> int:
        return 1


def time_hub_turns(settings: bytes, often: int) -> None:
    """Time turns of a hub's whole program with a host, in which nothing is due.

    Each turn costs so much beside the scan that is made in it.
    """
    board = DisconnectedBoard(settings)
    hub = HubProgram(board)
    for _ in range(TURNS_UNTIL_ALL_DOWN):
        board.us = max(board.us, min(hub.run_pending(), board.us + 1_000))
    while hub.run_pending() <= board.us:
        pass
    time_repeated("turn", often, hub.run_pending)


def time_repeated(name: str, often: int, work: "Callable[[], object]") -> None:
    """Time so many repetitions and print them."""
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
