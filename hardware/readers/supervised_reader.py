"""One supervised reader: when it is opened and stepped, and which events it reports.

It has no thread of its own.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from hardware.clock import MonotonicClock
from hardware.common.events import READER_BACK, READER_DOWN, READER_STARTING, READER_WELL, ReaderEvent
from hardware.errors import HardwareError
from hardware.readers.driver import Reader, ReaderHealthReport

log = logging.getLogger(__name__)

FIRST_RETRY_US = 500_000
LONGEST_RETRY_US = 8_000_000
"""What failed is tried again after half a second, then after twice as long each time, up to eight seconds."""
MIN_STEP_GAP_US = 1_000
"""The shortest time between two steps of a reader, whatever it asks for; the longest is the longest pause."""
HANG_US = 8_000_000
"""A driver that has not come back for so long hangs: its reader is down until it does."""

R = TypeVar("R", bound=Reader)
W = TypeVar("W")


class ReaderJob(Generic[W]):
    """A function to be run with a reader between two of its steps, and the future of its result."""

    __slots__ = ("_do", "result")

    def __init__(self, do: Callable[[W], Any]) -> None:
        self._do = do
        self.result: Future[Any] = Future()

    def run(self, reader: W) -> None:
        """Run the function, unless the future was cancelled."""
        if not self.result.set_running_or_notify_cancel():
            return
        try:
            self.result.set_result(self._do(reader))
        except Exception as error:  # it belongs to the caller of the job
            self.result.set_exception(error)

    def refuse(self, why: str) -> None:
        """Fail the job with a reason."""
        if self.result.set_running_or_notify_cancel():
            self.result.set_exception(HardwareError(why))


class SupervisedReader(Generic[R]):
    """One reader: opened when it is due, stepped, and after a failure opened again after a growing pause."""

    def __init__(
        self,
        name: str,
        opener: Callable[[], R],
        on_event: Callable[[str, ReaderEvent], None],
        clock: MonotonicClock,
        due_us: int,
    ) -> None:
        self.name = name
        self._opener = opener
        self._on_event = on_event
        self._clock = clock
        self._due_us = due_us
        self._pause_us = FIRST_RETRY_US
        self._reader: R | None = None
        self._failed_tally: Mapping[
            str, int
        ] = {}  # what it had counted when it failed; nothing if it was not open
        self._opened_us = 0
        self.is_first_look = False
        """Whether the events reported now are of the first step in which the reader could scan, at all or
        again."""
        self._jobs: deque[ReaderJob[R]] = deque()
        self._called_us: int | None = None
        """When the driver was called that has not come back; None while it is not called."""
        self._state_lock = threading.RLock()  # the watch sets the state of a reader that hangs
        self._state = READER_STARTING
        self._why = ""
        self._since_us = clock.now_us()

    @property
    def due_us(self) -> int:
        """When the next action is due."""
        return self._clock.now_us() if self._jobs else self._due_us

    def health(self) -> ReaderHealthReport:
        """The reader's state now. May be called by any thread."""
        version, tally = self._version_and_tally()
        # a reader that was opened anew and has not looked yet is as it was when it failed
        seen = tally if any(tally.values()) else self._failed_tally
        return ReaderHealthReport(self.name, self._state, self._why, version, seen, self._since_us)

    def _version_and_tally(self) -> tuple[int, Mapping[str, int]]:
        """What the reader tells of itself; nothing while it is not open."""
        reader = self._reader
        try:
            if reader is not None:
                return reader.version, dict(reader.tally)
        except Exception:  # a reader that cannot report this may read tags all the same
            log.exception("a reader does not tell how it is")
        return 0, {}

    def submit_reader_job(self, job: ReaderJob[R]) -> None:
        """Run a job in the next turn. May be called by any thread."""
        self._jobs.append(job)

    def report_hang(self) -> None:
        """Report the reader as down if its driver does not come back. For another thread than the reader's."""
        with self._state_lock:
            if self._called_us is None or self._clock.now_us() - self._called_us < HANG_US:
                return
            if self._state != READER_DOWN:
                log.error("a driver hangs: its reader is down until it comes back")
            self._set_state(
                READER_DOWN,
                f"Reader {self.name} has not come back for {HANG_US // 1_000_000} s. Take its plug out and put it in"
                " again, or start Herald anew.",
            )
        self.refuse_jobs(self._why)

    def refuse_jobs(self, why: str) -> None:
        """Fail all jobs that have not run. May be called by any thread."""
        while (job := self._next_job()) is not None:
            job.refuse(why)

    def run_pending(self) -> None:
        """Do whatever is due. Never raises."""
        while (job := self._next_job()) is not None:
            if self._reader is None:
                job.refuse(self._why or f"reader {self.name} is not open yet")
            else:
                with self._in_driver():
                    job.run(self._reader)
        if self._clock.now_us() < self._due_us:
            return
        try:
            self._step()
        except HardwareError as error:
            self._fail(str(error))
        except (
            Exception,
            SystemExit,
        ) as error:  # the last net: an unforeseen error costs one reader a pause, and nothing else
            log.exception("the reader is started anew")
            self._fail(
                f"Reader {self.name} stopped on an error of the program ({type(error).__name__}); it is started anew."
            )

    def close(self) -> None:
        """Close the reader. Never raises."""
        reader, self._reader = self._reader, None
        if reader is None:
            return
        try:
            with self._in_driver():
                reader.close()
        except Exception:  # it is gone, or will be opened anew: nothing more can be done about it
            log.exception("a reader was not closed")

    @contextmanager
    def _in_driver(self) -> Iterator[None]:
        """While the driver is called."""
        self._called_us = self._clock.now_us()
        try:
            yield
        finally:
            with self._state_lock:
                self._called_us = None

    def _next_job(self) -> ReaderJob[R] | None:
        try:
            return self._jobs.popleft()
        except IndexError:
            return None

    def _step(self) -> None:
        """Open the reader if it is not open, then let it scan once."""
        reader = self._reader
        if reader is None:
            with self._in_driver():
                reader = self._reader = self._opener()
            self._opened_us = self._clock.now_us()
        before = reader.state
        with self._in_driver():
            events = reader.step()
        could_not_scan = before != READER_WELL or self._state == READER_DOWN
        self.is_first_look = reader.state == READER_WELL and could_not_scan
        now = self._clock.now_us()
        self._due_us = min(max(int(reader.due_us), now + MIN_STEP_GAP_US), now + LONGEST_RETRY_US)
        if now - self._opened_us > self._pause_us:
            self._pause_us = FIRST_RETRY_US  # it has worked for longer than the pause before
        if reader.state == READER_WELL:
            self._set_state(READER_WELL)
        for event in events:
            self._filter_event(event)

    def _fail(self, why: str) -> None:
        """Close the reader, and try again after a pause."""
        _, self._failed_tally = self._version_and_tally()
        self.close()
        self._due_us = self._clock.now_us() + self._pause_us
        self._pause_us = min(2 * self._pause_us, LONGEST_RETRY_US)
        self._set_state(READER_DOWN, why)

    def _filter_event(self, event: ReaderEvent) -> None:
        """Report an event of the reader; READER_DOWN and READER_BACK only when the state changes."""
        if event.kind == READER_DOWN:
            self._set_state(READER_DOWN, event.why)
        elif event.kind == READER_BACK:
            self._set_state(READER_WELL)
        else:
            self._emit(event)

    def _set_state(self, state: str, why: str = "") -> None:
        with self._state_lock:
            before, self._state, self._why = self._state, state, why
            if state == before:
                return
            self._since_us = self._clock.now_us()
            if state == READER_DOWN:
                self._emit(ReaderEvent(READER_DOWN, why=why))
            elif before == READER_DOWN:
                self._emit(ReaderEvent(READER_BACK))

    def _emit(self, event: ReaderEvent) -> None:
        try:
            self._on_event(self.name, event)
        except Exception:  # a listener must not stop the reader
            log.exception("what a reader said was not taken")
