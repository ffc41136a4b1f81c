"""Stands in for MicroPython's `machine` of a Raspberry Pi Pico: every call is a request to the virtual Pico.

MicroPython's unix port runs this, and CPython, to compare the two; hardware.virtual.unix_port.request_handler
is the other end. A request is one write: its kind (a letter), a byte, the length of the rest in two bytes,
and the rest; an answer is one read of a length that the request determines. Chip selects are sent with the
frames that they are for.

Simplified: SPI has mode 0 and 8 bits; a pin has no interrupts; what firmware/ does not use is missing.
"""

import sys
from struct import calcsize, pack_into, unpack_from

MYPY = False
if MYPY:
    from collections.abc import Sequence

PWRON_RESET = 1
WDT_RESET = 3

LONGEST = 4_000
"""A request and an answer stay below what a pipe takes in one piece (PIPE_BUF)."""
HEAD = 4
FRAME = ord("F")
FRAME_HEAD = 16

_answers = open(int(sys.argv[1]), "rb", 0)  # noqa: PTH123, SIM115 (a descriptor, kept for good)
_requests = open(int(sys.argv[2]), "wb", 0)  # noqa: PTH123, SIM115
_out = memoryview(bytearray(LONGEST))
_in = memoryview(bytearray(LONGEST))


def tell(wanted: int, what: int = 0, size: int = 0) -> None:
    """Send a request whose other `size` bytes are in the buffer already."""
    pack_into("<BBH", _out, 0, wanted, what, size)
    _requests.write(_out[: HEAD + size])


def heard(size: int) -> memoryview:
    """The answer to a request."""
    answer = _in[:size]
    if _answers.readinto(answer) != size:
        sys.exit("the virtual Pico is gone")
    return answer


def ask(wanted: int, what: int = 0, layout: str = "", *values: int) -> memoryview:
    """Send a request with these values, and return its answer of eight bytes."""
    if layout:
        pack_into(layout, _out, HEAD, *values)
    tell(wanted, what, calcsize(layout) if layout else 0)
    return heard(8)


tell(ord("H"))
VIRTUAL_TIME, _cause, _quiet, _unique_id, TICKS = unpack_from("<BBI8sQ", heard(22), 0)
"""Whether time is virtual; why the Pico started; the pins that only matter during a frame; its number; the
start of its ticks."""

_outputs = 0
_levels = 0


