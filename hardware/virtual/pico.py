"""A virtual Pico for the hub's program: readers on its buses, buttons, a chain of lights, flash."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from typing import NoReturn

from firmware.spi_port import SpiRegisterPort
from hardware.clock import MonotonicClock
from hardware.common.link.hub_settings import NO_PIN
from hardware.virtual.button_contact import ButtonContact
from hardware.virtual.panel import signal_seen
from hardware.virtual.reader import VirtualReader
from hardware.virtual.serial_cable import CableDirection
from hardware.virtual.spi_board import VirtualSpiBoard

TRANSFER_US = 140.0
"""The time that MicroPython needs for an SPI frame besides its bits: with it an empty scan takes 1.6 ms, as
on an emulated Pico."""
RESET_US, WAKE_US = 100, 50_000
FREE_BYTES = 150_000
READ_BYTES = 256
REMEMBERED_CHANGES = 64
"""The number of changes of a light that are kept."""


class PicoRestarted(BaseException):
    """The program ends here: the board restarts, with `stay` into MicroPython's prompt."""

    def __init__(self, stay: bool) -> None:
        super().__init__()
        self.stay = stay


class VirtualPico:
    """The HubBoard of firmware.board for the program.

    `flash`: the stored settings; `full`: the flash takes no more; `words`: why the program before this one
    ended; `fed_us`: when the watchdog was fed last, None before that.
    """

    kind = 1
    program = "0.0.0 virtual"

    def __init__(
        self,
        clock: MonotonicClock,
        uid: bytes,
        seed: int,
        hears: CableDirection,
        says: Callable[[bytes], None],
    ) -> None:
        self.uid = uid
        self.cause = 0
        self.spi_board = VirtualSpiBoard(clock, transfer_us=TRANSFER_US, seed=seed)
        self.flash = b""
        self.full = False
        self.words = ""
        self.fed_us: int | None = None
        self.contacts: defaultdict[int, ButtonContact] = defaultdict(lambda: ButtonContact(clock))
        self.colour_histories: list[deque[tuple[int, str]]] = []
        self._clock = clock
        self._incoming = hears
        self._send = says

    def add_reader(self, bus: int, select: int) -> VirtualReader:
        """The reader that is wired there, wired now where there was none."""
        wired = self.spi_board.readers.get((bus, select))
        return wired or self.spi_board.add_reader(bus, select, reset=None)

    def release_pins(self) -> None:
        """Stop driving all pins: the program has ended."""
        self.fed_us = None
        for reader in self.spi_board.readers.values():
            self.spi_board.drive_select(reader, False)

    def light_signal(self, socket: int) -> str:
        """The signal that a light shows."""
        return (
            signal_seen(list(self.colour_histories[socket]), self._clock.now_us())
            if socket < len(self.colour_histories)
            else "off"
        )

    # -- HubBoard

    def now_us(self) -> int:
        return self._clock.now_us()

    def sleep_us(self, us: int) -> None:
        due = self._incoming.due_us()
        now = self._clock.now_us()
        self._clock.wait_us(us if due is None else min(us, max(0, due - now)))

    def read(self) -> bytes:
        return self._incoming.receive(READ_BYTES)

    def write(self, data: bytes) -> None:
        self._send(data)

    def prepare(self, reset: int, selects: Sequence[int]) -> None:
        readers = self.spi_board.readers.values()
        for reader in readers:
            reader.reset = reset
            self.spi_board.drive_select(reader, reader.device in selects)
        self.spi_board.set_reset_pin(reset, False)
        self._clock.wait_us(RESET_US)
        self.spi_board.set_reset_pin(reset, True)
        self._clock.wait_us(WAKE_US)

    def port(self, bus: int, select: int, speed_khz: int) -> SpiRegisterPort:
        reader = self.add_reader(bus, select)
        # `prepare` has set its select high, whatever is wired to it
        self.spi_board.drive_select(reader, True)
        wire = _Wire(self.spi_board, reader, 1000 * speed_khz)
        return SpiRegisterPort(wire, wire, self._clock)

    def button(self, pin: int) -> Callable[[], bool]:
        contact = self.contacts[pin]
        return lambda: contact.is_closed

    def lights(self, pin: int, colours: Sequence[tuple[int, int, int]]) -> None:
        """Keep the colours of all lights. Raises ValueError where there are lights on no pin."""
        if pin == NO_PIN and colours:
            raise ValueError("lights on no pin")
        while len(self.colour_histories) < len(colours):
            self.colour_histories.append(deque(maxlen=REMEMBERED_CHANGES))
        for seen, colour in zip(self.colour_histories, colours, strict=False):
            words = " ".join(
                name for name, level in zip(("red", "green", "blue"), colour, strict=True) if level
            )
            if not seen or seen[-1][1] != words:
                seen.append((self._clock.now_us(), words))

    def feed(self) -> None:
        self.fed_us = self._clock.now_us()

    def load(self) -> bytes:
        return self.flash

    def store(self, data: bytes) -> None:
        """Keep the settings. Raises OSError when the flash is full."""
        if self.full:
            raise OSError("28")
        self.flash = data

    def last_words(self) -> str:
        words, self.words = self.words, ""
        return words

    def restart(self, stay: bool) -> NoReturn:
        """Raises PicoRestarted, which ends the program."""
        raise PicoRestarted(stay)

    def free(self) -> int:
        return FREE_BYTES


class _Wire:
    """SPI and chip select of one reader for SpiRegisterPort: a frame is sent while the select is low."""

    def __init__(self, chips: VirtualSpiBoard, reader: VirtualReader, speed_hz: int) -> None:
        self._chips = chips
        self._reader = reader
        self._speed_hz = speed_hz
        self._selected = False

    def off(self) -> None:
        self._selected = True

    def on(self) -> None:
        self._selected = False

    def write(self, buf: bytearray | memoryview) -> None:
        self._transfer(buf)

    def write_readinto(self, write_buf: bytearray | memoryview, read_buf: bytearray | memoryview) -> None:
        read_buf[:] = self._transfer(write_buf)

    def _transfer(self, buf: bytearray | memoryview) -> bytes:
        if not self._selected:
            raise AssertionError("a frame that no chip select is low for")
        return bytes(self._chips.transfer(self._reader, bytes(buf), self._speed_hz))
