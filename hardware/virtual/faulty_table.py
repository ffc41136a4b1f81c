"""A virtual table with faults to examine, which shows the report of each fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hardware.doctor.examination import examine_pi_parts, examine_readers_beside_pi
from hardware.doctor.questions import ExaminationWithPerson, PersonTask
from hardware.errors import WiringPlanError
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faults import (
    BROWN_OUT,
    EDGE_OF_FIELD,
    WEAK_TAGS,
    WEDGED_RECEIVER,
)
from hardware.virtual.tags import make_ntag213
from hardware.wiring_schema import WiringPlan

STUCK_BUTTON = "stuck"
"""The fault of a button."""
FAULTS_SHOWN_BY_A_TAG = (WEDGED_RECEIVER, EDGE_OF_FIELD, WEAK_TAGS)
"""Faults that only a tag on the reader reveals, so one is laid there."""
MOMENTARY_FAULTS = (BROWN_OUT, WEDGED_RECEIVER)
"""Faults that the next reset clears, so they strike again and again."""
REPEAT_FAULT_US = 120_000
"""Microseconds between two failures of a supply, and from a reset until a receiver fails again."""

HUB_RESTART_US = 1_500_000
"""Microseconds between two restarts of a hub with that fault."""
RUBBISH_RATE = 0.01
"""The share of the bytes on a hub's line that are lost, changed, or followed by others."""
OLD_PROGRAM = "0.0.0 another"

DOCTOR_HUB_FAULTS: Mapping[str, str] = {
    "unplugged": "its cable is out",
    "silent": "there is a Pico, and no hub program answers",
    "old-program": "its program is another one than this Herald's",
    "rubbish": "bytes on its line are lost, changed and added",
    "restarting": "it starts anew again and again",
}
"""Name of a fault of a hub -> description."""

MAX_GLANCES = 200
"""Looks at a light after which virtual hands answer no."""


