"""Opens everything of one wiring plan: readers of all kinds, buttons, lights and sounder.

Devices that cannot be opened are reported, and the others work.
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
from hardware.clock import MonotonicClock, RealClock
from hardware.common.debounce import PRESSED
from hardware.errors import HardwareError
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, stuck_button_message
from hardware.gpio_chip import header_chip_number, open_pin_factory
from hardware.lights import Lights, LightSignal, Sounder, SoundSignal
from hardware.readers.driver import (
    AbsentBoard,
    ReaderDriver,
    ReaderGroup,
    ReaderHealthReport,
    TagMemoryAccess,
)
from hardware.readers.installed_kinds import make_drivers
from hardware.wiring_schema import LightWiring, WiringPlan

log = logging.getLogger(__name__)

IDLE_US = 1_000_000
"""Microseconds until `run_pending` is due again where nothing else is due."""

T = TypeVar("T")


class DeviceManager:
    """Readers, buttons, lights and sounder of one plan.

    `on_event` is called in their threads, and should not wait. Call `open` and then `start`, which gives each
    part a thread, or call `run_pending` whenever it is due. Nothing here raises for faults of the hardware:
    they are reported as HardwareProblem or as READER_DOWN of a reader, and everything else works. A light or
    a sounder that does not exist does nothing.
    """

    def __init__(
        self,
        plan: WiringPlan,
        drivers: Sequence[ReaderDriver],
        pins: Callable[[], Factory],
        on_event: Callable[[HardwareEvent], None],
        clock: MonotonicClock,
    ) -> None:
        """`drivers` open the readers, each those of its kind.

        `pins` returns the pin factory for buttons, lights and sounder, or raises HardwareError.
        """
        self._plan = plan
        self._drivers = drivers
        self._pins = pins
        self._on_event = on_event
        self._clock = clock
        self._closing = ExitStack()
        self._readers: list[tuple[ReaderDriver, ReaderGroup]] = []
        self._by_name: dict[str, ReaderGroup] = {}
        self._buttons: Buttons | None = None
        self._lights: Lights | None = None
        self._buzzer: Sounder | None = None
        self._troubles: list[str] = []

    def open(self) -> None:
        """Open all devices that can be opened; a reader is opened, or reported as down, in its first turn."""
        plan = self._plan
        if plan.buttons or plan.pi_light_by_reader or plan.buzzer is not None:
            try:
                pins = self._pins()
            except HardwareError as error:
                self._trouble(str(error))
            else:
                self._open_panel(plan.pi_light_by_reader, pins)
        for driver in self._drivers:
            tables = plan.wirings_of(driver.wiring_type)
            if tables:
                readers = driver.open(plan, self._emit, self._clock)
                self._closing.callback(readers.stop)
                self._readers.append((driver, readers))
                self._by_name |= {name: readers for table in tables for name in table.reader_names}

    def _open_panel(self, lights: Mapping[str, LightWiring], pins: Factory) -> None:
        now = self._clock.now_us
        self._closing.callback(pins.close)
        self._buttons = Buttons(self._plan.buttons, pins, self._pressed, now)
        self._lights = Lights(lights, pins, now)
        self._buzzer = Sounder(self._plan.buzzer, pins, now)
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

    def run_pending(self) -> int:
        """Do in this thread whatever is due, instead of `start`.

        The result is the time in microseconds of the clock when the next action is due, unless a button is
        pressed or a light is set before.
        """
        parts = [part for part in (self._buttons, self._lights, self._buzzer) if part is not None]
        dues = [part.step() for part in parts]
        dues += [readers.run_pending() for _, readers in self._readers]
        return min((due for due in dues if due is not None), default=self._clock.now_us() + IDLE_US)

    def close(self) -> None:
        """End all threads and close all devices; lights go dark. Never raises."""
        try:
            self._closing.close()
        except (
            Exception
        ):  # the other devices are closed all the same, and nothing more can be done about this one
            log.exception("something of the rig was not closed")

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """Show a signal by that reader's light from now on, if it has one."""
        if self._lights is not None:
            self._lights.show(reader, signal)
        for _, readers in self._readers:
            readers.show_light(reader, signal)

    def play_sound(self, signal: SoundSignal) -> None:
        """Play a signal once, if there is a sounder."""
        if self._buzzer is not None:
            self._buzzer.play(signal)

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """The state of every reader, in the order of the plan."""
        reports = {
            state.name: replace(state, chip_origin=driver.chip_origin(state.version))
            for driver, readers in self._readers
            for state in readers.reader_health()
        }
        return tuple(reports[name] for name in self._plan.reader_names if name in reports)

    def absent_boards(self) -> tuple[AbsentBoard, ...]:
        """The boards with readers that are not connected."""
        return tuple(away for _, readers in self._readers for away in readers.absent_boards())

    def problems(self) -> tuple[str, ...]:
        """Sentences about devices that could not be opened, absent boards and stuck buttons, each once."""
        return *self._troubles, *(each for _, readers in self._readers for each in readers.problems())

    def submit_reader_job(self, name: str, job: Callable[[TagMemoryAccess], T]) -> Future[T]:
        """Run `job` with the tags of that reader between two scans, as `ReaderGroup.submit_reader_job` does.

        Raises KeyError for a reader that is not in the plan.
        """
        return self._by_name[name].submit_reader_job(name, job)

    def _pressed(self, name: str, what: str) -> None:
        if what == PRESSED:
            self._emit(ButtonPressed(name))
        else:
            self._trouble(stuck_button_message(name))

    def _trouble(self, sentence: str) -> None:
        if sentence not in self._troubles:
            self._troubles.append(sentence)
            self._emit(HardwareProblem(sentence))

    def _emit(self, event: HardwareEvent) -> None:
        try:
            self._on_event(event)
        except Exception:  # a listener must not stop a button or a reader
            log.exception("what was heard was not taken")


def make_device_manager(plan: WiringPlan, on_event: Callable[[HardwareEvent], None]) -> DeviceManager:
    """The devices of this plan on this machine's own pins, buses and serial devices."""
    return DeviceManager(plan, make_drivers(plan), own_pin_factory, on_event, RealClock())


def own_pin_factory() -> Factory:
    """The pin factory of this machine for gpiozero. Raises HardwareMissingError."""
    pins: Factory = open_pin_factory(header_chip_number())
    return pins
