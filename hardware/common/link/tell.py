"""How payloads are written; `read` is the other way round. Numbers are little-endian."""

from hardware.common.link.words import (
    COUNTED,
    FAILURES,
    HELLO,
    KINDS,
    LONGEST_TEXT,
    MOST_PRESENT,
    PRESSES,
    SHOWS,
    STATES,
    TROUBLES,
    VERSION,
    WELCOME,
)

MYPY = False
if MYPY:
    from hardware.common.events import Said
    from hardware.common.link.words import Beat, SocketState, Welcome

LONGEST_PART = 32


def header(kind: int, session: int, number: int, ack: int) -> bytes:
    """How every frame of a session begins."""
    return bytes((kind, session & 0xFF, session >> 8, number, ack))


# -- outside of a session


def hello(fresh: int, wanted: int) -> bytes:
    """The payload of HELLO: the number of a session that may begin, and of one that may go on (0: none)."""
    return bytes((HELLO, VERSION)) + _u16(fresh) + _u16(wanted)


def welcome(told: "Welcome") -> bytes:
    """The payload of WELCOME."""
    return (
        bytes((WELCOME, told.version))
        + _u16(told.session)
        + _u16(told.check)
        + bytes((told.board, told.cause))
        + _u32(told.uptime_s)
        + _part(told.uid)
        + _part(_cut(told.name, LONGEST_PART))
        + _part(_cut(told.program, LONGEST_PART))
    )


# -- from the hub


def state(told: "SocketState") -> bytes:
    """The body of STATE. More UIDs than MOST_PRESENT are left out."""
    present = told.present[:MOST_PRESENT]
    body = bytes(
        (told.socket, STATES.index(told.state), told.version, TROUBLES.index(told.trouble), len(present))
    )
    for uid in present:
        body += _part(uid)
    return body + text(told.why)


def said(socket: int, told: "Said", found: bool) -> bytes:
    """The body of SAID. `found`: what came lay there when the reader began to look."""
    return bytes((socket, KINDS.index(told.kind), int(found))) + _part(told.uid) + text(told.why)


def pressed(button: int, what: str) -> bytes:
    """The body of PRESSED: the button by its place in the settings, and one of PRESSES."""
    return bytes((button, PRESSES.index(what)))


def text(sentence: str) -> bytes:
    """The body of STORED and TROUBLE. A sentence that is too long is cut, not within a character."""
    return _cut(sentence, LONGEST_TEXT)


def memory(ask: int, last: bool, part: bytes) -> bytes:
    """The body of MEMORY: a part of what was read, or nothing at the end of a writing. `ask`: the number that the host
    gave its question."""
    return bytes((ask, int(last))) + part


def failed(ask: int, how: str, why: str) -> bytes:
    """The body of FAILED: one of FAILURES, and a sentence."""
    return bytes((ask, FAILURES.index(how))) + text(why)


def beat(told: "Beat") -> bytes:
    """The body of a hub's BEAT."""
    body = _u32(told.free) + bytes((told.socket, told.version))
    for name in COUNTED:
        body += _u32(told.tally.get(name, 0))
    return body


# -- from the host


def light(socket: int, shows: str) -> bytes:
    """The body of LIGHT: one of SHOWS."""
    return bytes((socket, SHOWS.index(shows)))


def ask_memory(ask: int, socket: int, uid: bytes) -> bytes:
    """The body of READ: all user bytes of that tag are wanted."""
    return bytes((ask, socket)) + _part(uid)


def write_memory(ask: int, socket: int, uid: bytes, last: bool, part: bytes) -> bytes:
    """The body of WRITE: a part of what is to be written, from the beginning on; with the `last` it is done."""
    return bytes((ask, socket, int(last))) + _part(uid) + part


# -- their parts


def _u16(value: int) -> bytes:
    return bytes((value & 0xFF, value >> 8 & 0xFF))


def _u32(value: int) -> bytes:
    return _u16(value) + _u16(value >> 16)


def _cut(sentence: str, longest: int) -> bytes:
    """No more than so many bytes of it, and whole characters."""
    whole = sentence.encode()
    if len(whole) <= longest:
        return whole
    end = longest
    while whole[end] & 0xC0 == 0x80:
        end -= 1
    return whole[:end]


def _part(data: bytes) -> bytes:
    """Up to 32 bytes with their number before them."""
    return bytes((len(data[:LONGEST_PART]),)) + data[:LONGEST_PART]
