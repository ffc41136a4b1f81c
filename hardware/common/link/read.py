"""How payloads are read; `tell` is the other way round. Whatever cannot be read raises ValueError: who reads takes such
a frame for rubbish.
"""

from hardware.common.events import CAME, LEFT, Said
from hardware.common.link.words import (
    BOARDS,
    CAUSES,
    COUNTED,
    FAILURES,
    KINDS,
    LONGEST_TEXT,
    MEMORY_PART,
    MOST_PRESENT,
    PRESSES,
    SHOWS,
    SOCKETS,
    STATES,
    TROUBLES,
    VERSION,
    Beat,
    Frame,
    Hello,
    SocketState,
    Welcome,
)

UID_LENGTHS = (4, 7, 10)
LONGEST_PART = 32


def frame(payload: bytes) -> Frame:
    """A frame of a session."""
    if len(payload) < 5:
        raise ValueError("too short for a frame of a session")
    return Frame(payload[0], payload[1] | payload[2] << 8, payload[3], payload[4], payload[5:])


# -- outside of a session


def hello(payload: bytes) -> Hello:
    """A HELLO. Of another version nothing is read but that."""
    pick = _Pick(payload, 1)
    version = pick.u8()
    if version != VERSION:
        return Hello(version, 0, 0)
    fresh, wanted = pick.u16(), pick.u16()
    pick.end()
    if not fresh:
        raise ValueError("no session has the number 0")
    return Hello(version, fresh, wanted)


def welcome(payload: bytes) -> Welcome:
    """A WELCOME. Of another version nothing is read but that."""
    pick = _Pick(payload, 1)
    read = Welcome(pick.u8())
    if read.version != VERSION:
        return read
    read.session, read.check = pick.u16(), pick.u16()
    read.board, read.cause = pick.below(len(BOARDS)), pick.below(len(CAUSES))
    read.uptime_s = pick.u32()
    read.uid = pick.part()
    read.name, read.program = _text(pick.part()), _text(pick.part())
    pick.end()
    return read


# -- from the hub


def state(body: bytes) -> SocketState:
    """A STATE."""
    pick = _Pick(body)
    socket, at, version = pick.below(SOCKETS), pick.below(len(STATES)), pick.u8()
    trouble = TROUBLES[pick.below(len(TROUBLES))]
    count = pick.below(MOST_PRESENT + 1)
    present = tuple([pick.uid() for _ in range(count)])
    return SocketState(socket, STATES[at], version, trouble, present, _text(pick.rest()))


def said(body: bytes) -> "tuple[int, Said, bool]":
    """A SAID: socket, what its reader says, and whether it was found."""
    pick = _Pick(body)
    socket, kind, found = pick.below(SOCKETS), KINDS[pick.below(len(KINDS))], pick.yes()
    uid = pick.uid() if kind in (CAME, LEFT) else pick.no_uid()
    return socket, Said(kind, uid, _text(pick.rest())), found


def pressed(body: bytes) -> "tuple[int, str]":
    """A PRESSED: the button by its place in the settings, and one of PRESSES."""
    pick = _Pick(body)
    button, what = pick.u8(), PRESSES[pick.below(len(PRESSES))]
    pick.end()
    return button, what


def text(body: bytes) -> str:
    """A STORED or a TROUBLE."""
    return _text(body)


def memory(body: bytes) -> "tuple[int, bool, bytes]":
    """A MEMORY: the number of the question, whether this is the last part, and the part."""
    pick = _Pick(body)
    ask, last = pick.u8(), pick.yes()
    return ask, last, pick.memory()


def failed(body: bytes) -> "tuple[int, str, str]":
    """A FAILED: the number of the question, one of FAILURES, and a sentence."""
    pick = _Pick(body)
    ask, how = pick.u8(), FAILURES[pick.below(len(FAILURES))]
    return ask, how, _text(pick.rest())


def beat(body: bytes) -> Beat:
    """What a hub's BEAT tells."""
    pick = _Pick(body)
    free, socket, version = pick.u32(), pick.below(SOCKETS + 1), pick.u8()
    tally = {name: pick.u32() for name in COUNTED}
    pick.end()
    return Beat(free, socket, version, tally)


# -- from the host


def light(body: bytes) -> "tuple[int, str]":
    """A LIGHT: socket, and one of SHOWS."""
    pick = _Pick(body)
    socket, shows = pick.below(SOCKETS), SHOWS[pick.below(len(SHOWS))]
    pick.end()
    return socket, shows


def ask_memory(body: bytes) -> "tuple[int, int, bytes]":
    """A READ: the number of the question, socket, UID."""
    pick = _Pick(body)
    ask, socket, uid = pick.u8(), pick.below(SOCKETS), pick.uid()
    pick.end()
    return ask, socket, uid


def write_memory(body: bytes) -> "tuple[int, int, bytes, bool, bytes]":
    """A WRITE: the number of the question, socket, UID, whether this is the last part, and the part."""
    pick = _Pick(body)
    ask, socket, last, uid = pick.u8(), pick.below(SOCKETS), pick.yes(), pick.uid()
    return ask, socket, uid, last, pick.memory()


# -- their parts


class _Pick:
    """Takes a body apart from its beginning. Raises ValueError where it does not hold what is asked for."""

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
        return self.some(self.below(LONGEST_PART + 1))

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
        if len(part) > MEMORY_PART:
            raise ValueError(f"a message has at most {MEMORY_PART} bytes of memory, not {len(part)}")
        return part

    def rest(self) -> bytes:
        return self._body[self._at :]

    def end(self) -> None:
        if self._at < len(self._body):
            raise ValueError("a message has more than it may say")


def _text(data: bytes) -> str:
    """Raises UnicodeError, which is a ValueError, for bytes that are no text."""
    if len(data) > LONGEST_TEXT:
        raise ValueError(f"a sentence has at most {LONGEST_TEXT} bytes, not {len(data)}")
    return data.decode()
