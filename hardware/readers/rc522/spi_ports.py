"""Makes the objects of the mfrc522 package: a register port for each reader on the machine's own SPI.

Only the package's register access is used; the tests beside the virtual chip show why not the rest. Its
`Close_MFRC522` is never called: it releases every pin of the process, buttons and lights included.
"""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Sequence
from typing import Any

from hardware.clock import MonotonicClock
from hardware.errors import HardwareError, HardwareMissingError, WiringPlanError
from hardware.pi_header import SPI_OVERLAYS, pin_label
from hardware.readers.rc522.spi_modules import SpiDevice, SpiModules, load_mfrc522
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.wiring_schema import WiringPlan

BCM_MODE = 11
"""RPi.GPIO's number for counting pins as Broadcom does; the package would otherwise use positions on the
header."""
READ_BIT = 0x80
"""Bit 7 of an address byte selects reading; bits 6 to 1 are the register, bit 0 is 0 (datasheet 8.1.2.3)."""
MAX_VALUES = 62
"""Bytes of a frame at most besides its address: longer ones go by DMA on a Pi 5, where they time out at times
(raspberrypi/linux 5865, 6020, 5696)."""
RESET_US = 100
"""RST is low for so long: the chip needs 100 ns (datasheet 8.8.1), long wires and their capacitors more."""
WAKE_US = 50_000
"""After RST the crystal starts, then 1024 cycles pass (datasheet 8.8.2): a few ms, more with a poor crystal.
"""


class Mfrc522Port:
    """The registers of one RC522 (hardware.common.rc522.register_port.RegisterPort).

    Single ones use the package's Read_MFRC522 and Write_MFRC522, several in frames of at most MAX_VALUES its SPI
    device. Every method raises OSError when the bus fails.
    """

    __slots__ = ("_clock", "_package")

    def __init__(self, package: Any, clock: MonotonicClock) -> None:
        self._package = package
        self._clock = clock

    def read(self, register: int) -> int:
        """The value of one register."""
        value: int = self._package.Read_MFRC522(register)
        return value

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        """The values of several registers: each returned byte answers the address before it."""
        if len(registers) > MAX_VALUES:
            return [*self.read_each(registers[:MAX_VALUES]), *self.read_each(registers[MAX_VALUES:])]
        frame = [register << 1 | READ_BIT for register in registers]
        frame.append(0)
        values: list[int] = self._package.spi.xfer2(frame)
        return values[1:]

    def write(self, register: int, value: int) -> None:
        """Write one register."""
        self._package.Write_MFRC522(register, value)

    def write_all_to_register(self, register: int, values: Sequence[int]) -> None:
        """Write all values into one register (the FIFO)."""
        if len(values) > MAX_VALUES:
            self.write_all_to_register(register, values[:MAX_VALUES])
            values = values[MAX_VALUES:]
        self._package.spi.xfer2([register << 1, *values])

    def now_us(self) -> int:
        """Microseconds since some moment."""
        return self._clock.now_us()

    def wait_us(self, us: int) -> None:
        """Wait for at least so many microseconds."""
        self._clock.wait_us(us)

    def close(self) -> None:
        """Close the SPI device; pins stay as they are."""
        self._package.spi.close()


