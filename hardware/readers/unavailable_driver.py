"""Readers of a kind whose driver cannot be used: down for as long as the program runs, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NoReturn

from hardware.clock import MonotonicClock
from hardware.errors import HardwareMissingError
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.driver import ReaderDriver, ReaderGroup
from hardware.readers.supervisor import SupervisedReaderGroup
from hardware.wiring_schema import ReaderWiring, UnusableReader, WiringPlan


class UnavailableDriver(ReaderDriver):
    """The driver of readers that cannot work, for the reason `why`; an UnusableReader has its own reason."""

    def __init__(self, wiring: type[ReaderWiring], why: str) -> None:
        self.wiring_type = wiring  # type: ignore[misc]
        self._why = why

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        """The readers of these tables, all of them down."""
        openers = {name: partial(fail_to_open, why) for name, why in self._readers(plan)}
        return SupervisedReaderGroup(openers, on_event, clock)

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """A finding with the reason for each reader of these tables."""
        advice = "Install what its kind needs, or take its table out of wiring.toml"
        for name, why in self._readers(plan):
            yield Finding(f"reader {name}", why, True, advice)

    def _readers(self, plan: WiringPlan) -> Iterator[tuple[str, str]]:
        for table in plan.wirings_of(self.wiring_type):
            why = table.why if isinstance(table, UnusableReader) else self._why
            yield from ((name, why) for name in table.reader_names)


def fail_to_open(why: str) -> NoReturn:
    """Fail as an opener of a reader. Raises HardwareMissingError."""
    raise HardwareMissingError(why)
