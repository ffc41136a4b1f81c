"""What registers as a kind of reader and is none, or cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.clock import Clock
from hardware.common.events import CAME, STARTING, WELL, Said
from hardware.finding import Finding
from hardware.heard import Heard, ReaderSaid
from hardware.readers.driver import Driver, Kind, Make, Readers
from hardware.readers.rc522.plan import ReaderWiring
from hardware.readers.supervisor import Supervised
from hardware.virtual.simulation import Simulation
from hardware.virtual.tags import VirtualTag
from hardware.wiring import Plain, Wiring, WiringPlan
from tests.hardware.third_kind.driver import Lines
from tests.hardware.third_kind.kind import KIND, LineWiring


class HubsWiring(Wiring, frozen=True):
    """Would stand where hubs do."""


class RaisingWiring(LineWiring, frozen=True):
    """Cannot say what is wrong with its tables."""

    @classmethod
    def contradictions(cls, tables: Sequence[Plain], plan: Plain) -> Iterator[tuple[str, str]]:
        raise KeyError("contradictions")


class Rc522Like(ReaderWiring, frozen=True):
    """Derived from one of Herald's."""


class UndrivenWiring(Wiring, frozen=True):
    """Of a kind whose driver is not there."""

    port: str


NO_KIND = "a kind"
OLD = KIND._replace(interface=0, name="old")
TAKER = KIND._replace(name="taker", table="button")
RENAMED = KIND._replace(name="renamed")
STRANGE: Any = KIND._replace(name="strange", wiring=str)  # type: ignore[arg-type]
NO_DRIVER = KIND._replace(
    name="no-driver", wiring=UndrivenWiring, driver="tests.hardware.third_kind.nowhere:Driver"
)
DERIVED = KIND._replace(name="derived", wiring=Rc522Like)
SAME = KIND._replace(name="same", wiring=ReaderWiring)
HUBS = KIND._replace(name="hubs", wiring=HubsWiring, table="hub")
SPACED = KIND._replace(name="spaced", table="my readers")
NO_SIMULATION = KIND._replace(name="no-simulation", simulation="")


class Raising(Driver):
    """Raises whatever it is asked."""

    wiring = LineWiring

    def open(self, plan: WiringPlan, hear: Callable[[Heard], None], clock: Clock) -> Readers:
        raise KeyError("open")

    def examine(self, plan: WiringPlan, clock: Clock, unreachable: frozenset[str]) -> Iterator[Finding]:
        raise KeyError("examine")

    def ground(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        raise KeyError("ground")

    def unreachable(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        raise KeyError("unreachable")


class Unmade(Lines):
    """Cannot even be made."""

    def __init__(self) -> None:
        raise SystemExit(3)


class Odd:
    """A reader that never wants to be stepped again, and does not tell how it is."""

    state = STARTING

    def __init__(self) -> None:
        self.due_us = 0

    @property
    def version(self) -> int:
        raise KeyError("version")

    @property
    def tally(self) -> Mapping[str, int]:
        raise KeyError("tally")

    def step(self) -> list[Said]:
        self.state, self.due_us = WELL, 1 << 80
        return [Said(CAME, b"abcd")]

    def close(self) -> None:
        raise KeyError("close")


class Stranger(Driver):
    """Speaks for readers that are not its own, and its own are odd."""

    wiring = LineWiring

    def open(self, plan: WiringPlan, hear: Callable[[Heard], None], clock: Clock) -> Readers:
        hear(ReaderSaid("play", Said(CAME, b"abcd")))
        return Supervised({table.name: Odd for table in plan.of(LineWiring)}, hear, clock)

    def examine(self, plan: WiringPlan, clock: Clock, unreachable: frozenset[str]) -> Iterator[Finding]:
        yield from ()

    def make(self, version: int) -> Make:
        raise KeyError("make")


class Unsimulated(Simulation):
    """Cannot be made for this plan."""

    def __init__(self, plan: WiringPlan, clock: Clock, transfer_us: float, seed: int) -> None:
        raise KeyError("simulation")

    def put(self, reader: str, tag: VirtualTag) -> None:
        """Nobody comes so far."""

    def take(self, reader: str, tag: VirtualTag) -> None:
        """Nor here."""


HERE = "tests.hardware.third_kind.liars"


def kind(driver: str) -> Kind:
    """One with this driver, which registers as `lines`."""
    return KIND._replace(driver=f"{HERE}:{driver}", simulation=f"{HERE}:Unsimulated")


UNREADABLE = KIND._replace(wiring=RaisingWiring)
RAISING, UNMADE, STRANGER = kind("Raising"), kind("Unmade"), kind("Stranger")
