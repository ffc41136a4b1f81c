"""The driver of reader hubs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from hardware.clock import MonotonicClock
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.driver import ChipOrigin, ReaderDriver
from hardware.readers.hub.hub_group import HubGroup
from hardware.readers.hub.staging import program_version
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.rc522.driver import chip_origin
from hardware.readers.serial_ports import RealSerialPorts, SerialPorts
from hardware.wiring_schema import WiringPlan

STEP_US = 5_000

RunBeside = Callable[[], int]
"""Runs simulations while hubs are observed; returns when it is due again."""


def own_serial_ports(plan: WiringPlan) -> SerialPorts:
    """The serial devices of this machine, and the ports that the plan names."""
    return RealSerialPorts(hub.port for hub in plan.wirings_of(HubWiring) if hub.port is not None)


class HubDriver(ReaderDriver):
    """The driver of reader hubs.

    `ports` returns the serial devices; `program` the version that hubs should have, "" where it does not
    matter; `random_below` a random number below its argument.
    """

    wiring_type = HubWiring

    def __init__(
        self,
        ports: Callable[[WiringPlan], SerialPorts] = own_serial_ports,
        program: Callable[[], str] = program_version,
        random_below: Callable[[int], int] = random.randrange,
        run_beside: RunBeside | None = None,
    ) -> None:
        self._ports, self._program, self._draw, self._beside = ports, program, random_below, run_beside

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> HubGroup:
        """The hubs of the plan with their readers, lights and buttons."""
        return HubGroup(
            plan.wirings_of(HubWiring),
            self._ports(plan),
            on_event,
            clock,
            program=self._program(),
            random_below=self._draw,
        )

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """The findings about the hubs and everything that is wired to them."""
        from hardware.readers.hub.doctor import HubAccess, examine_hubs

        beside = self._beside or (lambda: clock.now_us() + STEP_US)
        return examine_hubs(
            plan.wirings_of(HubWiring), HubAccess(self._ports(plan), self._program(), beside), clock
        )

    def chip_origin(self, version: int) -> ChipOrigin:
        """The origin of the chip with this version number; the readers are RC522."""
        return chip_origin(version)
