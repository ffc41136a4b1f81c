"""Virtual buttons, lights and sounder on gpiozero's mock pins, with bouncing contacts.

The real `Buttons`, `Lights` and `Sounder` run on `VirtualButtonsAndLights.pins` as on a Raspberry Pi's. A person's
actions and perceptions are simulated here: a finger that presses, an eye that reads a light by its last
seconds, an ear.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import MonotonicClock
from hardware.virtual.button_contact import ButtonContact
from hardware.wiring_schema import WiringPlan

PI_5_REVISION = "c04170"

EYE_MEMORY_US = 1_500_000
"""Microseconds for which an eye remembers that a light was lit: longer than any pause of a rhythm."""
SIGNAL_OF_COLOUR = {"red": "no", "green": "go", "blue": "think"}


class VirtualPin(MockPWMPin):
    """A mock pin with a contact to ground, which overrides the pull-up, and a history of its output."""

    def __init__(self, factory: VirtualPinFactory, info: Any) -> None:
        if info.name in factory.busy:
            raise OSError("GPIO busy")  # the error of lgpio for a pin that another program or the kernel uses
        super().__init__(factory, info)
        self.contact = ButtonContact(factory.clock)
        self.put_out: list[tuple[int, float]] = [(factory.clock.now_us(), 0)]

    def _get_state(self) -> Any:
        return False if self.contact.is_closed else super()._get_state()

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._note(self.frequency if value and self.frequency else value)

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if value is None:
            self._note(0)

    def _note(self, value: float) -> None:
        if value != self.put_out[-1][1]:
            self.put_out.append((self.factory.clock.now_us(), value))
            self.factory.on_output(int(self.info.name.removeprefix("GPIO")))


class VirtualPinFactory(MockFactory):
    """The pins of a Raspberry Pi 5; those in `busy` cannot be opened.

    `on_output` receives the BCM number of every pin whose output changes, in the thread that changes it.
    """

    def __init__(self, clock: MonotonicClock, busy: frozenset[str]) -> None:
        self.clock, self.busy = clock, busy
        self.on_output: Callable[[int], None] = lambda _pin: None
        super().__init__(revision=PI_5_REVISION, pin_class=VirtualPin)


class VirtualButtonsAndLights:
    """The buttons, lights and sounder of a plan, as a person sees them.

    `pins` replaces `gpio_chip.open_pin_factory` for Buttons, Lights and Sounder; `busy` are pins (BCM
    numbers) that something else uses.
    """

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, busy: frozenset[int] = frozenset()) -> None:
        self._clock = clock
        self._buttons: dict[str, int] = {wiring.name: wiring.pin for wiring in plan.buttons}
        self._lights = plan.pi_light_by_reader
        self._buzzer = plan.buzzer
        self.pins = VirtualPinFactory(clock, frozenset(f"GPIO{pin}" for pin in busy))

    def press(self, name: str, bounce: str = "usual") -> int:
        """Press a button and hold it; the time of its last change in microseconds.

        The finger moves while the clock goes on, and begins when pending changes are done.
        """
        return self._contact(name).press(bounce)

    def release(self, name: str, bounce: str = "usual") -> int:
        """Release a button; the time of its last change."""
        return self._contact(name).release(bounce)

    def tap(self, name: str, bounce: str = "usual", held_us: int = 90_000) -> int:
        """Press and release a button as people do; the time of its last change."""
        return self._contact(name).tap(bounce, held_us)

    def graze(self, name: str) -> int:
        """Touch a button without pressing it: the contact closes for a moment."""
        return self._contact(name).graze()

    def _contact(self, name: str) -> ButtonContact:
        pin: VirtualPin = self.pins.pin(self._buttons[name])
        return pin.contact

    def colour_history(self, light: str) -> list[tuple[int, str]]:
        """The colours of a light, oldest first, each with its start in us: "red", "red green", "" for dark."""
        wired = self._lights[light]
        lamps = {"red": wired.red, "green": wired.green, "blue": wired.blue}
        changes = {colour: self._put_out(pin) for colour, pin in lamps.items()}
        seen: list[tuple[int, str]] = []
        for moment in sorted({at_us for each in changes.values() for at_us, _ in each}):
            colour = " ".join(lamp for lamp, each in changes.items() if _value(each, moment))
            if not seen or colour != seen[-1][1]:
                seen.append((moment, colour))
        return seen

    def light_signal(self, light: str) -> str:
        """The signal that a light shows: go, no, think or off; "?" for a mixture of colours."""
        return signal_seen(self.colour_history(light), self._clock.now_us())

    def tone_history(self) -> list[tuple[int, int]]:
        """The pitches of the sounder in hertz, oldest first, each with its start in us; 0 for silence."""
        return [] if self._buzzer is None else [(at, round(hz)) for at, hz in self._put_out(self._buzzer)]

    def _put_out(self, pin: int) -> list[tuple[int, float]]:
        return [] if f"GPIO{pin}" in self.pins.busy else self.pins.pin(pin).put_out


def _value(changes: list[tuple[int, float]], at_us: int) -> float:
    return next((value for since_us, value in reversed(changes) if since_us <= at_us), 0)


def signal_seen(colours: Sequence[tuple[int, str]], now_us: int) -> str:
    """The signal of a light with these colours, oldest first: go, no, think or off; "?" for a mixture."""
    if colours and colours[-1][1]:
        return SIGNAL_OF_COLOUR.get(colours[-1][1], "?")
    if len(colours) > 1 and now_us - colours[-1][0] < EYE_MEMORY_US:
        return SIGNAL_OF_COLOUR.get(colours[-2][1], "?")
    return "off"
