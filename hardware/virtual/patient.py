"""A virtual table to examine: how a healthy report reads, and how every fault's does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from hardware.doctor.ask import Ask, Questions
from hardware.doctor.examine import beside, examine
from hardware.errors import PlanFault
from hardware.finding import Finding
from hardware.heard import Heard
from hardware.virtual.clock import VirtualClock
from hardware.virtual.faults import (
    BROWN_OUT,
    BUS_FAILS,
    EDGE_OF_FIELD,
    FAULTS,
    NO_DEVICE,
    NO_PERMISSION,
    WEDGED_RECEIVER,
)
from hardware.virtual.on_wires import OnWires
from hardware.virtual.rig import VirtualRig
from hardware.virtual.tags import ntag213
from hardware.wiring import WiringPlan

STUCK = "stuck"
"""The fault of a button."""
WITH_A_TAG = (WEDGED_RECEIVER, EDGE_OF_FIELD)
"""Nothing shows these but a tag that lies on the reader, so one is laid there."""
MOMENTARY = (BROWN_OUT, WEDGED_RECEIVER)
"""These are over with the next reset, so they strike again and again."""
AGAIN_US = 120_000
"""A supply gives way so often; a receiver hears again for so long after a reset."""

ON_WIRES = (NO_DEVICE, NO_PERMISSION, BUS_FAILS)
"""A reader on a hub has no device of its own that could fail like this."""
RESTARTING_US = 1_500_000
"""A hub that starts anew again and again does so this often."""
RUBBISH = 0.01
"""Of the bytes on a hub's line, so many are lost, changed, or followed by others."""
OLD_PROGRAM = "0.0.0 another"

HUB_FAULTS: Mapping[str, str] = {
    "unplugged": "its cable is out",
    "silent": "there is a Pico, and no hub program answers",
    "old-program": "its program is another one than this Herald's",
    "rubbish": "bytes on its line are lost, changed and added",
    "restarting": "it starts anew again and again",
}
"""Name of a fault that a hub can be given -> what happens."""

GLANCES = 200
"""Virtual hands look so often at a light before they say no."""


class Striking(VirtualClock):
    """A virtual clock on which something happens whenever time passes."""

    def __init__(self) -> None:
        super().__init__()
        self.strike: Callable[[int], None] = _nothing

    def spend_ns(self, ns: int) -> int:
        """See VirtualClock."""
        now = super().spend_ns(ns)
        self.strike(now // 1000)
        return now


class Patient:
    """A virtual rig with faults: `READER=NAME` with a name of hardware.virtual.faults, `HUB=NAME` with one of
    HUB_FAULTS, or `BUTTON=stuck`.

    Raises PlanFault for a fault that cannot be given.
    """

    def __init__(self, plan: WiringPlan, faults: Iterable[str] = ()) -> None:
        self.plan = plan
        self.clock = Striking()
        self.ears: list[Heard] = []
        self.rig = VirtualRig(plan, self.ears.append, self.clock)
        self._due_us: dict[tuple[str, str], int] = {}
        for number, fault in enumerate(faults):
            self._afflict(fault, number)
        self.clock.strike = self._strike

    def _afflict(self, fault: str, number: int) -> None:
        where, _, name = fault.rpartition("=")
        rig, buttons = self.rig, [button.name for button in self.plan.buttons]
        on_hub = where not in rig.simulation(OnWires).twins
        if where in buttons and name == STUCK:
            rig.press(where, "clean")
        elif where in rig.cables and name in HUB_FAULTS:
            self._afflict_hub(where, name)
        elif where in rig.twins and name in FAULTS and not (on_hub and name in ON_WIRES):
            if name in WITH_A_TAG:
                rig.put(where, ntag213(bytes((0x04, number, *b"doctor"[:5]))))
            rig.twins[where].afflict(name)
            if name in MOMENTARY:
                self._due_us[where, name] = AGAIN_US
        else:
            hubs = (
                f" ({', '.join(ON_WIRES)}: only of readers on the Raspberry Pi's own pins); HUB=NAME, of the hubs"
                f" {', '.join(rig.cables)} and the names {', '.join(HUB_FAULTS)}"
            )
            readers = f"READER=NAME, of the readers {', '.join(rig.twins)} and the names {', '.join(FAULTS)}"
            stuck = f"BUTTON={STUCK}, of the buttons {', '.join(buttons)}"
            ways = [readers + (hubs if rig.cables else "")] * bool(rig.twins) + [stuck] * bool(buttons)
            advice = f"write {'; or '.join(ways)}" if ways else "no part of this plan can be given one"
            raise PlanFault(f"{fault} is no fault that can be given: {advice}")

    def _afflict_hub(self, name: str, fault: str) -> None:
        hub = self.rig.cables[name]
        match fault:
            case "unplugged":
                hub.unplug()
            case "old-program":
                hub.board.program = OLD_PROGRAM
            case "rubbish":
                for way in (hub.said, hub.heard):
                    way.lost = way.changed = way.rubbish = RUBBISH
            case "restarting":
                self._due_us[name, fault] = 2 * RESTARTING_US
            case "silent":
                self._due_us[name, fault] = 0

    def _strike(self, now: int) -> None:
        for (where, name), due in self._due_us.items():
            if name in HUB_FAULTS and where in self.rig.cables:
                self._strike_hub(where, name, now)
                continue
            twin = self.rig.twins[where]
            if name == WEDGED_RECEIVER and twin.chip.wedged:
                self._due_us[where, name] = now + AGAIN_US
            elif now >= due:
                self._due_us[where, name] = now + AGAIN_US
                twin.afflict(name)

    def _strike_hub(self, where: str, fault: str, now: int) -> None:
        hub = self.rig.cables[where]
        if fault == "silent":
            hub.freeze()
        elif now >= self._due_us[where, fault]:
            self._due_us[where, fault] = now + RESTARTING_US
            hub.restart()

    def findings(self) -> Iterator[Finding]:
        """The examination of this rig."""
        rig, clock = self.rig, self.clock
        yield from examine(rig.wired, rig.drivers, lambda: rig.panel.pins, clock)
        yield from beside(rig.wired, rig.drivers, clock)

    def asked(self, say: Callable[[str], None]) -> Iterator[Finding]:
        """What virtual hands find out that do all that is asked; `say` gets every question."""
        return Questions(self.plan, self.rig, self.ears, Hands(self.rig, say), self.clock).findings()


class Hands:
    """A person at a virtual rig who does what is asked, and answers truly. `say` gets every sentence."""

    def __init__(self, rig: VirtualRig, say: Callable[[str], None]) -> None:
        self._rig, self._say = rig, say
        self._tag = ntag213(bytes.fromhex("04d0c704d0c704"))
        self._true: Callable[[], bool] | None = None
        self._glances = 0

    def asked(self, ask: Ask, name: str, sentence: str) -> None:
        """See Person."""
        self._say(sentence)
        panel, self._true, self._glances = self._rig.panel, None, 0
        if ask == "lay":
            self._rig.put(name, self._tag)
        elif ask == "take":
            self._rig.take(name, self._tag)
        elif ask == "press":
            self._rig.tap(name)
        elif ask == "listen":
            before = len(panel.heard())
            self._true = lambda: sum(hertz > 0 for _, hertz in panel.heard()[before:]) > 1
        else:
            self._true = lambda: self._rig.shown(name) == ask

    def typed(self) -> str | None:
        """See Person: yes as soon as it is so, no when it does not come."""
        if self._true is None:
            return None
        self._glances += 1
        return "y" if self._true() else "n" if self._glances > GLANCES else None


def _nothing(_now: int) -> None:
    """Before there is any fault."""
