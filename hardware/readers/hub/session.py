"""Herald's end of the link to one hub: bytes in, bytes out, and the received messages.

Pure: time is a parameter.

A session outlives the line on which it began: after `on_line_opened` the hub is asked to resume it, unless it
was ended. Foreign bytes, rubbish and our own bytes sent back are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hardware.common.events import ReaderEvent
from hardware.common.link import decoding
from hardware.common.link.channel import SILENCE_TIMEOUT_US, Channel
from hardware.common.link.encoding import encode_hello
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.messages import (
    BEAT,
    FAILED,
    MEMORY,
    PRESSED,
    PROTOCOL_VERSION,
    SAID,
    STATE,
    STORED,
    STRANGER,
    TROUBLE,
    WELCOME,
    HeartbeatMessage,
    SocketStateMessage,
    WelcomeMessage,
)

HELLO_INTERVAL_US = 250_000
"""Microseconds between two HELLO until one is answered."""
MAX_SESSION_NUMBER = 0xFFFF


class HubAnswered(NamedTuple):
    """The hub answered: its session is resumed, or a new one begins.

    A hub of another protocol version has no session, and only that version is known.
    """

    welcome: WelcomeMessage
    is_resumed: bool


class SocketEvent(NamedTuple):
    """An event of the reader at a socket."""

    socket: int
    event: ReaderEvent
    already_there: bool


class HubButtonEvent(NamedTuple):
    """The button at a place in the settings: one of hardware.common.link.messages.BUTTON_EVENTS."""

    button: int
    event: str


class SettingsStored(NamedTuple):
    """The settings were stored (`why` is ""), or `why` not."""

    why: str


class CrashReport(NamedTuple):
    """Why the hub's program before this one ended."""

    sentence: str


class TagMemoryPart(NamedTuple):
    """A part of a tag's memory."""

    request_number: int
    is_last: bool
    data: bytes


class TagMemoryFailure(NamedTuple):
    """A tag was not read or written: one of hardware.common.link.messages.MEMORY_FAILURES, and why."""

    request_number: int
    failure: str
    why: str


HubMessage = (
    HubAnswered
    | SocketStateMessage
    | SocketEvent
    | HubButtonEvent
    | SettingsStored
    | CrashReport
    | TagMemoryPart
    | TagMemoryFailure
    | HeartbeatMessage
)

DECODERS: Mapping[int, Callable[[bytes], HubMessage]] = {
    STATE: decoding.decode_socket_state,
    SAID: lambda body: SocketEvent(*decoding.decode_reader_event(body)),
    PRESSED: lambda body: HubButtonEvent(*decoding.decode_button_event(body)),
    STORED: lambda body: SettingsStored(decoding.decode_text(body)),
    TROUBLE: lambda body: CrashReport(decoding.decode_text(body)),
    MEMORY: lambda body: TagMemoryPart(*decoding.decode_tag_memory_part(body)),
    FAILED: lambda body: TagMemoryFailure(*decoding.decode_tag_memory_failure(body)),
    BEAT: decoding.decode_heartbeat,
}
"""The messages of a hub in a session. All others are ignored, also a heartbeat of ours: it has no body."""


