"""Reader hubs, each a virtual Pico with virtual chips at a virtual cable."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from hardware.clock import Clock
from hardware.common.link.settings import settings_bytes
from hardware.readers.hub.driver import HubDriver
from hardware.readers.hub.offer import settings_of
from hardware.readers.hub.plan import HubButton, HubWiring
from hardware.timed import Timed
from hardware.virtual.hub import VirtualHub, VirtualPorts
from hardware.virtual.pico import VirtualPico
from hardware.virtual.simulation import Simulation
from hardware.virtual.tags import VirtualTag
from hardware.wiring import WiringPlan


class OnHubs(Simulation):
    """`cables`: the virtual hubs by name; `sockets`: the serial ports that they are plugged into. Hubs have been set up
    before, and are found by their names whatever the plan says.
    """

    def __init__(self, plan: WiringPlan, clock: Clock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        hubs = plan.of(HubWiring)
        self.cables = {
            wiring.name: virtual_hub(wiring, clock, number, seed) for number, wiring in enumerate(hubs)
        }
        self.sockets = VirtualPorts(tuple(self.cables.values()))
        self.twins = {
            reader.name: self.cables[hub.name].add(reader.bus, reader.select)
            for hub in hubs
            for reader in hub.readers
        }
        self._buttons: dict[str, tuple[VirtualHub, HubButton]] = {
            button.name: (self.cables[hub.name], button) for hub in hubs for button in hub.buttons
        }
        self.buttons = frozenset(self._buttons)
        self._lit = {
            reader.name: (self.cables[hub.name], socket)
            for hub in hubs
            for socket, reader in enumerate(hub.readers)
        }
        self.threads = [
            Timed(f"virtual hub {name}", hub.turn, clock.now_us) for name, hub in self.cables.items()
        ]
        self.driver = HubDriver(
            lambda _plan: self.sockets,
            lambda: VirtualPico.program,
            Random(seed).randrange,
            lambda: min(hub.turn() for hub in self.cables.values()),
        )

    def wired(self, plan: WiringPlan) -> WiringPlan:
        """See Simulation."""
        return replace(
            plan,
            tables=tuple(
                replace(each, usb=None, port=None) if isinstance(each, HubWiring) else each
                for each in plan.tables
            ),
        )

    def put(self, reader: str, tag: VirtualTag) -> None:
        """See Simulation."""
        self.twins[reader].field.put(tag)

    def take(self, reader: str, tag: VirtualTag) -> None:
        """See Simulation."""
        self.twins[reader].field.take(tag)

    def press(self, button: str, bounce: str) -> int:
        """See Simulation."""
        hub, wiring = self._buttons[button]
        return hub.press(wiring.pin, bounce)

    def release(self, button: str, bounce: str) -> int:
        """See Simulation."""
        hub, wiring = self._buttons[button]
        return hub.release(wiring.pin, bounce)

    def tap(self, button: str, bounce: str) -> int:
        """See Simulation."""
        hub, wiring = self._buttons[button]
        return hub.tap(wiring.pin, bounce)

    def graze(self, button: str) -> int:
        """See Simulation."""
        hub, wiring = self._buttons[button]
        return hub.graze(wiring.pin)

    def shown(self, reader: str) -> str | None:
        """See Simulation."""
        if reader not in self._lit:
            return None
        hub, socket = self._lit[reader]
        return hub.shown(socket)

    def turn(self) -> int | None:
        """See Simulation."""
        return min((hub.turn() for hub in self.cables.values()), default=None)


def virtual_hub(wiring: HubWiring, clock: Clock, number: int, seed: int) -> VirtualHub:
    """A hub that has been set up as planned, plugged in."""
    hub = VirtualHub(
        clock,
        uid=number.to_bytes(8, "big"),
        settings=settings_bytes(settings_of(wiring)),
        seed=seed + number,
    )
    hub.plug(f"/dev/ttyACM{number}")
    return hub
