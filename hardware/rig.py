"""Everything of one wiring plan, opened together: readers, buttons, lights, sounder. What cannot be opened is said."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from typing import NoReturn, TypeVar

from gpiozero import Factory
from msgspec import Struct

from hardware.buttons import Buttons
from hardware.contact import PRESSED
from hardware.errors import HardwareError, Missing
from hardware.gpiochip import chip_number, factory, lead_rpi_gpio, load_lgpio
from hardware.lights import Buzzer, Lights, Show, Sound
from hardware.plan import Light, ReaderWiring, WiringPlan
from hardware.rc522.presence import Presence
from hardware.rc522.reader import Reader
from hardware.rc522.said import Said
from hardware.spi import Ports
from hardware.supervisor import Supervisor
from hardware.virtual.board import VirtualBoard
from hardware.virtual.clock import Clock, RealClock
from hardware.virtual.panel import VirtualPanel
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag
from hardware.ward import State
from hardware.wires import Wires, real_wires

log = logging.getLogger(__name__)

IDLE_US = 1_000_000
"""Nothing to do is looked at again so much later."""

T = TypeVar("T")


class ReaderSaid(Struct, frozen=True):
    """A reader says something; its name is the zone it watches."""

    reader: str
    said: Said


class Pressed(Struct, frozen=True):
    """A button was pressed: `yes`, `no`, `undo`, `player/1` to `player/6`, or a thing of a game (`column/2`)."""

    button: str


class Trouble(Struct, frozen=True):
    """Something of the plan does not work: what, why, and what to do, in one sentence."""

    sentence: str


Heard = ReaderSaid | Pressed | Trouble


class Rig:
    """Readers, buttons, lights and sounder of one plan. `heard` is called in their threads, and should not wait long.

    `open` it, then `start` it, which gives each part a thread; or call `turn` whenever it asks for it. Nothing here
    raises for what hardware does: it is heard, as Trouble or as DOWN of a reader, and all the rest works. A light or a
    sounder that is not there does nothing.
    """

    def __init__(
        self,
        plan: WiringPlan,
        wires: Callable[[], Wires],
        pins: Callable[[], Factory],
        heard: Callable[[Heard], None],
        clock: Clock,
    ) -> None:
        """`wires` and `pins` give what everything is opened on, or raise HardwareError."""
        self._plan = plan
        self._wires = wires
        self._pins = pins
        self._heard = heard
        self._clock = clock
        self._closing = ExitStack()
        self._readers: Supervisor[Reader] | None = None
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
        for hub in plan.hubs:
            self._trouble(f"hub {hub.name} is not opened yet: touch the screen instead")

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
        openers: dict[str, Callable[[], Reader]]
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
        for part in (self._readers, self._buttons, self._lights, self._buzzer):
            if part is not None:
                part.start()

    def turn(self) -> int:
        """In place of `start`: do in this thread whatever is due. Gives the time, in microseconds of the clock, when
        there is something to do next, unless a button is pressed or something shown before."""
        parts = [part for part in (self._buttons, self._lights, self._buzzer) if part is not None]
        dues = [part.step() for part in parts]
        if self._readers is not None:
            dues.append(self._readers.turn())
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

    def sound(self, what: Sound) -> None:
        """Sound it once, if there is a sounder."""
        if self._buzzer is not None:
            self._buzzer.sound(what)

    def states(self) -> tuple[State, ...]:
        """How every reader is, in the order of the plan."""
        return () if self._readers is None else self._readers.states()

    def troubles(self) -> tuple[str, ...]:
        """What could not be opened, and buttons that seem stuck: a sentence each, every one once."""
        return tuple(self._troubles)

    def ask(self, name: str, job: Callable[[Reader], T]) -> Future[T]:
        """Have `job(reader)` done in that reader's thread, between two scans; see Supervisor.ask.

        Raises KeyError for a reader that is not in the plan.
        """
        if self._readers is None:
            raise KeyError(name)
        return self._readers.ask(name, job)

    def _reader_said(self, name: str, said: Said) -> None:
        self._hear(ReaderSaid(name, said))

    def _pressed(self, name: str, what: str) -> None:
        if what == PRESSED:
            self._hear(Pressed(name))
        else:
            self._trouble(
                f"button {name} has been down for ten seconds: let it go, or look for what joins its wire to ground"
            )

    def _trouble(self, sentence: str) -> None:
        if sentence not in self._troubles:
            self._troubles.append(sentence)
            self._hear(Trouble(sentence))

    def _hear(self, heard: Heard) -> None:
        try:
            self._heard(heard)
        except Exception:  # who listens must not stop a button or a reader
            log.exception("%r was not taken", heard)


def _open(ports: Ports, wiring: ReaderWiring, presence: Presence) -> Reader:
    """What lies on a reader is known beyond it: a tag that was taken while it was opened anew has left."""
    return Reader(ports.open(wiring.name), gain_db=wiring.gain_db, presence=presence)


def _refuse(why: str) -> NoReturn:
    raise Missing(why)


def real_rig(plan: WiringPlan, heard: Callable[[Heard], None]) -> Rig:
    """On this machine's own pins and buses."""
    return Rig(plan, own_wires, own_pins, heard, RealClock())


def own_wires() -> Wires:
    """This machine's RPi.GPIO and spidev; RPi.GPIO is told its chip before anything imports it. Raises Missing."""
    lead_rpi_gpio(chip_number())
    load_lgpio()
    return real_wires()


def own_pins() -> Factory:
    """This machine's pins, for gpiozero. Raises Missing."""
    pins: Factory = factory(chip_number())
    return pins


class VirtualRig(Rig):
    """The same on a virtual board and panel. `twins`: the virtual readers by name; `board`, `panel`: all the rest."""

    def __init__(
        self,
        plan: WiringPlan,
        heard: Callable[[Heard], None],
        clock: Clock,
        *,
        transfer_us: float = 9.0,
        seed: int = 0,
        busy: frozenset[int] = frozenset(),
    ) -> None:
        """`transfer_us` and `seed` are the board's, `busy` the panel's."""
        self.board = VirtualBoard(clock, transfer_us=transfer_us, seed=seed)
        self.panel = VirtualPanel(plan, clock, busy)
        self.twins: Mapping[str, VirtualReader] = {
            reader.name: self.board.add(reader.bus, reader.device, reset=plan.reset)
            for reader in plan.readers
        }
        super().__init__(plan, lambda: self.board.wires, lambda: self.panel.pins, heard, clock)

    def put(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader."""
        self.twins[reader].field.put(tag)

    def take(self, reader: str, tag: VirtualTag) -> None:
        """Take it away again."""
        self.twins[reader].field.take(tag)

    def run(self, us: int) -> None:
        """Let so much time pass, without threads, on a virtual clock."""
        end = self._clock.now_us() + us
        while self._clock.now_us() < end:
            due = min(self.turn(), end)
            self._clock.wait_us(max(1, due - self._clock.now_us()))
