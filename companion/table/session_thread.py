"""A thread that owns a session, for programs whose own thread draws a screen."""

from __future__ import annotations

import logging
import threading
from _thread import interrupt_main

from companion.table.session import Session

log = logging.getLogger(__name__)


class SessionThread:
    """A thread that sleeps until something is posted; only here Herald waits for the disk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)

    def start(self) -> None:
        """Begin to handle messages."""
        self._thread.start()

    def _run(self) -> None:
        try:
            self._session.run()
        except (
            BaseException
        ) as end:  # what would end the program ends it from here too: nobody else would notice
            log.error("the session ended, and the program ends with it", exc_info=end)
            interrupt_main()

    def stop(self) -> None:
        """Handle what is queued and close the journal; return when that is done."""
        self._session.stop()
        self._thread.join()
        self._session.close()
