"""All hubs of a wiring plan."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeVar

from hardware.clock import MonotonicClock
from hardware.events import HardwareEvent
from hardware.lights import LightSignal
from hardware.readers.driver import AbsentBoard, ReaderHealthReport, TagMemoryAccess
from hardware.readers.hub.discovery import DeviceClaims, HubDiscovery
from hardware.readers.hub.serial_link import SerialLink
from hardware.readers.hub.supervised_hub import HubStatus, SupervisedHub
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.serial_ports import SerialPorts

IDLE_US = 1_000_000

T = TypeVar("T")


class HubGroup:
    """The hubs of a plan.

    `on_event` is called in the thread of the hub that it is about, and should not wait long.

    `start` gives each hub a thread; or call `run_pending` whenever it is due. A failure of a hub, or of
    `on_event`, does not disturb the others: it is reported (READER_DOWN of each of its readers, one
    HardwareProblem), and the hub searched again.
    """

    def __init__(
        self,
        wirings: Sequence[HubWiring],
        ports: SerialPorts,
        on_event: Callable[[HardwareEvent], None],
        clock: MonotonicClock,
        *,
        program: str = "",
        random_below: Callable[[int], int] = random.randrange,
    ) -> None:
        """`program`: the version that a hub should have; `random_below`: a random number below its argument."""
        claims, now = DeviceClaims(wiring.name for wiring in wirings), clock.now_us()
        self._clock = clock
        self._wirings = wirings
        self._hubs = [
            SupervisedHub(
                wiring,
                SerialLink(ports, HubDiscovery(wiring, ports, claims, now)),
                on_event,
                clock,
                random_below,
                program,
            )
            for wiring in wirings
        ]
        self._by_reader = {
            reader.name: hub
            for wiring, hub in zip(wirings, self._hubs, strict=True)
            for reader in wiring.readers
        }

    def start(self) -> None:
        """Start a thread for each hub; may be called once. The clock must be a real one."""
        for hub in self._hubs:
            hub.start()

    def run_pending(self) -> int:
        """Run every hub once, instead of `start`; the time in microseconds of the clock when more is due."""
        return min((hub.run_pending() for hub in self._hubs), default=self._clock.now_us() + IDLE_US)

    def stop(self) -> None:
        """End all threads; lights go dark."""
        for hub in self._hubs:
            hub.stop()

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """The state of every reader, in the order of the plan."""
        return tuple(state for hub in self._hubs for state in hub.reader_health())

    def problems(self) -> tuple[str, ...]:
        """Sentences about what does not work now: one for each hub, and buttons that seem stuck."""
        return tuple(trouble for hub in self._hubs for trouble in hub.problems())

    def absent_boards(self) -> tuple[AbsentBoard, ...]:
        """The hubs that are not there, or cannot be used."""
        return tuple(
            AbsentBoard(about.name, about.why, wiring.reader_names, wiring.button_names)
            for wiring, about in zip(self._wirings, self.hub_statuses(), strict=True)
            if about.why
        )

    def hub_statuses(self) -> tuple[HubStatus, ...]:
        """The status of every hub."""
        return tuple(hub.status() for hub in self._hubs)

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """Show a signal by that reader's light from now on. Never waits; nothing for a reader of no hub."""
        if (hub := self._by_reader.get(reader)) is not None:
            hub.show_light(reader, signal)

    def submit_reader_job(self, name: str, job: Callable[[TagMemoryAccess], T]) -> Future[T]:
        """Run `job(reader)` with the tags of that reader in a thread of its own; the future has its result.

        The future has the job's error where it fails, and HardwareError where the hub is not there. Raises
        KeyError for a reader of no hub.
        """
        return self._by_reader[name].submit_reader_job(name, job)