class ClockWithCallback(VirtualClock):
    """A virtual clock that calls `on_time_passed` whenever time passes."""

    def __init__(self) -> None:
        super().__init__()
        self.on_time_passed: Callable[[int], None] = _nothing

    def advance_ns(self, ns: int) -> int:
        """Let time pass and call `on_time_passed` with the new time in microseconds."""
        now = super().advance_ns(ns)
        self.on_time_passed(now // 1000)
        return now


class FaultyTable:
    """A virtual table with faults, each written `READER=NAME`, `HUB=NAME` or `BUTTON=stuck`.

    The names are those of hardware.virtual.faults for readers and of DOCTOR_HUB_FAULTS for hubs. Raises
    WiringPlanError for a fault that does not exist there.
    """

    def __init__(self, plan: WiringPlan, faults: Iterable[str] = ()) -> None:
        self.plan = plan
        self.clock = ClockWithCallback()
        self.events: list[HardwareEvent] = []
        self.rig = VirtualDeviceManager(plan, self.events.append, self.clock)
        self._due_us: dict[tuple[str, str], int] = {}
        for number, fault in enumerate(faults):
            self._afflict(fault, number)
        self.clock.on_time_passed = self._strike

    def _afflict(self, fault: str, number: int) -> None:
        where, _, name = fault.rpartition("=")
        rig, buttons = self.rig, [button.name for button in self.plan.buttons]
        if where in buttons and name == STUCK_BUTTON:
            rig.press(where, "clean")
        elif where in rig.hub_by_name and name in DOCTOR_HUB_FAULTS:
            self._afflict_hub(where, name)
        elif name in self.rig.faults_of(where):
            self._afflict_reader(where, name, number)
        else:
            raise WiringPlanError(f"{fault} is no fault that can be given: {self._advice(buttons)}")

    def _afflict_reader(self, where: str, name: str, number: int) -> None:
        if name in FAULTS_SHOWN_BY_A_TAG:
            self.rig.put_tag(where, make_ntag213(bytes((0x04, number, *b"doctor"[:5]))))
        self.rig.virtual_readers[where].inject_fault(name)
        if name in MOMENTARY_FAULTS:
            self._due_us[where, name] = REPEAT_FAULT_US

    def _advice(self, buttons: Sequence[str]) -> str:
        """What can be given a fault, and which."""
        rig = self.rig
        ways = []
        for simulation in rig.simulations:
            if readers := simulation.virtual_readers:
                names = ", ".join(simulation.fault_descriptions)
                ways.append(f"READER=NAME, of the readers {', '.join(readers)} and the names {names}")
        if rig.hub_by_name:
            hubs, names = ", ".join(rig.hub_by_name), ", ".join(DOCTOR_HUB_FAULTS)
            ways.append(f"HUB=NAME, of the hubs {hubs} and the names {names}")
        if buttons:
            ways.append(f"BUTTON={STUCK_BUTTON}, of the buttons {', '.join(buttons)}")
        return f"write {'; or '.join(ways)}" if ways else "no part of this plan can be given one"

    def _afflict_hub(self, name: str, fault: str) -> None:
        hub = self.rig.hub_by_name[name]
        match fault:
            case "unplugged":
                hub.unplug()
            case "old-program":
                hub.board.program = OLD_PROGRAM
            case "rubbish":
                for way in (hub.to_host, hub.to_hub):
                    way.loss_rate = way.change_rate = way.rubbish_rate = RUBBISH_RATE
            case "restarting":
                self._due_us[name, fault] = 2 * HUB_RESTART_US
            case "silent":
                self._due_us[name, fault] = 0

    def _strike(self, now: int) -> None:
        for (where, name), due in self._due_us.items():
            if name in DOCTOR_HUB_FAULTS and where in self.rig.hub_by_name:
                self._strike_hub(where, name, now)
                continue
            twin = self.rig.virtual_readers[where]
            if name == WEDGED_RECEIVER and WEDGED_RECEIVER in twin.active_faults:
                self._due_us[where, name] = now + REPEAT_FAULT_US
            elif now >= due:
                self._due_us[where, name] = now + REPEAT_FAULT_US
                twin.inject_fault(name)

    def _strike_hub(self, where: str, fault: str, now: int) -> None:
        hub = self.rig.hub_by_name[where]
        if fault == "silent":
            hub.freeze()
        elif now >= self._due_us[where, fault]:
            self._due_us[where, fault] = now + HUB_RESTART_US
            hub.restart()

    def examine(self) -> Iterator[Finding]:
        """Examine this table."""
        rig, clock = self.rig, self.clock
        yield from examine_pi_parts(rig.simulated_plan, rig.drivers, lambda: rig.panel.pins, clock)
        yield from examine_readers_beside_pi(rig.simulated_plan, rig.drivers, clock)

    def examine_with_person(self, say: Callable[[str], None]) -> Iterator[Finding]:
        """Examine it with virtual hands that do what is asked; `say` receives every question."""
        return ExaminationWithPerson(
            self.plan, self.rig, self.events, VirtualPerson(self.rig, say), self.clock
        ).examine()


class VirtualPerson:
    """A person at a virtual table who does what is asked, and answers truly. `say` receives every sentence."""

    def __init__(self, rig: VirtualDeviceManager, say: Callable[[str], None]) -> None:
        self._rig, self._say = rig, say
        self._tag = make_ntag213(bytes.fromhex("04d0c704d0c704"))
        self._true: Callable[[], bool] | None = None
        self._glances = 0

    def ask(self, task: PersonTask, name: str, sentence: str) -> None:
        """Do what is asked, or note how to find the true answer."""
        self._say(sentence)
        panel, self._true, self._glances = self._rig.panel, None, 0
        if task == "lay":
            self._rig.put_tag(name, self._tag)
        elif task == "take":
            self._rig.take_tag(name, self._tag)
        elif task == "press":
            self._rig.tap(name)
        elif task == "listen":
            before = len(panel.tone_history())
            self._true = lambda: sum(hertz > 0 for _, hertz in panel.tone_history()[before:]) > 1
        else:
            self._true = lambda: self._rig.light_signal(name) == task

    def typed_line(self) -> str | None:
        """ "y" as soon as the answer is yes, "n" when it does not become so, None before."""
        if self._true is None:
            return None
        self._glances += 1
        return "y" if self._true() else "n" if self._glances > MAX_GLANCES else None


def _nothing(_now: int) -> None:
    """Do nothing: there is no fault yet."""
