"""Buttons: debounces contacts and reports each press with the button's name.

A button connects its pin to ground; otherwise the pin's own pull-up keeps it high. The pins are polled a
hundred times a second. Edge events of lgpio would cost far more: its thread for them wakes 2000 times a
second (lgPthAlerts.c), which takes 5 % of a Pi 4's core for one resting button (joan2937/lg, issue 26).
Debouncing is done here, with explicit times, because gpiozero's cannot be tested without a real button.
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
    """A button of the plan: its name and its pin (BCM number)."""

    @property
    def name(self) -> str: ...
    @property
    def pin(self) -> int: ...


class Buttons:
    """All buttons that can be opened.

    `on_button` receives the name of a button and PRESSED or STUCK, in one thread.

    `faults` has a sentence with advice for each button that cannot be opened. After `start` a thread of its
    own does the work; without it, `step` does, called whenever it is due.
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
        """Poll all buttons and report changes; the time of the next poll in microseconds, or None."""
        now = self._now()
        for name, (device, debouncer) in self._buttons.items():
            if change := debouncer.detect_press(bool(device.is_active), now):
                self._on_button(name, change)
        return now + POLL_US if self._buttons else None

    def held_down(self) -> frozenset[str]:
        """The names of the buttons that are down now."""
        return frozenset(name for name, (_, debouncer) in self._buttons.items() if debouncer.is_down)

    def start(self) -> None:
        """Report presses from now on, in a thread of its own."""
        self._worker.start()

    def close(self) -> None:
        """Stop reporting and release the pins."""
        self._worker.stop()
        for device, _ in self._buttons.values():
            device.close()
        self._buttons = {}
