"""What payloads say: their kinds, and what each tells. `tell` writes them and `read` reads them; firmware/PROTOCOL.md
has the same as tables.
"""

from hardware.common.events import (
    CHIP_DEAD,
    NO_TAG,
    NOISE,
    ONE_TAG,
    READER_BACK,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
)

PROTOCOL_VERSION = 1
"""Of this protocol. Both ends tell theirs in the first two bytes that they say, which never change their meaning."""

HELLO, WELCOME = 0x01, 0x02
"""Outside of any session."""
BEAT, STRANGER = 0x03, 0x04
"""Of a session, without a number. STRANGER: the hub has no such session."""
FIRST_NUMBERED_KIND = 0x10
"""Kinds from here on have numbers, and are delivered once and in order."""
STATE, SAID, PRESSED, STORED, TROUBLE, MEMORY, FAILED = 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16
"""From the hub."""
LIGHT, SETTINGS, LEAVE, READ, WRITE = 0x20, 0x21, 0x22, 0x24, 0x25
"""From the host."""

EVENT_KINDS = (TAG_CAME, TAG_LEFT, SEVERAL_TAGS, NOISE, TROUBLE_OVER, READER_DOWN, READER_BACK)
READER_STATES = ("starting", "well", "down")
READER_TROUBLES = ("", NOISE, SEVERAL_TAGS)
LIGHT_SIGNALS = ("off", "go", "no", "think")
BUTTON_EVENTS = ("pressed", "stuck")
MEMORY_FAILURES = ("gone", "forbidden", "dead")
"""Why a tag was not read or written: it is not there, it must not be, the reader fails."""
TALLY_KEYS = (ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS, CHIP_DEAD, "flaps", "revivals")
BOARD_NAMES = ("another board", "Raspberry Pi Pico", "Raspberry Pi Pico 2")
START_CAUSES = ("power", "watchdog", "restart")

MAX_SOCKETS = 16
MAX_TEXT_BYTES = 120
"""Bytes of a sentence; a longer one is cut."""
MAX_PRESENT_TAGS = 6
"""UIDs in a STATE: more than one is a crowd already."""
MEMORY_PART_BYTES = 192
"""Bytes of a tag's memory in one message."""


class SessionFrame:
    """A frame of a session: `number` and `ack` as in `channel`."""

    __slots__ = ("ack", "body", "kind", "number", "session")

    def __init__(self, kind: int, session: int, number: int, ack: int, body: bytes) -> None:
        self.kind = kind
        self.session = session
        self.number = number
        self.ack = ack
        self.body = body


class HelloMessage:
    """What a host asks with: `version` of its protocol, the number of a `new_session` session, and of the one it would
    go on with (0: none)."""

    __slots__ = ("new_session", "version", "wanted_session")

    def __init__(self, version: int, fresh: int, wanted: int) -> None:
        self.version = version
        self.new_session = fresh
        self.wanted_session = wanted


class WelcomeMessage:
    """What a hub answers: `session` is the fresh one or the wanted one. `settings_checksum`: of its settings, 0 for
    none; `uid`: the board's own number; `program`: the version of its program; `uptime_s`: since it started."""

    __slots__ = (
        "board",
        "name",
        "program",
        "session",
        "settings_checksum",
        "start_cause",
        "uid",
        "uptime_s",
        "version",
    )

    def __init__(
        self,
        version: int,
        session: int = 0,
        check: int = 0,
        board: int = 0,
        cause: int = 0,
        uptime_s: int = 0,
        uid: bytes = b"",
        name: str = "",
        program: str = "",
    ) -> None:
        self.version = version
        self.session = session
        self.settings_checksum = check
        self.board = board
        self.start_cause = cause
        self.uptime_s = uptime_s
        self.uid = uid
        self.name = name
        self.program = program


class SocketStateMessage:
    """One reader as its hub knows it: `state` of STATES (with `why` when down), its chip's `version`, the UIDs that lie
    there, and the `trouble` that lasts (NOISE, CROWD or none)."""

    __slots__ = ("present_uids", "socket", "state", "trouble", "version", "why")

    def __init__(
        self, socket: int, state: str, version: int, trouble: str, present: "tuple[bytes, ...]", why: str
    ) -> None:
        self.socket = socket
        self.state = state
        self.version = version
        self.trouble = trouble
        self.present_uids = present
        self.why = why


class HeartbeatMessage:
    """What a hub's heartbeat tells: bytes of memory that are `free_bytes`, and the `tally` and chip's `version` of one
    of its readers, each in turn. SOCKETS for a hub without any."""

    __slots__ = ("free_bytes", "socket", "tally", "version")

    def __init__(self, free: int, socket: int, version: int, tally: "dict[str, int]") -> None:
        self.free_bytes = free
        self.socket = socket
        self.version = version
        self.tally = tally
