"""One reader under supervision: what is done when, and what is told of it. No thread and no clock of its own."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
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
"""A reader is never stepped again sooner than this, whatever it asks for; nor later than after the longest pause."""

R = TypeVar("R", bound=Reader)
W = TypeVar("W")


class ReaderJob(Generic[W]):
    """Something to be done with a reader between two of its steps, and where the result goes."""

    __slots__ = ("_do", "result")

    def __init__(self, do: Callable[[W], Any]) -> None:
        self._do = do
        self.result: Future[Any] = Future()

    def run(self, reader: W) -> None:
        """Do it, unless nobody wants it any more."""
        if not self.result.set_running_or_notify_cancel():
            return
        try:
            self.result.set_result(self._do(reader))
        except Exception as error:  # it belongs to whoever asked
            self.result.set_exception(error)

    def refuse(self, why: str) -> None:
        """Say why it cannot be done."""
        if self.result.set_running_or_notify_cancel():
            self.result.set_exception(HardwareError(why))


class SupervisedReader(Generic[R]):
    """One reader: opened when it is due, stepped, and after a failure opened again, each time after a longer pause."""

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
        self._opened_us = 0
        self.is_first_look = False
        """Whether what is told now is of the first step in which the reader could look, at all or again."""
        self._jobs: deque[ReaderJob[R]] = deque()
        self._state = READER_STARTING
        self._why = ""
        self._since_us = clock.now_us()

    @property
    def due_us(self) -> int:
        """When there is something to do."""
        return self._clock.now_us() if self._jobs else self._due_us

    def health(self) -> ReaderHealthReport:
        """How it is now. May be called by any thread."""
        reader = self._reader
        version, tally = 0, dict[str, int]()
        try:
            if reader is not None:
                version, tally = reader.version, dict(reader.tally)
        except Exception:  # a reader that cannot tell this may see tags all the same
            log.exception("a reader does not tell how it is")
        return ReaderHealthReport(self.name, self._state, self._why, version, tally, self._since_us)

    def submit(self, job: ReaderJob[R]) -> None:
        """Have something done in the next turn. May be called by any thread."""
        self._jobs.append(job)

    def refuse_jobs(self, why: str) -> None:
        """Refuse what has been asked for and not been done. May be called by any thread."""
        while (job := self._next_job()) is not None:
            job.refuse(why)

    def run_pending(self) -> None:
        """Do whatever is due. Never raises."""
        while (job := self._next_job()) is not None:
            if self._reader is None:
                job.refuse(self._why or f"reader {self.name} is not open yet")
            else:
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
        ) as error:  # the last net: what no one foresaw costs one reader a pause and nobody else anything
            log.exception("the reader is started anew")
            self._fail(
                f"Reader {self.name} stopped on an error of the program ({type(error).__name__}); it is started anew."
            )

    def close(self) -> None:
        """Give back what the reader has. Never raises."""
        reader, self._reader = self._reader, None
        if reader is None:
            return
        try:
            reader.close()
        except Exception:  # it is gone for good, or opened anew: nothing is left to do about it
            log.exception("a reader was not closed")

    def _next_job(self) -> ReaderJob[R] | None:
        try:
            return self._jobs.popleft()
        except IndexError:
            return None

    def _step(self) -> None:
        """Open the reader if it is not, then let it scan once."""
        reader = self._reader
        if reader is None:
            reader = self._reader = self._opener()
            self._opened_us = self._clock.now_us()
        before = reader.state
        told = reader.step()
        self.is_first_look = reader.state == READER_WELL and before != READER_WELL
        now = self._clock.now_us()
        self._due_us = min(max(int(reader.due_us), now + MIN_STEP_GAP_US), now + LONGEST_RETRY_US)
        if now - self._opened_us > self._pause_us:
            self._pause_us = FIRST_RETRY_US  # it has worked for longer than it was waited for
        if reader.state == READER_WELL:
            self._set_state(READER_WELL)
        for said in told:
            self._filter_event(said)

    def _fail(self, why: str) -> None:
        """Let go of the reader, and try again after a pause."""
        self.close()
        self._due_us = self._clock.now_us() + self._pause_us
        self._pause_us = min(2 * self._pause_us, LONGEST_RETRY_US)
        self._set_state(READER_DOWN, why)

    def _filter_event(self, said: ReaderEvent) -> None:
        """Pass on what the reader says; being down and being back only when that is news."""
        if said.kind == READER_DOWN:
            self._set_state(READER_DOWN, said.why)
        elif said.kind == READER_BACK:
            self._set_state(READER_WELL)
        else:
            self._emit(said)

    def _set_state(self, state: str, why: str = "") -> None:
        before, self._state, self._why = self._state, state, why
        if state == before:
            return
        self._since_us = self._clock.now_us()
        if state == READER_DOWN:
            self._emit(ReaderEvent(READER_DOWN, why=why))
        elif before == READER_DOWN:
            self._emit(ReaderEvent(READER_BACK))

    def _emit(self, said: ReaderEvent) -> None:
        try:
            self._on_event(self.name, said)
        except Exception:  # who listens must not stop who reads
            log.exception("what a reader said was not taken")
