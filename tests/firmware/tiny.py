"""The least that the hub's program can run on: chips by a handful of registers, one tag at a time, a Board in memory.

For MicroPython, where hardware.virtual cannot run. Everything is answered at once, and time is what was waited.
"""

from firmware.spi_port import SpiRegisterPort
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.crc import append_crc, strip_crc

MYPY = False
if MYPY:
    from collections.abc import Callable, Sequence

FRAME_US = 20
IDLE, FIRST, SECOND, ACTIVE = 0, 1, 2, 3
FREE = 1


class Tag:
    """A sticker with a UID of seven bytes: woken, selected, read, written and put to rest."""

    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self.state = IDLE
        self.pages = bytearray(4 * 45)
        self.pages[0:4] = uid[:3] + bytes((0x88 ^ uid[0] ^ uid[1] ^ uid[2],))
        self.pages[4:8] = uid[3:]
        self.pages[16:20] = b"\x03\x00\xfe\x00"

    def hear(self, frame: bytes) -> bytes:
        """What it says to a frame, nothing if that is nothing."""
        if frame == b"\x52":
            self.state = FIRST
            return b"\x44\x00"
        if self.state == FIRST and frame[0] == 0x93:
            return self._asked(frame, b"\x88" + self.uid[:3], SECOND, 0x04)
        if self.state == SECOND and frame[0] == 0x95:
            return self._asked(frame, self.uid[3:], ACTIVE, 0x00)
        command = strip_crc(frame) if self.state == ACTIVE else None
        return b"" if command is None else self._command(command)

    def _asked(self, frame: bytes, part: bytes, after: int, sak: int) -> bytes:
        whole = part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))
        if frame[1] == 0x20:
            return whole
        if strip_crc(frame) is None or frame[2:7] != whole:
            self.state = IDLE
            return b""
        self.state = after
        return append_crc(bytes((sak,)))

    def _command(self, command: bytes) -> bytes:
        code = command[0]
        if code == 0x3A:
            return append_crc(bytes(self.pages[4 * command[1] : 4 * command[2] + 4]))
        if code == 0x30:
            return append_crc(bytes(self.pages[4 * command[1] : 4 * command[1] + 16]))
        if code == 0x60:
            return append_crc(b"\x00\x04\x04\x02\x01\x00\x0f\x03")
        if code == 0xA2:
            self.pages[4 * command[1] : 4 * command[1] + 4] = command[2:]
            return b"\x0a"
        self.state = IDLE
        return b""


class Chip:
    """SPI and chip select of one chip. `tag`: what lies there. Nothing answers while it is `dead`."""

    def __init__(self, board: "Board") -> None:
        self.tag: Tag | None = None
        self.dead = False
        self._board = board
        self._registers = bytearray(64)
        self._fifo = b""

    def on(self) -> None:
        """Not spoken to."""

    def off(self) -> None:
        """Spoken to."""

    def write(self, buf: "bytearray | memoryview") -> None:
        """All bytes into one register."""
        self._board.us += FRAME_US
        number = buf[0] >> 1
        if number == reg.FIFO_DATA:
            self._fifo += bytes(buf[1:])
            return
        value = buf[1]
        self._registers[number] = value
        if number == reg.COMMAND and value == reg.SOFT_RESET:
            self._registers = bytearray(64)
        elif number == reg.FIFO_LEVEL:
            self._fifo = b""
        elif number == reg.COM_IRQ:
            self._registers[number] = 0
        elif number == reg.BIT_FRAMING and value & reg.START_SEND:
            self._send()

    def write_readinto(self, write_buf: "bytearray | memoryview", read_buf: "bytearray | memoryview") -> None:
        """A register for each byte but the last."""
        self._board.us += FRAME_US
        taken = 0
        for n in range(len(write_buf) - 1):
            number = write_buf[n] >> 1 & 0x3F
            if self.dead:
                read_buf[n + 1] = 0xFF
            elif number == reg.FIFO_DATA:
                read_buf[n + 1] = self._fifo[taken]
                taken += 1
            elif number == reg.FIFO_LEVEL:
                read_buf[n + 1] = len(self._fifo)
            else:
                read_buf[n + 1] = 0x92 if number == reg.VERSION else self._registers[number]
        if taken:
            self._fifo = self._fifo[taken:]

    def _send(self) -> None:
        said = self.tag.hear(self._fifo) if self.tag else b""
        self._fifo = said
        self._registers[reg.CONTROL] = 4 if said == b"\x0a" else 0
        self._registers[reg.COM_IRQ] = reg.IRQ_TX | (reg.IRQ_RX if said else reg.IRQ_TIMER)


class Board:
    """firmware.board. `heard`: bytes for the hub; `said`: bytes from it; `closed`: pins whose buttons are down."""

    kind = 1
    uid = b"tinytiny"
    program = "tiny"
    cause = 0

    def __init__(self, settings: bytes) -> None:
        self.us = 0
        self.heard = b""
        self.said = b""
        self.closed: list[int] = []
        self.chips: list[Chip] = []
        self.shown: Sequence[tuple[int, int, int]] = ()
        self._settings = settings

    def now_us(self) -> int:
        return self.us

    def wait_us(self, us: int) -> None:
        self.us += us

    def sleep_us(self, us: int) -> None:
        self.us += max(us, 1)

    def read(self) -> bytes:
        heard = self.heard
        self.heard = b""
        return heard

    def write(self, data: bytes) -> None:
        self.said = data

    def prepare(self, reset: int, selects: "Sequence[int]") -> None:
        self.us += 50_000

    def port(self, bus: int, select: int, speed_khz: int) -> SpiRegisterPort:
        chip = Chip(self)
        self.chips.append(chip)
        return SpiRegisterPort(chip, chip, self)

    def button(self, pin: int) -> "Callable[[], bool]":
        return lambda: pin in self.closed

    def lights(self, pin: int, colours: "Sequence[tuple[int, int, int]]") -> None:
        self.shown = colours

    def feed(self) -> None:
        pass

    def load(self) -> bytes:
        return self._settings

    def store(self, data: bytes) -> None:
        self._settings = data

    def last_words(self) -> str:
        return ""

    def restart(self, stay: bool) -> None:
        raise ValueError("nobody asked for that")

    def free(self) -> int:
        return FREE
