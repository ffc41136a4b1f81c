"""Notifies the service manager of a kiosk that the screen is there and alive (sd_notify of systemd).

Without a service manager everything here does nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

READY_MESSAGE = "READY=1"
ALIVE_MESSAGE = "WATCHDOG=1"


def status_message(sentence: str) -> str:
    """The message that makes the service manager show an English sentence as the service's status."""
    return f"STATUS={sentence}"


def extend_timeout_message(seconds: int) -> str:
    """The message that asks for so many seconds more, from now on, for an unfinished start."""
    return f"EXTEND_TIMEOUT_USEC={seconds * 1_000_000}"


class ServiceNotifier:
    """Sends messages to the service manager, whose address is in the environment."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self.interval = _interval(environment)
        """Seconds between two signs of life: a third of the watchdog's time. None where there is no watchdog.
        """

    def send(self, message: str) -> None:
        """Send READY_MESSAGE, ALIVE_MESSAGE, or a message of `status_message` or `extend_timeout_message`.

        Nothing is raised where the manager cannot be reached: the game goes on.
        """
        if not self._address.startswith(("/", "@")):
            return
        # a name with @ is an abstract socket: its first byte is NUL
        address = self._address.replace("@", "\0", 1) if self._address[0] == "@" else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)
                out.sendto(message.encode(), address)
        except OSError:
            return


def _interval(environment: Mapping[str, str]) -> float | None:
    for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    if not (for_us and microseconds.isascii() and microseconds.isdigit() and int(microseconds)):
        return None
    return int(microseconds) / 3_000_000


def report_ready_and_alive(notifier: ServiceNotifier) -> None:
    """Report readiness once the first picture is visible, and from then on regular signs of life.

    The signs of life are sent in Kivy's thread: a screen that hangs sends none.
    """
    from kivy.clock import Clock
    from kivy.core.window import Window

    flips = 0

    def flipping(_window: object) -> None:
        # On a console the first picture is never seen: a fullscreen window's surface is marked as out of
        # date, so SDL's first swap (KMSDRM_GLES_SwapWindow) makes a new one, presents that, empty, and drops
        # what was drawn. Herald draws on change only, so the screen would stay black: a second picture is
        # requested, and readiness waits for it.
        nonlocal flips
        flips += 1
        if flips == 1:
            Window.canvas.ask_update()
        else:
            Window.unbind(on_flip=flipping)
            # This is called before the swap: the swap is done when the clock ticks next.
            Clock.schedule_once(flipped)

    def flipped(_passed: float) -> None:
        notifier.send(READY_MESSAGE)
        if notifier.interval is not None:
            Clock.schedule_interval(lambda _passed: notifier.send(ALIVE_MESSAGE), notifier.interval)

    Window.bind(on_flip=flipping)
