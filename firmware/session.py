"""The hub's end of the link: the host, its session, and the bytes to send."""

from hardware.common.link import decoding, encoding
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.messages import (
    BEAT,
    HELLO,
    LIGHT,
    PROTOCOL_VERSION,
    READ,
    SETTINGS,
    STRANGER,
    WRITE,
)

MYPY = False
if MYPY:
    from hardware.common.link.messages import HelloMessage, SessionFrame, WelcomeMessage

MIN_FREE_SLOTS = 8
"""Free slots needed before anything is done that causes messages: a scan and any answer cause fewer."""
HOST_AWAY_US = 3_000_000
"""Microseconds of silence after which a host is gone: nothing is sent any more, but messages are kept."""
FORGET_SESSION_US = 10_000_000
"""Microseconds of silence after which messages are dropped, too: the next host begins anew."""
IDLE_US = 1_000_000
_ANSWERED = (SETTINGS, READ, WRITE)


class HostSession:
    """The session with the one host.

    `is_new`: a session began and the program has not handled that; `must_resend_states`: all states have to
    be sent, because a session began or was resumed.
    """

    __slots__ = (
        "_about",
        "_channel",
        "_deframer",
        "_greeted",
        "_start_us",
        "_stranger",
        "is_new",
        "must_resend_states",
    )

    def __init__(self, about: "WelcomeMessage", now_us: int) -> None:
        """`about`: the welcome to a host; session and uptime are filled in later."""
        self._about = about
        self._start_us = now_us
        self._deframer = FrameDecoder()
        self._channel: Channel | None = None
        self._greeted = False
        self._stranger = 0
        self.is_new = False
        self.must_resend_states = False

    # -- from the host

    def decode_payloads(self, data: bytes) -> "list[bytes]":
        """The payloads that are complete with these bytes."""
        return self._deframer.feed(data)

    def receive_command(self, payload: bytes, now_us: int, busy: bool) -> "SessionFrame | None":
        """The command in a payload; None where it is none, or not new.

        A command that needs an answer is not accepted while the hub is `busy` with such a command or has no
        room for the answer: the host sends it again.
        """
        try:
            if payload[0] == HELLO:
                self._greet(decoding.decode_hello(payload), now_us)
                return None
            frame = decoding.decode_session_frame(payload)
        except ValueError:
            return None
        # only a hub sends these: a line that is still being opened may echo
        if frame.kind < LIGHT and (frame.kind != BEAT or frame.body):
            return None
        channel = self._channel
        if channel is None or frame.session != channel.session:
            self._stranger = frame.session
            return None
        if frame.kind in _ANSWERED:
            kind, frame.kind = frame.kind, BEAT
            channel.receive(frame, now_us)  # its acknowledgement makes room
            if busy or channel.free_slots < MIN_FREE_SLOTS:
                return None
            frame.kind = kind
        return frame if channel.receive(frame, now_us) else None

    def _greet(self, hello: "HelloMessage", now_us: int) -> None:
        """Begin or resume a session; one that was just begun is only welcomed again."""
        self._greeted = True
        if hello.version != PROTOCOL_VERSION:
            return
        channel = self._channel
        if channel is not None and hello.wanted_session == channel.session:
            channel.resend_all()
            channel.last_heard_us = now_us
            self.must_resend_states = True
        elif channel is None or hello.new_session != channel.session:
            self._channel = Channel(hello.new_session, now_us)
            self.is_new = self.must_resend_states = True

    # -- to the host

    @property
    def number(self) -> int:
        """The number of the session, 0 for none."""
        return self._channel.session if self._channel else 0

    @property
    def free_slots(self) -> int:
        """The number of messages that can be queued."""
        return self._channel.free_slots if self._channel else 0

    @property
    def all_acknowledged(self) -> bool:
        """Whether the host has received every queued message."""
        return self._channel is None or self._channel.all_acknowledged

    def enqueue(self, kind: int, body: bytes) -> None:
        """Queue a message. There must be room."""
        if self._channel:
            self._channel.enqueue(kind, body)

    def drop_absent_host(self, now_us: int) -> None:
        """End the session of a host that has been silent for long."""
        if self._channel and now_us - self._channel.last_heard_us >= FORGET_SESSION_US:
            self._channel = None

    def is_host_here(self, now_us: int) -> bool:
        """Whether a host is there, as far as can be known."""
        return self._channel is not None and now_us - self._channel.last_heard_us < HOST_AWAY_US

    def next_bytes(self, now_us: int, beat: bytes) -> bytes:
        """The bytes to send now."""
        out = b""
        if self._greeted:
            self._greeted = False
            self._about.session = self.number
            self._about.uptime_s = (now_us - self._start_us) // 1_000_000
            out += encode_frame(encoding.encode_welcome(self._about))
        if self._stranger:
            out += encode_frame(encoding.encode_header(STRANGER, self._stranger, 0, 0))
            self._stranger = 0
        if self._channel and self.is_host_here(now_us):
            out += self._channel.next_bytes(now_us, beat)
        return out

    def due_us(self, now_us: int) -> int:
        """When there is something to send, or a host to give up."""
        if self._greeted or self._stranger:
            return now_us
        if not self._channel:
            return now_us + IDLE_US
        heard_us = self._channel.last_heard_us
        if now_us - heard_us >= HOST_AWAY_US:
            return heard_us + FORGET_SESSION_US
        return min(self._channel.due_us(now_us), heard_us + HOST_AWAY_US)
