"""Everything of one wiring plan, opened together: readers of all kinds, buttons, lights, sounder. What cannot be opened
is said.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from typing import TypeVar

from gpiozero import Factory
from msgspec.structs import replace

from hardware.buttons import Buttons
from hardware.clock import Clock, RealClock
from hardware.common.contact import PRESSED
from hardware.errors import HardwareError
from hardware.gpiochip import chip_number, factory
from hardware.heard import Heard, Pressed, Trouble, stuck
from hardware.lights import Buzzer, Lights, Show, Sound
from hardware.readers.driver import Away, Driver, Memory, Readers, State
from hardware.readers.installed import drivers
from hardware.wiring import Light, WiringPlan

log = logging.getLogger(__name__)

IDLE_US = 1_000_000
"""Nothing to do is looked at again so much later."""

T = TypeVar("T")


class Rig:
    """Readers, buttons, lights and sounder of one plan. `heard` is called in their threads, and should not wait.

    `open` it, then `start` it, which gives each part a thread; or call `turn` whenever it asks for it. Nothing here
    raises for what hardware does: it is heard, as Trouble or as DOWN of a reader, and all the rest works. A light or a
    sounder that is not there does nothing.
    """

    def __init__(
        self,
        plan: WiringPlan,
        drivers: Sequence[Driver],
        pins: Callable[[], Factory],
        heard: Callable[[Heard], None],
        clock: Clock,
    ) -> None:
        """`drivers` open the readers, each those of its kind; `pins` gives what buttons, lights and sounder are opened
        on, or raises HardwareError."""
        self._plan = plan
        self._drivers = drivers
        self._pins = pins
        self._heard = heard
        self._clock = clock
        self._closing = ExitStack()
        self._readers: list[tuple[Driver, Readers]] = []
        self._by_name: dict[str, Readers] = {}
        self._buttons: Buttons | None = None
        self._lights: Lights | None = None
        self._buzzer: Buzzer | None = None
        self._troubles: list[str] = []

    def open(self) -> None:
        """Open all that can be opened; a reader is opened, or said to be down, in its first turn."""
        plan = self._plan
        if plan.buttons or plan.lights or plan.buzzer is not None:
            try:
                pins = self._pins()
            except HardwareError as error:
                self._trouble(str(error))
            else:
                self._open_panel(plan.lights, pins)
        for driver in self._drivers:
            tables = plan.of(driver.wiring)
            if tables:
                readers = driver.open(plan, self._hear, self._clock)
                self._closing.callback(readers.stop)
                self._readers.append((driver, readers))
                self._by_name |= {name: readers for table in tables for name in table.reader_names}

    def _open_panel(self, lights: Mapping[str, Light], pins: Factory) -> None:
        now = self._clock.now_us
        self._closing.callback(pins.close)
        self._buttons = Buttons(self._plan.buttons, pins, self._pressed, now)
        self._lights = Lights(lights, pins, now)
        self._buzzer = Buzzer(self._plan.buzzer, pins, now)
        for part in (self._buttons, self._lights, self._buzzer):
            self._closing.callback(part.close)
            for fault in part.faults:
                self._trouble(fault)

    def start(self) -> None:
        """Give every part a thread of its own. The clock must be a real one."""
        panel = (self._buttons, self._lights, self._buzzer)
        for part in (*(readers for _, readers in self._readers), *panel):
            if part is not None:
                part.start()

    def turn(self) -> int:
        """In place of `start`: do in this thread whatever is due. Gives the time, in microseconds of the clock, when
        there is something to do next, unless a button is pressed or something shown before."""
        parts = [part for part in (self._buttons, self._lights, self._buzzer) if part is not None]
        dues = [part.step() for part in parts]
        dues += [readers.turn() for _, readers in self._readers]
        return min((due for due in dues if due is not None), default=self._clock.now_us() + IDLE_US)

    def close(self) -> None:
        """End all threads and give everything back; lights go dark. Never raises."""
        try:
            self._closing.close()
        except (
            Exception
        ):  # the others are closed all the same, and there is nothing left to do about this one
            log.exception("something of the rig was not closed")

    def light(self, reader: str, shows: Show) -> None:
        """What that reader's light shows from now on, if it has one."""
        if self._lights is not None:
            self._lights.show(reader, shows)
        for _, readers in self._readers:
            readers.light(reader, shows)

    def sound(self, what: Sound) -> None:
        """Sound it once, if there is a sounder."""
        if self._buzzer is not None:
            self._buzzer.sound(what)

    def states(self) -> tuple[State, ...]:
        """How every reader is, in the order of the plan."""
        found = {
            state.name: replace(state, make=driver.make(state.version))
            for driver, readers in self._readers
            for state in readers.states()
        }
        return tuple(found[name] for name in self._plan.reader_names if name in found)

    def away(self) -> tuple[Away, ...]:
        """The boards with readers that are not there."""
        return tuple(away for _, readers in self._readers for away in readers.away())

    def troubles(self) -> tuple[str, ...]:
        """What could not be opened, boards that are away, buttons that seem stuck: a sentence each, every one once."""
        return *self._troubles, *(each for _, readers in self._readers for each in readers.troubles())

    def ask(self, name: str, job: Callable[[Memory], T]) -> Future[T]:
        """Have `job(reader)` done with the tags of that reader, between two scans; see Readers.ask.

        Raises KeyError for a reader that is not in the plan.
        """
        return self._by_name[name].ask(name, job)

    def _pressed(self, name: str, what: str) -> None:
        if what == PRESSED:
            self._hear(Pressed(name))
        else:
            self._trouble(stuck(name))

    def _trouble(self, sentence: str) -> None:
        if sentence not in self._troubles:
            self._troubles.append(sentence)
            self._hear(Trouble(sentence))

    def _hear(self, heard: Heard) -> None:
        try:
            self._heard(heard)
        except Exception:  # who listens must not stop a button or a reader
            log.exception("what was heard was not taken")


def real_rig(plan: WiringPlan, heard: Callable[[Heard], None]) -> Rig:
    """On this machine's own pins, buses and serial devices."""
    return Rig(plan, drivers(plan), own_pins, heard, RealClock())


def own_pins() -> Factory:
    """This machine's pins, for gpiozero. Raises Missing."""
    pins: Factory = factory(chip_number())
    return pins
