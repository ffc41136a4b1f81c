"""Encodes payloads; `decoding` does the reverse. Numbers are little-endian."""

from hardware.common.link.messages import (
    BUTTON_EVENTS,
    EVENT_KINDS,
    HELLO,
    LIGHT_SIGNALS,
    MAX_PRESENT_TAGS,
    MAX_TEXT_BYTES,
    MEMORY_FAILURES,
    PROTOCOL_VERSION,
    READER_STATES,
    READER_TROUBLES,
    TALLY_KEYS,
    WELCOME,
)

MYPY = False
if MYPY:
    from hardware.common.events import ReaderEvent
    from hardware.common.link.messages import HeartbeatMessage, SocketStateMessage, WelcomeMessage

MAX_PART_BYTES = 32


def encode_header(kind: int, session: int, number: int, ack: int) -> bytes:
    """The beginning of every frame of a session."""
    return bytes((kind, session & 0xFF, session >> 8, number, ack))


# -- outside of a session


def encode_hello(fresh: int, wanted: int) -> bytes:
    """The payload of HELLO: the number of a session that may begin, and of one that may be resumed (0: none)."""
    return bytes((HELLO, PROTOCOL_VERSION)) + _u16(fresh) + _u16(wanted)


def encode_welcome(message: "WelcomeMessage") -> bytes:
    """The payload of WELCOME."""
    return (
        bytes((WELCOME, message.version))
        + _u16(message.session)
        + _u16(message.settings_checksum)
        + bytes((message.board, message.start_cause))
        + _u32(message.uptime_s)
        + _part(message.uid)
        + _part(_cut(message.name, MAX_PART_BYTES))
        + _part(_cut(message.program, MAX_PART_BYTES))
    )


# -- from the hub


def encode_socket_state(message: "SocketStateMessage") -> bytes:
    """The body of STATE. Only the first MAX_PRESENT_TAGS UIDs are sent."""
    present = message.present_uids[:MAX_PRESENT_TAGS]
    body = bytes(
        (
            message.socket,
            READER_STATES.index(message.state),
            message.version,
            READER_TROUBLES.index(message.trouble),
            len(present),
        )
    )
    for uid in present:
        body += _part(uid)
    return body + encode_text(message.why)


def encode_reader_event(socket: int, event: "ReaderEvent", found: bool) -> bytes:
    """The body of SAID. `found`: the tag was there when the reader began to scan."""
    return (
        bytes((socket, EVENT_KINDS.index(event.kind), int(found))) + _part(event.uid) + encode_text(event.why)
    )


def encode_button_event(button: int, what: str) -> bytes:
    """The body of PRESSED: the number of the button in the settings, and one of BUTTON_EVENTS."""
    return bytes((button, BUTTON_EVENTS.index(what)))


def encode_text(sentence: str) -> bytes:
    """The body of STORED and TROUBLE. A sentence that is too long is cut, not within a character."""
    return _cut(sentence, MAX_TEXT_BYTES)


def encode_tag_memory_part(ask: int, last: bool, part: bytes) -> bytes:
    """The body of MEMORY: a part of what was read, or nothing at the end of a write.

    `ask`: the number that the host gave its request.
    """
    return bytes((ask, int(last))) + part


def encode_tag_memory_failure(ask: int, how: str, why: str) -> bytes:
    """The body of FAILED: one of MEMORY_FAILURES, and a sentence."""
    return bytes((ask, MEMORY_FAILURES.index(how))) + encode_text(why)


def encode_heartbeat(message: "HeartbeatMessage") -> bytes:
    """The body of a hub's BEAT."""
    body = _u32(message.free_bytes) + bytes((message.socket, message.version))
    for name in TALLY_KEYS:
        body += _u32(message.tally.get(name, 0))
    return body


# -- from the host


def encode_light(socket: int, shows: str) -> bytes:
    """The body of LIGHT: one of LIGHT_SIGNALS."""
    return bytes((socket, LIGHT_SIGNALS.index(shows)))


def encode_read_request(ask: int, socket: int, uid: bytes) -> bytes:
    """The body of READ, which asks for all user bytes of that tag."""
    return bytes((ask, socket)) + _part(uid)


def encode_write_request(ask: int, socket: int, uid: bytes, last: bool, part: bytes) -> bytes:
    """The body of WRITE: a part of the data, from its beginning on; after the `last` one the tag is written."""
    return bytes((ask, socket, int(last))) + _part(uid) + part


# -- their parts


def _u16(value: int) -> bytes:
    return bytes((value & 0xFF, value >> 8 & 0xFF))


def _u32(value: int) -> bytes:
    return _u16(value) + _u16(value >> 16)


def _cut(sentence: str, longest: int) -> bytes:
    """The first bytes of a sentence up to that number, in whole characters."""
    whole = sentence.encode()
    if len(whole) <= longest:
        return whole
    end = longest
    while whole[end] & 0xC0 == 0x80:
        end -= 1
    return whole[:end]


def _part(data: bytes) -> bytes:
    """Up to 32 bytes after their number."""
    return bytes((len(data[:MAX_PART_BYTES]),)) + data[:MAX_PART_BYTES]
