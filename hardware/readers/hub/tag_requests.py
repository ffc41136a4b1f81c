"""Reads and writes tags at a hub's readers: jobs wait in threads of their own for the hub's answers."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.common.link import encoding
from hardware.common.link.messages import MEMORY_PART_BYTES, READ, WRITE
from hardware.errors import HardwareMissingError
from hardware.readers.driver import TagMemoryAccess
from hardware.readers.hub.session import TagMemoryFailure, TagMemoryPart
from hardware.readers.supervised_reader import ReaderJob

ANSWER_TIMEOUT_US = 10_000_000
"""Microseconds in which a tag is read or written, even an unsteady one."""


class TagRequest:
    """One request about one tag. `number`: its number on the link."""

    def __init__(self, socket: int, uid: bytes, data: bytes | None) -> None:
        self.socket, self.uid, self.data = socket, uid, data
        self.number = 0
        self.deadline_us = 0
        self.unsent_messages: deque[tuple[int, bytes]] = deque()
        self.received = bytearray()
        self.answer: Future[bytes] = Future()

    def link_messages(self) -> Iterator[tuple[int, bytes]]:
        """The messages of the request to the hub."""
        data = self.data
        if data is None:
            yield READ, encoding.encode_read_request(self.number, self.socket, self.uid)
            return
        for at in range(0, max(1, len(data)), MEMORY_PART_BYTES):
            last = at + MEMORY_PART_BYTES >= len(data)
            part = data[at : at + MEMORY_PART_BYTES]
            yield WRITE, encoding.encode_write_request(self.number, self.socket, self.uid, last, part)


class TagRequests:
    """The requests about the tags of one hub, one at a time."""

    def __init__(self, called: str, wake: Callable[[], None]) -> None:
        """`called`: the hub's name in a sentence; `wake` makes the hub look for messages to send."""
        self._called, self._wake = called, wake
        self._waiting: deque[TagRequest] = deque()
        self._current: TagRequest | None = None
        self._ask = 0
        self._busy_jobs = 0
        self._still = threading.Condition()

    # -- called by jobs, in their threads

    def start_job(self, socket: int, job: ReaderJob[TagMemoryAccess]) -> None:
        """Run the job in a thread of its own."""
        self._count_busy_jobs(1)
        threading.Thread(
            target=self._work, args=(socket, job), name=f"{self._called} asked", daemon=True
        ).start()

    def _work(self, socket: int, job: ReaderJob[TagMemoryAccess]) -> None:
        try:
            job.run(_RemoteReader(self, socket))
        finally:
            self._count_busy_jobs(-1)

    def wait_for_answer(self, request: TagRequest) -> bytes:
        """Wait for the answer of a request; raises what the reader would."""
        self._waiting.append(request)
        self._count_busy_jobs(-1)
        self._wake()
        return request.answer.result()

    def wait_until_jobs_idle(self) -> None:
        """Wait until every job has made a request or is done, for simulations in virtual time."""
        with self._still:
            self._still.wait_for(lambda: not self._busy_jobs)

    def _count_busy_jobs(self, more: int) -> None:
        with self._still:
            self._busy_jobs += more
            self._still.notify_all()

    # -- called by the hub, in its thread

    @property
    def due_us(self) -> int | None:
        """The deadline of the current request; None where there is none."""
        return self._current.deadline_us if self._current is not None else None

    def next_message(self, now_us: int) -> tuple[int, bytes] | None:
        """The next message to send; None where there is none."""
        current = self._current
        if current is None and self._waiting:
            current = self._current = self._waiting.popleft()
            self._ask = (self._ask + 1) & 0xFF
            current.number, current.deadline_us = self._ask, now_us + ANSWER_TIMEOUT_US
            current.unsent_messages.extend(current.link_messages())
        return current.unsent_messages.popleft() if current is not None and current.unsent_messages else None

    def on_answer(self, message: TagMemoryPart | TagMemoryFailure) -> None:
        """Handle an answer, or a part of one. Answers to other requests are ignored."""
        current = self._current
        if current is None or message.request_number != current.number:
            return
        if isinstance(message, TagMemoryPart):
            current.received += message.data
            if message.is_last:
                self._answer(bytes(current.received))
        else:
            errors = {"gone": TagGone, "forbidden": TagMemoryForbidden}
            self._fail(errors.get(message.failure, OSError)(message.why))

    def fail_overdue(self, now_us: int) -> None:
        """Fail the current request where it takes too long."""
        if self._current is not None and now_us >= self._current.deadline_us:
            self._fail(
                HardwareMissingError(
                    f"{self._called} was asked to read or write a tag and did not answer: try again"
                )
            )

    def fail_all(self, why: str) -> None:
        """Fail all requests: the hub cannot answer."""
        while self._current is not None or self._waiting:
            if self._current is None:
                self._current = self._waiting.popleft()
            self._fail(HardwareMissingError(why))

    def _answer(self, data: bytes) -> None:
        if (answered := self._finish_current()) is not None:
            answered.set_result(data)

    def _fail(self, error: Exception) -> None:
        if (answered := self._finish_current()) is not None:
            answered.set_exception(error)

    def _finish_current(self) -> Future[Any] | None:
        current, self._current = self._current, None
        if current is None:
            return None
        self._count_busy_jobs(1)
        return current.answer


class _RemoteReader:
    """The reader at a socket, as a job sees it."""

    def __init__(self, requests: TagRequests, socket: int) -> None:
        self._requests, self._socket = requests, socket

    def read_user_memory(self, uid: bytes) -> bytes:
        return self._requests.wait_for_answer(TagRequest(self._socket, uid, None))

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        self._requests.wait_for_answer(TagRequest(self._socket, uid, data))
