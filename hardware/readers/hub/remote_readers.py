"""The readers of one hub as Herald knows them: what was told of each, how it is, what its light is to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.common.link import encoding
from hardware.common.link.messages import LIGHT, HeartbeatMessage, SocketStateMessage
from hardware.events import ReaderReported
from hardware.lights import LightSignal
from hardware.readers.driver import ReaderHealthReport
from hardware.readers.hub.event_filter import EventFilter, FilteredEvents
from hardware.readers.hub.session import SocketEvent
from hardware.readers.hub.wiring_schema import HubWiring


class RemoteReaders:
    """`on_event` gets what is to be told. Nothing but `light` and `reader_health` may be called by another thread."""

    def __init__(self, wiring: HubWiring, on_event: Callable[[ReaderReported], None], now_us: int) -> None:
        self._names = [reader.name for reader in wiring.readers]
        self._say = on_event
        self._filters = [EventFilter(now_us) for _ in self._names]
        self._tallies: list[Mapping[str, int]] = [{} for _ in self._names]
        self._lit = wiring.lights is not None
        # from the beginning all of them: another thread may light one while this is looked through
        self._shows: dict[int, LightSignal] = dict.fromkeys(range(len(self._names)), "off")
        self._unshown: set[int] = set()

    # -- what is told of them

    def begin_session(self, restarted: bool) -> None:
        """A new session: all of them are told anew, and all lights are dark."""
        for told in self._filters:
            told.begin_session(restarted)
        self._unshown |= {socket for socket, shows in self._shows.items() if shows != "off"}

    def on_message(self, message: SocketStateMessage | SocketEvent, now_us: int) -> None:
        """One of them is so, or says something."""
        if message.socket >= len(self._filters):
            return
        told = self._filters[message.socket]
        if isinstance(message, SocketEvent):
            self._tell(message.socket, told.on_event(message.event, message.already_there, now_us))
        else:
            self._tell(message.socket, told.on_state(message, now_us))

    def on_heartbeat(self, beat: HeartbeatMessage) -> None:
        """What a heartbeat tells of one of them."""
        if beat.socket < len(self._filters):
            self._filters[beat.socket].version = beat.version
            self._tallies[beat.socket] = beat.tally

    def on_hub_lost(self, why: str, now_us: int) -> None:
        """The hub cannot be heard."""
        for socket, told in enumerate(self._filters):
            self._tell(socket, told.on_hub_lost(why, now_us))

    @property
    def due_us(self) -> int | None:
        """When `emit_settled` is to be called; None when it need not be."""
        return min(
            (told.settle_at_us for told in self._filters if told.settle_at_us is not None), default=None
        )

    def emit_settled(self, now_us: int) -> None:
        """Tell what has become sure."""
        for socket, told in enumerate(self._filters):
            if told.settle_at_us is not None and now_us >= told.settle_at_us:
                self._tell(socket, told.settle(now_us))

    def _tell(self, socket: int, news: FilteredEvents) -> None:
        for said, found in news:
            self._say(ReaderReported(self._names[socket], said, found))

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """How each of them is, in the order of the plan."""
        return tuple(
            ReaderHealthReport(name, told.state, told.why, told.version, tally, told.since_us)
            for name, told, tally in zip(self._names, self._filters, self._tallies, strict=True)
        )

    def socket_of(self, reader: str) -> int:
        """The socket of a reader."""
        return self._names.index(reader)

    # -- lights

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """What the light of a reader shows from now on, if the hub has lights."""
        socket = self.socket_of(reader)
        if self._lit and self._shows[socket] != signal:
            self._shows[socket] = signal
            self._unshown.add(socket)

    def next_light_message(self) -> tuple[int, bytes] | None:
        """A message that is to be sent: only the last of what a light was told."""
        if not self._unshown:
            return None
        socket = self._unshown.pop()
        return LIGHT, encoding.encode_light(socket, self._shows[socket])

    def turn_lights_off(self) -> None:
        """All lights off."""
        for socket in list(self._shows):
            self.show_light(self._names[socket], "off")
