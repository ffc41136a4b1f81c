"""A kind's driver behind a net: what anybody's driver raises costs its own readers, and nobody else anything."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from hardware.clock import Clock
from hardware.finding import Finding
from hardware.heard import Heard, Pressed, ReaderSaid
from hardware.readers.driver import Driver, Kind, Make, Readers
from hardware.readers.without import Without
from hardware.wiring import WiringPlan

log = logging.getLogger(__name__)


class Guarded(Driver):
    """The driver of a kind. Nothing here raises but what a finding or a reader that is down cannot say."""

    def __init__(self, kind: Kind, driver: Driver) -> None:
        self.wiring = kind.wiring  # type: ignore[misc]
        self._kind, self._driver = kind, driver

    def open(self, plan: WiringPlan, hear: Callable[[Heard], None], clock: Clock) -> Readers:
        """See Driver. What it says of readers and buttons that are not its own is nobody's."""
        tables = plan.of(self.wiring)
        readers = {name for table in tables for name in table.reader_names}
        buttons = {name for table in tables for name in table.button_names}

        def its_own(heard: Heard) -> None:
            match heard:
                case ReaderSaid(reader) if reader not in readers:
                    log.warning("readers of the kind %s speak for %s", self._kind.name, reader)
                case Pressed(button) if button not in buttons:
                    log.warning("readers of the kind %s press %s", self._kind.name, button)
                case _:
                    hear(heard)

        try:
            return self._driver.open(plan, its_own, clock)
        except Exception as wrong:  # it is to raise nothing, and a stranger's may
            log.exception("readers of a kind were not opened")
            why = f"{self._kind.called} cannot be opened: {_told(wrong)}"
            return Without(self.wiring, why).open(plan, hear, clock)

    def examine(self, plan: WiringPlan, clock: Clock, unreachable: frozenset[str]) -> Iterator[Finding]:
        """See Driver."""
        try:
            yield from self._driver.examine(plan, clock, unreachable)
        except Exception as wrong:
            yield self._unexamined(wrong)

    def ground(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        """See Driver."""
        try:
            yield from self._driver.ground(plan, root)
        except Exception as wrong:
            yield self._unexamined(wrong)

    def unreachable(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        """See Driver."""
        try:
            return self._driver.unreachable(plan, root)
        except Exception:  # whoever examines them will find out, and say it
            log.exception("the devices of a kind of readers cannot be told")
            return frozenset()

    def make(self, version: int) -> Make:
        """See Driver."""
        try:
            return self._driver.make(version)
        except Exception:
            log.exception("the make of a reader cannot be told")
            return "unknown"

    def _unexamined(self, wrong: Exception) -> Finding:
        what = f"readers of the kind {self._kind.name}"
        advice = "Tell whoever made its driver, or update it"
        return Finding(what, f"cannot be examined: {_told(wrong)}", True, advice)


def _told(wrong: Exception) -> str:
    return f"{type(wrong).__name__}: {wrong}".rstrip(": ")
