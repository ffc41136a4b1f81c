"""One kind's readers of a plan without any hardware: what a Kind may name as its simulation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from hardware.clock import MonotonicClock
from hardware.readers.driver import ReaderDriver
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag
from hardware.wiring_schema import WiringPlan
from hardware.worker_thread import WorkerThread


class ReaderSimulation(ABC):
    """The kind's own driver over something virtual, and what a person does there. Made of a plan, the clock, what a
    transfer costs in microseconds (nothing to a kind without transfers), and a seed for chance."""

    driver: ReaderDriver
    virtual_readers: Mapping[str, VirtualReader] = {}
    """By name, the virtual readers that can be given the faults of hardware.virtual.faults."""
    button_names: frozenset[str] = frozenset()
    """What hangs on its boards."""
    threads: Sequence[WorkerThread] = ()
    """What of it has a thread of its own, where there are threads."""

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        self.plan, self.clock = plan, clock

    def simulated_plan(self, plan: WiringPlan) -> WiringPlan:
        """The plan as it is there."""
        return plan

    @abstractmethod
    def put_tag(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader; nothing new where it lies there already."""

    @abstractmethod
    def take_tag(self, reader: str, tag: VirtualTag) -> None:
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

    def light_signal(self, reader: str) -> str | None:
        """What the light of a reader says; None where it has none of this kind's."""
        return None

    def run_pending(self) -> int | None:
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
