"""A virtual Raspberry Pi for readers: SPI buses with a shared MISO line, chip selects, the RST line.

`VirtualSpiBoard.wires` stands in for RPi.GPIO and spidev under the unmodified mfrc522 package. A chip select
floats, and its chip receives every frame on its bus, until somebody has opened its device. Where two chips
answer at once, a 0 wins.

Simplified: above 10 MHz or in another mode than 0 every byte read is one bit late; pins other than RST only
remember their output; as inputs, they and RST are pulled up.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from threading import RLock

from hardware.clock import MonotonicClock
from hardware.pi_header import HEADER_POSITIONS
from hardware.readers.rc522.spi_modules import SpiDevice, SpiModules
from hardware.virtual import faults
from hardware.virtual.reader import VirtualReader

MAX_SPI_HZ = 10_000_000
PIN_CHANGE_NS = 20_000
"""The duration of a call of RPi.GPIO in nanoseconds."""


MAX_FRAME = 63
"""Bytes of a frame that a Pi 5 sends without DMA (raspberrypi/linux 5865)."""


class VirtualSpiBoard:
    """The SPI buses with their readers.

    `transfers` and `bytes` count what went over all of them.

    Several threads may use it, one for each reader.
    """

    def __init__(
        self, clock: MonotonicClock, *, transfer_us: float = 9.0, floating: int = 0xFF, seed: int = 0
    ) -> None:
        """`transfer_us`: the duration of a transfer besides its bits; 9 is a Raspberry Pi 5 with Python.

        `floating`: the value of a MISO line that nobody drives, 0xFF or 0x00. `seed`: of the chance in noise
        and at the edge of a field.
        """
        self.clock = clock
        self.transfers = 0
        self.bytes = 0
        self.readers: dict[tuple[int, int], VirtualReader] = {}
        self.gpio = VirtualGpio(self)
        self.wires = SpiModules(self.gpio, VirtualSpidev(self))
        self._transfer_ns = int(transfer_us * 1000)
        self._floating = floating
        self._seed = seed
        self._lock = RLock()  # a fault may strike while this very thread sends a frame
        self._plain: set[VirtualReader] = set()

    def add_reader(
        self, bus: int, device: int, *, version: int = 0x92, reset: int | None = 25
    ) -> VirtualReader:
        """Wire a reader to it. `reset`: BCM number of the pin at its RST, None for none."""
        chance = Random(f"{self._seed} {bus} {device}")
        reader = VirtualReader(
            bus,
            device,
            self.clock,
            version=version,
            reset=reset,
            chance=chance,
            changed=self._sort,
            lock=self._lock,
        )
        self.readers[bus, device] = reader
        self._sort()
        return reader

    def inject_fault_into_all(self, fault: str) -> None:
        """Give every reader a fault of faults.FAULTS."""
        for reader in self.readers.values():
            reader.inject_fault(fault)

    def clear_fault_of_all(self, fault: str) -> None:
        """Clear the fault of every reader."""
        for reader in self.readers.values():
            reader.clear_fault(fault)

    def open(self, bus: int, device: int) -> VirtualReader:
        """Open a device as SpiDev.open does. Raises FileNotFoundError or PermissionError as the kernel would."""
        reader = self.readers.get((bus, device))
        path = f"/dev/spidev{bus}.{device}"
        if reader is None or reader.has_injected_fault(faults.NO_DEVICE):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if reader.has_injected_fault(faults.NO_PERMISSION):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        self.drive_select(reader, True)
        return reader

    def drive_select(self, reader: VirtualReader, driven: bool) -> None:
        """Hold its chip select high when it is not addressed, or leave it floating."""
        with self._lock:
            reader.selectable = driven
            self._sort()

    def transfer(self, reader: VirtualReader, frame: bytes, speed_hz: int) -> list[int]:
        """Send one frame with the reader's chip select low; the bytes that come back. Raises OSError."""
        if len(frame) > MAX_FRAME:
            raise TimeoutError(
                errno.ETIMEDOUT, f"{len(frame)} bytes go by DMA on a Pi 5, and may time out there"
            )
        with self._lock:
            self.transfers += 1
            self.bytes += len(frame)
            self.clock.advance_ns(self._transfer_ns + 8_000_000_000 * len(frame) // speed_hz)
            if reader in self._plain:
                return reader.chip.exchange_spi(frame)
            return self._shared(reader, frame)

    def set_reset_pin(self, pin: int, level: bool) -> None:
        """Set a pin (BCM number) high or low."""
        with self._lock:
            for reader in self.readers.values():
                if reader.reset == pin:
                    reader.set_reset_pin(level)

    def _sort(self) -> None:
        """Find the readers that are alone on their bus when they are selected.

        There are no floating chip selects on it, and no faults of the wires.
        """
        self._plain = {
            reader
            for reader in self.readers.values()
            if reader.chip.driving
            and all(
                each.selectable and not each.active_faults & _OF_THE_WIRES
                for each in self.readers.values()
                if each.bus == reader.bus
            )
        }

    def _shared(self, reader: VirtualReader, frame: bytes) -> list[int]:
        """The value of the shared MISO line when every chip that receives the frame answers."""
        if reader.has_injected_fault(faults.BUS_FAILS):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        line: bytes | None = None
        for each in self.readers.values():
            if each.bus != reader.bus or not each.chip.driving:
                continue
            if each is reader or not each.selectable:
                answer = bytes(each.chip.exchange_spi(frame))
                each.spoken = True
            elif each.spoken and each.has_injected_fault(faults.MISO_NOT_RELEASED):
                answer = bytes(len(frame))
            else:
                continue
            line = answer if line is None else bytes(a & b for a, b in zip(line, answer, strict=True))
        for stuck, level in ((faults.MISO_HIGH, 0xFF), (faults.MISO_LOW, 0x00)):
            if any(
                each.has_injected_fault(stuck) for each in self.readers.values() if each.bus == reader.bus
            ):
                line = bytes((level,)) * len(frame)
        return list(line) if line is not None else [self._floating] * len(frame)


_OF_THE_WIRES = {
    faults.MISO_LOW,
    faults.MISO_HIGH,
    faults.MISO_NOT_RELEASED,
    faults.BUS_FAILS,
}


class VirtualSpidev:
    """Stands in for the module spidev."""

    def __init__(self, board: VirtualSpiBoard) -> None:
        self.SpiDev: Callable[[], SpiDevice] = partial(VirtualSpiDev, board)


class VirtualSpiDev:
    """Stands in for spidev.SpiDev."""

    def __init__(self, board: VirtualSpiBoard) -> None:
        self.max_speed_hz = 125_000_000
        self.mode = 0
        self.bits_per_word = 8
        self.lsbfirst = False
        self._board = board
        self._reader: VirtualReader | None = None

    def open(self, bus: int, device: int) -> None:
        """Open the device. Raises OSError where there is none."""
        self._reader = self._board.open(bus, device)

    def close(self) -> None:
        self._reader = None

    def xfer2(self, values: Sequence[int]) -> list[int]:
        """Send one frame; chip select stays low all the time. Raises OSError where the device is not open."""
        reader = self._reader
        if reader is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        answer = self._board.transfer(reader, bytes(values), self.max_speed_hz)
        if self.max_speed_hz > MAX_SPI_HZ or self.mode:
            return [value >> 1 for value in answer]
        return answer

    def xfer(self, values: Sequence[int]) -> list[int]:
        """Send each byte as a frame of its own, with chip select high between them; the chip cannot use it."""
        return [self.xfer2((value,))[0] for value in values]


class VirtualGpio:
    """Stands in for the module RPi.GPIO. `calls`: every call with its arguments, in order."""

    BOARD = 10
    BCM = 11
    OUT = 0
    IN = 1
    LOW = 0
    HIGH = 1

    def __init__(self, board: VirtualSpiBoard) -> None:
        self.calls: list[tuple[str | int | None, ...]] = []
        self._board = board
        self._mode: int | None = None
        self._outputs: set[int] = set()
        self._levels: dict[int, bool] = {}

    def setmode(self, mode: int) -> None:
        """Set the numbering of pins. Raises ValueError when another one was set, as rpi-lgpio does."""
        self._called("setmode", mode)
        if mode not in (self.BOARD, self.BCM) or self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def getmode(self) -> int | None:
        return self._mode

    def setwarnings(self, wanted: bool) -> None:
        self._called("setwarnings", wanted)

    def setup(
        self, channel: int, direction: int, pull_up_down: int | None = None, initial: int | None = None
    ) -> None:
        """Set up a pin; an output begins with `initial`, or with the level of the pin."""
        self._called("setup", channel, direction)
        pin = self._pin(channel)
        if direction == self.OUT:
            self._outputs.add(pin)
            self._set(pin, self._levels.get(pin, True) if initial is None else bool(initial))
        else:
            self._release(pin)

    def output(self, channel: int, value: int) -> None:
        """Set the level of an output. Raises RuntimeError unless the pin was set up as one."""
        self._called("output", channel, value)
        pin = self._pin(channel)
        if pin not in self._outputs:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        self._set(pin, bool(value))

    def input(self, channel: int) -> int:
        return int(self._levels.get(self._pin(channel), True))

    def cleanup(self, channel: int | None = None) -> None:
        """Release a pin; without a channel, every pin of the process and the numbering."""
        self._called("cleanup", channel)
        for pin in list(self._outputs) if channel is None else [self._pin(channel)]:
            self._release(pin)
        if channel is None:
            self._mode = None

    def _called(self, *call: str | int | None) -> None:
        self.calls.append(call)
        self._board.clock.advance_ns(PIN_CHANGE_NS)

    def _pin(self, channel: int) -> int:
        """The BCM number of a channel."""
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        pin = channel if self._mode == self.BCM else _BCM.get(channel, -1)
        if pin not in HEADER_POSITIONS:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return pin

    def _set(self, pin: int, level: bool) -> None:
        self._levels[pin] = level
        self._board.set_reset_pin(pin, level)

    def _release(self, pin: int) -> None:
        """Make the pin an input again: the readers' own resistors pull RST up."""
        self._outputs.discard(pin)
        self._set(pin, True)


_BCM = {place: pin for pin, place in HEADER_POSITIONS.items()}
"""Position on the header -> BCM number."""
