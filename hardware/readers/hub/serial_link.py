"""The serial line to a hub: opens its device, writes without waiting, and closes it."""

from __future__ import annotations

import threading

from hardware.common.link.messages import WelcomeMessage
from hardware.readers.hub.discovery import HubDiscovery
from hardware.readers.serial_ports import SerialConnection, SerialDevice, SerialPorts


class SerialLink:
    """A line with at most one open `device`; `discovery` chooses it."""

    def __init__(self, ports: SerialPorts, discovery: HubDiscovery) -> None:
        self._ports, self.discovery = ports, discovery
        self._serial: SerialConnection | None = None
        self._unsent = b""
        self._bell = threading.Event()
        self.device: SerialDevice | None = None

    @property
    def is_flushed(self) -> bool:
        """Whether all data has been written."""
        return not self._unsent

    def open_next(self, now_us: int) -> bool:
        """Open the device that is to be probed next, if there is one; whether one is open now."""
        found = self.discovery.next_device(now_us)
        if found is None:
            return False
        try:
            self._serial = self._ports.open(found.path)
        except OSError as error:
            self.discovery.on_open_failed(found, error, now_us)
            return False
        self.device, self._unsent = found, b""
        return True

    def read(self) -> bytes:
        """The bytes that have arrived; none when no device is open. Raises OSError when the device is gone."""
        return self._serial.read() if self._serial is not None else b""

    def write(self, data: bytes) -> None:
        """Send these bytes after all unsent ones. Raises OSError when the device is gone."""
        self._unsent += data
        if self._unsent and self._serial is not None:
            self._unsent = self._unsent[self._serial.write(self._unsent) :]

    def check_welcome(self, welcome: WelcomeMessage, now_us: int) -> bool:
        """Whether the answering hub is the wanted one; otherwise the device is closed."""
        if self.device is not None and self.discovery.on_welcome(self.device, welcome, now_us):
            return True
        self.close()
        return False

    def drop_unanswered(self, now_us: int) -> None:
        """Close a device on which no hub has answered."""
        if self.device is not None:
            self.discovery.on_no_answer(self.device, now_us)
        self.close()

    def drop_lost(self, now_us: int) -> None:
        """Close a device on which the hub is lost; the hub is searched at once."""
        if self.device is not None:
            self.discovery.on_lost(self.device, now_us)
        self.close()

    def close(self) -> None:
        """Close the device. Never raises."""
        serial, self._serial = self._serial, None
        self.device = None
        if serial is not None:
            serial.close()

    def wait(self, seconds: float) -> None:
        """Wait until bytes have arrived, `wake` is called, or the time is over."""
        serial = self._serial
        try:
            if serial is None:
                self._bell.wait(seconds)
            elif not self._bell.is_set():
                serial.wait(seconds)
        except OSError:
            self._bell.wait(min(seconds, 0.01))  # it is gone: the next read reports it
        self._bell.clear()

    def wake(self) -> None:
        """End a wait. Any thread may call this."""
        self._bell.set()
        serial = self._serial
        if serial is not None:
            serial.wake()
