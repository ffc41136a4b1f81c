"""A whole wiring plan in virtual time: the program's own table over virtual readers, hubs and buttons, and hands at it.

There is no thread: time passes while hands do something, and for as long as they watch what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Final

from companion.simulator.virtual_sensors import SessionInput
from companion.start.real_table.button_presses import DEBOUNCE_S
from companion.start.real_table.real_table_hardware import RealTableHardware
from companion.table.session import Session
from hardware.common.debounce import POLL_US, SETTLE_US
from hardware.common.events import READER_WELL, TAG_CAME, TAG_LEFT
from hardware.device_manager import DeviceManager
from hardware.events import ButtonPressed, HardwareEvent, ReaderReported
from hardware.virtual.button_contact import BOUNCE_PATTERNS
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faults import BROWN_OUT, HUB_FAULTS
from hardware.virtual.hub import VirtualHub
from hardware.virtual.tags import make_ntag213
from hardware.wiring_schema import WiringPlan

HAND_TIMEOUT_US: Final = 3_000_000
"""So long a hand holds a piece to a reader that does not take it, or waits until it is seen to have left. A hub that is
away is missed sooner: what it tells after that is no evidence, so that nothing is counted twice."""
PRESS_TIMEOUT_US: Final = 700_000
"""So long a hand waits for a press to be noticed: a message of a hub that is lost is said again by then."""
REPEAT_PRESS_PAUSE_US: Final = int(DEBOUNCE_S * 1_000_000) + POLL_US
"""Until the same button may be pressed again. Nobody looks at anything meanwhile, as on a computer that has other
things to do: that saves most of the time, and no link is given up so soon."""
START_UP_US: Final = 1_000_000
"""So long after its start nobody lays anything down: what a hub tells so soon may have lain there before."""
IDLE_STEP_US: Final = 200_000
RECOVERY_STEP_US: Final = 50_000
"""While people only wait until everything is well, all look up this often, for so long: long enough for each reader."""
FAULT_DETECTION_US: Final = 1_200_000
"""A reader knows after so long that something is wrong with it."""
FAULT_RECOVERY_US: Final = 20_000_000
"""And after so long, the longest of all pauses and a start, everything is well again."""


class VirtualKit:
    """The `Bench` of companion.start.virtual_table.simulated_hands for a table of this plan. `tags`: UIDs in hex."""

    def __init__(self, path: Path, plan: WiringPlan, tags: Iterable[str]) -> None:
        """`path`: of the file where the plan was found."""
        self.clock = VirtualClock()
        self.buttons = plan.button_names
        self._path = path
        self._tags = {tag: make_ntag213(bytes.fromhex(tag)) for tag in tags}
        self._parts = VirtualDeviceManager(plan, _nobody, self.clock)
        self._hub_of = {
            reader: table.name for table in plan.tables if table.board_name for reader in table.reader_names
        }
        self._rig: DeviceManager | None = None
        self._wired: RealTableHardware | None = None
        self._later: list[tuple[int, Callable[[], None]]] = []
        self._present: set[tuple[str, str]] = set()
        self._program_us = 0
        self._pressed = ""
        self._last_press_us: dict[str, int] = {}
        self._bounces = cycle(BOUNCE_PATTERNS)
        self._said: list[SessionInput] = []

    # -- the program

    def switch_on(self, session: Session) -> None:
        """The program starts; what its readers and buttons say goes to this session."""
        self._wired = RealTableHardware(self._path, self._opened, self._do_later, self._seconds)
        self._wired.open(_nothing)
        self._until(self._well, FAULT_RECOVERY_US)
        self._until(_never, START_UP_US)
        self._wired.attach_session(session, self)

    def cut_power(self) -> None:
        """It ends, and everything is without power for a moment."""
        for hub in self._parts.hubs.values():
            hub.unplug()
        if self._wired is not None:
            self._wired.close()
        for name, twin in self._parts.virtual_readers.items():
            if name not in self._hub_of:
                twin.inject_fault(BROWN_OUT)
        self._later.clear()
        self._present.clear()
        self._said.clear()
        for hub in self._parts.hubs.values():
            hub.plug(hub.path)

    def post(self, message: SessionInput) -> None:
        """What the table says to a session."""
        self._said.append(message)

    def new_messages(self) -> Iterator[SessionInput]:
        """What it said since it was asked for last."""
        said, self._said = self._said, []
        yield from said

    def _opened(self, plan: WiringPlan, heard: Callable[[HardwareEvent], None]) -> DeviceManager:
        def hear(what: HardwareEvent) -> None:
            self._watch(what)
            heard(what)

        parts = self._parts
        self._rig = _Still(parts.simulated_plan, parts.drivers, lambda: parts.panel.pins, hear, self.clock)
        return self._rig

    def _watch(self, heard: HardwareEvent) -> None:
        """Hands see by lights and screen what was noticed."""
        match heard:
            case ReaderReported(reader, told) if told.kind == TAG_CAME:
                self._present.add((reader, told.uid.hex()))
            case ReaderReported(reader, told) if told.kind == TAG_LEFT:
                self._present.discard((reader, told.uid.hex()))
            case ButtonPressed(button):
                self._pressed = button

    # -- what hands do

    @property
    def zones(self) -> Collection[str]:
        """Where there is a reader that can be given a fault."""
        return self._parts.virtual_readers

    def put_tag(self, zone: str, tag: str) -> None:
        """Lay a tag down; nobody waits for the reader."""
        self._parts.put_tag(zone, self._tags[tag])

    def lift_tag(self, zone: str, tag: str) -> None:
        """Take a tag away; nobody waits for the reader."""
        self._parts.take_tag(zone, self._tags[tag])

    def advance(self, zone: str, us: int) -> None:
        """Let time pass."""
        self._until(_never, us)

    def hold_until_read(self, zone: str, tag: str) -> None:
        """Hold a tag to a reader until it was read, or patience ends."""
        self.put_tag(zone, tag)
        self._until(lambda: (zone, tag) in self._present, HAND_TIMEOUT_US)

    def remove_until_gone(self, zone: str, tag: str) -> None:
        """Take a tag away and wait until that was seen, or patience ends."""
        self.lift_tag(zone, tag)
        self._until(lambda: (zone, tag) not in self._present, HAND_TIMEOUT_US)

    def press_button(self, button: str) -> bool:
        """Press a button and let go, whatever its contact does meanwhile; whether that was noticed. A finger that comes
        down twice at once would mean it once."""
        self.clock.wait_us(self._last_press_us.get(button, 0) + REPEAT_PRESS_PAUSE_US - self.clock.now_us())
        self._pressed = ""
        over_us = self._parts.tap(button, next(self._bounces))
        self._until(_never, over_us + SETTLE_US + 2 * POLL_US - self.clock.now_us())
        self._until(lambda: self._pressed == button, PRESS_TIMEOUT_US)
        self._last_press_us[button] = self.clock.now_us()
        return self._pressed == button

    def graze_button(self, button: str) -> None:
        """A finger touches a button and does not press it."""
        self._parts.graze(button)
        self._until(_never, SETTLE_US + 2 * POLL_US)

    # -- what goes wrong

    def jam_radio(self, zone: str, us: int) -> None:
        """For so long nothing that is said on the air of this reader can be understood."""
        twin = self._parts.virtual_readers.get(zone)
        if twin is None:  # a kind whose simulation has no air
            self.advance(zone, us)
            return
        twin.field.noise, before = 1.0, twin.field.noise
        self.advance(zone, us)
        twin.field.noise = before

    def inject_fault(self, zone: str, fault: str) -> None:
        """Give a reader a fault of hardware.virtual.faults and time to notice; or its hub (the first one where it is on
        none), and nobody knows yet."""
        if fault not in HUB_FAULTS:
            self._parts.virtual_readers[zone].inject_fault(fault)
            self._until(_never, FAULT_DETECTION_US)
        elif self._parts.hubs:
            self._hub(zone).inject_fault(fault)

    def _hub(self, zone: str) -> VirtualHub:
        name = self._hub_of.get(zone, next(iter(self._parts.hubs)))
        return self._parts.hubs[name]

    def clear_faults(self) -> None:
        """Nothing has any fault any more, and what had is given time to come back."""
        parts = self._parts
        ill = [twin for twin in parts.virtual_readers.values() if twin.active_faults]
        lame = [hub for hub in parts.hubs.values() if hub.active_faults]
        for twin in ill:
            for fault in twin.active_faults:
                twin.clear_fault(fault)
        for hub in lame:
            hub.clear_faults()
        if ill or lame:
            self._until(_never, FAULT_DETECTION_US)
        end = self.clock.now_us() + FAULT_RECOVERY_US
        while not self._well() and self.clock.now_us() < end:
            self.clock.wait_us(IDLE_STEP_US)
            self._until(self._well, RECOVERY_STEP_US)

    def _well(self) -> bool:
        return self._rig is None or all(state.state == READER_WELL for state in self._rig.reader_health())

    # -- time

    def _seconds(self) -> float:
        return self.clock.now_us() / 1_000_000

    def _do_later(self, seconds: float, act: Callable[[], None]) -> None:
        self._later.append((self.clock.now_us() + int(seconds * 1_000_000), act))

    def _until(self, so: Callable[[], bool], us: int) -> None:
        """Time passes until something is so, at most that much."""
        end = self.clock.now_us() + us
        while not so() and (now := self.clock.now_us()) < end:
            due = min(self._turn(now), end)
            self.clock.wait_us(max(1, due - self.clock.now_us()))

    def _turn(self, now: int) -> int:
        """Everybody does what is due; when something is due next. The program is as quick as its buttons want it, and
        when bytes come."""
        for at_us, act in [each for each in self._later if each[0] <= now]:
            self._later.remove((at_us, act))
            act()
        dues = [at_us for at_us, _ in self._later]
        dues += [due for each in self._parts.simulations if (due := each.run_pending()) is not None]
        for hub in self._parts.hubs.values():
            if (comes_us := hub.to_host.due_us()) is not None:
                self._program_us = min(self._program_us, comes_us)
        if self._rig is not None and self._program_us <= self.clock.now_us():
            self._program_us = max(self._rig.run_pending(), now + POLL_US)
        return min([*dues, self._program_us])


class _Still(DeviceManager):
    """Without threads: time passes when hands let it."""

    def start(self) -> None:
        """Nothing goes on by itself."""


def _never() -> bool:
    return False


def _nothing() -> None:
    """Nobody looks at the readers' page."""


def _nobody(_heard: HardwareEvent) -> None:
    """The parts are there before a program is."""
