"""Herald's end of the link to one hub: bytes in, bytes out, and what was heard. Pure: time is given to it.

A session outlives the line it began on: after `opened` the hub is asked to go on with it, unless it was given up. What
comes from elsewhere, rubbish and our own words sent back, is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hardware.common.events import Said
from hardware.common.link import read
from hardware.common.link.channel import SILENT_US, Channel
from hardware.common.link.frames import Deframer, framed
from hardware.common.link.tell import hello
from hardware.common.link.words import (
    BEAT,
    FAILED,
    MEMORY,
    PRESSED,
    SAID,
    STATE,
    STORED,
    STRANGER,
    TROUBLE,
    VERSION,
    WELCOME,
    Beat,
    SocketState,
    Welcome,
)

HELLO_US = 250_000
"""HELLO is said so often until it is answered."""
LAST_SESSION = 0xFFFF


class Met(NamedTuple):
    """The hub answers. Its session goes on, or a new one begins; or it speaks another version of the protocol, of
    which no more is known, and there is no session."""

    welcome: Welcome
    goes_on: bool


class SocketSaid(NamedTuple):
    """The reader at a socket says something."""

    socket: int
    said: Said
    found: bool


class ButtonSaid(NamedTuple):
    """The button at a place in the settings: one of hardware.common.link.words.PRESSES."""

    button: int
    what: str


class Stored(NamedTuple):
    """The settings were kept, or not, and why not."""

    why: str


class Complaint(NamedTuple):
    """Why the hub's program before this one ended."""

    sentence: str


class Part(NamedTuple):
    """A part of a tag's memory."""

    ask: int
    last: bool
    data: bytes


class Failure(NamedTuple):
    """A tag was not read or written; one of hardware.common.link.words.FAILURES, and why."""

    ask: int
    how: str
    why: str


Heard = Met | SocketState | SocketSaid | ButtonSaid | Stored | Complaint | Part | Failure | Beat

READERS: Mapping[int, Callable[[bytes], Heard]] = {
    STATE: read.state,
    SAID: lambda body: SocketSaid(*read.said(body)),
    PRESSED: lambda body: ButtonSaid(*read.pressed(body)),
    STORED: lambda body: Stored(read.text(body)),
    TROUBLE: lambda body: Complaint(read.text(body)),
    MEMORY: lambda body: Part(*read.memory(body)),
    FAILED: lambda body: Failure(*read.failed(body)),
    BEAT: read.beat,
}
"""What a hub says in a session. Nothing else is taken, nor a beat of ours: it has no body."""


class Talk:
    """One hub, on one line after another. `draw` gives a number below its argument, by chance."""

    __slots__ = (
        "_asking",
        "_before",
        "_channel",
        "_deframer",
        "_draw",
        "_fresh",
        "_hello_us",
        "_met",
        "_wanted",
        "asked_us",
        "heard_us",
        "patience_us",
    )

    def __init__(self, draw: Callable[[int], int]) -> None:
        self._draw = draw
        self._deframer = Deframer()
        self._channel: Channel | None = None
        self._before: Channel | None = None
        self._asking = self._met = False
        self._fresh = self._wanted = 0
        self._hello_us = 0
        self.asked_us = 0
        """Since when HELLO is being said."""
        self.heard_us = 0
        """When the hub was heard last in a session."""
        self.patience_us = SILENT_US
        """A hub that says nothing for so long is gone."""

    @property
    def asking(self) -> bool:
        """Whether HELLO is being said, and nobody has answered."""
        return self._asking

    @property
    def met(self) -> bool:
        """Whether a session goes on, on this line."""
        return self._met

    @property
    def rubbish(self) -> int:
        """How often something else than a frame came on this line."""
        return self._deframer.rubbish

    @property
    def room(self) -> int:
        """How many messages can be put now."""
        return self._channel.room if self._met and self._channel is not None else 0

    def opened(self, now_us: int) -> None:
        """A line was opened: nothing was heard on it yet."""
        self._deframer = Deframer()
        self._ask(now_us)

    def closed(self) -> None:
        """The line was lost, or is not wanted."""
        self._asking = self._met = False

    def mistaken(self) -> None:
        """Whoever answered is somebody else: the session that there was may still go on."""
        self.closed()
        self._channel = self._before

    def give_up(self) -> None:
        """The session is over: the hub is asked for a new one from now on."""
        self._channel = self._before = None
        self._met = False
        self._wanted = 0

    def put(self, kind: int, body: bytes) -> None:
        """Say it in the session. Raises ValueError when there is no room."""
        if self._channel is None:
            raise ValueError("there is no session")
        self._channel.put(kind, body)

    def feed(self, data: bytes, now_us: int) -> list[Heard]:
        """What these bytes say, in order."""
        heard: list[Heard] = []
        for payload in self._deframer.feed(data):
            try:
                each = (
                    self._welcome(payload, now_us) if payload[0] == WELCOME else self._take(payload, now_us)
                )
            except ValueError:
                continue
            if each is not None:
                heard.append(each)
        return heard

    def silent(self, now_us: int) -> bool:
        """Whether nothing was heard in the session for so long that the hub is gone."""
        return self.met and now_us - self.heard_us >= self.patience_us

    def give(self, now_us: int) -> bytes:
        """The bytes to be sent now."""
        if self._asking:
            if now_us < self._hello_us:
                return b""
            self._hello_us = now_us + HELLO_US
            return framed(hello(self._fresh, self._wanted))
        return self._channel.give(now_us) if self._met and self._channel is not None else b""

    def due_us(self, now_us: int) -> int:
        """When there is something to be given, or to be noticed, if nothing is put or heard before."""
        if self._asking:
            return self._hello_us
        if not self._met or self._channel is None:
            return now_us + HELLO_US
        return min(self._channel.due_us(now_us), self.heard_us + self.patience_us)

    def _ask(self, now_us: int) -> None:
        """Say HELLO, until somebody answers."""
        self._asking, self._met = True, False
        self.asked_us = self._hello_us = now_us
        self._before = self._channel
        self._wanted = self._channel.session if self._channel is not None else 0
        self._fresh = 1 + self._draw(LAST_SESSION)
        if self._fresh == self._wanted:
            self._fresh = 1 + self._fresh % LAST_SESSION

    def _welcome(self, payload: bytes, now_us: int) -> Met | None:
        welcome = read.welcome(payload)
        if not self._asking:
            return None  # an answer to what was said twice
        if welcome.version != VERSION:
            self._asking = False
            self.give_up()
            return Met(welcome, False)
        goes_on = bool(self._wanted) and welcome.session == self._wanted
        if not goes_on and welcome.session != self._fresh:
            return None
        self._asking, self._met = False, True
        self.heard_us = now_us
        if self._channel is not None and goes_on:
            self._channel.again()
        else:
            self._channel = Channel(welcome.session, now_us)
        return Met(welcome, goes_on)

    def _take(self, payload: bytes, now_us: int) -> Heard | None:
        """Read before it is taken: a frame that cannot be read, though its CRC is right, comes again."""
        frame = read.frame(payload)
        channel = self._channel
        if channel is None or not self._met or frame.session != channel.session:
            return None
        if frame.kind == STRANGER:
            self.give_up()
            self._ask(now_us)
            return None
        if frame.kind not in READERS:
            return None
        heard = READERS[frame.kind](frame.body)
        self.heard_us = now_us
        return heard if channel.take(frame, now_us) or frame.kind == BEAT else None
