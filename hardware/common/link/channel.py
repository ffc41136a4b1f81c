"""Numbered messages both ways over a line that loses and spoils bytes: each is delivered once, and in order.

Each end keeps its messages until the other acknowledges them, and sends all of them again when nothing moves
(go-back-N). `ack` in every frame is the number that is awaited next. No more than `WINDOW` messages are under
way; more have to wait for room. Pure: times and frames are parameters, bytes are results.
"""

from hardware.common.link.encoding import encode_header
from hardware.common.link.frames import MAX_PAYLOAD_BYTES, encode_frame
from hardware.common.link.messages import BEAT, FIRST_NUMBERED_KIND

MYPY = False
if MYPY:
    from hardware.common.link.messages import SessionFrame

WINDOW = 16
HEADER_BYTES = 5
"""Bytes before a body."""
RESEND_US = 150_000
"""Microseconds that the oldest message under way waits for its acknowledgement. That is longer than one round
of a hub with many resting tags, and shorter than a person notices."""
MAX_BURST_BYTES = 512
"""Bytes after which no further message is begun in a burst; the next call, which follows at once, returns the
rest."""
HEARTBEAT_US = 250_000
"""Microseconds between two frames, at most."""
SILENCE_TIMEOUT_US = 1_500_000
"""Microseconds of silence after which an end takes the other for gone."""


class Channel:
    """One end of a session. `last_heard_us`: the time of the last frame from the other end."""

    __slots__ = (
        "_awaited",
        "_base",
        "_out_us",
        "_owes",
        "_said",
        "_sent",
        "_sent_us",
        "_waiting",
        "last_heard_us",
        "session",
    )

    def __init__(self, session: int, now_us: int) -> None:
        self.session = session
        self.last_heard_us = now_us
        self._waiting: list[tuple[int, bytes]] = []
        self._base = 0
        self._said = 0  # of the waiting messages: how many were ever sent; `_sent`: in this round
        self._sent = 0
        self._sent_us = now_us
        self._out_us = now_us
        self._awaited = 0
        self._owes = True

    @property
    def free_slots(self) -> int:
        """The number of messages that can still be queued."""
        return WINDOW - len(self._waiting)

    @property
    def all_acknowledged(self) -> bool:
        """Whether every queued message has arrived."""
        return not self._waiting

    def enqueue(self, kind: int, body: bytes) -> None:
        """Queue a message. Raises ValueError when there is no room, or the body is too long for a frame."""
        if len(self._waiting) >= WINDOW:
            raise ValueError("the channel is full")
        if len(body) > MAX_PAYLOAD_BYTES - HEADER_BYTES:
            raise ValueError(f"a body has at most {MAX_PAYLOAD_BYTES - HEADER_BYTES} bytes, not {len(body)}")
        self._waiting.append((kind, body))

    def receive(self, frame: "SessionFrame", now_us: int) -> bool:
        """Handle a frame of this session; whether it is a new message."""
        self.last_heard_us = now_us
        had = (frame.ack - self._base) & 0xFF
        if 0 < had <= self._said:
            self._waiting = self._waiting[had:]
            self._base = frame.ack
            self._said -= had
            self._sent = max(0, self._sent - had)
            self._sent_us = now_us
        if frame.kind < FIRST_NUMBERED_KIND:
            return False
        self._owes = True
        if frame.number != self._awaited:
            return False
        self._awaited = (self._awaited + 1) & 0xFF
        return True

    def next_bytes(self, now_us: int, beat: bytes = b"") -> bytes:
        """The bytes to send now. `beat`: the body of a heartbeat, if one is due."""
        if self._sent and now_us - self._sent_us >= RESEND_US:
            self._sent = 0
        if not self._sent:
            self._sent_us = now_us
        out = bytearray()
        while self._sent < len(self._waiting) and len(out) < MAX_BURST_BYTES:
            kind, body = self._waiting[self._sent]
            number = (self._base + self._sent) & 0xFF
            out.extend(encode_frame(encode_header(kind, self.session, number, self._awaited) + body))
            self._sent += 1
            self._owes = False
        self._said = max(self._said, self._sent)
        if self._owes or (not out and now_us - self._out_us >= HEARTBEAT_US):
            out.extend(encode_frame(encode_header(BEAT, self.session, 0, self._awaited) + beat))
            self._owes = False
        if out:
            self._out_us = now_us
        return bytes(out)

    def due_us(self, now_us: int) -> int:
        """When `next_bytes` has something to send, unless a message is queued or received before."""
        if self._owes or self._sent < len(self._waiting):
            return now_us
        due = self._out_us + HEARTBEAT_US
        return min(due, self._sent_us + RESEND_US) if self._sent else due

    def resend_all(self) -> None:
        """Send everything that is under way once more, because the line was lost."""
        self._sent = 0
        self._owes = True
