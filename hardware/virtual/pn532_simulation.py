"""Simulates PN532 readers on serial lines, each as a virtual chip behind a virtual adapter."""

from __future__ import annotations

import errno
import os
from pkgutil import resolve_name
from typing import Any

from hardware.clock import MonotonicClock
from hardware.readers.driver import ReaderDriver
from hardware.virtual.faults import PN532_FAULTS
from hardware.virtual.pn532_line import VirtualPn532Adapter, VirtualPn532Connection
from hardware.virtual.reader_simulation import ReaderSimulation
from hardware.virtual.tags import VirtualTag
from hardware.wiring_schema import WiringPlan

DRIVER = "hardware.readers.pn532.driver:Pn532Driver"


class Pn532Simulation(ReaderSimulation):
    """The simulation of a plan's PN532 readers.

    `adapters`: by the reader's name, each plugged in at the port that the plan names.
    """

    fault_descriptions = PN532_FAULTS

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        self.driver: ReaderDriver = resolve_name(DRIVER)(self.open_line)
        self.adapters: dict[str, VirtualPn532Adapter] = {}
        wirings: Any = plan.wirings_of(self.driver.wiring_type)
        for number, wiring in enumerate(wirings):
            adapter = self.adapters[wiring.name] = VirtualPn532Adapter(clock, seed + number)
            adapter.plug(wiring.port)

    def open_line(self, path: str) -> VirtualPn532Connection:
        """Open the line to the adapter at that path. Raises OSError where there is none."""
        for adapter in self.adapters.values():
            if adapter.is_plugged and adapter.path == path:
                return adapter.open()
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    def put_tag(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader."""
        self.adapters[reader].field.put_tag(tag)

    def take_tag(self, reader: str, tag: VirtualTag) -> None:
        """Take a tag away from a reader."""
        self.adapters[reader].field.take_tag(tag)

    def inject_fault(self, reader: str, fault: str) -> None:
        """Give a reader a fault of faults.PN532_FAULTS. Raises KeyError."""
        self.adapters[reader].inject_fault(fault)

    def clear_fault(self, reader: str, fault: str) -> None:
        """Clear it. Raises KeyError."""
        self.adapters[reader].clear_fault(fault)

    def run_pending(self) -> int | None:
        """Do what is due on all lines; the time when more is due, None where nothing is."""
        dues = [due for each in self.adapters.values() if (due := each.run_pending()) is not None]
        return min(dues) // 1000 + 1 if dues else None
