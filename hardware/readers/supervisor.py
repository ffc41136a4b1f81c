"""Supervises all readers of a kind, each in a thread of its own, so that a dead one disturbs no other."""

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
from hardware.worker_thread import WorkerThread

if TYPE_CHECKING:
    from hardware.lights import LightSignal

log = logging.getLogger(__name__)

START_SPREAD_US = 80_000
"""Microseconds over which the readers' starts are spread, so that those on one bus do not poll in step."""
WATCH_US = 1_000_000
"""Microseconds between two looks for drivers that do not come back."""
STOP_TIMEOUT_S = 2.0
"""Seconds that `stop` waits in all for threads in the middle of a frame."""
CLOSING_MESSAGE = "the readers are being closed"

T = TypeVar("T")


class ReaderSupervisor(Generic[R]):
    """Opens every reader with its opener and steps it.

    `on_event(name, event)` is called in that reader's thread; that the reader is down because its driver does not come
    back, in the thread of the watch.

    A failure of a reader, or of `on_event`, ends neither: it is reported once (READER_DOWN, and READER_BACK
    when it is over), and the reader is opened again after half a second, at most eight. An opener that is
    called again closes what it opened before.
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
        self._watch = WorkerThread("watch of the readers", self.report_hanging, clock.now_us)
        self._ended = False

    def start(self) -> None:
        """Start a thread for each reader; may be called once. The clock must be a real one."""
        self._threads = [
            threading.Thread(target=self._supervise, args=(name,), name=f"reader {name}", daemon=True)
            for name in self._supervised
        ]
        for thread in self._threads:
            thread.start()
        if self._threads:
            self._watch.start()

    def report_hanging(self) -> int:
        """Report the readers whose drivers do not come back; the time in us when to look again."""
        for supervised in self._supervised.values():
            supervised.report_hang()
        return self._clock.now_us() + WATCH_US

    def run_pending(self) -> int:
        """Run every reader that is due once, instead of `start`; the time in us when the next is due."""
        now = self._clock.now_us()
        for supervised in sorted(self._supervised.values(), key=lambda supervised: supervised.due_us):
            if supervised.due_us <= now:
                supervised.run_pending()
        return min(
            (supervised.due_us for supervised in self._supervised.values()), default=now + START_SPREAD_US
        )

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """The state of every reader, in the order of the openers."""
        return tuple(supervised.health() for supervised in self._supervised.values())

    def submit_reader_job(self, name: str, job: Callable[[R], T]) -> Future[T]:
        """Run `job(reader)` between two steps of that reader, in its thread; the future has its result.

        The future has the job's error where it fails, and HardwareError where the reader is not open. Raises
        KeyError for an unknown name.
        """
        supervised, asked = self._supervised[name], ReaderJob(job)
        supervised.submit_reader_job(asked)
        self._wake_events[name].set()
        if self._ended:
            supervised.refuse_jobs(CLOSING_MESSAGE)
        supervised.report_hang()
        return asked.result

    def stop(self) -> None:
        """End all threads soon; jobs that have not run fail."""
        self._ended = True
        self._watch.stop()
        for bell in self._wake_events.values():
            bell.set()
        deadline = time.monotonic() + STOP_TIMEOUT_S
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                log.warning("the thread of %s hangs in a frame", thread.name)
        for supervised in self._supervised.values():
            supervised.refuse_jobs(CLOSING_MESSAGE)
            supervised.close()

    def is_first_look(self, name: str) -> bool:
        """Within `on_event`: whether this is the first step in which that reader could scan, at all or again."""
        return self._supervised[name].is_first_look

    def _supervise(self, name: str) -> None:
        supervised, bell = self._supervised[name], self._wake_events[name]
        while not self._ended:
            supervised.run_pending()
            bell.wait((supervised.due_us - self._clock.now_us()) / 1_000_000)
            bell.clear()


class SupervisedReaderGroup(Generic[R]):
    """The `ReaderGroup` of a kind whose readers are devices of their own.

    `kind_name`: the kind, in a sentence.
    """

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

    def _report(self, name: str, event: ReaderEvent) -> None:
        """Report an event. A tag in the first scan, or in the first after a failure, lay there before."""
        self._on_event(
            ReaderReported(name, event, event.kind == TAG_CAME and self._readers.is_first_look(name))
        )

    def problems(self) -> tuple[str, ...]:
        """No problems besides those of readers."""
        return ()

    def absent_boards(self) -> tuple[AbsentBoard, ...]:
        """No boards: there are none."""
        return ()

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """Show nothing: lights are on the Pi's pins."""

    def submit_reader_job(self, name: str, job: Callable[[TagMemoryAccess], T]) -> Future[T]:
        """Run `job(reader)` with the tags of that reader; the future has its result or error."""

        def checked_job(reader: object) -> T:
            if not isinstance(reader, TagMemoryAccess):
                raise TagMemoryForbidden(
                    f"reader {name} tells which tag lies there; {self._called} neither reads nor writes it"
                )
            return job(reader)

        return self._readers.submit_reader_job(name, checked_job)
