"""Decodes payloads; `encoding` does the reverse. A payload that cannot be decoded raises ValueError."""

from hardware.common.events import TAG_CAME, TAG_LEFT, WEAK_TAG, ReaderEvent
from hardware.common.link.messages import (
    BOARD_NAMES,
    BUTTON_EVENTS,
    EVENT_KINDS,
    LIGHT_SIGNALS,
    MAX_PRESENT_TAGS,
    MAX_SOCKETS,
    MAX_TEXT_BYTES,
    MEMORY_FAILURES,
    MEMORY_PART_BYTES,
    PROTOCOL_VERSION,
    READER_STATES,
    READER_TROUBLES,
    START_CAUSES,
    TALLY_KEYS,
    HeartbeatMessage,
    HelloMessage,
    SessionFrame,
    SocketStateMessage,
    WelcomeMessage,
)

UID_LENGTHS = (4, 7, 10)
MAX_PART_BYTES = 32


def decode_session_frame(payload: bytes) -> SessionFrame:
    """The frame of a session. Raises ValueError where it is too short."""
    if len(payload) < 5:
        raise ValueError("too short for a frame of a session")
    return SessionFrame(payload[0], payload[1] | payload[2] << 8, payload[3], payload[4], payload[5:])


# -- outside of a session


def decode_hello(payload: bytes) -> HelloMessage:
    """A HELLO. Raises ValueError where it is none. Of another protocol version only that version is decoded."""
    pick = _ByteReader(payload, 1)
    version = pick.u8()
    if version != PROTOCOL_VERSION:
        return HelloMessage(version, 0, 0)
    fresh, wanted = pick.u16(), pick.u16()
    pick.end()
    if not fresh:
        raise ValueError("no session has the number 0")
    return HelloMessage(version, fresh, wanted)


def decode_welcome(payload: bytes) -> WelcomeMessage:
    """A WELCOME. Of another protocol version only that version is decoded."""
    pick = _ByteReader(payload, 1)
    read = WelcomeMessage(pick.u8())
    if read.version != PROTOCOL_VERSION:
        return read
    read.session, read.settings_checksum = pick.u16(), pick.u16()
    read.board, read.start_cause = pick.below(len(BOARD_NAMES)), pick.below(len(START_CAUSES))
    read.uptime_s = pick.u32()
    read.uid = pick.part()
    read.name, read.program = _text(pick.part()), _text(pick.part())
    pick.end()
    return read


# -- from the hub


def decode_socket_state(body: bytes) -> SocketStateMessage:
    """A STATE."""
    pick = _ByteReader(body)
    socket, at, version = pick.below(MAX_SOCKETS), pick.below(len(READER_STATES)), pick.u8()
    trouble = READER_TROUBLES[pick.below(len(READER_TROUBLES))]
    count = pick.below(MAX_PRESENT_TAGS + 1)
    present = tuple([pick.uid() for _ in range(count)])
    return SocketStateMessage(socket, READER_STATES[at], version, trouble, present, _text(pick.rest()))


def decode_reader_event(body: bytes) -> "tuple[int, ReaderEvent, bool]":
    """A SAID: socket, the reader's event, and whether its tag was found there."""
    pick = _ByteReader(body)
    socket, kind, found = pick.below(MAX_SOCKETS), EVENT_KINDS[pick.below(len(EVENT_KINDS))], pick.yes()
    uid = pick.uid() if kind in (TAG_CAME, TAG_LEFT, WEAK_TAG) else pick.no_uid()
    return socket, ReaderEvent(kind, uid, _text(pick.rest())), found


def decode_button_event(body: bytes) -> "tuple[int, str]":
    """A PRESSED: the number of the button in the settings, and one of BUTTON_EVENTS."""
    pick = _ByteReader(body)
    button, what = pick.u8(), BUTTON_EVENTS[pick.below(len(BUTTON_EVENTS))]
    pick.end()
    return button, what


def decode_text(body: bytes) -> str:
    """A STORED or a TROUBLE."""
    return _text(body)


