"""Readers of a kind whose driver cannot be used: down for as long as the program runs, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NoReturn

from hardware.clock import Clock
from hardware.errors import Missing
from hardware.finding import Finding
from hardware.heard import Heard
from hardware.readers.driver import Driver, Readers
from hardware.readers.supervisor import Supervised
from hardware.wiring import Unusable, Wiring, WiringPlan


class Without(Driver):
    """`why` is said of each reader of these tables; a table that is Unusable says it itself."""

    def __init__(self, wiring: type[Wiring], why: str) -> None:
        self.wiring = wiring  # type: ignore[misc]
        self._why = why

    def open(self, plan: WiringPlan, hear: Callable[[Heard], None], clock: Clock) -> Readers:
        """See Driver."""
        openers = {name: partial(refuse, why) for name, why in self._readers(plan)}
        return Supervised(openers, hear, clock)

    def examine(self, plan: WiringPlan, clock: Clock, unreachable: frozenset[str]) -> Iterator[Finding]:
        """See Driver."""
        advice = "Install what its kind needs, or take its table out of wiring.toml"
        for name, why in self._readers(plan):
            yield Finding(f"reader {name}", why, True, advice)

    def _readers(self, plan: WiringPlan) -> Iterator[tuple[str, str]]:
        for table in plan.of(self.wiring):
            why = table.why if isinstance(table, Unusable) else self._why
            yield from ((name, why) for name in table.reader_names)


def refuse(why: str) -> NoReturn:
    """An opener that cannot."""
    raise Missing(why)
