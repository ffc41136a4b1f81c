"""The interface of simulations: one kind's readers of a plan without any hardware."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence

from hardware.clock import MonotonicClock
from hardware.readers.driver import ReaderDriver
from hardware.virtual.pn532_line import VirtualPn532Adapter
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag
from hardware.wiring_schema import WiringPlan
from hardware.worker_thread import WorkerThread


class ReaderSimulation(ABC):
    """The kind's own driver over virtual devices, and a person's actions there.

    It is made from a plan, the clock, the cost of a transfer in microseconds (unused by a kind without
    transfers), and a seed for chance.
    """

    driver: ReaderDriver
    virtual_readers: Mapping[str, VirtualReader | VirtualPn532Adapter] = {}
    """Name -> virtual reader, for those that can be given faults."""
    fault_descriptions: Mapping[str, str] = {}
    """Name -> description of the faults that these can be given, of those in hardware.virtual.faults."""
    button_names: frozenset[str] = frozenset()
    """The names of the buttons on its boards."""
    threads: Sequence[WorkerThread] = ()
    """Its parts that have threads of their own where threads are used."""

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        self.plan, self.clock = plan, clock

    def simulated_plan(self, plan: WiringPlan) -> WiringPlan:
        """The plan as it is simulated."""
        return plan

    def put_tag(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader; nothing changes where it lies there already."""
        self.virtual_readers[reader].field.put_tag(tag)

    def take_tag(self, reader: str, tag: VirtualTag) -> None:
        """Take a tag away from a reader, if it lies there."""
        self.virtual_readers[reader].field.take_tag(tag)

    def press(self, button: str, bounce: str) -> int:
        """Press a button and hold it; the time when its contact is quiet, in microseconds of the clock.

        Raises KeyError for a button that it has not, as the next three do.
        """
        raise KeyError(button)

    def release(self, button: str, bounce: str) -> int:
        """Release a button. Raises KeyError."""
        raise KeyError(button)

    def tap(self, button: str, bounce: str) -> int:
        """Press and release a button as people do. Raises KeyError."""
        raise KeyError(button)

    def graze(self, button: str) -> int:
        """Touch a button without pressing it. Raises KeyError."""
        raise KeyError(button)

    def light_signal(self, reader: str) -> str | None:
        """The signal that the light of a reader shows; None where this kind has no light there."""
        return None

    def run_pending(self) -> int | None:
        """Do what is due by `clock`; the time when more is due, None where nothing is."""
        return None

    def start(self) -> None:
        """Start its threads."""
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """End its threads."""
        for thread in self.threads:
            thread.stop()
