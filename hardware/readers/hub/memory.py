"""Tags read and written at a hub's readers: a job asks in its own thread, the hub answers over the link meanwhile."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from hardware.common.errors import Forbidden, TagGone
from hardware.common.link import tell
from hardware.common.link.words import MEMORY_PART, READ, WRITE
from hardware.errors import Missing
from hardware.readers.driver import Memory
from hardware.readers.hub.talk import Failure, Part
from hardware.readers.ward import Job

PATIENCE_US = 10_000_000
"""A tag is read or written within so long, even one that falters."""


class Question:
    """One thing asked of one tag. `ask`: its number on the link."""

    def __init__(self, socket: int, uid: bytes, data: bytes | None) -> None:
        self.socket, self.uid, self.data = socket, uid, data
        self.ask = 0
        self.until_us = 0
        self.unsent: deque[tuple[int, bytes]] = deque()
        self.heard = bytearray()
        self.answer: Future[bytes] = Future()

    def messages(self) -> Iterator[tuple[int, bytes]]:
        """What is said of it to the hub."""
        data = self.data
        if data is None:
            yield READ, tell.ask_memory(self.ask, self.socket, self.uid)
            return
        for at in range(0, max(1, len(data)), MEMORY_PART):
            last = at + MEMORY_PART >= len(data)
            part = data[at : at + MEMORY_PART]
            yield WRITE, tell.write_memory(self.ask, self.socket, self.uid, last, part)


class Questions:
    """Everything asked of the tags of one hub, one thing at a time."""

    def __init__(self, called: str, wake: Callable[[], None]) -> None:
        """`called`: the hub, in a sentence; `wake` has it look for what there is to be sent."""
        self._called, self._wake = called, wake
        self._waiting: deque[Question] = deque()
        self._current: Question | None = None
        self._ask = 0
        self._thinking = 0
        self._still = threading.Condition()

    # -- of jobs, in their threads

    def start(self, socket: int, job: Job[Memory]) -> None:
        """Have the job done, in a thread of its own."""
        self._think(1)
        threading.Thread(
            target=self._work, args=(socket, job), name=f"{self._called} asked", daemon=True
        ).start()

    def _work(self, socket: int, job: Job[Memory]) -> None:
        try:
            job.run(_Remote(self, socket))
        finally:
            self._think(-1)

    def put(self, question: Question) -> bytes:
        """Wait for its answer; raises what the reader would."""
        self._waiting.append(question)
        self._think(-1)
        self._wake()
        return question.answer.result()

    def still(self) -> None:
        """Wait until every job has asked something or is done: where no time passes meanwhile."""
        with self._still:
            self._still.wait_for(lambda: not self._thinking)

    def _think(self, more: int) -> None:
        with self._still:
            self._thinking += more
            self._still.notify_all()

    # -- of the link, in the hub's

    @property
    def due_us(self) -> int | None:
        """When the hub has had long enough; None while nothing is asked."""
        return self._current.until_us if self._current is not None else None

    def next(self, now_us: int) -> tuple[int, bytes] | None:
        """A message to be sent, if there is one."""
        current = self._current
        if current is None and self._waiting:
            current = self._current = self._waiting.popleft()
            self._ask = (self._ask + 1) & 0xFF
            current.ask, current.until_us = self._ask, now_us + PATIENCE_US
            current.unsent.extend(current.messages())
        return current.unsent.popleft() if current is not None and current.unsent else None

    def hear(self, told: Part | Failure) -> None:
        """An answer, or a part of one. What belongs to another question is nobody's."""
        current = self._current
        if current is None or told.ask != current.ask:
            return
        if isinstance(told, Part):
            current.heard += told.data
            if told.last:
                self._answer(bytes(current.heard))
        else:
            errors = {"gone": TagGone, "forbidden": Forbidden}
            self._fail(errors.get(told.how, OSError)(told.why))

    def watch(self, now_us: int) -> None:
        """Give up what takes too long."""
        if self._current is not None and now_us >= self._current.until_us:
            self._fail(
                Missing(f"{self._called} was asked to read or write a tag and did not answer: try again")
            )

    def refuse(self, why: str) -> None:
        """The hub cannot answer what was asked."""
        while self._current is not None or self._waiting:
            if self._current is None:
                self._current = self._waiting.popleft()
            self._fail(Missing(why))

    def _answer(self, data: bytes) -> None:
        if (answered := self._done()) is not None:
            answered.set_result(data)

    def _fail(self, error: Exception) -> None:
        if (answered := self._done()) is not None:
            answered.set_exception(error)

    def _done(self) -> Future[Any] | None:
        current, self._current = self._current, None
        if current is None:
            return None
        self._think(1)
        return current.answer


class _Remote:
    """The reader at a socket, for a job."""

    def __init__(self, questions: Questions, socket: int) -> None:
        self._questions, self._socket = questions, socket

    def read_user_memory(self, uid: bytes) -> bytes:
        return self._questions.put(Question(self._socket, uid, None))

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        self._questions.put(Question(self._socket, uid, data))
