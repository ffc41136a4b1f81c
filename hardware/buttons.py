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

from hardware.gpiochip import cannot_open
from hardware.timed import Timed, now_us

PRESSED, STUCK = "pressed", "stuck"

LOOK_US = 10_000
"""From one look at the buttons to the next; the quickest tap lasts some 50 ms."""
SETTLE_US = 20_000
"""A contact seen with the same level for so long has settled. Small buttons bounce for some 5 ms, worn ones for 15."""
STUCK_US = 10_000_000
"""A button that has been down for so long is stuck, or wired to ground."""


class Debounce:
    """One contact. Takes its levels with their times, in microseconds; tells presses. Has no clock of its own.

    A press counts when the level has settled, and so does a release; nothing is repeated while the button is held. A
    button found down at first is not pressed: it has to be let go before it can be.
    """

    __slots__ = ("_at_us", "_down", "_down_us", "_stuck", "held")

    def __init__(self, down: bool, at_us: int) -> None:
        self.held = down
        """Is the button down, after all bouncing?"""
        self._down, self._at_us = down, at_us
        self._down_us = at_us
        self._stuck = False

    def level(self, down: bool, at_us: int) -> str:
        """The contact's level at a time; PRESSED, STUCK or "" is to be told."""
        if down != self._down:
            self._down, self._at_us = down, at_us
        elif down != self.held and at_us - self._at_us >= SETTLE_US:
            self.held, self._down_us, self._stuck = down, self._at_us, False
            return PRESSED if down else ""
        if self.held and not self._stuck and at_us - self._down_us >= STUCK_US:
            self._stuck = True
            return STUCK
        return ""


class Wiring(Protocol):
    """A button of the plan: what it is called, and its pin (BCM number)."""

    @property
    def name(self) -> str: ...
    @property
    def pin(self) -> int: ...


class Buttons:
    """All buttons that can be opened. `tell` gets the name of a button and PRESSED or STUCK, from one thread.

    `faults` says of each that cannot be opened why, and what to do. After `start` a thread of its own does the work;
    without it, `step` does, as often as it asks for.
    """

    def __init__(
        self,
        wirings: Iterable[Wiring],
        pins: Factory,
        tell: Callable[[str, str], None],
        now: Callable[[], int] = now_us,
    ) -> None:
        self._tell, self._now = tell, now
        self._timed = Timed("buttons", self.step, now)
        self._buttons: dict[str, tuple[Any, Debounce]] = {}
        self.faults: list[str] = []
        for wiring in wirings:
            try:
                device = InputDevice(wiring.pin, pull_up=True, pin_factory=pins)
                self._buttons[wiring.name] = device, Debounce(bool(device.is_active), now())
            except Exception as error:  # lgpio.error derives from Exception itself
                self.faults.append(cannot_open(f"button {wiring.name}", wiring.pin, pins, error))

    def step(self) -> int | None:
        """Look at all buttons and tell what there is to tell; when to look again (microseconds), None without any."""
        now = self._now()
        for name, (device, contact) in self._buttons.items():
            if what := contact.level(bool(device.is_active), now):
                self._tell(name, what)
        return now + LOOK_US if self._buttons else None

    def held(self) -> frozenset[str]:
        """The buttons that are down now."""
        return frozenset(name for name, (_, contact) in self._buttons.items() if contact.held)

    def start(self) -> None:
        """Tell presses from now on, from a thread of its own."""
        self._timed.start()

    def close(self) -> None:
        """Tell nothing any more and give the pins back."""
        self._timed.stop()
        for device, _ in self._buttons.values():
            device.close()
        self._buttons = {}