class Pin:
    """machine.Pin: a GP number."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id: int, mode: int = -1, pull: "int | None" = -1, value: "int | None" = None) -> None:
        if not 0 <= id <= 29:
            raise ValueError("invalid pin")
        self.id = id
        self._bit = 1 << id
        self._pull = 0
        if mode != -1:
            self.init(mode, pull, value=value)

    def init(self, mode: int, pull: "int | None" = -1, value: "int | None" = None) -> None:
        """Set the pin up; an output begins with `value`."""
        global _outputs, _levels
        self._pull = 0 if pull is None or pull < 0 else pull
        if value is not None:
            _levels = _levels | self._bit if value else _levels & ~self._bit
        _outputs = _outputs | self._bit if mode == self.OUT else _outputs & ~self._bit
        self._changed()

    def value(self, x: "int | None" = None) -> "int | None":
        """The level of the pin; or set it."""
        if x is not None:
            if x:
                self.on()
            else:
                self.off()
            return None
        if _outputs & self._bit:
            return 1 if _levels & self._bit else 0
        return ask(ord("I"), self.id, "<I", self._pull)[0]

    def __call__(self, x: "int | None" = None) -> "int | None":
        return self.value(x)

    def on(self) -> None:
        """Set the pin high."""
        global _levels
        _levels |= self._bit
        self._changed()

    def off(self) -> None:
        """Set the pin low."""
        global _levels
        _levels &= ~self._bit
        self._changed()

    high = on
    low = off

    def _changed(self) -> None:
        if not _quiet & self._bit:
            ask(ord("L"), 0, "<II", _outputs, _levels)


_speeds = [0, 0]
_places = [[18, 19, 16], [10, 11, 8]]
"""SCK, MOSI, MISO of each bus, at first the default ones."""


class SPI:
    """machine.SPI. All objects of one bus share it, so that the speed set last counts for all of them."""

    MSB = 0

    def __init__(
        self,
        id: int,
        baudrate: int = 1_000_000,
        *,
        polarity: int = 0,
        phase: int = 0,
        bits: int = 8,
        firstbit: int = 0,
        sck: "Pin | None" = None,
        mosi: "Pin | None" = None,
        miso: "Pin | None" = None,
    ) -> None:
        if id not in (0, 1):
            raise ValueError(f"SPI({id}) doesn't exist")
        if (polarity, phase, bits, firstbit) != (0, 0, 8, 0):
            raise ValueError("the virtual Pico has SPI mode 0 with 8 bits, the first one first")
        self._id = id
        places = _places[id]
        for n, (pin, lane, name) in enumerate(((sck, 2, "SCK"), (mosi, 3, "MOSI"), (miso, 0, "MISO"))):
            if pin is None:
                continue
            if pin.id & 3 != lane or pin.id >> 3 & 1 != id:
                raise ValueError(f"bad {name} pin")
            places[n] = pin.id
        ask(ord("S"), id, "<III", *places)
        self.init(baudrate)

    def init(self, baudrate: int) -> None:
        """Set another speed, for all users of the bus."""
        _speeds[self._id] = baudrate

    def write(self, buf: "bytes | bytearray | memoryview") -> None:
        """Send a frame."""
        self._frame(buf)

    def readinto(self, buf: "bytearray | memoryview", write: int = 0) -> None:
        """Send the same byte repeatedly and store the bytes that come back."""
        self.write_readinto(bytes((write,)) * len(buf), buf)

    def write_readinto(
        self, write_buf: "bytes | bytearray | memoryview", read_buf: "bytearray | memoryview"
    ) -> None:
        """Send a frame and store the bytes that come back.

        Raises ValueError for buffers of different lengths.
        """
        if len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        read_buf[:] = self._frame(write_buf)

    def _frame(self, data: "bytes | bytearray | memoryview") -> memoryview:
        size = len(data)
        pack_into(
            "<BBHIII",
            _out,
            0,
            FRAME,
            self._id,
            FRAME_HEAD - HEAD + size,
            _outputs,
            _levels,
            _speeds[self._id],
        )
        _out[FRAME_HEAD : FRAME_HEAD + size] = data
        _requests.write(_out[: FRAME_HEAD + size])
        answer = heard(1 + size)
        if answer[0]:
            raise OSError("the SPI bus fails")  # one word for both Pythons, which name errno 5 differently
        return answer[1:]


class WDT:
    """machine.WDT: restarts the Pico where it is not fed in time."""

    def __init__(self, id: int = 0, timeout: int = 5_000) -> None:
        if not 0 < timeout <= 8_388:
            raise ValueError("timeout exceeds 8388")
        ask(ord("W"), 0, "<I", timeout)

    def feed(self) -> None:
        """Feed the watchdog."""
        tell(ord("K"))


def bitstream(pin: Pin, encoding: int, timing: "Sequence[int]", buf: "bytes | bytearray") -> None:
    """machine.bitstream: bits of these lengths in nanoseconds (high and low of a 0, high and low of a 1).

    Raises ValueError for another encoding than 0.
    """
    if encoding != 0:
        raise ValueError("encoding")
    pack_into("<IIII", _out, HEAD, *timing)
    _out[HEAD + 16 : HEAD + 16 + len(buf)] = buf
    tell(ord("B"), pin.id, 16 + len(buf))
    heard(8)


def unique_id() -> bytes:
    """The board's own number."""
    return bytes(_unique_id)


def reset_cause() -> int:
    """PWRON_RESET, or WDT_RESET: a Pico uses its watchdog for reset(), too."""
    return int(_cause)


def reset() -> None:
    """Restart at once; nothing of the program runs after it."""
    tell(ord("R"))
    heard(1)
