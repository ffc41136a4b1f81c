"""All readers of a hub: which is stepped next, and the state of each."""

from hardware.common.events import READER_STARTING, READER_WELL
from hardware.common.link.messages import MAX_SOCKETS, HeartbeatMessage, SocketStateMessage
from hardware.common.rc522.presence import PresenceFilter
from hardware.common.rc522.reader import POLL_US, Rc522Reader

MYPY = False
if MYPY:
    from firmware.board import HubBoard
    from hardware.common.events import ReaderEvent
    from hardware.common.link.hub_settings import HubSettings


class AttachedReaders:
    """The readers by their sockets, from 0 on."""

    __slots__ = ("_presences", "_readers")

    def __init__(self, board: "HubBoard", settings: "HubSettings") -> None:
        sockets = settings.sockets
        self._presences = [PresenceFilter() for _ in sockets]
        self._readers: list[Rc522Reader] = []
        if sockets:
            board.prepare(settings.reset, [socket.select for socket in sockets])
        for n in range(len(sockets)):
            port = board.port(sockets[n].bus, sockets[n].select, sockets[n].speed_khz)
            first_us = POLL_US * n // len(sockets)
            self._readers.append(Rc522Reader(port, first_us, sockets[n].gain_db, self._presences[n]))

    @property
    def count(self) -> int:
        return len(self._readers)

    def reader_at(self, n: int) -> "Rc522Reader | None":
        """The reader at a socket; None where there is none."""
        return self._readers[n] if n < len(self._readers) else None

    def next_due_socket(self) -> int:
        """The socket that has been due for the longest, or is due first; -1 without readers."""
        best = -1
        for n in range(len(self._readers)):
            if best < 0 or self._readers[n].due_us < self._readers[best].due_us:
                best = n
        return best

    def due_us(self, n: int) -> int:
        """The time of the next step of the reader at a socket."""
        return self._readers[n].due_us

    def step(self, n: int) -> "tuple[list[ReaderEvent], bool]":
        """Scan once: the reader's events, and whether this was its first scan, at all or again."""
        reader = self._readers[n]
        before = reader.state
        events = reader.step()
        return events, reader.state == READER_WELL and before != READER_WELL

    def is_starting(self, n: int) -> bool:
        """Whether the reader at a socket has not scanned yet, so that its state means nothing."""
        return self._readers[n].state == READER_STARTING

    def state_message(self, n: int) -> SocketStateMessage:
        """The state of the reader at a socket."""
        reader = self._readers[n]
        return SocketStateMessage(
            n, reader.state, reader.version, self._presences[n].trouble, reader.present_uids, reader.why
        )

    def heartbeat_message(self, n: int, free: int) -> HeartbeatMessage:
        """The heartbeat: `free` bytes of memory, and the tally at a socket (MAX_SOCKETS: of no reader)."""
        if n == MAX_SOCKETS:
            return HeartbeatMessage(free, MAX_SOCKETS, 0, {})
        return HeartbeatMessage(free, n, self._readers[n].version, self._readers[n].tally)
