"""What a kind of reader is to everything else: the interface that every driver is behind.

A kind registers as a `ReaderKind` under the entry points `herald.readers`; hardware.readers.installed_kinds finds all
there are. Its `ReaderDriver` opens its readers and examines them. Where each reader is a device of its own, a driver
makes a `Reader` of each and gives them to hardware.readers.supervisor.SupervisedReaderGroup, which opens them, steps
them and tries again what fails.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from hardware.clock import MonotonicClock
from hardware.common.events import ReaderEvent
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.wiring_schema import WiringPlan, WiringTable

if TYPE_CHECKING:  # reading a plan needs no pins
    from hardware.lights import LightSignal

INTERFACE_VERSION = 2
"""The version of what Herald and its kinds of readers ask of each other. It changes when one of before would no longer
work."""

ChipOrigin = Literal["genuine", "copied", "unknown"]
"""Whose chip it is: the datasheet's, a known copy of it, or nobody knows."""


class Reader(Protocol):
    """One reader that was opened. It never sleeps: it says when it wants to be stepped next."""

    @property
    def due_us(self) -> int:
        """When that is, by the clock it was opened with."""
        ...

    @property
    def state(self) -> str:
        """STARTING, WELL or DOWN, of hardware.common.events. It is STARTING until it knows what lies there: what is
        said to have come in the step in which it becomes WELL lay there before, and is nobody's move."""
        ...

    @property
    def version(self) -> int:
        """What its chip calls itself, as a number; 0 while, or where, that is not known."""
        ...

    @property
    def tally(self) -> Mapping[str, int]:
        """How often a scan found what, by the words of hardware.common.events; empty where nobody counts."""
        ...

    def step(self) -> list[ReaderEvent]:
        """Look once, without waiting: what there is to say of it; a tag comes once, and leaves once. Raises
        HardwareError, with a sentence for people, when it cannot look any more; then it is closed, and another one
        opened after a pause."""
        ...

    def close(self) -> None:
        """Give back what it has."""
        ...


@runtime_checkable
class TagMemoryAccess(Protocol):
    """A reader that can read and write the memory of tags; one that cannot has no such methods."""

    def read_user_memory(self, uid: bytes) -> bytes:
        """All user bytes of the tag with this UID. Raises TagGone, Forbidden, OSError."""
        ...

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Write the beginning of the tag's user memory. Raises TagGone, Forbidden, OSError."""
        ...


class ReaderHealthReport(Struct, frozen=True):
    """One reader as screens and the doctor show it.

    `state` is starting, well or down (then `why` is a sentence); `version` is its chip's (datasheet 9.3.4.8), 0 while
    not known, and `chip_origin` whose that is; `tally` says how often a scan found what; `since_us` is when `state`
    last changed.
    """

    name: str
    state: str
    why: str
    version: int
    tally: Mapping[str, int]
    since_us: int
    chip_origin: ChipOrigin = "unknown"


class AbsentBoard(Struct, frozen=True):
    """A board with readers that is not there: `why`, in a sentence, and what hangs on it."""

    name: str
    why: str
    readers: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()


T = TypeVar("T")


class ReaderGroup(Protocol):
    """All readers of one kind at a table, opened, and what else hangs on their boards.

    `start` gives them threads of their own; or `run_pending` is called whenever it asks for it. What fails in them is
    in nobody's way: it is heard, and tried again. What they hear is told in their threads.
    """

    def start(self) -> None:
        """Begin, once. The clock must be a real one."""
        ...

    def run_pending(self) -> int:
        """In place of `start`: do what is due; when, in microseconds of the clock, there is something to do next."""
        ...

    def stop(self) -> None:
        """End, and give everything back; lights go dark."""
        ...

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """How each of them is."""
        ...

    def problems(self) -> tuple[str, ...]:
        """What does not work now besides readers, a sentence each."""
        ...

    def absent_boards(self) -> tuple[AbsentBoard, ...]:
        """The boards that are not there."""
        ...

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """What the light of that reader shows from now on, if it has one that is not on the Pi's pins."""
        ...

    def submit(self, name: str, job: Callable[[TagMemoryAccess], T]) -> Future[T]:
        """Have `job(reader)` done with the tags of that reader, between two scans; what it raises is the future's.
        HardwareError through the future when the reader is not there, Forbidden when its kind cannot do it."""
        ...


class ReaderDriver(ABC):
    """What opens and examines the readers of one kind: on this machine when it is made without arguments, elsewhere
    as its simulation makes it."""

    wiring_type: ClassVar[type[WiringTable]]
    """Its tables in a plan."""

    @abstractmethod
    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        """The readers of its tables. Never raises for what hardware does: what cannot be opened is down."""

    @abstractmethod
    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """What the doctor says of its readers but for those that are `unreachable_readers`, which was said already."""

    def examine_host(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        """What they need of this computer, before anything is opened; `root` is where its file system begins."""
        yield from ()

    def unreachable_readers(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        """The readers whose devices are not to be had."""
        return frozenset()

    def chip_origin(self, version: int) -> ChipOrigin:
        """Whose chip it is that calls itself so."""
        return "unknown"


class ReaderKind(NamedTuple):
    """A kind of reader: what an entry point of the group `herald.readers` names. It is imported whenever a wiring plan
    is read; the rest, as `module:NAME`, when it is needed.

    interface: the version of this interface that it was made for.
    name: as `kind = "rc522"` in a plan says it; so is the entry point called.
    called: what people call it, in English.
    wiring: what a table of it holds.
    driver: the Driver, made without arguments.
    simulation: the Simulation of hardware.virtual.reader_simulation, "" where there is none.
    table: the name of its tables in a plan.
    """

    interface_version: int
    name: str
    display_name: str
    wiring_type: type[WiringTable]
    driver: str
    simulation: str = ""
    table_name: str = "reader"
