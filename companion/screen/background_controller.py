"""A page's controller that works on its own thread while the page is open: disk and readers take their time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

from companion.screen.app_state import AppState

MessageT = TypeVar("MessageT")
"""What the queue carries besides touch targets."""


class BackgroundPageController(ABC, Generic[MessageT]):
    """A `PageController` of companion.screen.controllers whose work is done on a thread.

    It serves one visit of the page at a time; the next visit waits.
    """

    thread_name: str
    """The name of the thread."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._queue: SimpleQueue[MessageT | str | None] | None = None
        self._one_at_a_time = Lock()
        self._thread: Thread | None = None

    def open(self) -> None:
        """Start a thread that serves this visit of the page."""
        self.clear_shown_page()
        self._queue = queue = SimpleQueue[MessageT | str | None]()
        self._thread = Thread(
            target=self._run_visit, args=(queue, self._app_state.lang), name=self.thread_name, daemon=True
        )
        self._thread.start()

    def touch(self, touch_target: str) -> None:
        """Queue the touch for the thread."""
        if self._queue is not None:
            self._queue.put(touch_target)

    def close(self) -> None:
        """End the visit: the thread finishes what it has begun."""
        if self._queue is not None:
            self._queue.put(None)
            self._queue = None

    def shut_down(self) -> None:
        """End the visit and wait until its work is finished."""
        self.close()
        if self._thread is not None:
            self._thread.join()

    def _run_visit(self, queue: SimpleQueue[MessageT | str | None], lang: str) -> None:
        with self._one_at_a_time:
            self.serve_visit(queue, lang)

    def is_visit_over(self, queue: SimpleQueue[MessageT | str | None]) -> bool:
        """Whether the visit that this queue belongs to is over."""
        return queue is not self._queue

    # -- implemented by each page

    @abstractmethod
    def clear_shown_page(self) -> None:
        """Clear what the page shows; called when it is opened."""
        ...

    @abstractmethod
    def serve_visit(self, queue: SimpleQueue[MessageT | str | None], lang: str) -> None:
        """Serve a visit on the thread: handle all that comes through the queue, of which None is the last."""
        ...