def decode_tag_memory_part(body: bytes) -> "tuple[int, bool, bytes]":
    """A MEMORY: the number of the request, whether this is the last part, and the part."""
    pick = _ByteReader(body)
    ask, last = pick.u8(), pick.yes()
    return ask, last, pick.memory()


def decode_tag_memory_failure(body: bytes) -> "tuple[int, str, str]":
    """A FAILED: the number of the request, one of MEMORY_FAILURES, and a sentence."""
    pick = _ByteReader(body)
    ask, how = pick.u8(), MEMORY_FAILURES[pick.below(len(MEMORY_FAILURES))]
    return ask, how, _text(pick.rest())


def decode_heartbeat(body: bytes) -> HeartbeatMessage:
    """The body of a hub's BEAT."""
    pick = _ByteReader(body)
    free, socket, version = pick.u32(), pick.below(MAX_SOCKETS + 1), pick.u8()
    tally = {name: pick.u32() for name in TALLY_KEYS}
    pick.end()
    return HeartbeatMessage(free, socket, version, tally)


# -- from the host


def decode_light(body: bytes) -> "tuple[int, str]":
    """A LIGHT: socket, and one of LIGHT_SIGNALS."""
    pick = _ByteReader(body)
    socket, shows = pick.below(MAX_SOCKETS), LIGHT_SIGNALS[pick.below(len(LIGHT_SIGNALS))]
    pick.end()
    return socket, shows


def decode_read_request(body: bytes) -> "tuple[int, int, bytes]":
    """A READ: the number of the request, socket, UID."""
    pick = _ByteReader(body)
    ask, socket, uid = pick.u8(), pick.below(MAX_SOCKETS), pick.uid()
    pick.end()
    return ask, socket, uid


def decode_write_request(body: bytes) -> "tuple[int, int, bytes, bool, bytes]":
    """A WRITE: the number of the request, socket, UID, whether this is the last part, and the part."""
    pick = _ByteReader(body)
    ask, socket, last, uid = pick.u8(), pick.below(MAX_SOCKETS), pick.yes(), pick.uid()
    return ask, socket, uid, last, pick.memory()


# -- their parts


class _ByteReader:
    """Reads a body from its beginning. Raises ValueError where it does not contain what is asked for."""

    __slots__ = ("_at", "_body")

    def __init__(self, body: bytes, at: int = 0) -> None:
        self._body = body
        self._at = at

    def some(self, length: int) -> bytes:
        some = self._body[self._at : self._at + length]
        if len(some) < length:
            raise ValueError("a message ends too soon")
        self._at += length
        return some

    def u8(self) -> int:
        return self.some(1)[0]

    def u16(self) -> int:
        some = self.some(2)
        return some[0] | some[1] << 8

    def u32(self) -> int:
        low = self.u16()
        return low | self.u16() << 16

    def below(self, limit: int) -> int:
        value = self.u8()
        if value >= limit:
            raise ValueError(f"{value} where a message may say less than {limit}")
        return value

    def yes(self) -> bool:
        return bool(self.below(2))

    def part(self) -> bytes:
        return self.some(self.below(MAX_PART_BYTES + 1))

    def uid(self) -> bytes:
        uid = self.part()
        if len(uid) not in UID_LENGTHS:
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
        return uid

    def no_uid(self) -> bytes:
        if self.part():
            raise ValueError("a UID where there is none")
        return b""

    def memory(self) -> bytes:
        part = self.rest()
        if len(part) > MEMORY_PART_BYTES:
            raise ValueError(f"a message has at most {MEMORY_PART_BYTES} bytes of memory, not {len(part)}")
        return part

    def rest(self) -> bytes:
        return self._body[self._at :]

    def end(self) -> None:
        if self._at < len(self._body):
            raise ValueError("a message has more than it may say")


def _text(data: bytes) -> str:
    """The text of these bytes. Raises ValueError where it is too long or no text."""
    if len(data) > MAX_TEXT_BYTES:
        raise ValueError(f"a sentence has at most {MAX_TEXT_BYTES} bytes, not {len(data)}")
    return data.decode()
