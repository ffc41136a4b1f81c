"""A table without any hardware: the rig of a plan on a virtual board and panel, and its hubs at virtual cables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from msgspec.structs import replace

from hardware.clock import Clock
from hardware.common.link.settings import settings_bytes
from hardware.heard import Heard
from hardware.plan import HubButton, HubWiring, WiringPlan
from hardware.readers.hub.offer import settings_of
from hardware.rig import Rig
from hardware.timed import Timed
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hub import VirtualHub, VirtualPorts
from hardware.virtual.panel import VirtualPanel
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag


class VirtualRig(Rig):
    """The rig of a plan, all of it virtual. `twins`: the virtual readers by name, wherever they are wired; `cables`:
    the virtual hubs by name; `sockets`: the serial ports that they are plugged into; `board`, `panel`: what is wired to
    the Pi; `wired`: the plan as it is there. Hubs have been set up before, and are found by their names whatever the
    plan says.
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
        """`transfer_us` and `seed` are the board's, `busy` the panel's."""
        self.board = VirtualBoard(clock, transfer_us=transfer_us, seed=seed)
        self.panel = VirtualPanel(plan, clock, busy)
        self.cables = {
            wiring.name: virtual_hub(wiring, clock, number, seed) for number, wiring in enumerate(plan.hubs)
        }
        self.sockets = VirtualPorts(tuple(self.cables.values()))
        self.twins: Mapping[str, VirtualReader] = {
            reader.name: self.board.add(reader.bus, reader.device, reset=plan.reset)
            for reader in plan.readers
        } | {
            reader.name: self.cables[hub.name].add(reader.bus, reader.select)
            for hub in plan.hubs
            for reader in hub.readers
        }
        self._on_hubs: dict[str, tuple[VirtualHub, HubButton]] = {
            button.name: (self.cables[hub.name], button) for hub in plan.hubs for button in hub.buttons
        }
        self._lit = {
            reader.name: (self.cables[hub.name], socket)
            for hub in plan.hubs
            for socket, reader in enumerate(hub.readers)
        }
        self._running = [
            Timed(f"virtual hub {name}", hub.turn, clock.now_us) for name, hub in self.cables.items()
        ]
        self.wired = replace(plan, hubs=tuple(replace(hub, usb=None, port=None) for hub in plan.hubs))
        super().__init__(
            self.wired,
            lambda: self.board.wires,
            lambda: self.panel.pins,
            self.sockets,
            heard,
            clock,
            draw=Random(seed).randrange,
        )

    # -- what a person does and sees

    def put(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader."""
        self.twins[reader].field.put(tag)

    def take(self, reader: str, tag: VirtualTag) -> None:
        """Take it away again."""
        self.twins[reader].field.take(tag)

    def press(self, button: str, bounce: str = "usual") -> int:
        """Push a button down, to keep it there, wherever it is wired; see VirtualPanel for this and the next three."""
        if button not in self._on_hubs:
            return self.panel.press(button, bounce)
        hub, wiring = self._on_hubs[button]
        return hub.press(wiring.pin, bounce)

    def release(self, button: str, bounce: str = "usual") -> int:
        """Let go of a button."""
        if button not in self._on_hubs:
            return self.panel.release(button, bounce)
        hub, wiring = self._on_hubs[button]
        return hub.release(wiring.pin, bounce)

    def tap(self, button: str, bounce: str = "usual") -> int:
        """Press a button as people do, and let go."""
        if button not in self._on_hubs:
            return self.panel.tap(button, bounce)
        hub, wiring = self._on_hubs[button]
        return hub.tap(wiring.pin, bounce)

    def graze(self, button: str) -> int:
        """Touch a button without pressing it."""
        if button not in self._on_hubs:
            return self.panel.graze(button)
        hub, wiring = self._on_hubs[button]
        return hub.graze(wiring.pin)

    def shown(self, reader: str) -> str:
        """What the light of a reader says to somebody who looks: go, no, think or off; "?" for a mixture of colours."""
        if reader not in self._lit:
            return self.panel.what(reader)
        hub, socket = self._lit[reader]
        return hub.shown(socket)

    # -- time

    def start(self) -> None:
        """See Rig; every virtual hub has a thread, too."""
        for hub in self._running:
            hub.start()
        super().start()

    def turn(self) -> int:
        """See Rig."""
        return min([super().turn(), *(hub.turn() for hub in self.cables.values())])

    def close(self) -> None:
        """See Rig."""
        super().close()
        for hub in self._running:
            hub.stop()

    def run(self, us: int) -> None:
        """Let so much time pass, without threads, on a virtual clock."""
        end = self._clock.now_us() + us
        while self._clock.now_us() < end:
            due = min(self.turn(), end)
            self._clock.wait_us(max(1, due - self._clock.now_us()))


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