class SpiPorts:
    """The register ports of one plan's readers. May be used by several threads, one for each reader."""

    def __init__(self, plan: WiringPlan, wires: SpiModules, clock: MonotonicClock) -> None:
        if plan.reset is None:
            raise WiringPlanError(
                "the plan names no reset pin: write reset = 25 (or where RST is wired) into it"
            )
        self._readers = {reader.name: reader for reader in plan.wirings_of(Rc522Wiring)}
        self._reset = plan.reset
        self._wires = wires
        self._clock = clock
        self._package = load_mfrc522(wires)
        self._ports: dict[str, Mfrc522Port] = {}
        self._lock = threading.Lock()
        self._started = False

    def open(self, name: str) -> Mfrc522Port:
        """A reader's port.

        The first call resets all readers, later ones leave RST high: others are in use.

        A port that was opened before is closed first. Raises HardwareMissingError with advice.
        """
        reader = self._readers[name]
        with self._lock:
            if not self._started:
                self._start()
                self._started = True
            try:
                if name in self._ports:
                    self._ports[name].close()
                self._ports[name] = self._make(reader)
            except HardwareError:
                raise
            except OSError as error:
                raise _unopened(reader, error) from error
            return self._ports[name]

    def close(self) -> None:
        """Close every SPI device."""
        with self._lock:
            for port in self._ports.values():
                port.close()

    def _start(self) -> None:
        """Set every chip select high, then give all readers one RST pulse.

        A select that floats lets its chip answer to frames for another one. Linux sets a bus's selects high
        when its overlay is loaded and keeps them; opening every device shows that this has happened for all
        of them.
        """
        held = [device for reader in self._readers.values() if (device := self._hold(reader)) is not None]
        try:
            self._pulse()
        finally:
            for device in held:
                device.close()

    def _hold(self, reader: Rc522Wiring) -> SpiDevice | None:
        device = self._wires.spidev.SpiDev()
        try:
            device.open(reader.bus, reader.device)
        except OSError:
            return None  # reported when this reader is opened; the others need their pulse
        return device

    def _pulse(self) -> None:
        gpio, reset = self._wires.gpio, self._reset
        try:
            gpio.setmode(BCM_MODE)
            gpio.setup(reset, gpio.OUT)
            gpio.output(reset, gpio.LOW)
            self._clock.wait_us(RESET_US)
            gpio.output(reset, gpio.HIGH)
        except Exception as error:  # lgpio's own error derives from Exception itself
            raise _unreset(reset, error) from error
        self._clock.wait_us(WAKE_US)

    def _make(self, reader: Rc522Wiring) -> Mfrc522Port:
        """Make an object of the package, without the log handler that it adds with every object.

        The package sets RST up as an output and high. A pin that is so already stays so (lgGpio.c,
        xSetAsOutput).
        """
        handlers = logging.getLogger("mfrc522Logger").handlers
        before = handlers[:]
        try:
            made = self._package.MFRC522(
                reader.bus, reader.device, reader.speed_hz, pin_mode=BCM_MODE, pin_rst=self._reset
            )
        except OSError:
            raise
        except Exception as error:  # from RPi.GPIO, as above
            raise _unreset(self._reset, error) from error
        finally:
            handlers[:] = before
        return Mfrc522Port(made, self._clock)


def _unopened(reader: Rc522Wiring, error: OSError) -> HardwareMissingError:
    """The error with advice for an SPI device that cannot be opened."""
    device = f"/dev/spidev{reader.bus}.{reader.device}"
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return HardwareMissingError(
            f"there is no {device}: SPI is off or its overlay is missing; put the line "
            f"{SPI_OVERLAYS[reader.bus].line} into /boot/firmware/config.txt and reboot"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return HardwareMissingError(
            f"this user may not use {device}, which belongs to the group spi: "
            'run "sudo usermod -aG spi $USER", then log in anew'
        )
    if error.errno == errno.EBUSY:
        return HardwareMissingError(f"another program holds {device}: end it, Herald tries again by itself")
    return HardwareMissingError(
        f"{device} cannot be opened ({error}): reboot, and run herald doctor if it stays so"
    )


def _unreset(reset: int, error: Exception) -> HardwareMissingError:
    """The error with advice for a wire to RST that cannot be driven."""
    start = f"{pin_label(reset)}, the wire to RST of all readers, cannot be driven ({error})"
    if "busy" in str(error).lower():
        return HardwareMissingError(
            f"{start}: another program holds this pin, perhaps Herald on the screen (sudo systemctl stop herald); "
            "end it, Herald tries again by itself"
        )
    return HardwareMissingError(f"{start}: run herald doctor, it looks at the pins and the permissions")
