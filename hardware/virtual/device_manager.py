"""A table without any hardware: the devices of a plan over simulations of its readers, with a virtual panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from hardware.clock import MonotonicClock
from hardware.device_manager import DeviceManager
from hardware.errors import HardwareMissingError
from hardware.events import HardwareEvent
from hardware.readers.driver import ReaderDriver
from hardware.readers.guarded_driver import GuardedDriver
from hardware.readers.installed_kinds import call_reference, resolve_reference, usable_kinds
from hardware.readers.unavailable_driver import UnavailableDriver
from hardware.virtual.faults import FAULTS_AT_START
from hardware.virtual.hub import VirtualHub
from hardware.virtual.panel import VirtualButtonsAndLights
from hardware.virtual.pn532_line import VirtualPn532Adapter
from hardware.virtual.reader import VirtualReader
from hardware.virtual.reader_simulation import ReaderSimulation
from hardware.virtual.simulations import HubSimulation, Rc522Simulation
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.virtual.tags import VirtualTag
from hardware.wiring_schema import UnusableReader, WiringPlan

S = TypeVar("S", bound=ReaderSimulation)


def faults_of_plan(plan: WiringPlan) -> dict[str, str]:
    """The faults that the readers of a plan can be given while they are open, with descriptions."""
    return {
        fault: description
        for kind in usable_kinds()
        if kind.simulation and plan.wirings_of(kind.wiring_type)
        for fault, description in resolve_reference(kind.simulation).fault_descriptions.items()
        if fault not in FAULTS_AT_START
    }


class VirtualDeviceManager(DeviceManager):
    """All devices of a plan, virtual.

    `virtual_readers`: the virtual readers by name, wherever they are wired; `panel`: the buttons, lights and
    sounder on the Pi's pins; `simulated_plan`: the plan as it is simulated. A reader of a kind that cannot be
    simulated is down.
    """

    def __init__(
        self,
        plan: WiringPlan,
        on_event: Callable[[HardwareEvent], None],
        clock: MonotonicClock,
        *,
        transfer_us: float = 9.0,
        seed: int = 0,
        busy: frozenset[int] = frozenset(),
    ) -> None:
        """`transfer_us` and `seed` are for the simulations, `busy` is for the panel."""
        self.panel = VirtualButtonsAndLights(plan, clock, busy)
        self.simulations: list[ReaderSimulation] = []
        self.drivers: tuple[ReaderDriver, ...] = ()
        without: list[ReaderDriver] = [UnavailableDriver(UnusableReader, "")]
        for kind in usable_kinds():
            why = f"{kind.display_name} cannot be simulated"
            if not kind.simulation:
                without.append(UnavailableDriver(kind.wiring_type, why))
                continue
            try:
                simulation = call_reference(kind.simulation, plan, clock, transfer_us, seed)
            except HardwareMissingError as wrong:
                without.append(UnavailableDriver(kind.wiring_type, f"{why}: {wrong}"))
            else:
                self.simulations.append(simulation)
                self.drivers += (GuardedDriver(kind, simulation.driver),)
        self.drivers += tuple(without)
        self.simulated_plan = plan
        for each in self.simulations:
            self.simulated_plan = each.simulated_plan(self.simulated_plan)
        self._at = {
            name: each
            for each in self.simulations
            for table in plan.wirings_of(each.driver.wiring_type)
            for name in table.reader_names
        }
        self.virtual_readers: Mapping[str, VirtualReader | VirtualPn532Adapter] = {
            name: twin for each in self.simulations for name, twin in each.virtual_readers.items()
        }
        super().__init__(self.simulated_plan, self.drivers, lambda: self.panel.pins, on_event, clock)

    def simulation_of(self, kind: type[S]) -> S:
        """The simulation of that class. Raises KeyError where there is none."""
        for each in self.simulations:
            if isinstance(each, kind):
                return each
        raise KeyError(kind)

    def faults_of(self, reader: str) -> Mapping[str, str]:
        """The faults that a reader can be given, with descriptions; none for a name that is no such reader's."""
        return self._at[reader].fault_descriptions if reader in self.virtual_readers else {}

    @property
    def spi_board(self) -> VirtualSpiBoard:
        """The virtual SPI of the Pi."""
        return self.simulation_of(Rc522Simulation).board

    @property
    def hub_by_name(self) -> Mapping[str, VirtualHub]:
        """The virtual hubs by name."""
        return self.simulation_of(HubSimulation).hubs

    # -- a person's actions and observations

    def put_tag(self, reader: str, tag: VirtualTag) -> None:
        """Lay a tag on a reader."""
        self._at[reader].put_tag(reader, tag)

    def take_tag(self, reader: str, tag: VirtualTag) -> None:
        """Take a tag away from a reader."""
        self._at[reader].take_tag(reader, tag)

    def press(self, button: str, bounce: str = "usual") -> int:
        """Press a button and hold it, wherever it is wired; the time of its last change."""
        return self._buttons_of(button).press(button, bounce)

    def release(self, button: str, bounce: str = "usual") -> int:
        """Release a button."""
        return self._buttons_of(button).release(button, bounce)

    def tap(self, button: str, bounce: str = "usual") -> int:
        """Press and release a button as people do."""
        return self._buttons_of(button).tap(button, bounce)

    def graze(self, button: str) -> int:
        """Touch a button without pressing it."""
        return self._buttons_of(button).graze(button)

    def _buttons_of(self, button: str) -> ReaderSimulation | VirtualButtonsAndLights:
        return next((each for each in self.simulations if button in each.button_names), self.panel)

    def light_signal(self, reader: str) -> str:
        """The signal that the light of a reader shows: go, no, think or off; "?" for a mixture of colours."""
        signals = (each.light_signal(reader) for each in self.simulations)
        return next((signal for signal in signals if signal is not None), None) or self.panel.light_signal(
            reader
        )

    # -- time

    def start(self) -> None:
        """Give every part a thread of its own, and the simulations theirs."""
        for each in self.simulations:
            each.start()
        super().start()

    def run_pending(self) -> int:
        """Do in this thread whatever is due, simulations included; the time in microseconds when more is due."""
        due = super().run_pending()
        return min([due, *(other for each in self.simulations if (other := each.run_pending()) is not None)])

    def close(self) -> None:
        """Close all devices and end the simulations."""
        super().close()
        for each in self.simulations:
            each.stop()

    def run_for(self, us: int) -> None:
        """Let so many microseconds pass, without threads, on a virtual clock."""
        end = self._clock.now_us() + us
        while self._clock.now_us() < end:
            due = min(self.run_pending(), end)
            self._clock.wait_us(max(1, due - self._clock.now_us()))
