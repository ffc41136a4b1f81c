"""Reader hubs, as hardware.readers.driver has every kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from hardware.clock import Clock
from hardware.finding import Finding
from hardware.heard import Heard
from hardware.readers.driver import Driver, Make
from hardware.readers.hub.hubs import Hubs
from hardware.readers.hub.plan import HubWiring
from hardware.readers.hub.serials import RealPorts, SerialPorts
from hardware.readers.hub.staging import version
from hardware.readers.rc522.driver import whose
from hardware.wiring import WiringPlan

STEP_US = 5_000

Beside = Callable[[], int]
"""What has to have its turn while hubs are watched; it gives when it is due again."""


def own_ports(plan: WiringPlan) -> SerialPorts:
    """This machine's serial devices, and where the plan says that hubs are."""
    return RealPorts(hub.port for hub in plan.of(HubWiring) if hub.port is not None)


class HubDriver(Driver):
    """`ports` give the serial devices; `program` the version that hubs should have, "" when that does not matter;
    `draw` gives a number below its argument, by chance."""

    wiring = HubWiring

    def __init__(
        self,
        ports: Callable[[WiringPlan], SerialPorts] = own_ports,
        program: Callable[[], str] = version,
        draw: Callable[[int], int] = random.randrange,
        beside: Beside | None = None,
    ) -> None:
        self._ports, self._program, self._draw, self._beside = ports, program, draw, beside

    def open(self, plan: WiringPlan, hear: Callable[[Heard], None], clock: Clock) -> Hubs:
        """See Driver."""
        return Hubs(
            plan.of(HubWiring), self._ports(plan), hear, clock, program=self._program(), draw=self._draw
        )

    def examine(self, plan: WiringPlan, clock: Clock, unreachable: frozenset[str]) -> Iterator[Finding]:
        """See Driver: all that hangs on them, too."""
        from hardware.readers.hub.doctor import Cables, hubs

        beside = self._beside or (lambda: clock.now_us() + STEP_US)
        return hubs(plan.of(HubWiring), Cables(self._ports(plan), self._program(), beside), clock)

    def make(self, version: int) -> Make:
        """See Driver: its readers are RC522."""
        return whose(version)
