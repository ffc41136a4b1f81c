"""One reader under supervision: what is done when, and what is told of it. No thread and no clock of its own."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from hardware.clock import Clock
from hardware.common.events import BACK, DOWN, STARTING, WELL, Said
from hardware.errors import HardwareError
from hardware.readers.driver import Reader, State

log = logging.getLogger(__name__)

FIRST_PAUSE_US = 500_000
LONGEST_PAUSE_US = 8_000_000
"""What failed is tried again after half a second, then after twice as long each time, up to eight seconds."""
BREATH_US = 1_000
"""A reader is never stepped again sooner than this, whatever it asks for; nor later than after the longest pause."""

R = TypeVar("R", bound=Reader)
W = TypeVar("W")


class Job(Generic[W]):
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


class Ward(Generic[R]):
    """One reader: opened when it is due, stepped, and after a failure opened again, each time after a longer pause."""

    def __init__(
        self,
        name: str,
        opener: Callable[[], R],
        tell: Callable[[str, Said], None],
        clock: Clock,
        due_us: int,
    ) -> None:
        self.name = name
        self._opener = opener
        self._tell = tell
        self._clock = clock
        self._due_us = due_us
        self._pause_us = FIRST_PAUSE_US
        self._reader: R | None = None
        self._opened_us = 0
        self.fresh = False
        """Whether what is told now is of the first step in which the reader could look, at all or again."""
        self._jobs: deque[Job[R]] = deque()
        self._state = STARTING
        self._why = ""
        self._since_us = clock.now_us()

    @property
    def due_us(self) -> int:
        """When there is something to do."""
        return self._clock.now_us() if self._jobs else self._due_us

    def show(self) -> State:
        """How it is now. May be called by any thread."""
        reader = self._reader
        version, tally = 0, dict[str, int]()
        try:
            if reader is not None:
                version, tally = reader.version, dict(reader.tally)
        except Exception:  # a reader that cannot tell this may see tags all the same
            log.exception("a reader does not tell how it is")
        return State(self.name, self._state, self._why, version, tally, self._since_us)

    def ask(self, job: Job[R]) -> None:
        """Have something done in the next turn. May be called by any thread."""
        self._jobs.append(job)

    def refuse(self, why: str) -> None:
        """Refuse what has been asked for and not been done. May be called by any thread."""
        while (job := self._next_job()) is not None:
            job.refuse(why)

    def turn(self) -> None:
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

    def _next_job(self) -> Job[R] | None:
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
        self.fresh = reader.state == WELL and before != WELL
        now = self._clock.now_us()
        self._due_us = min(max(int(reader.due_us), now + BREATH_US), now + LONGEST_PAUSE_US)
        if now - self._opened_us > self._pause_us:
            self._pause_us = FIRST_PAUSE_US  # it has worked for longer than it was waited for
        if reader.state == WELL:
            self._become(WELL)
        for said in told:
            self._hear(said)

    def _fail(self, why: str) -> None:
        """Let go of the reader, and try again after a pause."""
        self.close()
        self._due_us = self._clock.now_us() + self._pause_us
        self._pause_us = min(2 * self._pause_us, LONGEST_PAUSE_US)
        self._become(DOWN, why)

    def _hear(self, said: Said) -> None:
        """Pass on what the reader says; being down and being back only when that is news."""
        if said.kind == DOWN:
            self._become(DOWN, said.why)
        elif said.kind == BACK:
            self._become(WELL)
        else:
            self._say(said)

    def _become(self, state: str, why: str = "") -> None:
        before, self._state, self._why = self._state, state, why
        if state == before:
            return
        self._since_us = self._clock.now_us()
        if state == DOWN:
            self._say(Said(DOWN, why=why))
        elif before == DOWN:
            self._say(Said(BACK))

    def _say(self, said: Said) -> None:
        try:
            self._tell(self.name, said)
        except Exception:  # who listens must not stop who reads
            log.exception("what a reader said was not taken")
