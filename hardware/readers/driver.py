"""The interface of every reader driver.

A kind registers as a `ReaderKind` under the entry points `herald.readers`; hardware.readers.installed_kinds
finds all of them. Its `ReaderDriver` opens its readers and examines them. Where each reader is a device of
its own, a driver makes a `Reader` for each and passes them to
hardware.readers.supervisor.SupervisedReaderGroup, which opens them, steps them and opens those that failed
again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from hardware.clock import MonotonicClock
from hardware.common.events import ReaderEvent
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.wiring_schema import ReaderWiring, WiringPlan

if TYPE_CHECKING:  # reading a plan needs no pins
    from hardware.lights import LightSignal

INTERFACE_VERSION = 2
"""The version of the interface between Herald and its kinds of readers. It changes when older kinds stop
working."""

ChipOrigin = Literal["genuine", "copied", "unknown"]
"""The origin of a chip: the datasheet's maker, a known copy of it, or unknown."""


class Reader(Protocol):
    """One open reader. It never sleeps: it says when its next step is due."""

    @property
    def due_us(self) -> int:
        """The time of the next step, by the clock that the reader was opened with."""
        ...

    @property
    def state(self) -> str:
        """READER_STARTING, READER_WELL or READER_DOWN of hardware.common.events.

        It is READER_STARTING until the reader knows its tags: a tag that is reported in the step in which it
        becomes READER_WELL lay there before, and is nobody's move.
        """
        ...

    @property
    def version(self) -> int:
        """The version number of its chip; 0 where it is not known."""
        ...

    @property
    def tally(self) -> Mapping[str, int]:
        """The number of scans by outcome (words of hardware.common.events); empty where they are not counted."""
        ...

    def step(self) -> list[ReaderEvent]:
        """Scan once, without waiting, and return the events; a tag comes once, and leaves once.

        Raises HardwareError, with a sentence for people, when the reader cannot scan any more; then it is
        closed, and another one is opened after a pause.
        """
        ...

    def close(self) -> None:
        """Release its device."""
        ...


@runtime_checkable
class TagMemoryAccess(Protocol):
    """A reader that can read and write the memory of tags; other readers have no such methods."""

    def read_user_memory(self, uid: bytes) -> bytes:
        """All user bytes of the tag with this UID. Raises TagGone, TagMemoryForbidden and OSError."""
        ...

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Write the beginning of the tag's user memory. Raises TagGone, TagMemoryForbidden and OSError."""
        ...


class ReaderHealthReport(Struct, frozen=True):
    """The state of one reader for screens and the doctor.

    `state` is starting, well or down (then `why` is a sentence); `version` is its chip's (datasheet 9.3.4.8),
    0 while it is not known, and `chip_origin` that version's origin; `tally` is the number of scans by
    outcome, for one that is down and was open before, of those until then; `since_us` is the time of the last
    change of `state`.
    """

    name: str
    state: str
    why: str
    version: int
    tally: Mapping[str, int]
    since_us: int
    chip_origin: ChipOrigin = "unknown"


class AbsentBoard(Struct, frozen=True):
    """A board with readers that is not connected: `why`, in a sentence, and its readers and buttons."""

    name: str
    why: str
    readers: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()


T = TypeVar("T")


class ReaderGroup(Protocol):
    """All open readers of one kind at a table, and the other parts of their boards.

    `start` gives them threads of their own; or `run_pending` is called whenever it is due. A failure of one
    reader does not disturb the others: it is reported, and the reader opened again. Events are reported in
    their threads.
    """

    def start(self) -> None:
        """Start the threads; may be called once. The clock must be a real one."""
        ...

    def run_pending(self) -> int:
        """Do what is due, instead of `start`; the time in microseconds of the clock when more is due."""
        ...

    def stop(self) -> None:
        """End the threads and close everything; lights go dark."""
        ...

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """The state of each reader."""
        ...

    def problems(self) -> tuple[str, ...]:
        """Sentences about what does not work now besides readers."""
        ...

    def absent_boards(self) -> tuple[AbsentBoard, ...]:
        """The boards that are not connected."""
        ...

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """Show a signal by the light of that reader from now on, if it has one that is not on the Pi's pins."""
        ...

    def submit_reader_job(self, name: str, job: Callable[[TagMemoryAccess], T]) -> Future[T]:
        """Run `job(reader)` with the tags of that reader, between two scans; the future has its result.

        The future has the job's error where it fails, HardwareError where the reader is not there, and
        TagMemoryForbidden where its kind has no tag memory.
        """
        ...


class ReaderDriver(ABC):
    """Opens and examines the readers of one kind.

    Made without arguments, it uses this machine's devices; its simulation makes it for virtual ones.
    """

    wiring_type: ClassVar[type[ReaderWiring]]
    """The class of its tables in a plan."""

    @abstractmethod
    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        """The readers of its tables.

        Never raises for faults of the hardware: a reader that cannot be opened is down.
        """

    @abstractmethod
    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        """The doctor's findings about its readers, without those reported as `unreachable` already."""

    def examine_host(self, plan: WiringPlan, root: Path) -> Iterator[Finding]:
        """The findings about what its readers need of this computer; `root` is the root of the file system."""
        yield from ()

    def unreachable_readers(self, plan: WiringPlan, root: Path) -> frozenset[str]:
        """The names of the readers whose devices cannot be opened."""
        return frozenset()

    def chip_origin(self, version: int) -> ChipOrigin:
        """The origin of the chip with this version number."""
        return "unknown"


class ReaderKind(NamedTuple):
    """A kind of reader, to which an entry point of the group `herald.readers` refers.

    It is imported whenever a wiring plan is read; `driver` and `simulation`, as `module:NAME`, when they are
    needed.

     interface_version: the version of this interface that it was made for.
     name: its name in a plan (`kind = "rc522"`) and of the entry point.
     display_name: its English name for people.
     wiring_type: the class of its tables.
     driver: the ReaderDriver, made without arguments.
     simulation: the ReaderSimulation of hardware.virtual.reader_simulation, "" where there is none.
     table_name: the name of its tables in a plan.
    """

    interface_version: int
    name: str
    display_name: str
    wiring_type: type[ReaderWiring]
    driver: str
    simulation: str = ""
    table_name: str = "reader"


_new = ReaderKind.__new__


def _new_of_any_interface(cls: type[ReaderKind], *values: Any, **fields: Any) -> ReaderKind:
    """A kind; of one for another interface, which says what this one has not, the number alone.

    Whoever loads it can then tell people which of the two is the older. In the first interface the number was called
    `interface`. Raises TypeError for one of this interface.
    """
    try:
        return _new(cls, *values, **fields)
    except TypeError:
        number = values[0] if values else fields.get("interface_version", fields.get("interface"))
        if number in (None, INTERFACE_VERSION):
            raise
        return _new(cls, number, "", "", ReaderWiring, "")


ReaderKind.__new__ = _new_of_any_interface  # type: ignore[assignment, method-assign]  # NamedTuple allows none in the body
