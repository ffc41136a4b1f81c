"""A page's program that works on a thread of its own while the page is open: disk and readers may take their time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

from companion.screen.app_state import AppState

MessageT = TypeVar("MessageT")
"""What reaches the thread besides what fingers touch."""


class BackgroundPageController(ABC, Generic[MessageT]):
    """A `Counter` of companion.screen.controllers. One visit of the page is worked for at a time; the next one
    waits."""

    thread_name: str
    """Of the thread."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._queue: SimpleQueue[MessageT | str | None] | None = None
        self._one_at_a_time = Lock()
        self._thread: Thread | None = None

    def open(self) -> None:
        """See Counter."""
        self.reset_state()
        self._queue = queue = SimpleQueue[MessageT | str | None]()
        self._thread = Thread(
            target=self._run_visit, args=(queue, self._app_state.lang), name=self.thread_name, daemon=True
        )
        self._thread.start()

    def touch(self, touch_target: str) -> None:
        """See Counter."""
        if self._queue is not None:
            self._queue.put(touch_target)

    def close(self) -> None:
        """See Counter."""
        if self._queue is not None:
            self._queue.put(None)
            self._queue = None

    def shut_down(self) -> None:
        """The program ends: what was begun is finished."""
        self.close()
        if self._thread is not None:
            self._thread.join()

    def _run_visit(self, queue: SimpleQueue[MessageT | str | None], lang: str) -> None:
        with self._one_at_a_time:
            self.run(queue, lang)

    def is_page_left(self, queue: SimpleQueue[MessageT | str | None]) -> bool:
        """Whether the page that this queue is of has been left."""
        return queue is not self._queue

    # -- what a page gives

    @abstractmethod
    def reset_state(self) -> None:
        """The page is opened: nothing is to be shown yet."""
        ...

    @abstractmethod
    def run(self, queue: SimpleQueue[MessageT | str | None], lang: str) -> None:
        """On the thread: all that is put into the queue, None being the last."""
        ...
