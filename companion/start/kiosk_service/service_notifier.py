"""Word to the service manager of a kiosk that the screen is there and moves (sd_notify, systemd's one datagram).

Without a service manager everything here does nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

READY_MESSAGE = "READY=1"
ALIVE_MESSAGE = "WATCHDOG=1"


def status_message(sentence: str) -> str:
    """The word that shows a sentence, in English, where the service manager shows how we are."""
    return f"STATUS={sentence}"


def extend_timeout_message(seconds: int) -> str:
    """The word that a start which is not finished wants so much more time from now on."""
    return f"EXTEND_TIMEOUT_USEC={seconds * 1_000_000}"


class ServiceNotifier:
    """Where the service manager wants to hear from us, taken from the environment it gave us."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self.interval = _interval(environment)
        """Seconds between two signs of life: a third of what is waited for. None when none is waited for."""

    def send(self, word: str) -> None:
        """Send `READY_MESSAGE`, `ALIVE_MESSAGE`, or what `status_message` and `extend_timeout_message` make. A manager
        that cannot be reached is none: the game goes on.
        """
        if not self._address.startswith(("/", "@")):
            return
        # a name with @ has no file: the kernel writes it with a NUL
        address = self._address.replace("@", "\0", 1) if self._address[0] == "@" else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)
                out.sendto(word.encode(), address)
        except OSError:
            return


def _interval(environment: Mapping[str, str]) -> float | None:
    for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    if not (for_us and microseconds.isascii() and microseconds.isdigit() and int(microseconds)):
        return None
    return int(microseconds) / 3_000_000


def report_ready_and_alive(notifier: ServiceNotifier) -> None:
    """Say that we are ready when a picture is there to be seen, and from then on that pictures can still come.

    Called in Kivy's thread, which sends the signs of life as well: a screen that hangs sends none.
    """
    from kivy.clock import Clock
    from kivy.core.window import Window

    flips = 0

    def flipping(_window: object) -> None:
        # On a console the first picture is never seen: a fullscreen window's surface is marked as out of date, so
        # SDL's first swap (KMSDRM_GLES_SwapWindow) makes a new one, presents that, empty, and drops what was drawn.
        # We draw on change only, so black would stay: the second picture is asked for, and is the one that counts.
        nonlocal flips
        flips += 1
        if flips == 1:
            Window.canvas.ask_update()
        else:
            Window.unbind(on_flip=flipping)
            # We are called before the swap: it is done when the clock ticks next.
            Clock.schedule_once(flipped)

    def flipped(_passed: float) -> None:
        notifier.send(READY_MESSAGE)
        if notifier.interval is not None:
            Clock.schedule_interval(lambda _passed: notifier.send(ALIVE_MESSAGE), notifier.interval)

    Window.bind(on_flip=flipping)
