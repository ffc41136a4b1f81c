"""Everything of one wiring plan, opened together: readers, buttons, lights, sounder, and what hangs on hubs. What
cannot be opened is said.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from typing import NoReturn, TypeVar

from gpiozero import Factory

from hardware.buttons import Buttons
from hardware.clock import Clock, RealClock
from hardware.common.contact import PRESSED
from hardware.common.events import BACK, CAME, CROWD, NOISE, NONE, TAG, Said
from hardware.common.rc522.presence import Presence
from hardware.errors import HardwareError, Missing
from hardware.gpiochip import chip_number, factory, lead_rpi_gpio, load_lgpio
from hardware.heard import Heard, Pressed, ReaderSaid, Trouble, stuck
from hardware.lights import Buzzer, Lights, Show, Sound
from hardware.plan import Light, ReaderWiring, WiringPlan
from hardware.readers.driver import Memory, State
from hardware.readers.hub.hub import About
from hardware.readers.hub.hubs import Hubs
from hardware.readers.hub.serials import RealPorts, SerialPorts
from hardware.readers.hub.staging import version
from hardware.readers.rc522.reader import WiredReader
from hardware.readers.rc522.spi import Ports
from hardware.readers.rc522.wires import Wires, real_wires
from hardware.readers.supervisor import Supervisor

log = logging.getLogger(__name__)

IDLE_US = 1_000_000
"""Nothing to do is looked at again so much later."""

T = TypeVar("T")


class Rig:
    """Readers, buttons, lights, sounder and hubs of one plan. `heard` is called in their threads, and should not wait.

    `open` it, then `start` it, which gives each part a thread; or call `turn` whenever it asks for it. Nothing here
    raises for what hardware does: it is heard, as Trouble or as DOWN of a reader, and all the rest works. A light or a
    sounder that is not there does nothing.
    """

    def __init__(
        self,
        plan: WiringPlan,
        wires: Callable[[], Wires],
        pins: Callable[[], Factory],
        ports: SerialPorts,
        heard: Callable[[Heard], None],
        clock: Clock,
        program: str = "",
        draw: Callable[[int], int] = random.randrange,
    ) -> None:
        """`wires` and `pins` give what everything on this computer is opened on, or raise HardwareError; hubs are on
        `ports`. `program`: the version that hubs should have, "" when that does not matter; `draw` gives a number
        below its argument, by chance."""
        self._plan = plan
        self._on_wires = frozenset(reader.name for reader in plan.readers)
        self._wires = wires
        self._pins = pins
        self._ports = ports
        self._program = program
        self._draw = draw
        self._heard = heard
        self._clock = clock
        self._closing = ExitStack()
        self._readers: Supervisor[WiredReader] | None = None
        self._began: dict[str, int] = {}  # reader -> the scan with which it began to look, or could again
        self._hubs: Hubs | None = None
        self._buttons: Buttons | None = None
        self._lights: Lights | None = None
        self._buzzer: Buzzer | None = None
        self._troubles: list[str] = []

    def open(self) -> None:
        """Open all that can be opened; a reader is opened, or said to be down, in its first turn."""
        plan = self._plan
        lights = {reader.name: reader.light for reader in plan.readers if reader.light is not None}
        if plan.buttons or lights or plan.buzzer is not None:
            try:
                pins = self._pins()
            except HardwareError as error:
                self._trouble(str(error))
            else:
                self._open_panel(lights, pins)
        self._open_readers()
        if plan.hubs:
            self._hubs = Hubs(
                plan.hubs, self._ports, self._hear, self._clock, program=self._program, draw=self._draw
            )
            self._closing.callback(self._hubs.stop)

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

    def _open_readers(self) -> None:
        """Without the package every reader is down for the same reason, and the table is played by touch."""
        readers = self._plan.readers
        if not readers:
            return
        openers: dict[str, Callable[[], WiredReader]]
        try:
            ports = Ports(self._plan, self._wires(), self._clock)
        except HardwareError as error:
            openers = {reader.name: partial(_refuse, str(error)) for reader in readers}
        else:
            self._closing.callback(ports.close)
            openers = {reader.name: partial(_open, ports, reader, Presence()) for reader in readers}
        self._readers = Supervisor(openers, self._reader_said, self._clock)
        self._closing.callback(self._readers.stop)

    def start(self) -> None:
        """Give every part a thread of its own. The clock must be a real one."""
        for part in (self._readers, self._hubs, self._buttons, self._lights, self._buzzer):
            if part is not None:
                part.start()

    def turn(self) -> int:
        """In place of `start`: do in this thread whatever is due. Gives the time, in microseconds of the clock, when
        there is something to do next, unless a button is pressed or something shown before."""
        parts = [part for part in (self._buttons, self._lights, self._buzzer) if part is not None]
        dues = [part.step() for part in parts]
        dues += [part.turn() for part in (self._readers, self._hubs) if part is not None]
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
        if self._hubs is not None:
            self._hubs.light(reader, shows)

    def sound(self, what: Sound) -> None:
        """Sound it once, if there is a sounder."""
        if self._buzzer is not None:
            self._buzzer.sound(what)

    def states(self) -> tuple[State, ...]:
        """How every reader is, in the order of the plan."""
        parts = (part for part in (self._readers, self._hubs) if part is not None)
        return tuple(state for part in parts for state in part.states())

    def hubs(self) -> tuple[About, ...]:
        """How every hub is, in the order of the plan."""
        return () if self._hubs is None else self._hubs.about()

    def troubles(self) -> tuple[str, ...]:
        """What could not be opened, hubs that are away, buttons that seem stuck: a sentence each, every one once."""
        return *self._troubles, *(() if self._hubs is None else self._hubs.troubles())

    def ask(self, name: str, job: Callable[[Memory], T]) -> Future[T]:
        """Have `job(reader)` done with the tags of that reader, between two scans; see Supervisor.ask and Hubs.ask.

        Raises KeyError for a reader that is not in the plan.
        """
        if self._readers is not None and name in self._on_wires:
            return self._readers.ask(name, job)
        if self._hubs is None:
            raise KeyError(name)
        return self._hubs.ask(name, job)

    def _reader_said(self, name: str, said: Said) -> None:
        self._hear(ReaderSaid(name, said, self._found(name, said)))

    def _found(self, name: str, said: Said) -> bool:
        """Whether a tag came with the first scan of its reader, or the first after it was down: it lay there before."""
        if said.kind not in (CAME, BACK) or self._readers is None:
            return False
        tally = next(state.tally for state in self._readers.states() if state.name == name)
        scans = sum(tally.get(outcome, 0) for outcome in (TAG, NONE, CROWD, NOISE))
        if said.kind == BACK:
            self._began[name] = scans
        return said.kind == CAME and scans == self._began.get(name, 1)

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


def _open(ports: Ports, wiring: ReaderWiring, presence: Presence) -> WiredReader:
    """What lies on a reader is known beyond it: a tag that was taken while it was opened anew has left."""
    return WiredReader(ports.open(wiring.name), gain_db=wiring.gain_db, presence=presence)


def _refuse(why: str) -> NoReturn:
    raise Missing(why)


def real_rig(plan: WiringPlan, heard: Callable[[Heard], None]) -> Rig:
    """On this machine's own pins, buses and serial devices."""
    program = version() if plan.hubs else ""
    return Rig(plan, own_wires, own_pins, own_ports(plan), heard, RealClock(), program)


def own_ports(plan: WiringPlan) -> SerialPorts:
    """This machine's serial devices, and where the plan says that hubs are."""
    return RealPorts(hub.port for hub in plan.hubs if hub.port is not None)


def own_wires() -> Wires:
    """This machine's RPi.GPIO and spidev; RPi.GPIO is told its chip before anything imports it. Raises Missing."""
    lead_rpi_gpio(chip_number())
    load_lgpio()
    return real_wires()


def own_pins() -> Factory:
    """This machine's pins, for gpiozero. Raises Missing."""
    pins: Factory = factory(chip_number())
    return pins
