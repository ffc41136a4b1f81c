"""The readers of one hub: their reported events, their state, and the signals of their lights."""

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
    """The readers of one hub.

    `on_event` receives their events.

    Only `show_light` and `reader_health` may be called by another thread.
    """

    def __init__(self, wiring: HubWiring, on_event: Callable[[ReaderReported], None], now_us: int) -> None:
        self._names = [reader.name for reader in wiring.readers]
        self._say = on_event
        self._filters = [EventFilter(now_us) for _ in self._names]
        self._tallies: list[Mapping[str, int]] = [{} for _ in self._names]
        self._lit = wiring.lights is not None
        # complete from the beginning: another thread may set a light while this is iterated
        self._shows: dict[int, LightSignal] = dict.fromkeys(range(len(self._names)), "off")
        self._unshown: set[int] = set()

    # -- events

    def begin_session(self, restarted: bool) -> None:
        """Begin a new session: all readers report anew, and all lights are dark."""
        for event_filter in self._filters:
            event_filter.begin_session(restarted)
        self._unshown |= {socket for socket, signal in self._shows.items() if signal != "off"}

    def on_message(self, message: SocketStateMessage | SocketEvent, now_us: int) -> None:
        """Handle the state or event of one reader."""
        if message.socket >= len(self._filters):
            return
        event_filter = self._filters[message.socket]
        if isinstance(message, SocketEvent):
            self._tell(message.socket, event_filter.on_event(message.event, message.already_there, now_us))
        else:
            self._tell(message.socket, event_filter.on_state(message, now_us))

    def on_heartbeat(self, beat: HeartbeatMessage) -> None:
        """Take the version and the tally of one reader from a heartbeat."""
        if beat.socket < len(self._filters):
            self._filters[beat.socket].version = beat.version
            self._tallies[beat.socket] = beat.tally

    def on_hub_lost(self, why: str, now_us: int) -> None:
        """Report all readers as down: the hub is lost."""
        for socket, event_filter in enumerate(self._filters):
            self._tell(socket, event_filter.on_hub_lost(why, now_us))

    @property
    def due_us(self) -> int | None:
        """The time at which `emit_certain_events` is to be called; None when it need not be."""
        return min(
            (
                event_filter.settle_at_us
                for event_filter in self._filters
                if event_filter.settle_at_us is not None
            ),
            default=None,
        )

    def emit_certain_events(self, now_us: int) -> None:
        """Report the events that have become certain."""
        for socket, event_filter in enumerate(self._filters):
            if event_filter.settle_at_us is not None and now_us >= event_filter.settle_at_us:
                self._tell(socket, event_filter.expire_unseen_tags(now_us))

    def _tell(self, socket: int, news: FilteredEvents) -> None:
        for event, found in news:
            self._say(ReaderReported(self._names[socket], event, found))

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """The state of each reader, in the order of the plan."""
        return tuple(
            ReaderHealthReport(
                name, event_filter.state, event_filter.why, event_filter.version, tally, event_filter.since_us
            )
            for name, event_filter, tally in zip(self._names, self._filters, self._tallies, strict=True)
        )

    def socket_of(self, reader: str) -> int:
        """The socket of a reader."""
        return self._names.index(reader)

    # -- lights

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """Show a signal by the light of a reader from now on, if the hub has lights."""
        socket = self.socket_of(reader)
        if self._lit and self._shows[socket] != signal:
            self._shows[socket] = signal
            self._unshown.add(socket)

    def next_light_message(self) -> tuple[int, bytes] | None:
        """The next light message to send, with only the last signal of a light; None where there is none."""
        if not self._unshown:
            return None
        socket = self._unshown.pop()
        return LIGHT, encoding.encode_light(socket, self._shows[socket])

    def turn_lights_off(self) -> None:
        """Switch all lights off."""
        for socket in list(self._shows):
            self.show_light(self._names[socket], "off")
