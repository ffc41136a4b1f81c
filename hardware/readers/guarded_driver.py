"""A wrapper around a kind's driver: what the driver raises affects only its own readers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from hardware.clock import MonotonicClock
from hardware.events import ButtonPressed, HardwareEvent, ReaderReported
from hardware.finding import Finding
from hardware.readers.driver import ChipOrigin, ReaderDriver, ReaderGroup, ReaderKind
from hardware.readers.unavailable_driver import UnavailableDriver
from hardware.wiring_schema import WiringPlan

log = logging.getLogger(__name__)


class GuardedDriver(ReaderDriver):
    """The driver of a kind, whose exceptions become findings or readers that are down."""

    def __init__(self, kind: ReaderKind, driver: ReaderDriver) -> None:
        self.wiring_type = kind.wiring_type  # type: ignore[misc]
        self._kind, self._driver = kind, driver

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        """The readers of its tables. Events of readers and buttons that are not its own are dropped."""
        tables = plan.wirings_of(self.wiring_type)
        readers = {name for table in tables for name in table.reader_names}
        buttons = {name for table in tables for name in table.button_names}

        def filter_event(event: HardwareEvent) -> None:
            match event:
                case ReaderReported(reader) if reader not in readers:
                    log.warning("readers of the kind %s speak for %s", self._kind.name, reader)
                case ButtonPressed(button) if button not in buttons:
                    log.warning("readers of the kind %s press %s", self._kind.name, button)
                case _:
                    on_event(event)

        try:
            return self._driver.open(plan, filter_event, clock)
        except Exception as wrong:  # a driver is to raise nothing, and one from outside may do so
            log.exception("readers of a kind were not opened")
            why = f"{self._kind.display_name} cannot be opened: {_error_text(wrong)}"
            return UnavailableDriver(self.wiring_type, why).open(plan, on_event, clock)

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """The driver's findings about its readers, and its failure as a finding."""
        try:
            yield from self._driver.examine(plan, clock, unreachable)
        except Exception as wrong:
            yield self._unexamined(wrong)

    def examine_host(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        """The driver's findings about this computer, and its failure as a finding."""
        try:
            yield from self._driver.examine_host(plan, root)
        except Exception as wrong:
            yield self._unexamined(wrong)

    def unreachable_readers(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        """The names of the readers whose devices cannot be opened; none where the driver fails."""
        try:
            return self._driver.unreachable_readers(plan, root)
        except Exception:  # their examination will report it
            log.exception("the devices of a kind of readers cannot be told")
            return frozenset()

    def chip_origin(self, version: int) -> ChipOrigin:
        """The origin of the chip with this version number; "unknown" where the driver fails."""
        try:
            return self._driver.chip_origin(version)
        except Exception:
            log.exception("the make of a reader cannot be told")
            return "unknown"

    def _unexamined(self, wrong: Exception) -> Finding:
        what = f"readers of the kind {self._kind.name}"
        advice = "Tell whoever made its driver, or update it"
        return Finding(what, f"cannot be examined: {_error_text(wrong)}", True, advice)


def _error_text(wrong: Exception) -> str:
    return f"{type(wrong).__name__}: {wrong}".rstrip(": ")
