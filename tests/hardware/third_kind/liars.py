"""What registers as a kind of reader and is none, or cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.clock import MonotonicClock
from hardware.common.events import READER_STARTING, READER_WELL, TAG_CAME, ReaderEvent
from hardware.events import HardwareEvent, ReaderReported
from hardware.finding import Finding
from hardware.readers.driver import ChipOrigin, ReaderDriver, ReaderGroup, ReaderKind
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.readers.supervisor import SupervisedReaderGroup
from hardware.virtual.reader_simulation import ReaderSimulation
from hardware.virtual.tags import VirtualTag
from hardware.wiring_schema import PlainTable, ReaderWiring, WiringPlan
from tests.hardware.third_kind.driver import Lines
from tests.hardware.third_kind.kind import KIND, LineWiring


class HubsWiring(ReaderWiring, frozen=True):
    """Would stand where hubs do."""


class RaisingWiring(LineWiring, frozen=True):
    """Cannot say what is wrong with its tables."""

    @classmethod
    def contradictions(cls, tables: Sequence[PlainTable], plan: PlainTable) -> Iterator[tuple[str, str]]:
        raise KeyError("contradictions")


class Rc522Like(Rc522Wiring, frozen=True):
    """Derived from one of Herald's."""


class UndrivenWiring(ReaderWiring, frozen=True):
    """Of a kind whose driver is not there."""

    port: str


NO_KIND = "a kind"
OLD = KIND._replace(interface_version=0, name="old")
FIRST: Any = ReaderKind(  # type: ignore[call-arg]
    interface=1, name="first", called="a line", wiring=LineWiring, driver=KIND.driver
)
"""A kind in the words of the first interface."""
TAKER = KIND._replace(name="taker", table_name="button")
RENAMED = KIND._replace(name="renamed")
STRANGE: Any = KIND._replace(name="strange", wiring_type=str)  # type: ignore[arg-type]
NO_DRIVER = KIND._replace(
    name="no-driver", wiring_type=UndrivenWiring, driver="tests.hardware.third_kind.nowhere:Driver"
)
DERIVED = KIND._replace(name="derived", wiring_type=Rc522Like)
SAME = KIND._replace(name="same", wiring_type=Rc522Wiring)
HUBS = KIND._replace(name="hubs", wiring_type=HubsWiring, table_name="hub")
SPACED = KIND._replace(name="spaced", table_name="my readers")
NO_SIMULATION = KIND._replace(name="no-simulation", simulation="")


class Raising(ReaderDriver):
    """Raises whatever it is asked."""

    wiring_type = LineWiring

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        raise KeyError("open")

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        raise KeyError("examine")

    def examine_host(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        raise KeyError("ground")

    def unreachable_readers(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        raise KeyError("unreachable")


class Unmade(Lines):
    """Cannot even be made."""

    def __init__(self) -> None:
        raise SystemExit(3)


class Odd:
    """A reader that never wants to be stepped again, and does not tell how it is."""

    state = READER_STARTING

    def __init__(self) -> None:
        self.due_us = 0

    @property
    def version(self) -> int:
        raise KeyError("version")

    @property
    def tally(self) -> Mapping[str, int]:
        raise KeyError("tally")

    def step(self) -> list[ReaderEvent]:
        self.state, self.due_us = READER_WELL, 1 << 80
        return [ReaderEvent(TAG_CAME, b"abcd")]

    def close(self) -> None:
        raise KeyError("close")


class Stranger(ReaderDriver):
    """Speaks for readers that are not its own, and its own are odd."""

    wiring_type = LineWiring

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        on_event(ReaderReported("play", ReaderEvent(TAG_CAME, b"abcd")))
        return SupervisedReaderGroup(
            {table.name: Odd for table in plan.wirings_of(LineWiring)}, on_event, clock
        )

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        yield from ()

    def chip_origin(self, version: int) -> ChipOrigin:
        raise KeyError("make")


class Unsimulated(ReaderSimulation):
    """Cannot be made for this plan."""

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        raise KeyError("simulation")

    def put_tag(self, reader: str, tag: VirtualTag) -> None:
        """Nobody comes so far."""

    def take_tag(self, reader: str, tag: VirtualTag) -> None:
        """Nor here."""


HERE = "tests.hardware.third_kind.liars"


def kind(driver: str) -> ReaderKind:
    """One with this driver, which registers as `lines`."""
    return KIND._replace(driver=f"{HERE}:{driver}", simulation=f"{HERE}:Unsimulated")


UNREADABLE = KIND._replace(wiring_type=RaisingWiring)
RAISING, UNMADE, STRANGER = kind("Raising"), kind("Unmade"), kind("Stranger")
