"""Messages in their order: put in from any thread, handled on the owner's."""

from __future__ import annotations

import queue
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

M = TypeVar("M")
IDLE_SECONDS = 20.0


class MessageQueue(ABC, Generic[M]):
    """One queue with one owner, which handles what others post."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[M | None] = queue.SimpleQueue()

    @abstractmethod
    def handle_message(self, message: M) -> object:
        """Handle one message; it raises no exception but those that end the program."""

    @abstractmethod
    def set_aside(self, message: M, fault: Exception) -> None:
        """Go on without a message that could not even begin to be handled."""

    @property
    def idle_message(self) -> M | None:
        """What to handle when nothing was posted for `IDLE_SECONDS`; None: nothing, however long that is."""
        return None

    # -- from any thread

    def post(self, message: M) -> None:
        """Put a message into the queue; a meaning is asked for its message when its turn comes."""
        self._queue.put(message)

    def stop(self) -> None:
        """Let `run` end once everything queued so far is handled."""
        self._queue.put(None)

    # -- on the owner's thread

    def process_queue(self) -> int:
        """Handle everything that is queued now; how many messages that were."""
        handled = 0
        while not self._queue.empty():
            message = self._queue.get()
            if message is not None:
                self._handle_safely(message)
                handled += 1
        return handled

    def run(self) -> None:
        """Handle messages as they come, until `stop`."""
        while (message := self._next_message()) is not None:
            self._handle_safely(message)

    def _next_message(self) -> M | None:
        idle = self.idle_message
        try:
            return self._queue.get(timeout=IDLE_SECONDS if idle is not None else None)
        except queue.Empty:
            return idle

    def _handle_safely(self, message: M) -> None:
        try:
            self.handle_message(message)
        except Exception as fault:  # memory that is short may be so anywhere
            self.set_aside(message, fault)
