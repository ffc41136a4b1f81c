"""One kind's readers of a plan without any hardware: what a Kind may name as its simulation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from hardware.clock import Clock
from hardware.readers.driver import Driver
from hardware.timed import Timed
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag
from hardware.wiring import WiringPlan


class Simulation(ABC):
    """The kind's own driver over something virtual, and what a person does there. Made of a plan, the clock, what a
    transfer costs in microseconds (nothing to a kind without transfers), and a seed for chance."""

    driver: Driver
    twins: Mapping[str, VirtualReader] = {}
    """By name, the virtual readers that can be given the faults of hardware.virtual.faults."""
    buttons: frozenset[str] = frozenset()
    """What hangs on its boards."""
    threads: Sequence[Timed] = ()
    """What of it has a thread of its own, where there are threads."""

    def __init__(self, plan: WiringPlan, clock: Clock, transfer_us: float, seed: int) -> None:
        self.plan, self.clock = plan, clock

    def wired(self, plan: WiringPlan) -> WiringPlan:
        """The plan as it is there."""
        return plan

    @abstractmethod
    def put(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader; nothing new where it lies there already."""

    @abstractmethod
    def take(self, reader: str, tag: VirtualTag) -> None:
        """Take it away again, if it lies there."""

    def press(self, button: str, bounce: str) -> int:
        """Push a button down, to keep it there: when its contact is quiet, in microseconds of the clock."""
        raise KeyError(button)

    def release(self, button: str, bounce: str) -> int:
        """Let go of a button."""
        raise KeyError(button)

    def tap(self, button: str, bounce: str) -> int:
        """Press a button as people do, and let go."""
        raise KeyError(button)

    def graze(self, button: str) -> int:
        """Touch a button without pressing it."""
        raise KeyError(button)

    def shown(self, reader: str) -> str | None:
        """What the light of a reader says; None where it has none of this kind's."""
        return None

    def turn(self) -> int | None:
        """Do what is due by `clock`; when, by it, there is something to do next."""
        return None

    def start(self) -> None:
        """Begin, with threads."""
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """End them."""
        for thread in self.threads:
            thread.stop()