class HubSession:
    """The session with one hub, on one line after another.

    `random_below` returns a random number below its argument.
    """

    __slots__ = (
        "_channel",
        "_connected",
        "_deframer",
        "_greeting",
        "_hello_us",
        "_new_number",
        "_previous_channel",
        "_random_below",
        "_wanted_number",
        "greeting_since_us",
        "last_heard_us",
        "silence_timeout_us",
    )

    def __init__(self, random_below: Callable[[int], int]) -> None:
        self._random_below = random_below
        self._deframer = FrameDecoder()
        self._channel: Channel | None = None
        self._previous_channel: Channel | None = None
        self._greeting = self._connected = False
        self._new_number = self._wanted_number = 0
        self._hello_us = 0
        self.greeting_since_us = 0
        """The time of the first HELLO of this greeting."""
        self.last_heard_us = 0
        """The time of the last message in a session."""
        self.silence_timeout_us = SILENCE_TIMEOUT_US
        """Microseconds of silence after which a hub is gone."""

    @property
    def is_greeting(self) -> bool:
        """Whether HELLO is being sent, and no hub has answered."""
        return self._greeting

    @property
    def is_connected(self) -> bool:
        """Whether a session is active on this line."""
        return self._connected

    @property
    def bad_frames(self) -> int:
        """The number of bad frames on this line."""
        return self._deframer.bad_frames

    @property
    def free_slots(self) -> int:
        """The number of messages that can be queued now."""
        return self._channel.free_slots if self._connected and self._channel is not None else 0

    def on_line_opened(self, now_us: int) -> None:
        """Begin on a line that was just opened."""
        self._deframer = FrameDecoder()
        self._greet(now_us)

    def on_line_closed(self) -> None:
        """End with a line that was lost, or is not wanted."""
        self._greeting = self._connected = False

    def on_wrong_device(self) -> None:
        """Another hub answered on this line: the previous session may still be resumed elsewhere."""
        self.on_line_closed()
        self._channel = self._previous_channel

    def end_session(self) -> None:
        """End the session: the hub is asked for a new one from now on."""
        self._channel = self._previous_channel = None
        self._connected = False
        self._wanted_number = 0

    def enqueue(self, kind: int, body: bytes) -> None:
        """Queue a message of the session. Raises ValueError when there is no session or no room."""
        if self._channel is None:
            raise ValueError("there is no session")
        self._channel.enqueue(kind, body)

    def receive(self, data: bytes, now_us: int) -> list[HubMessage]:
        """The messages in these bytes, in order."""
        messages: list[HubMessage] = []
        for payload in self._deframer.feed(data):
            try:
                message = (
                    self._welcome(payload, now_us) if payload[0] == WELCOME else self._accept(payload, now_us)
                )
            except ValueError:
                continue
            if message is not None:
                messages.append(message)
        return messages

    def is_silent(self, now_us: int) -> bool:
        """Whether the hub has been silent in the session for so long that it is gone."""
        return self.is_connected and now_us - self.last_heard_us >= self.silence_timeout_us

    def next_bytes(self, now_us: int) -> bytes:
        """The bytes to send now."""
        if self._greeting:
            if now_us < self._hello_us:
                return b""
            self._hello_us = now_us + HELLO_INTERVAL_US
            return encode_frame(encode_hello(self._new_number, self._wanted_number))
        return self._channel.next_bytes(now_us) if self._connected and self._channel is not None else b""

    def due_us(self, now_us: int) -> int:
        """When there is something to send or to notice, unless a message is queued or received before."""
        if self._greeting:
            return self._hello_us
        if not self._connected or self._channel is None:
            return now_us + HELLO_INTERVAL_US
        return min(self._channel.due_us(now_us), self.last_heard_us + self.silence_timeout_us)

    def _greet(self, now_us: int) -> None:
        """Send HELLO until a hub answers."""
        self._greeting, self._connected = True, False
        self.greeting_since_us = self._hello_us = now_us
        self._previous_channel = self._channel
        self._wanted_number = self._channel.session if self._channel is not None else 0
        self._new_number = 1 + self._random_below(MAX_SESSION_NUMBER)
        if self._new_number == self._wanted_number:
            self._new_number = 1 + self._new_number % MAX_SESSION_NUMBER

    def _welcome(self, payload: bytes, now_us: int) -> HubAnswered | None:
        welcome = decoding.decode_welcome(payload)
        if not self._greeting:
            return None  # an answer to a repeated HELLO
        if welcome.version != PROTOCOL_VERSION:
            self._greeting = False
            self.end_session()
            return HubAnswered(welcome, False)
        goes_on = bool(self._wanted_number) and welcome.session == self._wanted_number
        if not goes_on and welcome.session != self._new_number:
            return None
        self._greeting, self._connected = False, True
        self.last_heard_us = now_us
        if self._channel is not None and goes_on:
            self._channel.resend_all()
        else:
            self._channel = Channel(welcome.session, now_us)
        return HubAnswered(welcome, goes_on)

    def _accept(self, payload: bytes, now_us: int) -> HubMessage | None:
        """Decode a frame before it is accepted: one that cannot be decoded despite its CRC is sent again."""
        frame = decoding.decode_session_frame(payload)
        channel = self._channel
        if channel is None or not self._connected or frame.session != channel.session:
            return None
        if frame.kind == STRANGER:
            self.end_session()
            self._greet(now_us)
            return None
        if frame.kind not in DECODERS:
            return None
        message = DECODERS[frame.kind](frame.body)
        self.last_heard_us = now_us
        return message if channel.receive(frame, now_us) or frame.kind == BEAT else None
