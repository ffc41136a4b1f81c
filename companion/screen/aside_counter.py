"""A page's program that works on a thread of its own while the page is open: disk and readers may take their time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

from companion.screen.model import Model

Heard = TypeVar("Heard")
"""What reaches the thread besides what fingers touch."""


class AsideCounter(ABC, Generic[Heard]):
    """A `Counter` of companion.screen.desk. One visit of the page is worked for at a time; the next one waits."""

    name: str
    """Of the thread."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._queue: SimpleQueue[Heard | str | None] | None = None
        self._one_at_a_time = Lock()
        self._thread: Thread | None = None

    def open(self) -> None:
        """See Counter."""
        self.forget()
        self._queue = queue = SimpleQueue[Heard | str | None]()
        self._thread = Thread(
            target=self._visited, args=(queue, self._model.lang), name=self.name, daemon=True
        )
        self._thread.start()

    def touch(self, thing: str) -> None:
        """See Counter."""
        if self._queue is not None:
            self._queue.put(thing)

    def close(self) -> None:
        """See Counter."""
        if self._queue is not None:
            self._queue.put(None)
            self._queue = None

    def end(self) -> None:
        """The program ends: what was begun is finished."""
        self.close()
        if self._thread is not None:
            self._thread.join()

    def _visited(self, queue: SimpleQueue[Heard | str | None], lang: str) -> None:
        with self._one_at_a_time:
            self.work(queue, lang)

    def left(self, queue: SimpleQueue[Heard | str | None]) -> bool:
        """Whether the page that this queue is of has been left."""
        return queue is not self._queue

    # -- what a page gives

    @abstractmethod
    def forget(self) -> None:
        """The page is opened: nothing is to be shown yet."""
        ...

    @abstractmethod
    def work(self, queue: SimpleQueue[Heard | str | None], lang: str) -> None:
        """On the thread: all that is put into the queue, None being the last."""
        ...
