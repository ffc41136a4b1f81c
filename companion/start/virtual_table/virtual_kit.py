"""A whole wiring plan in virtual time: the program's own table over virtual readers, hubs and buttons.

There is no thread: time passes while simulated hands act, and for as long as they watch the result.
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
"""Microseconds that a hand holds a piece to a reader that does not read it, or waits until it is reported as
removed. A hub that is away is noticed sooner: what it reports after that is no evidence, so that nothing is
counted twice."""
PRESS_TIMEOUT_US: Final = 700_000
"""Microseconds that a hand waits for a press to be noticed; a hub repeats a lost message within that time."""
REPEAT_PRESS_PAUSE_US: Final = int(DEBOUNCE_S * 1_000_000) + POLL_US
"""Microseconds until the same button may be pressed again. The program does not run meanwhile, as on a busy
computer: that saves most of the time, and is too short for a link to be given up."""
START_UP_US: Final = 1_000_000
"""Microseconds after the start in which nothing is laid down: what a hub reports so soon may have lain there
before."""
IDLE_STEP_US: Final = 200_000
RECOVERY_STEP_US: Final = 50_000
"""Microseconds of the alternating pauses and runs while people wait for recovery; a run suffices for each
reader."""
FAULT_DETECTION_US: Final = 1_200_000
"""Microseconds in which a reader notices a fault."""
FAULT_RECOVERY_US: Final = 20_000_000
"""Microseconds in which everything recovers: the longest pause and a start."""


class VirtualKit:
    """The `TagBench` of companion.start.virtual_table.simulated_hands for a table of this plan.

    `path`: the file of the plan. `tags`: UIDs in hex.
    """

    def __init__(self, path: Path, plan: WiringPlan, tags: Iterable[str]) -> None:
        """-"""
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
        self._messages: list[SessionInput] = []

    # -- the program

    def switch_on(self, session: Session) -> None:
        """Start the program; events of its readers and buttons go to this session."""
        self._wired = RealTableHardware(self._path, self._opened, self._do_later, self._seconds)
        self._wired.open(_nothing)
        self._until(self._well, FAULT_RECOVERY_US)
        self._until(_never, START_UP_US)
        self._wired.attach_session(session, self)

    def cut_power(self) -> None:
        """End the program and cut the power of everything for a moment."""
        for hub in self._parts.hub_by_name.values():
            hub.unplug()
        if self._wired is not None:
            self._wired.close()
        for name, twin in self._parts.virtual_readers.items():
            if name not in self._hub_of:
                twin.inject_fault(BROWN_OUT)
        self._later.clear()
        self._present.clear()
        self._messages.clear()
        for hub in self._parts.hub_by_name.values():
            hub.plug(hub.path)

    def post(self, message: SessionInput) -> None:
        """Keep a message of the table for the session."""
        self._messages.append(message)

    def new_messages(self) -> Iterator[SessionInput]:
        """The messages since the last call."""
        messages, self._messages = self._messages, []
        yield from messages

    def _opened(self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None]) -> DeviceManager:
        def hear(event: HardwareEvent) -> None:
            self._watch(event)
            on_event(event)

        parts = self._parts
        self._rig = _Still(parts.simulated_plan, parts.drivers, lambda: parts.panel.pins, hear, self.clock)
        return self._rig

    def _watch(self, event: HardwareEvent) -> None:
        """Note what hands would see of it by lights and screen."""
        match event:
            case ReaderReported(reader, report) if report.kind == TAG_CAME:
                self._present.add((reader, report.uid.hex()))
            case ReaderReported(reader, report) if report.kind == TAG_LEFT:
                self._present.discard((reader, report.uid.hex()))
            case ButtonPressed(button):
                self._pressed = button

    # -- hands

    @property
    def zones(self) -> Collection[str]:
        """The zones with a reader that can be given a fault."""
        return self._parts.virtual_readers

    def put_tag(self, zone: str, tag: str) -> None:
        """Lay a tag down without waiting for the reader."""
        self._parts.put_tag(zone, self._tags[tag])

    def lift_tag(self, zone: str, tag: str) -> None:
        """Take a tag away without waiting for the reader."""
        self._parts.take_tag(zone, self._tags[tag])

    def advance_time(self, zone: str, us: int) -> None:
        """Let so many microseconds pass."""
        self._until(_never, us)

    def hold_until_read(self, zone: str, tag: str) -> None:
        """Hold a tag to a reader until it was read or a time-out ends."""
        self.put_tag(zone, tag)
        self._until(lambda: (zone, tag) in self._present, HAND_TIMEOUT_US)

    def remove_until_gone(self, zone: str, tag: str) -> None:
        """Take a tag away and wait until the reader noticed it or a time-out ends."""
        self.lift_tag(zone, tag)
        self._until(lambda: (zone, tag) not in self._present, HAND_TIMEOUT_US)

    def press_button(self, button: str) -> bool:
        """Press and release a button with a bouncing contact; whether the press was noticed.

        It waits first until the press cannot count as a repetition of the last one.
        """
        self.clock.wait_us(self._last_press_us.get(button, 0) + REPEAT_PRESS_PAUSE_US - self.clock.now_us())
        self._pressed = ""
        over_us = self._parts.tap(button, next(self._bounces))
        self._until(_never, over_us + SETTLE_US + 2 * POLL_US - self.clock.now_us())
        self._until(lambda: self._pressed == button, PRESS_TIMEOUT_US)
        self._last_press_us[button] = self.clock.now_us()
        return self._pressed == button

    def graze_button(self, button: str) -> None:
        """Touch a button without pressing it."""
        self._parts.graze(button)
        self._until(_never, SETTLE_US + 2 * POLL_US)

    # -- faults

    def jam_radio(self, zone: str, us: int) -> None:
        """Disturb the field of a reader for so many microseconds, so that nothing can be read."""
        twin = self._parts.virtual_readers.get(zone)
        if twin is None:  # a kind of reader without a simulated field
            self.advance_time(zone, us)
            return
        twin.field.noise, before = 1.0, twin.field.noise
        self.advance_time(zone, us)
        twin.field.noise = before

    def inject_fault(self, zone: str, fault: str) -> None:
        """Give a reader a fault of hardware.virtual.faults and time to notice it.

        One that its kind cannot have goes to the first reader that can. A fault of a hub goes to the hub of that
        reader, or to the first one, without waiting.
        """
        if fault not in HUB_FAULTS:
            able = [name for name in (zone, *self.zones) if fault in self._parts.faults_of(name)]
            for name in able[:1]:
                self._parts.virtual_readers[name].inject_fault(fault)
            self._until(_never, FAULT_DETECTION_US)
        elif self._parts.hub_by_name:
            self._hub(zone).inject_fault(fault)

    def _hub(self, zone: str) -> VirtualHub:
        name = self._hub_of.get(zone, next(iter(self._parts.hub_by_name)))
        return self._parts.hub_by_name[name]

    def clear_faults(self) -> None:
        """Clear all faults, and give the readers that had one time to recover."""
        parts = self._parts
        failed = [twin for twin in parts.virtual_readers.values() if twin.active_faults]
        failed_hubs = [hub for hub in parts.hub_by_name.values() if hub.active_faults]
        for twin in failed:
            for fault in twin.active_faults:
                twin.clear_fault(fault)
        for hub in failed_hubs:
            hub.clear_faults()
        if failed or failed_hubs:
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

    def _until(self, condition: Callable[[], bool], us: int) -> None:
        """Let time pass until a condition holds, at most so many microseconds."""
        end = self.clock.now_us() + us
        while not condition() and (now := self.clock.now_us()) < end:
            due = min(self._turn(now), end)
            self.clock.wait_us(max(1, due - self.clock.now_us()))

    def _turn(self, now: int) -> int:
        """Run everything that is due and return when something is due next.

        The program runs as often as its buttons need, and when bytes arrive.
        """
        for at_us, act in [each for each in self._later if each[0] <= now]:
            self._later.remove((at_us, act))
            act()
        dues = [at_us for at_us, _ in self._later]
        dues += [due for each in self._parts.simulations if (due := each.run_pending()) is not None]
        for hub in self._parts.hub_by_name.values():
            if (comes_us := hub.to_host.due_us()) is not None:
                self._program_us = min(self._program_us, comes_us)
        if self._rig is not None and self._program_us <= self.clock.now_us():
            self._program_us = max(self._rig.run_pending(), now + POLL_US)
        return min([*dues, self._program_us])


class _Still(DeviceManager):
    """A device manager without threads."""

    def start(self) -> None:
        """Start nothing: `run_pending` does all work."""


def _never() -> bool:
    return False


def _nothing() -> None:
    """Ignore changes: there is no page of readers."""


def _nobody(_heard: HardwareEvent) -> None:
    """Ignore events: the parts exist before the program."""
