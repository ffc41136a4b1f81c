"""Buttons: from contacts that bounce to one press each, told by name.

A button joins its pin to ground; the pin's own pull-up holds it high otherwise. gpiozero gives the edges, everything
else is decided here, with the clock given, because gpiozero's debounce cannot be tested without a real button.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol

from gpiozero import DigitalInputDevice, Factory

from hardware.gpiochip import cannot_open
from hardware.timed import Timed, now_us

PRESSED, STUCK = "pressed", "stuck"

SETTLE_US = 20_000
"""A contact that has kept its level for so long has settled. Small buttons bounce for some 5 ms, worn ones for 15."""
STUCK_US = 10_000_000
"""A button that has been down for so long is stuck, or wired to ground."""


class Debounce:
    """One contact. Takes its levels with their times, in microseconds; tells presses. Has no clock of its own.

    A press counts when the level has settled, and so does a release; nothing is repeated while the button is held. A
    button found down at first is not pressed: it has to be let go before it can be.
    """

    __slots__ = ("_at_us", "_doubt_us", "_down", "_down_us", "_stuck", "held")

    def __init__(self, down: bool, at_us: int) -> None:
        self.held = down
        """Is the button down, after all bouncing?"""
        self._down, self._at_us = down, at_us
        self._down_us = at_us
        self._stuck = False
        self._doubt_us: int | None = None

    def level(self, down: bool, at_us: int) -> list[str]:
        """The contact's level at a time; what is to be told up to then."""
        at_us = max(at_us, self._at_us)  # an edge told late must not undo what was seen since
        said = self.look(at_us)
        if down != self._down:
            self._down, self._at_us, self._doubt_us = down, at_us, None
        return said

    def asked(self, down: bool, at_us: int) -> list[str]:
        """As `look`, with the level that the contact has at that time when it is asked for it.

        Where it is not the last one told, the edge is on its way, or it was lost because too many came at once. For
        one that was lost nobody is told anything.
        """
        if down == self._down:
            self._doubt_us = None
        elif self._doubt_us is None:
            self._doubt_us = at_us
        elif at_us - self._doubt_us >= SETTLE_US:
            self._down, self._at_us, self._doubt_us = down, self._doubt_us, None
        return self.look(at_us) if self._doubt_us is None else []

    def look(self, at_us: int) -> list[str]:
        """What is to be told at a time if the level is still the last one: PRESSED, STUCK, both or nothing."""
        said = []
        if self._down != self.held and at_us - self._at_us >= SETTLE_US:
            self.held = self._down
            self._down_us, self._stuck = self._at_us, False
            if self.held:
                said.append(PRESSED)
        if self.held and not self._stuck and at_us - self._down_us >= STUCK_US:
            self._stuck = True
            said.append(STUCK)
        return said

    @property
    def due_us(self) -> int | None:
        """When to look again, if no level comes before; None: never."""
        if self._doubt_us is not None:
            return self._doubt_us + SETTLE_US
        if self._down != self.held:
            return self._at_us + SETTLE_US
        return self._down_us + STUCK_US if self.held and not self._stuck else None


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
        self._edges: deque[tuple[str, bool, int]] = deque()
        self._timed = Timed("buttons", self.step, now)
        self._devices: dict[str, Any] = {}
        self._contacts: dict[str, Debounce] = {}
        self.faults: list[str] = []
        for wiring in wirings:
            try:
                self._open(wiring, pins)
            except Exception as error:  # lgpio.error derives from Exception itself
                self.faults.append(cannot_open(f"button {wiring.name}", wiring.pin, pins, error))

    def _open(self, wiring: Wiring, pins: Factory) -> None:
        device = DigitalInputDevice(wiring.pin, pull_up=True, pin_factory=pins)
        self._contacts[wiring.name] = Debounce(bool(device.is_active), self._now())
        device.when_activated = partial(self._edge, wiring.name, True)
        device.when_deactivated = partial(self._edge, wiring.name, False)
        self._edge(wiring.name, bool(device.is_active))  # it may have changed before the handlers stood
        self._devices[wiring.name] = device

    def _edge(self, name: str, down: bool) -> None:
        """Called in the one thread that tells all edges of a chip: an error here would end every button."""
        self._edges.append((name, down, self._now()))
        self._timed.wake()

    def step(self) -> int | None:
        """Tell what there is to tell; when to be called next if no edge comes before (microseconds), or None."""
        while self._edges:
            name, down, at_us = self._edges.popleft()
            self._told(name, self._contacts[name].level(down, at_us))
        now = self._now()
        for name, contact in self._contacts.items():
            if contact.due_us is not None and contact.due_us <= now:
                self._told(name, contact.asked(bool(self._devices[name].is_active), now))
        return min((c.due_us for c in self._contacts.values() if c.due_us is not None), default=None)

    def _told(self, name: str, said: list[str]) -> None:
        for what in said:
            self._tell(name, what)

    def held(self) -> frozenset[str]:
        """The buttons that are down now."""
        return frozenset(name for name, contact in self._contacts.items() if contact.held)

    def start(self) -> None:
        """Tell presses from now on, from a thread that sleeps while nothing is pressed."""
        self._timed.start()

    def close(self) -> None:
        """Tell nothing any more and give the pins back."""
        self._timed.stop()
        for device in self._devices.values():
            device.close()
        self._contacts.clear()
        self._edges.clear()
