"""All hubs of a wiring plan."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeVar

from hardware.clock import Clock
from hardware.heard import Heard
from hardware.lights import Show
from hardware.readers.driver import Away, Memory, State
from hardware.readers.hub.hub import About, Hub
from hardware.readers.hub.line import Line
from hardware.readers.hub.plan import HubWiring
from hardware.readers.hub.seek import Claims, Seek
from hardware.readers.hub.serials import SerialPorts

IDLE_US = 1_000_000

T = TypeVar("T")


class Hubs:
    """`tell(heard)` is called in the thread of the hub that it is about, and should not wait long.

    `start` gives each hub a thread; or call `turn` whenever it asks for it. What fails in a hub, or in `tell`, is in
    nobody's way: it is told (DOWN of each of its readers, one Trouble), and the hub looked for again.
    """

    def __init__(
        self,
        wirings: Sequence[HubWiring],
        ports: SerialPorts,
        tell: Callable[[Heard], None],
        clock: Clock,
        *,
        program: str = "",
        draw: Callable[[int], int] = random.randrange,
    ) -> None:
        """`program`: the version that a hub should have; `draw` gives a number below its argument, by chance."""
        claims, now = Claims(wiring.name for wiring in wirings), clock.now_us()
        self._clock = clock
        self._wirings = wirings
        self._hubs = [
            Hub(wiring, Line(ports, Seek(wiring, ports, claims, now)), tell, clock, draw, program)
            for wiring in wirings
        ]
        self._by_reader = {
            reader.name: hub
            for wiring, hub in zip(wirings, self._hubs, strict=True)
            for reader in wiring.readers
        }

    def start(self) -> None:
        """Begin, once, with a thread for each hub. The clock must be a real one."""
        for hub in self._hubs:
            hub.start()

    def turn(self) -> int:
        """In place of `start`: every hub has one turn. Gives the time, in microseconds of the clock, of the next."""
        return min((hub.turn() for hub in self._hubs), default=self._clock.now_us() + IDLE_US)

    def stop(self) -> None:
        """End all threads; lights go dark."""
        for hub in self._hubs:
            hub.stop()

    def states(self) -> tuple[State, ...]:
        """How every reader is, in the order of the plan."""
        return tuple(state for hub in self._hubs for state in hub.states())

    def troubles(self) -> tuple[str, ...]:
        """What does not work now, one sentence for each hub, and buttons that seem stuck."""
        return tuple(trouble for hub in self._hubs for trouble in hub.troubles())

    def away(self) -> tuple[Away, ...]:
        """The hubs that are not there, or cannot be used."""
        return tuple(
            Away(about.name, about.why, wiring.reader_names, wiring.button_names)
            for wiring, about in zip(self._wirings, self.about(), strict=True)
            if about.why
        )

    def about(self) -> tuple[About, ...]:
        """How every hub is."""
        return tuple(hub.about() for hub in self._hubs)

    def light(self, reader: str, shows: Show) -> None:
        """What that reader's light shows from now on. Never waits; nothing for a reader that no hub has."""
        if (hub := self._by_reader.get(reader)) is not None:
            hub.light(reader, shows)

    def ask(self, name: str, job: Callable[[Memory], T]) -> Future[T]:
        """Have `job(reader)` done with the tags of that reader, in a thread of its own; what it raises is the future's.

        HardwareError through the future when the hub is not there. Raises KeyError for a reader that no hub has.
        """
        return self._by_reader[name].ask(name, job)
