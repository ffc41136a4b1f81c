"""A plain host for a virtual hub: hardware.common.link and nothing else, on the virtual clock. It does what it
is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hardware.common.events import TAG_CAME, TAG_LEFT
from hardware.common.link import decoding, encoding
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.hub_settings import NO_PIN, HubSettings, ReaderSocket, encode_settings
from hardware.common.link.messages import (
    BEAT,
    LEAVE,
    LIGHT,
    PRESSED,
    READ,
    SAID,
    SETTINGS,
    STATE,
    STRANGER,
    WELCOME,
    WRITE,
    HeartbeatMessage,
    SocketStateMessage,
    WelcomeMessage,
)
from hardware.virtual.clock import VirtualClock
from hardware.virtual.hub import VirtualHub, VirtualSerialConnection, VirtualSerialPorts
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag, make_ntag213

PATH = "/dev/ttyACM0"
MS = 1000
SECOND = 1_000_000
SELECTS = (17, 20, 21, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13)
YES, NO = 26, 27
LIGHTS = 28


def wired(count: int = 2, *, lights: int = LIGHTS, buttons: tuple[int, ...] = (YES, NO)) -> HubSettings:
    """A hub with so many readers."""
    sockets = tuple(ReaderSocket(n % 2, SELECTS[n]) for n in range(count))
    return HubSettings("tiles", 22, lights if count else NO_PIN, sockets, buttons)


def uid(number: int) -> bytes:
    return bytes((0x04, number >> 8, number & 0xFF, 1, 2, 3, 0x80))


def tag(number: int) -> VirtualTag:
    return make_ntag213(uid(number))


class Host:
    """A hub and somebody at its line, who begins session after session with the numbers 1, 2, 3 ...

    `decode_reader_event`, `states`, `decode_button_event`, `other`: what the hub told in this session; `lies`: the tags
    by socket, as its words have it.
    """

    def __init__(self, settings: HubSettings | None = None, *, seed: int = 0) -> None:
        self.clock = VirtualClock(SECOND)
        stored = encode_settings(settings) if settings else b""
        self.hub = VirtualHub(self.clock, settings=stored, seed=seed)
        for socket in settings.sockets if settings else ():
            self.hub.add_reader(socket.bus, socket.select)
        self.ports = VirtualSerialPorts([self.hub])
        self.hub.plug(PATH)
        self.line: VirtualSerialConnection | None = None
        self.channel: Channel | None = None
        self.fresh = 0
        self.deaf = self.mute = False
        self.welcomes: list[WelcomeMessage] = []
        self.strangers: list[int] = []
        self.beats: list[HeartbeatMessage] = []
        self.frames: list[bytes] = []
        self._deframer = FrameDecoder()
        self.forget()

    def forget(self) -> None:
        """What was told does not count any more."""
        self.said: list[tuple[int, str, bytes, bool]] = []
        self.states: list[SocketStateMessage] = []
        self.pressed: list[tuple[int, str]] = []
        self.other: list[tuple[int, bytes]] = []
        self.lies: dict[int, set[bytes]] = {}

    # -- time

    def turn(self, end: int) -> None:
        """Whatever is due on either end, then on to what is next."""
        due = min(self._turn(), self.hub.run_pending(), end)  # in this order: a hub hears what was just sent
        self.clock.wait_us(max(1, due - self.clock.now_us()))

    def run(self, ms: float) -> None:
        end = self.clock.now_us() + round(ms * MS)
        while self.clock.now_us() < end:
            self.turn(end)

    def until(self, done: Callable[[], object], ms: int = 20_000) -> None:
        """Let time pass until it is so."""
        end = self.clock.now_us() + ms * MS
        while not done():
            assert self.clock.now_us() < end, "it never came to that"
            self.turn(end)

    def _turn(self) -> int:
        now = self.clock.now_us()
        if not self.hub.is_connected:
            self.line = None
        if self.line is None:
            return now + SECOND
        if not self.deaf:
            for payload in self._deframer.feed(self.line.read()):
                self.frames.append(payload)
                self.hear(payload)
        if self.channel is None or self.mute:
            return now + SECOND
        self.line.write(self.channel.next_bytes(now))
        return self.channel.due_us(now)

    # -- the line

    def open(self) -> None:
        """Plug in, as soon as the hub has booted."""
        self.until(lambda: self.hub.is_connected)
        self.line = self.ports.open(self.hub.path)
        self._deframer = FrameDecoder()
        self.run(100)

    def send(self, data: bytes) -> None:
        assert self.line is not None
        self.line.write(data)

    def hello(self, wanted: int = 0) -> None:
        """Ask for a new session, or to go on with an old one."""
        self.fresh += 1
        self.send(encode_frame(encoding.encode_hello(self.fresh, wanted)))

    def meet(self) -> WelcomeMessage:
        """Open the line if need be, and begin a new session, as often as it takes."""
        if self.line is None:
            self.open()
        self.channel = None
        self.forget()
        before = len(self.welcomes)
        for _ in range(100):
            self.hello()
            self.run(30)
            if any(welcome.session == self.fresh for welcome in self.welcomes[before:]):
                return self.welcomes[-1]
        raise AssertionError("no welcome")

    def go_on(self) -> None:
        """Open the line again and go on with the session there was."""
        assert self.channel is not None
        session = self.channel.session
        self.open()
        self.hello(session)
        self.channel.resend_all()

    def hear(self, payload: bytes) -> None:
        if payload[0] == WELCOME:
            self.welcomes.append(decoding.decode_welcome(payload))
            if self.welcomes[-1].session == self.fresh and self.channel is None:
                self.channel = Channel(self.fresh, self.clock.now_us())
            return
        frame = decoding.decode_session_frame(payload)
        if frame.kind == STRANGER:
            self.strangers.append(frame.session)
        elif self.channel is not None and frame.session == self.channel.session:
            if frame.kind == BEAT:
                self.beats.append(decoding.decode_heartbeat(frame.body))
            if self.channel.receive(frame, self.clock.now_us()):
                self._take(frame.kind, frame.body)

    def _take(self, kind: int, body: bytes) -> None:
        if kind == STATE:
            state = decoding.decode_socket_state(body)
            self.states.append(state)
            self.lies[state.socket] = set(state.present_uids)
        elif kind == SAID:
            socket, said, found = decoding.decode_reader_event(body)
            self.said.append((socket, said.kind, said.uid, found))
            assert socket in self.lies, "its state is told first"
            if said.kind == TAG_CAME:
                assert said.uid not in self.lies[socket], "it came twice"
                self.lies[socket].add(said.uid)
            elif said.kind == TAG_LEFT:
                self.lies[socket].remove(said.uid)
        elif kind == PRESSED:
            self.pressed.append(decoding.decode_button_event(body))
        else:
            self.other.append((kind, body))

    # -- commands

    def put(self, kind: int, body: bytes) -> None:
        assert self.channel is not None
        self.channel.enqueue(kind, body)

    def light(self, n: int, shows: str) -> None:
        self.put(LIGHT, encoding.encode_light(n, shows))

    def settle(self, data: bytes) -> None:
        self.put(SETTINGS, data)

    def leave(self) -> None:
        self.put(LEAVE, b"")

    def read(self, ask: int, socket: int, uid: bytes) -> None:
        self.put(READ, encoding.encode_read_request(ask, socket, uid))

    def write(self, ask: int, socket: int, uid: bytes, data: bytes, part: int = 100) -> None:
        for at in range(0, max(1, len(data)), part):
            last = at + part >= len(data)
            self.put(WRITE, encoding.encode_write_request(ask, socket, uid, last, data[at : at + part]))

    def told(self, kind: int) -> list[bytes]:
        """The bodies of what was told, of this kind."""
        return [body for told, body in self.other if told == kind]

    # -- the table

    def reader(self, n: int) -> VirtualReader:
        """The one at a socket, as `wired` has it."""
        return self.hub.reader_by_bus_and_select[n % 2, SELECTS[n]]

    def lay(self, n: int, tags: Iterable[VirtualTag]) -> None:
        for each in tags:
            self.reader(n).field.put_tag(each)
