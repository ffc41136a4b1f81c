"""The board of a real Raspberry Pi Pico, by MicroPython's modules: pins, SPI, flash, USB."""

import gc
import os
import sys

import machine

from firmware.restart_marks import LAST_WORDS_FILE, RESTARTED_MARK, STAY_MARK, leave_mark, take_mark
from firmware.spi_port import SpiRegisterPort
from hardware.common.link.hub_settings import BUS_PINS

MYPY = False
if MYPY:
    from collections.abc import Callable, Sequence

    import pico_select as select
    import pico_time as time
else:
    import select
    import time

SETTINGS_FILE = "settings.bin"
NEW_SETTINGS_FILE = "settings.new"
VERSION_FILE = "version.txt"

MAX_READ_BYTES = 256
"""Bytes that are read at once."""
WRITE_BLOCK_BYTES = 256
"""Bytes that are written at once: the size of the USB driver's buffer."""
WATCHDOG_MS = 8_000
RESET_US = 100
"""Microseconds for which RST is low: the chip needs 100 ns (datasheet 8.8.1), long wires and capacitors more.
"""
WAKE_US = 50_000
"""After RST the crystal starts, then 1024 cycles pass (datasheet 8.8.2): a few ms, more with a poor crystal.
"""
WS2812_TIMING_NS = (400, 850, 800, 450)
"""High and low of a 0, high and low of a 1 (WS2812B datasheet, "data transfer time")."""


class PicoBoard:
    """The HubBoard of firmware.board on a Pico, and the clock of its readers' ports."""

    def __init__(self) -> None:
        self._ticks = time.ticks_us()
        self._us = 0
        self._line = select.poll()
        self._line.register(sys.stdin, select.POLLIN)
        self._selects: dict[int, machine.Pin] = {}
        self._buses: dict[int, machine.SPI] = {}
        self._speeds: dict[int, int] = {}
        self._chain: machine.Pin | None = None
        self._watchdog: machine.WDT | None = None
        self.uid = machine.unique_id()
        self.program = _text(VERSION_FILE)
        self.kind = _kind(str(sys.implementation._machine))
        was_requested = take_mark(RESTARTED_MARK)
        self.cause = 0 if machine.reset_cause() == machine.PWRON_RESET else 2 if was_requested else 1

    # -- time

    def now_us(self) -> int:
        """The time in microseconds; MicroPython's ticks start again every quarter of an hour, this does not."""
        ticks = time.ticks_us()
        self._us += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._us

    def wait_us(self, us: int) -> None:
        """Wait for so many microseconds, whatever comes."""
        if us > 0:
            time.sleep_us(us)

    def sleep_us(self, us: int) -> None:
        """Wait until so much time has passed, or bytes have come."""
        if us < 1_000:
            self.wait_us(us)
            return
        for _ in self._line.ipoll(us // 1_000):
            return

    def feed(self) -> None:
        """Feed the watchdog, which begins with the first call and cannot be stopped."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._watchdog.feed()

    # -- the line

    def read(self) -> bytes:
        """The bytes that have come, read one at a time: for more, MicroPython waits until all are there."""
        some = bytearray()
        while len(some) < MAX_READ_BYTES and self._ready():
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            some.extend(byte)
        return bytes(some)

    def _ready(self) -> bool:
        for _, event in self._line.ipoll(0):
            return bool(event & select.POLLIN)
        return False

    def write(self, data: bytes) -> None:
        """Write piece by piece, so that the watchdog is fed while a slow host takes its time.

        MicroPython gives up by itself after half a second in which the host takes nothing.
        """
        for at in range(0, len(data), WRITE_BLOCK_BYTES):
            sys.stdout.buffer.write(data[at : at + WRITE_BLOCK_BYTES])
            if self._watchdog is not None:
                self._watchdog.feed()

    # -- pins

    def prepare(self, reset: int, selects: "Sequence[int]") -> None:
        """Set all selects high before RST rises: a floating one lets its chip answer to others' frames."""
        for pin in selects:
            self._selects[pin] = machine.Pin(pin, machine.Pin.OUT, value=1)
        wire = machine.Pin(reset, machine.Pin.OUT, value=0)
        self.wait_us(RESET_US)
        wire.on()
        self.wait_us(WAKE_US)

    def port(self, bus: int, select: int, speed_khz: int) -> SpiRegisterPort:
        """The registers of one reader. A bus has one speed, that of its slowest reader."""
        speed_hz = 1_000 * speed_khz
        if bus not in self._buses:
            sck, mosi, miso = [machine.Pin(pin) for pin in BUS_PINS[bus]]
            self._buses[bus] = machine.SPI(bus, speed_hz, sck=sck, mosi=mosi, miso=miso)
            self._speeds[bus] = speed_hz
        elif speed_hz < self._speeds[bus]:
            self._buses[bus].init(baudrate=speed_hz)
            self._speeds[bus] = speed_hz
        return SpiRegisterPort(self._buses[bus], self._selects[select], self)

    def button(self, pin: int) -> "Callable[[], bool]":
        """A function that says whether a contact is closed; a pull-up holds the pin high while it is open."""
        contact = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        return lambda: not contact.value()

    def lights(self, pin: int, colours: "Sequence[tuple[int, int, int]]") -> None:
        """Send the colours of all lights, in the order green, red, blue."""
        if not colours:
            return
        if self._chain is None:
            self._chain = machine.Pin(pin, machine.Pin.OUT, value=0)
        data = bytearray()
        for red, green, blue in colours:
            data.extend(bytes((green, red, blue)))
        machine.bitstream(self._chain, 0, WS2812_TIMING_NS, data)

    # -- flash

    def load(self) -> bytes:
        """The stored settings; empty when there are none."""
        try:
            with open(SETTINGS_FILE, "rb") as file:  # noqa: PTH123
                return file.read()
        except OSError:
            return b""

    def store(self, data: bytes) -> None:
        """Store the settings under another name first: power may fail at any moment.

        Raises OSError on a full flash.
        """
        with open(NEW_SETTINGS_FILE, "wb") as file:  # noqa: PTH123
            file.write(data)
        os.rename(NEW_SETTINGS_FILE, SETTINGS_FILE)  # noqa: PTH104

    def last_words(self) -> str:
        """The error that ended the program before this one, and its location; returned once."""
        lines = [line.strip() for line in _text(LAST_WORDS_FILE).split("\n") if line.strip()]
        take_mark(LAST_WORDS_FILE)
        if not lines:
            return ""
        places = [line for line in lines if line.startswith("File ")]
        return "the hub's program stopped: " + lines[-1] + (", " + places[-1] if places else "")

    def restart(self, stay: bool) -> None:
        """Restart, with `stay` into MicroPython's prompt."""
        if stay:
            leave_mark(STAY_MARK)
        leave_mark(RESTARTED_MARK)
        machine.reset()

    def free(self) -> int:
        """Collect garbage; the free bytes of memory afterwards."""
        gc.collect()
        return int(gc.mem_free())  # type: ignore[attr-defined]


def _text(name: str) -> str:
    try:
        with open(name) as file:  # noqa: PTH123
            return file.read().strip()
    except (OSError, ValueError):
        return ""


def _kind(machine_name: str) -> int:
    """Index in hardware.common.link.messages.BOARD_NAMES."""
    return 2 if "RP2350" in machine_name else 1 if "RP2040" in machine_name else 0
