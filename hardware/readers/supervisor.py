"""All readers of a kind under supervision, each in a thread of its own, so that a dead one is in nobody's way."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Generic, TypeVar

from hardware.clock import MonotonicClock
from hardware.common.errors import TagMemoryForbidden
from hardware.common.events import TAG_CAME, ReaderEvent
from hardware.events import HardwareEvent, ReaderReported
from hardware.readers.driver import AbsentBoard, ReaderHealthReport, TagMemoryAccess
from hardware.readers.supervised_reader import R, ReaderJob, SupervisedReader

if TYPE_CHECKING:
    from hardware.lights import LightSignal

log = logging.getLogger(__name__)

START_SPREAD_US = 80_000
"""The readers' starts are spread over so long, so that those on one bus do not poll in step."""
STOP_TIMEOUT_S = 2.0
"""How long `stop` waits in all for threads that are in the middle of a frame."""
CLOSING_MESSAGE = "the readers are being closed"

T = TypeVar("T")


class ReaderSupervisor(Generic[R]):
    """Opens every reader with its opener and steps it. `on_event(name, said)` is called in that reader's thread.

    What fails in a reader, or in `on_event`, ends neither: it is told once (DOWN, and BACK when it is over) and the
    reader opened again after half a second, at most eight. An opener that is called again closes what it opened before.
    """

    def __init__(
        self,
        openers: Mapping[str, Callable[[], R]],
        on_event: Callable[[str, ReaderEvent], None],
        clock: MonotonicClock,
    ) -> None:
        self._clock = clock
        now = clock.now_us()
        self._supervised = {
            name: SupervisedReader(
                name, opener, on_event, clock, now + START_SPREAD_US * number // len(openers)
            )
            for number, (name, opener) in enumerate(openers.items())
        }
        self._wake_events = {name: threading.Event() for name in openers}
        self._threads: list[threading.Thread] = []
        self._ended = False

    def start(self) -> None:
        """Begin, once, with a thread for each reader. The clock must be a real one."""
        self._threads = [
            threading.Thread(target=self._supervise, args=(name,), name=f"reader {name}", daemon=True)
            for name in self._supervised
        ]
        for thread in self._threads:
            thread.start()

    def run_pending(self) -> int:
        """In place of `start`, without threads: every reader that is due now has one turn. Gives the time, in
        microseconds of the clock, when the next one is due."""
        now = self._clock.now_us()
        for ward in sorted(self._supervised.values(), key=lambda ward: ward.due_us):
            if ward.due_us <= now:
                ward.run_pending()
        return min((ward.due_us for ward in self._supervised.values()), default=now + START_SPREAD_US)

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """How every reader is, in the order of the openers."""
        return tuple(ward.health() for ward in self._supervised.values())

    def submit(self, name: str, job: Callable[[R], T]) -> Future[T]:
        """Have `job(reader)` done between two steps of that reader, in its thread; what it raises is the future's.

        HardwareError through the future when the reader is not open. Raises KeyError for a name that no reader has.
        """
        ward, asked = self._supervised[name], ReaderJob(job)
        ward.submit(asked)
        self._wake_events[name].set()
        if self._ended:
            ward.refuse_jobs(CLOSING_MESSAGE)
        return asked.result

    def stop(self) -> None:
        """End all threads soon; what has been asked for and not been done is refused."""
        self._ended = True
        for bell in self._wake_events.values():
            bell.set()
        deadline = time.monotonic() + STOP_TIMEOUT_S
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                log.warning("the thread of %s hangs in a frame", thread.name)
        for ward in self._supervised.values():
            ward.refuse_jobs(CLOSING_MESSAGE)
            ward.close()

    def is_first_look(self, name: str) -> bool:
        """Within `on_event`: whether that reader only began to look with this step, or could look again."""
        return self._supervised[name].is_first_look

    def _supervise(self, name: str) -> None:
        ward, bell = self._supervised[name], self._wake_events[name]
        while not self._ended:
            ward.run_pending()
            bell.wait((ward.due_us - self._clock.now_us()) / 1_000_000)
            bell.clear()


class SupervisedReaderGroup(Generic[R]):
    """The `Readers` of a kind whose readers are each a device of their own. `kind_name`: the kind, in a sentence."""

    def __init__(
        self,
        openers: Mapping[str, Callable[[], R]],
        on_event: Callable[[HardwareEvent], None],
        clock: MonotonicClock,
        kind_name: str = "this kind of reader",
    ) -> None:
        self._on_event, self._called = on_event, kind_name
        self._readers = ReaderSupervisor(openers, self._report, clock)
        self.start, self.run_pending, self.stop = (
            self._readers.start,
            self._readers.run_pending,
            self._readers.stop,
        )
        self.reader_health = self._readers.reader_health

    def _report(self, name: str, said: ReaderEvent) -> None:
        """What came with the first scan of its reader, or the first after it was down, lay there before."""
        self._on_event(
            ReaderReported(name, said, said.kind == TAG_CAME and self._readers.is_first_look(name))
        )

    def problems(self) -> tuple[str, ...]:
        """See Readers: readers apart there is nothing."""
        return ()

    def absent_boards(self) -> tuple[AbsentBoard, ...]:
        """See Readers: there are no boards."""
        return ()

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """See Readers: lights are on the Pi's pins."""

    def submit(self, name: str, job: Callable[[TagMemoryAccess], T]) -> Future[T]:
        """See Readers."""

        def asked(reader: object) -> T:
            if not isinstance(reader, TagMemoryAccess):
                raise TagMemoryForbidden(
                    f"reader {name} tells which tag lies there; {self._called} neither reads nor writes it"
                )
            return job(reader)

        return self._readers.submit(name, asked)
