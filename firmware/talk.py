"""The hub's end of the link: who is there, which session goes on, and what goes out."""

from hardware.common.link import read, tell
from hardware.common.link.channel import Channel
from hardware.common.link.frames import Deframer, framed
from hardware.common.link.words import (
    BEAT,
    HELLO,
    LIGHT,
    READ,
    SETTINGS,
    STRANGER,
    VERSION,
    WRITE,
)

MYPY = False
if MYPY:
    from hardware.common.link.words import Frame, Hello, Welcome

ROOM = 8
"""Messages that must fit before anything is done that has to be told: a scan says fewer, and so does any answer."""
AWAY_US = 3_000_000
"""A host that is not heard for so long is gone: nothing is sent any more, but what is to be told is kept."""
DROP_US = 10_000_000
"""After so long it is not kept any longer either: who comes then begins anew."""
IDLE_US = 1_000_000
_ANSWERED = (SETTINGS, READ, WRITE)


class Talk:
    """The one host there may be. `fresh`: a session began and nobody has taken note; `anew`: how everything is has to
    be told anew, because a session began or goes on."""

    __slots__ = ("_about", "_channel", "_deframer", "_greeted", "_start_us", "_stranger", "anew", "fresh")

    def __init__(self, about: "Welcome", now_us: int) -> None:
        """`about`: what a host is told of this hub; session and uptime are filled in."""
        self._about = about
        self._start_us = now_us
        self._deframer = Deframer()
        self._channel: Channel | None = None
        self._greeted = False
        self._stranger = 0
        self.fresh = False
        self.anew = False

    # -- from the host

    def payloads(self, data: bytes) -> "list[bytes]":
        """What arrived whole with these bytes."""
        return self._deframer.feed(data)

    def hear(self, payload: bytes, now_us: int, busy: bool) -> "Frame | None":
        """The command that a payload is, if it is one and it is news.

        What has to be answered is not taken while the hub is `busy` with such a thing or could not tell the answer: the
        host says it again.
        """
        try:
            if payload[0] == HELLO:
                self._greet(read.hello(payload), now_us)
                return None
            frame = read.frame(payload)
        except ValueError:
            return None
        # only a hub says that: a line that is still being set up may send back what it is sent
        if frame.kind < LIGHT and (frame.kind != BEAT or frame.body):
            return None
        channel = self._channel
        if channel is None or frame.session != channel.session:
            self._stranger = frame.session
            return None
        if frame.kind in _ANSWERED:
            kind, frame.kind = frame.kind, BEAT
            channel.take(frame, now_us)  # what it acknowledges makes room
            if busy or channel.room < ROOM:
                return None
            frame.kind = kind
        return frame if channel.take(frame, now_us) else None

    def _greet(self, hello: "Hello", now_us: int) -> None:
        """A session begins, or goes on; one that was just begun is only welcomed again."""
        self._greeted = True
        if hello.version != VERSION:
            return
        channel = self._channel
        if channel is not None and hello.wanted == channel.session:
            channel.again()
            channel.heard_us = now_us
            self.anew = True
        elif channel is None or hello.fresh != channel.session:
            self._channel = Channel(hello.fresh, now_us)
            self.fresh = self.anew = True

    # -- to the host

    @property
    def session(self) -> int:
        """The one that is going on, 0 for none."""
        return self._channel.session if self._channel else 0

    @property
    def room(self) -> int:
        """How many messages can be put."""
        return self._channel.room if self._channel else 0

    @property
    def quiet(self) -> bool:
        """Whether the host has everything that was put."""
        return self._channel is None or self._channel.quiet

    def put(self, kind: int, body: bytes) -> None:
        """Tell it. There must be room."""
        if self._channel:
            self._channel.put(kind, body)

    def watch(self, now_us: int) -> None:
        """Give up a host that has been gone for long."""
        if self._channel and now_us - self._channel.heard_us >= DROP_US:
            self._channel = None

    def here(self, now_us: int) -> bool:
        """Whether there is a host, as far as can be heard."""
        return self._channel is not None and now_us - self._channel.heard_us < AWAY_US

    def give(self, now_us: int, beat: bytes) -> bytes:
        """The bytes to be sent now."""
        out = b""
        if self._greeted:
            self._greeted = False
            self._about.session = self.session
            self._about.uptime_s = (now_us - self._start_us) // 1_000_000
            out += framed(tell.welcome(self._about))
        if self._stranger:
            out += framed(tell.header(STRANGER, self._stranger, 0, 0))
            self._stranger = 0
        if self._channel and self.here(now_us):
            out += self._channel.give(now_us, beat)
        return out

    def due_us(self, now_us: int) -> int:
        """When there is something to be given, or to be given up."""
        if self._greeted or self._stranger:
            return now_us
        if not self._channel:
            return now_us + IDLE_US
        heard_us = self._channel.heard_us
        if now_us - heard_us >= AWAY_US:
            return heard_us + DROP_US
        return min(self._channel.due_us(now_us), heard_us + AWAY_US)
