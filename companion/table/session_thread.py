"""A thread that owns a session, for programs whose own thread draws a screen."""

from __future__ import annotations

import threading

from companion.table.session import Session


class SessionThread:
    """A thread that sleeps until something is posted; only here Herald waits for the disk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._thread = threading.Thread(target=session.run, name="session", daemon=True)

    def start(self) -> None:
        """Begin to handle messages."""
        self._thread.start()

    def stop(self) -> None:
        """Handle what is queued and close the journal; return when that is done."""
        self._session.stop()
        self._thread.join()
        self._session.close()
