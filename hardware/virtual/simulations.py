"""Simulates the kinds of readers that come with Herald: RC522s and hubs by registers, PN532s by frames."""

from __future__ import annotations

import errno
import os
from random import Random

from msgspec.structs import replace

from hardware.clock import MonotonicClock
from hardware.common.link.hub_settings import encode_settings
from hardware.readers.driver import ReaderDriver
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.driver import HubDriver
from hardware.readers.hub.wiring_schema import HubButton, HubWiring
from hardware.readers.pn532.driver import Pn532Driver
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.rc522.driver import Rc522Driver
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.faults import FAULTS, HUB_READER_FAULTS, PN532_FAULTS
from hardware.virtual.hub import VirtualHub, VirtualSerialPorts
from hardware.virtual.pico import VirtualPico
from hardware.virtual.pn532_line import VirtualPn532Adapter, VirtualPn532Connection
from hardware.virtual.reader import VirtualReader
from hardware.virtual.reader_simulation import ReaderSimulation
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.wiring_schema import WiringPlan
from hardware.worker_thread import WorkerThread


class Rc522Simulation(ReaderSimulation):
    """The simulation of a plan's RC522 readers. `board`: the virtual SPI with their chips."""

    fault_descriptions = FAULTS

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        self.board = VirtualSpiBoard(clock, transfer_us=transfer_us, seed=seed)
        self.virtual_readers: dict[str, VirtualReader] = {
            reader.name: self.board.add_reader(reader.bus, reader.device, reset=plan.reset)
            for reader in plan.wirings_of(Rc522Wiring)
        }
        self.driver = Rc522Driver(lambda: self.board.wires)


class HubSimulation(ReaderSimulation):
    """The simulation of a plan's hubs.

    `hubs`: the virtual hubs by name; `serial_ports`: the serial ports that they are plugged into. The hubs
    have their settings already, and are found by their names whatever the plan says.
    """

    fault_descriptions = HUB_READER_FAULTS

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        hubs = plan.wirings_of(HubWiring)
        self.hubs = {
            wiring.name: make_virtual_hub(wiring, clock, number, seed) for number, wiring in enumerate(hubs)
        }
        self.serial_ports = VirtualSerialPorts(tuple(self.hubs.values()))
        self.virtual_readers = {
            reader.name: self.hubs[hub.name].add_reader(reader.bus, reader.select)
            for hub in hubs
            for reader in hub.readers
        }
        self._buttons: dict[str, tuple[VirtualHub, HubButton]] = {
            button.name: (self.hubs[hub.name], button) for hub in hubs for button in hub.buttons
        }
        self.button_names = frozenset(self._buttons)
        self._lit = {
            reader.name: (self.hubs[hub.name], socket)
            for hub in hubs
            for socket, reader in enumerate(hub.readers)
        }
        self.threads = [
            WorkerThread(f"virtual hub {name}", hub.run_pending, clock.now_us)
            for name, hub in self.hubs.items()
        ]
        self.driver = HubDriver(
            lambda _plan: self.serial_ports,
            lambda: VirtualPico.program,
            Random(seed).randrange,
            lambda: min(hub.run_pending() for hub in self.hubs.values()),
        )

    def simulated_plan(self, plan: WiringPlan) -> WiringPlan:
        """The plan without USB numbers and ports of hubs."""
        return replace(
            plan,
            tables=tuple(
                replace(each, usb=None, port=None) if isinstance(each, HubWiring) else each
                for each in plan.tables
            ),
        )

    def press(self, button: str, bounce: str) -> int:
        """Press a button and hold it; the time of its last change."""
        hub, wiring = self._buttons[button]
        return hub.press(wiring.pin, bounce)

    def release(self, button: str, bounce: str) -> int:
        """Release a button."""
        hub, wiring = self._buttons[button]
        return hub.release(wiring.pin, bounce)

    def tap(self, button: str, bounce: str) -> int:
        """Press and release a button as people do."""
        hub, wiring = self._buttons[button]
        return hub.tap(wiring.pin, bounce)

    def graze(self, button: str) -> int:
        """Touch a button without pressing it."""
        hub, wiring = self._buttons[button]
        return hub.graze(wiring.pin)

    def light_signal(self, reader: str) -> str | None:
        """The signal that the light of a reader shows; None where no hub has it."""
        if reader not in self._lit:
            return None
        hub, socket = self._lit[reader]
        return hub.light_signal(socket)

    def run_pending(self) -> int | None:
        """Run all hubs; the time when one of them is due next, None without hubs."""
        return min((hub.run_pending() for hub in self.hubs.values()), default=None)


def make_virtual_hub(wiring: HubWiring, clock: MonotonicClock, number: int, seed: int) -> VirtualHub:
    """A hub with the planned settings, plugged in."""
    hub = VirtualHub(
        clock,
        uid=number.to_bytes(8, "big"),
        settings=encode_settings(settings_from_wiring(wiring)),
        seed=seed + number,
    )
    hub.plug(f"/dev/ttyACM{number}")
    return hub


class Pn532Simulation(ReaderSimulation):
    """The simulation of a plan's PN532 readers.

    `virtual_readers`: each plugged in at the port that the plan names.
    """

    fault_descriptions = PN532_FAULTS

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        self.driver: ReaderDriver = Pn532Driver(self.open_line)
        self.virtual_readers: dict[str, VirtualPn532Adapter] = {}
        for number, wiring in enumerate(plan.wirings_of(Pn532Wiring)):
            adapter = self.virtual_readers[wiring.name] = VirtualPn532Adapter(clock, seed + number)
            adapter.plug(wiring.port)

    def open_line(self, path: str) -> VirtualPn532Connection:
        """Open the line to the adapter at that path. Raises OSError where there is none."""
        for adapter in self.virtual_readers.values():
            if adapter.is_plugged and adapter.path == path:
                return adapter.open()
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    def run_pending(self) -> int | None:
        """Do what is due on all lines; the time when more is due, None where nothing is."""
        dues = [due for each in self.virtual_readers.values() if (due := each.run_pending()) is not None]
        return min(dues) // 1000 + 1 if dues else None
