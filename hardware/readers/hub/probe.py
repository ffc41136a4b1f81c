"""A short connection to the hub on a serial device: ask who it is, send it to the prompt, store its settings.

It serves commands, which wait; `supervised_hub` keeps a hub for a game.
"""

from __future__ import annotations

import errno
import random
from collections.abc import Callable
from contextlib import suppress

from hardware.clock import now_us
from hardware.common.link.channel import WINDOW
from hardware.common.link.messages import LEAVE, SETTINGS, WelcomeMessage
from hardware.errors import HardwareMissingError
from hardware.readers.hub.session import HubAnswered, HubMessage, HubSession, SettingsStored
from hardware.readers.serial_ports import SerialConnection, SerialPorts

WELCOME_TIMEOUT_US = 1_000_000
"""Microseconds for an answer: a hub answers within a third of that, even one that is busy with a tag."""
SETTINGS_TIMEOUT_US = 3_000_000
"""Microseconds for settings: they are written to a flash before the answer."""
POLL_INTERVAL_S = 0.05


class HubProbe:
    """One open line. Raises OSError when it is lost."""

    def __init__(self, ports: SerialPorts, path: str) -> None:
        """Open the device. Raises HardwareMissingError, with advice, where that fails."""
        try:
            self._line: SerialConnection = ports.open(path)
        except OSError as wrong:
            raise HardwareMissingError(f"{path} {_advice(wrong)}") from wrong
        self._session = HubSession(random.randrange)
        self._session.on_line_opened(now_us())
        self._unsent = b""

    def __enter__(self) -> HubProbe:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def ask_welcome(self, timeout_us: int = WELCOME_TIMEOUT_US) -> WelcomeMessage | None:
        """The hub's welcome; None when no hub answers.

        Of another protocol version only that version is known.
        """
        met = self._until(lambda heard: isinstance(heard, HubAnswered), timeout_us)
        return met.welcome if isinstance(met, HubAnswered) else None

    def send_to_repl(self) -> None:
        """Send the hub to MicroPython's prompt."""
        self._session.enqueue(LEAVE, b"")
        self._until(lambda _: False, SETTINGS_TIMEOUT_US, lambda: self._session.free_slots == WINDOW)

    def store_settings(self, settings: bytes) -> str:
        """Store these settings, with which the hub restarts: "", or why it does not keep them."""
        self._session.enqueue(SETTINGS, settings)
        stored = self._until(lambda heard: isinstance(heard, SettingsStored), SETTINGS_TIMEOUT_US)
        with suppress(OSError):  # it may be restarting already
            self._until(lambda _: False, SETTINGS_TIMEOUT_US // 10)  # the hub receives the acknowledgement
        return stored.why if isinstance(stored, SettingsStored) else "it did not answer"

    def _until(
        self,
        wanted: Callable[[HubMessage], bool],
        patience_us: int,
        enough: Callable[[], bool] = lambda: False,
    ) -> HubMessage | None:
        """Exchange bytes until a wanted message arrives, `enough` holds, or the time is over."""
        end_us = now_us() + patience_us
        while (now := now_us()) < end_us:
            for message in self._session.receive(self._line.read(), now):
                if wanted(message):
                    return message
            if enough():
                break
            self._unsent += self._session.next_bytes(now)
            if self._unsent:
                self._unsent = self._unsent[self._line.write(self._unsent) :]
            self._line.wait(min(POLL_INTERVAL_S, (end_us - now) / 1_000_000))
        return None


def _advice(wrong: OSError) -> str:
    if wrong.errno in (errno.EACCES, errno.EPERM):
        return 'may not be opened by this user: run "sudo usermod -aG dialout $USER", then log in anew'
    if wrong.errno in (errno.EBUSY, errno.EAGAIN):
        return (
            "is in use by another program, by a running Herald perhaps: end that (sudo systemctl stop herald on a"
            " kiosk), then say this again"
        )
    if wrong.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return "is not there: plug the Pico in with a cable that carries data, then say this again"
    return f"cannot be opened ({wrong}): unplug the Pico, plug it in again, then say this again"
