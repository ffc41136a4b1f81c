"""Serial devices, as a hub's end of the link needs them: which there are, and one that is open. By pyserial."""

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


class SerialDevice(Struct, frozen=True):
    """A serial device: its `path`; its `usb_serial` serial number, "" when unknown; whether it is `is_likely_pico` to
    be a Pico with MicroPython; other paths that lead to it."""

    path: str
    usb_serial: str = ""
    is_likely_pico: bool = False
    links: tuple[str, ...] = ()


class SerialConnection(Protocol):
    """An open line. Every method but `wake` and `close` raises OSError when it is gone."""

    def read(self) -> bytes:
        """What has come; never waits."""
        ...

    def write(self, data: bytes) -> int:
        """Send what can be sent without waiting; how many bytes that was."""
        ...

    def wait(self, seconds: float) -> None:
        """Until something can be read, `wake` is called, or so long."""
        ...

    def wake(self) -> None:
        """End a wait, or the next one before it begins. Any thread may call this."""
        ...

    def close(self) -> None:
        """Let go of it. Never raises."""
        ...


class SerialPorts(Protocol):
    """The serial devices of a computer."""

    def list_devices(self) -> tuple[SerialDevice, ...]:
        """Those that are there now."""
        ...

    def open(self, path: str) -> SerialConnection:
        """Open one, for nobody else; raises OSError."""
        ...


class RealSerialPorts:
    """This computer's. `patterns`: paths of a wiring plan, `*` may stand for what varies; what is not on USB, or has
    another name too, is only found when one of them says so."""

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        self._patterns = tuple(patterns)

    def list_devices(self) -> tuple[SerialDevice, ...]:
        """See SerialPorts."""
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
            )
            for port in comports()
        ]
        return *sorted(listed, key=lambda each: each.path), *(
            SerialDevice(device, links=tuple(paths)) for device, paths in sorted(links.items())
        )

    def open(self, path: str) -> SerialConnection:
        """See SerialPorts."""
        return RealSerialConnection(path)


def _matching(pattern: str) -> list[Path]:
    root = Path(pattern).anchor
    within = pattern.removeprefix(root)
    return sorted(Path(root).glob(within)) if within else []


class RealSerialConnection:
    """One serial device, opened by pyserial, which sets it up and locks it. Bytes are read and written here: its own
    `write` would turn in circles while a device takes none."""

    def __init__(self, path: str) -> None:
        """Raises OSError."""
        self._serial = _opened(path)
        self._fd: int = self._serial.fileno()
        self._bell, self._ring = os.pipe()
        os.set_blocking(self._ring, False)
        self._open = True
        self._closing = Lock()

    def read(self) -> bytes:
        """See Serial."""
        if not self._serial.in_waiting:  # an OSError of its own when the device is gone
            return b""
        data = os.read(self._fd, MAX_READ_BYTES)
        if not data:
            raise OSError("the serial device is gone")
        return data

    def write(self, data: bytes) -> int:
        """See Serial."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def wait(self, seconds: float) -> None:
        """See Serial."""
        ready, _, _ = select.select([self._fd, self._bell], [], [], max(0.0, seconds))
        if self._bell in ready:
            os.read(self._bell, MAX_READ_BYTES)

    def wake(self) -> None:
        """See Serial."""
        with self._closing, suppress(BlockingIOError):  # it has rung often enough
            if self._open:
                os.write(self._ring, b"!")

    def close(self) -> None:
        """See Serial."""
        with self._closing:
            if self._open:
                self._open = False
                os.close(self._bell)
                os.close(self._ring)
        with suppress(OSError):
            self._serial.close()


def _opened(path: str) -> Any:
    """The device set up by pyserial; the speed means nothing on USB. Raises OSError alone."""
    import serial

    try:
        return serial.Serial(path, 115_200, timeout=0, write_timeout=0, exclusive=True)
    except (ValueError, termios.error) as wrong:  # it went away while it was set up, or is no serial device
        raise OSError(str(wrong)) from wrong
