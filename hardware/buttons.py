"""Buttons: from contacts that bounce to one press each, told by name.

A button joins its pin to ground; the pin's own pull-up holds it high otherwise. The pins are looked at a hundred times
a second. Edges told by lgpio would cost far more: its thread for them wakes 2000 times a second (lgPthAlerts.c), which
takes 5 % of a Pi 4's core for one resting button (joan2937/lg, issue 26). Debouncing is decided here, with the time
given, because gpiozero's cannot be tested without a real button.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from gpiozero import Factory, InputDevice

from hardware.clock import now_us
from hardware.common.debounce import POLL_US, Debouncer
from hardware.gpio_chip import pin_error_message
from hardware.worker_thread import WorkerThread


class ButtonPin(Protocol):
    """A button of the plan: what it is called, and its pin (BCM number)."""

    @property
    def name(self) -> str: ...
    @property
    def pin(self) -> int: ...


class Buttons:
    """All buttons that can be opened. `on_button` gets the name of a button and PRESSED or STUCK, from one thread.

    `faults` says of each that cannot be opened why, and what to do. After `start` a thread of its own does the work;
    without it, `step` does, as often as it asks for.
    """

    def __init__(
        self,
        wirings: Iterable[ButtonPin],
        pins: Factory,
        on_button: Callable[[str, str], None],
        now: Callable[[], int] = now_us,
    ) -> None:
        self._on_button, self._now = on_button, now
        self._worker = WorkerThread("buttons", self.step, now)
        self._buttons: dict[str, tuple[Any, Debouncer]] = {}
        self.faults: list[str] = []
        for wiring in wirings:
            try:
                device = InputDevice(wiring.pin, pull_up=True, pin_factory=pins)
                self._buttons[wiring.name] = device, Debouncer(bool(device.is_active), now())
            except Exception as error:  # lgpio.error derives from Exception itself
                self.faults.append(pin_error_message(f"button {wiring.name}", wiring.pin, pins, error))

    def step(self) -> int | None:
        """Look at all buttons and tell what there is to tell; when to look again (microseconds), None without any."""
        now = self._now()
        for name, (device, contact) in self._buttons.items():
            if what := contact.feed(bool(device.is_active), now):
                self._on_button(name, what)
        return now + POLL_US if self._buttons else None

    def held_down(self) -> frozenset[str]:
        """The buttons that are down now."""
        return frozenset(name for name, (_, contact) in self._buttons.items() if contact.is_down)

    def start(self) -> None:
        """Tell presses from now on, from a thread of its own."""
        self._worker.start()

    def close(self) -> None:
        """Tell nothing any more and give the pins back."""
        self._worker.stop()
        for device, _ in self._buttons.values():
            device.close()
        self._buttons = {}
