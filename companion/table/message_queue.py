"""Messages in their order: put in from any thread, handled on the owner's."""

from __future__ import annotations

import queue
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

M = TypeVar("M")
IDLE_SECONDS = 10.0
"""How long nothing is posted until the owner does what is due without a message."""


class MessageQueue(ABC, Generic[M]):
    """One queue with one owner, which handles what others post."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[M | None] = queue.SimpleQueue()

    @abstractmethod
    def handle_message(self, message: M) -> object:
        """Handle one message; raises nothing."""

    def on_idle(self) -> None:
        """Do what is due when nothing was posted for a while; raises nothing."""

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
                self.handle_message(message)
                handled += 1
        return handled

    def run(self) -> None:
        """Handle messages as they come, until `stop`."""
        while True:
            try:
                message = self._queue.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                self.on_idle()
                continue
            if message is None:
                return
            self.handle_message(message)
