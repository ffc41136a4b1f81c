"""A virtual table to examine: how a healthy report reads, and how every fault's does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hardware.doctor.ask import Ask, Questions
from hardware.doctor.examine import examine
from hardware.errors import PlanFault
from hardware.finding import Finding
from hardware.heard import Heard
from hardware.plan import WiringPlan
from hardware.virtual.clock import VirtualClock
from hardware.virtual.faults import BROWN_OUT, EDGE_OF_FIELD, FAULTS, WEDGED_RECEIVER
from hardware.virtual.rig import VirtualRig
from hardware.virtual.tags import ntag213

STUCK = "stuck"
"""The fault of a button."""
WITH_A_TAG = (WEDGED_RECEIVER, EDGE_OF_FIELD)
"""Nothing shows these but a tag that lies on the reader, so one is laid there."""
MOMENTARY = (BROWN_OUT, WEDGED_RECEIVER)
"""These are over with the next reset, so they strike again and again."""
AGAIN_US = 120_000
"""A supply gives way so often; a receiver hears again for so long after a reset."""

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
    """A virtual rig with faults: `READER=NAME` with a name of hardware.virtual.faults, or `BUTTON=stuck`.

    Raises PlanFault for a fault that cannot be given.
    """

    def __init__(self, plan: WiringPlan, faults: Iterable[str] = ()) -> None:
        self.plan = plan
        self.clock = Striking()
        self.ears: list[Heard] = []
        self.rig = VirtualRig(plan, self.ears.append, self.clock)
        self._due_us: dict[tuple[str, str], int] = {}
        for number, fault in enumerate(faults):
            where, _, name = fault.rpartition("=")
            self._afflict(where, name, number)
        self.clock.strike = self._strike

    def _afflict(self, where: str, name: str, number: int) -> None:
        buttons = [button.name for button in self.plan.buttons]
        if where in buttons and name == STUCK:
            self.rig.panel.press(where, "clean")
        elif where in self.rig.twins and name in FAULTS:
            if name in WITH_A_TAG:
                self.rig.put(where, ntag213(bytes((0x04, number, *b"doctor"[:5]))))
            self.rig.twins[where].afflict(name)
            if name in MOMENTARY:
                self._due_us[where, name] = AGAIN_US
        else:
            raise PlanFault(
                f"{where}={name} is no fault that can be given: write READER=NAME, of the readers"
                f" {', '.join(self.rig.twins)} and the names {', '.join(FAULTS)}; or BUTTON={STUCK}, of the buttons"
                f" {', '.join(buttons)}"
            )

    def _strike(self, now: int) -> None:
        for (where, name), due in self._due_us.items():
            twin = self.rig.twins[where]
            if name == WEDGED_RECEIVER and twin.chip.wedged:
                self._due_us[where, name] = now + AGAIN_US
            elif now >= due:
                self._due_us[where, name] = now + AGAIN_US
                twin.afflict(name)

    def findings(self) -> Iterator[Finding]:
        """The examination of this rig."""
        return examine(self.plan, lambda: self.rig.board.wires, lambda: self.rig.panel.pins, self.clock)

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
            panel.tap(name)
        elif ask == "listen":
            before = len(panel.heard())
            self._true = lambda: sum(hertz > 0 for _, hertz in panel.heard()[before:]) > 1
        else:
            self._true = lambda: panel.what(name) == ask

    def typed(self) -> str | None:
        """See Person: yes as soon as it is so, no when it does not come."""
        if self._true is None:
            return None
        self._glances += 1
        return "y" if self._true() else "n" if self._glances > GLANCES else None


def _nothing(_now: int) -> None:
    """Before there is any fault."""
