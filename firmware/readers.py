"""All readers of a hub: which is stepped next, and how each of them is."""

from hardware.common.events import STARTING, WELL
from hardware.common.link.words import SOCKETS, Beat, SocketState
from hardware.common.rc522.presence import Presence
from hardware.common.rc522.reader import POLL_US, Reader

MYPY = False
if MYPY:
    from firmware.board import Board
    from hardware.common.events import Said
    from hardware.common.link.settings import Settings


class Readers:
    """The readers by their sockets, from 0 on."""

    __slots__ = ("_presences", "_readers")

    def __init__(self, board: "Board", settings: "Settings") -> None:
        sockets = settings.sockets
        self._presences = [Presence() for _ in sockets]
        self._readers: list[Reader] = []
        if sockets:
            board.prepare(settings.reset, [socket.select for socket in sockets])
        for n in range(len(sockets)):
            port = board.port(sockets[n].bus, sockets[n].select, sockets[n].speed_khz)
            first_us = POLL_US * n // len(sockets)
            self._readers.append(Reader(port, first_us, sockets[n].gain_db, self._presences[n]))

    @property
    def count(self) -> int:
        return len(self._readers)

    def reader(self, n: int) -> "Reader | None":
        """The one at a socket; None where there is none."""
        return self._readers[n] if n < len(self._readers) else None

    def next(self) -> int:
        """The socket that has been due for the longest, or is due first; -1 without any."""
        best = -1
        for n in range(len(self._readers)):
            if best < 0 or self._readers[n].due_us < self._readers[best].due_us:
                best = n
        return best

    def due_us(self, n: int) -> int:
        """When the reader at a socket wants to be stepped."""
        return self._readers[n].due_us

    def step(self, n: int) -> "tuple[list[Said], bool]":
        """One scan: what its reader says, and whether it only began to look with it, or could look again."""
        reader = self._readers[n]
        before = reader.state
        said = reader.step()
        return said, reader.state == WELL and before != WELL

    def starts(self, n: int) -> bool:
        """Whether the reader at a socket has not looked yet: its state says nothing."""
        return self._readers[n].state == STARTING

    def state(self, n: int) -> SocketState:
        """How the reader at a socket is now."""
        reader = self._readers[n]
        return SocketState(
            n, reader.state, reader.version, self._presences[n].trouble, reader.present, reader.why
        )

    def beat(self, n: int, free: int) -> Beat:
        """What a heartbeat tells: bytes of memory that are `free`, and the tally at a socket (SOCKETS: at none)."""
        if n == SOCKETS:
            return Beat(free, SOCKETS, 0, {})
        return Beat(free, n, self._readers[n].version, self._readers[n].tally)
