"""The readers of one hub as Herald knows them: what was told of each, how it is, what its light is to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.common.link import tell
from hardware.common.link.words import LIGHT, Beat, SocketState
from hardware.heard import ReaderSaid
from hardware.lights import Show
from hardware.readers.driver import State
from hardware.readers.hub.plan import HubWiring
from hardware.readers.hub.talk import SocketSaid
from hardware.readers.hub.told import Tell, Told


class Sockets:
    """`say` gets what is to be told. Nothing but `light` and `states` may be called by another thread."""

    def __init__(self, wiring: HubWiring, say: Callable[[ReaderSaid], None], now_us: int) -> None:
        self._names = [reader.name for reader in wiring.readers]
        self._say = say
        self._told = [Told(now_us) for _ in self._names]
        self._tallies: list[Mapping[str, int]] = [{} for _ in self._names]
        self._lit = wiring.lights is not None
        # from the beginning all of them: another thread may light one while this is looked through
        self._shows: dict[int, Show] = dict.fromkeys(range(len(self._names)), "off")
        self._unshown: set[int] = set()

    # -- what is told of them

    def begin(self, restarted: bool) -> None:
        """A new session: all of them are told anew, and all lights are dark."""
        for told in self._told:
            told.begin(restarted)
        self._unshown |= {socket for socket, shows in self._shows.items() if shows != "off"}

    def hear(self, heard: SocketState | SocketSaid, now_us: int) -> None:
        """One of them is so, or says something."""
        if heard.socket >= len(self._told):
            return
        told = self._told[heard.socket]
        if isinstance(heard, SocketSaid):
            self._tell(heard.socket, told.said(heard.said, heard.found, now_us))
        else:
            self._tell(heard.socket, told.heard(heard, now_us))

    def beat(self, beat: Beat) -> None:
        """What a heartbeat tells of one of them."""
        if beat.socket < len(self._told):
            self._told[beat.socket].version = beat.version
            self._tallies[beat.socket] = beat.tally

    def lost(self, why: str, now_us: int) -> None:
        """The hub cannot be heard."""
        for socket, told in enumerate(self._told):
            self._tell(socket, told.lost(why, now_us))

    @property
    def due_us(self) -> int | None:
        """When `settle` is to be called; None when it need not be."""
        return min((told.sure_us for told in self._told if told.sure_us is not None), default=None)

    def settle(self, now_us: int) -> None:
        """Tell what has become sure."""
        for socket, told in enumerate(self._told):
            if told.sure_us is not None and now_us >= told.sure_us:
                self._tell(socket, told.settle(now_us))

    def _tell(self, socket: int, news: Tell) -> None:
        for said, found in news:
            self._say(ReaderSaid(self._names[socket], said, found))

    def states(self) -> tuple[State, ...]:
        """How each of them is, in the order of the plan."""
        return tuple(
            State(name, told.state, told.why, told.version, tally, told.since_us)
            for name, told, tally in zip(self._names, self._told, self._tallies, strict=True)
        )

    def place(self, reader: str) -> int:
        """The socket of a reader."""
        return self._names.index(reader)

    # -- lights

    def light(self, reader: str, shows: Show) -> None:
        """What the light of a reader shows from now on, if the hub has lights."""
        socket = self.place(reader)
        if self._lit and self._shows[socket] != shows:
            self._shows[socket] = shows
            self._unshown.add(socket)

    def next_light(self) -> tuple[int, bytes] | None:
        """A message that is to be sent: only the last of what a light was told."""
        if not self._unshown:
            return None
        socket = self._unshown.pop()
        return LIGHT, tell.light(socket, self._shows[socket])

    def darken(self) -> None:
        """All lights off."""
        for socket in list(self._shows):
            self.light(self._names[socket], "off")
