"""A kind's driver behind a net: what anybody's driver raises costs its own readers, and nobody else anything."""

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
    """The driver of a kind. Nothing here raises but what a finding or a reader that is down cannot say."""

    def __init__(self, kind: ReaderKind, driver: ReaderDriver) -> None:
        self.wiring_type = kind.wiring_type  # type: ignore[misc]
        self._kind, self._driver = kind, driver

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        """See Driver. What it says of readers and buttons that are not its own is nobody's."""
        tables = plan.tables_of(self.wiring_type)
        readers = {name for table in tables for name in table.reader_names}
        buttons = {name for table in tables for name in table.button_names}

        def its_own(heard: HardwareEvent) -> None:
            match heard:
                case ReaderReported(reader) if reader not in readers:
                    log.warning("readers of the kind %s speak for %s", self._kind.name, reader)
                case ButtonPressed(button) if button not in buttons:
                    log.warning("readers of the kind %s press %s", self._kind.name, button)
                case _:
                    on_event(heard)

        try:
            return self._driver.open(plan, its_own, clock)
        except Exception as wrong:  # it is to raise nothing, and a stranger's may
            log.exception("readers of a kind were not opened")
            why = f"{self._kind.display_name} cannot be opened: {_error_text(wrong)}"
            return UnavailableDriver(self.wiring_type, why).open(plan, on_event, clock)

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """See Driver."""
        try:
            yield from self._driver.examine(plan, clock, unreachable)
        except Exception as wrong:
            yield self._unexamined(wrong)

    def examine_host(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        """See Driver."""
        try:
            yield from self._driver.examine_host(plan, root)
        except Exception as wrong:
            yield self._unexamined(wrong)

    def unreachable_readers(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        """See Driver."""
        try:
            return self._driver.unreachable_readers(plan, root)
        except Exception:  # whoever examines them will find out, and say it
            log.exception("the devices of a kind of readers cannot be told")
            return frozenset()

    def chip_origin(self, version: int) -> ChipOrigin:
        """See Driver."""
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
