"""The serial devices of the computer, and an open one, by pyserial."""

from __future__ import annotations

import os
import select
import termios
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from msgspec import Struct

PICO_USB_ID = (0x2E8A, 0x0005)
"""USB vendor and product of a Pico that runs MicroPython."""
MAX_READ_BYTES = 4096
"""Bytes that are read at once."""


LASTING_LINKS = ("/dev/serial/by-id/*", "/dev/serial/by-path/*")
"""The names that udev gives: by maker, name and serial number of a device, and by the socket that it is in."""
MIN_SERIAL_LENGTH = 5
"""Letters of a serial number that tells devices apart: adapters that nobody has numbered all say 0001."""


class SerialDevice(Struct, frozen=True):
    """A serial device.

    `path`: its path; `usb_serial`: its USB serial number, "" where it is unknown; `is_likely_pico`: whether
    it seems to be a Pico with MicroPython; `links`: other paths that lead to it; `usb_name`: what it calls itself, or
    its USB numbers; "" where it is not on USB.
    """

    path: str
    usb_serial: str = ""
    is_likely_pico: bool = False
    links: tuple[str, ...] = ()
    usb_name: str = ""

    @property
    def lasting_path(self) -> str:
        """The path that is still its own after it was plugged in again: of its number, else of its socket.

        Where the system gives neither, its path of now.
        """
        by_id, by_socket = (pattern.removesuffix("*") for pattern in LASTING_LINKS)
        kinds = (by_id, by_socket) if len(self.usb_serial) >= MIN_SERIAL_LENGTH else (by_socket,)
        named = (link for kind in kinds for link in self.links if link.startswith(kind))
        return next(named, self.path)


class SerialConnection(Protocol):
    """An open line. Every method but `wake` and `close` raises OSError when it is gone."""

    def read(self) -> bytes:
        """The bytes that have arrived; never waits."""
        ...

    def write(self, data: bytes) -> int:
        """Send what can be sent without waiting; the number of bytes sent."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait until something can be read, `wake` is called, or so many seconds."""
        ...

    def wake(self) -> None:
        """End a wait, or the next one before it begins. Any thread may call this."""
        ...

    def close(self) -> None:
        """Close the line. Never raises."""
        ...


class SerialPorts(Protocol):
    """The serial devices of a computer."""

    def list_devices(self) -> tuple[SerialDevice, ...]:
        """The devices that are there now."""
        ...

    def open(self, path: str) -> SerialConnection:
        """Open a device exclusively. Raises OSError."""
        ...


class RealSerialPorts:
    """The serial devices of this computer.

    `patterns`: paths of a wiring plan, with `*` as a wildcard; devices that are not on USB, or that have
    another name too, are found only by one of them.
    """

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        self._patterns = tuple(patterns)

    def list_devices(self) -> tuple[SerialDevice, ...]:
        """The devices that are there now."""
        from serial.tools.list_ports import comports

        links: dict[str, list[str]] = {}
        for pattern in self._patterns:
            for path in _matching(pattern):
                links.setdefault(str(path.resolve()), []).append(str(path))
        listed = [
            SerialDevice(
                port.device,
                port.serial_number or "",
                (port.vid, port.pid) == PICO_USB_ID,
                tuple(links.pop(str(Path(port.device).resolve()), ())),
                (port.product or f"{port.vid:04x}:{port.pid:04x}") if port.vid is not None else "",
            )
            for port in comports()
        ]
        return *sorted(listed, key=lambda each: each.path), *(
            SerialDevice(device, links=tuple(paths)) for device, paths in sorted(links.items())
        )

    def open(self, path: str) -> SerialConnection:
        """Open a device exclusively. Raises OSError."""
        return RealSerialConnection(path)


def _matching(pattern: str) -> list[Path]:
    root = Path(pattern).anchor
    within = pattern.removeprefix(root)
    return sorted(Path(root).glob(within)) if within else []


class RealSerialConnection:
    """One serial device, opened by pyserial, which configures and locks it.

    Bytes are read and written here: pyserial's own `write` would loop without pause while a device takes
    none.
    """

    def __init__(self, path: str) -> None:
        """Open the device. Raises OSError."""
        self._serial = _opened(path)
        self._fd: int = self._serial.fileno()
        self._bell, self._ring = os.pipe()
        os.set_blocking(self._ring, False)
        self._open = True
        self._closing = Lock()

    def read(self) -> bytes:
        """The bytes that have arrived; never waits. Raises OSError when the device is gone."""
        if not self._serial.in_waiting:  # raises OSError when the device is gone
            return b""
        data = os.read(self._fd, MAX_READ_BYTES)
        if not data:
            raise OSError("the serial device is gone")
        return data

    def write(self, data: bytes) -> int:
        """Send what can be sent without waiting; the number of bytes sent."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def wait(self, seconds: float) -> None:
        """Wait until something can be read, `wake` is called, or so many seconds."""
        ready, _, _ = select.select([self._fd, self._bell], [], [], max(0.0, seconds))
        if self._bell in ready:
            os.read(self._bell, MAX_READ_BYTES)

    def wake(self) -> None:
        """End a wait, or the next one before it begins."""
        with self._closing, suppress(BlockingIOError):  # the pipe is full and wakes the waiter anyway
            if self._open:
                os.write(self._ring, b"!")

    def close(self) -> None:
        """Close the device and the pipe. Never raises."""
        with self._closing:
            if self._open:
                self._open = False
                os.close(self._bell)
                os.close(self._ring)
        with suppress(OSError):
            self._serial.close()


def _opened(path: str) -> Any:
    """The device configured by pyserial; the speed means nothing on USB. Raises only OSError."""
    import serial

    try:
        return serial.Serial(path, 115_200, timeout=0, write_timeout=0, exclusive=True)
    # it disappeared while it was configured, or is no serial device
    except (ValueError, termios.error) as wrong:
        raise OSError(str(wrong)) from wrong
