"""A table without any hardware: the rig of a plan over simulations of its readers, with a virtual panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from hardware.clock import Clock
from hardware.errors import Missing
from hardware.heard import Heard
from hardware.readers.driver import Driver
from hardware.readers.guarded import Guarded
from hardware.readers.installed import kinds, made
from hardware.readers.without import Without
from hardware.rig import Rig
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hub import VirtualHub
from hardware.virtual.on_hubs import OnHubs
from hardware.virtual.on_wires import OnWires
from hardware.virtual.panel import VirtualPanel
from hardware.virtual.reader import VirtualReader
from hardware.virtual.simulation import Simulation
from hardware.virtual.tags import VirtualTag
from hardware.wiring import Unusable, WiringPlan

S = TypeVar("S", bound=Simulation)


class VirtualRig(Rig):
    """The rig of a plan, all of it virtual. `twins`: the virtual readers by name, wherever they are wired; `panel`: the
    buttons, lights and sounder on the Pi's pins; `wired`: the plan as it is there. A reader of a kind that cannot be
    simulated is down.
    """

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
        """`transfer_us` and `seed` are the simulations', `busy` the panel's."""
        self.panel = VirtualPanel(plan, clock, busy)
        self.simulations: list[Simulation] = []
        self.drivers: tuple[Driver, ...] = ()
        without: list[Driver] = [Without(Unusable, "")]
        for kind in kinds():
            why = f"{kind.called} cannot be simulated"
            if not kind.simulation:
                without.append(Without(kind.wiring, why))
                continue
            try:
                simulation = made(kind.simulation, plan, clock, transfer_us, seed)
            except Missing as wrong:
                without.append(Without(kind.wiring, f"{why}: {wrong}"))
            else:
                self.simulations.append(simulation)
                self.drivers += (Guarded(kind, simulation.driver),)
        self.drivers += tuple(without)
        self.wired = plan
        for each in self.simulations:
            self.wired = each.wired(self.wired)
        self._at = {
            name: each
            for each in self.simulations
            for table in plan.of(each.driver.wiring)
            for name in table.reader_names
        }
        self.twins: Mapping[str, VirtualReader] = {
            name: twin for each in self.simulations for name, twin in each.twins.items()
        }
        super().__init__(self.wired, self.drivers, lambda: self.panel.pins, heard, clock)

    def simulation(self, kind: type[S]) -> S:
        """That of one kind. Raises KeyError where there is none."""
        for each in self.simulations:
            if isinstance(each, kind):
                return each
        raise KeyError(kind)

    @property
    def board(self) -> VirtualBoard:
        """What is wired to the Pi's SPI."""
        return self.simulation(OnWires).board

    @property
    def cables(self) -> Mapping[str, VirtualHub]:
        """The virtual hubs by name."""
        return self.simulation(OnHubs).cables

    # -- what a person does and sees

    def put(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader."""
        self._at[reader].put(reader, tag)

    def take(self, reader: str, tag: VirtualTag) -> None:
        """Take it away again."""
        self._at[reader].take(reader, tag)

    def press(self, button: str, bounce: str = "usual") -> int:
        """Push a button down, to keep it there, wherever it is wired; see VirtualPanel for this and the next three."""
        return self._buttons_of(button).press(button, bounce)

    def release(self, button: str, bounce: str = "usual") -> int:
        """Let go of a button."""
        return self._buttons_of(button).release(button, bounce)

    def tap(self, button: str, bounce: str = "usual") -> int:
        """Press a button as people do, and let go."""
        return self._buttons_of(button).tap(button, bounce)

    def graze(self, button: str) -> int:
        """Touch a button without pressing it."""
        return self._buttons_of(button).graze(button)

    def _buttons_of(self, button: str) -> Simulation | VirtualPanel:
        return next((each for each in self.simulations if button in each.buttons), self.panel)

    def shown(self, reader: str) -> str:
        """What the light of a reader says to somebody who looks: go, no, think or off; "?" for a mixture of colours."""
        said = (each.shown(reader) for each in self.simulations)
        return next((what for what in said if what is not None), None) or self.panel.what(reader)

    # -- time

    def start(self) -> None:
        """See Rig; simulations may have threads, too."""
        for each in self.simulations:
            each.start()
        super().start()

    def turn(self) -> int:
        """See Rig."""
        due = super().turn()
        return min([due, *(other for each in self.simulations if (other := each.turn()) is not None)])

    def close(self) -> None:
        """See Rig."""
        super().close()
        for each in self.simulations:
            each.stop()

    def run(self, us: int) -> None:
        """Let so much time pass, without threads, on a virtual clock."""
        end = self._clock.now_us() + us
        while self._clock.now_us() < end:
            due = min(self.turn(), end)
            self._clock.wait_us(max(1, due - self._clock.now_us()))
