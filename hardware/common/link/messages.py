"""The kinds of payloads and their contents.

`encoding` writes and `decoding` reads them.

firmware/PROTOCOL.md describes them in tables.
"""

from hardware.common.events import (
    CHIP_DEAD,
    FOREIGN_CARD,
    NO_TAG,
    NOISE,
    ONE_TAG,
    READER_BACK,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    WEAK_TAG,
)

PROTOCOL_VERSION = 1
"""The version of this protocol. Both ends send it in the first two bytes, whose meaning never changes."""

HELLO, WELCOME = 0x01, 0x02
"""Outside any session."""
BEAT, STRANGER = 0x03, 0x04
"""In a session, without a number. STRANGER: the hub has no such session."""
FIRST_NUMBERED_KIND = 0x10
"""Kinds from here on have numbers, and are delivered once and in order."""
STATE, SAID, PRESSED, STORED, TROUBLE, MEMORY, FAILED = 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16
"""Kinds that the hub sends."""
LIGHT, SETTINGS, LEAVE, READ, WRITE = 0x20, 0x21, 0x22, 0x24, 0x25
"""Kinds that the host sends."""

EVENT_KINDS = (
    TAG_CAME,
    TAG_LEFT,
    SEVERAL_TAGS,
    NOISE,
    TROUBLE_OVER,
    READER_DOWN,
    READER_BACK,
    FOREIGN_CARD,
    WEAK_TAG,
)
READER_STATES = ("starting", "well", "down")
READER_TROUBLES = ("", NOISE, SEVERAL_TAGS, FOREIGN_CARD)
LIGHT_SIGNALS = ("off", "go", "no", "think")
BUTTON_EVENTS = ("pressed", "stuck")
MEMORY_FAILURES = ("gone", "forbidden", "dead")
"""Why a tag was not read or written: it is not there, it is forbidden, or the reader fails."""
TALLY_KEYS = (ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS, CHIP_DEAD, "flaps", "revivals")
BOARD_NAMES = ("another board", "Raspberry Pi Pico", "Raspberry Pi Pico 2")
START_CAUSES = ("power", "watchdog", "restart")

MAX_SOCKETS = 16
MAX_TEXT_BYTES = 120
"""The longest sentence in bytes; a longer one is cut."""
MAX_PRESENT_TAGS = 6
"""The most UIDs in a STATE: more than one are several tags already."""
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
    """The greeting of a host.

    `version` of its protocol, the number of a `new_session`, and of the session that it wants to resume (0:
    none).
    """

    __slots__ = ("new_session", "version", "wanted_session")

    def __init__(self, version: int, fresh: int, wanted: int) -> None:
        self.version = version
        self.new_session = fresh
        self.wanted_session = wanted


class WelcomeMessage:
    """The answer of a hub.

    `session` is the new one or the wanted one. `settings_checksum`: of its settings, 0 for none; `uid`: the
    board's own number; `program`: the version of its program; `uptime_s`: seconds since its start.
    """

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
    """The state of one reader of a hub.

    `state` is one of READER_STATES (with `why` when down), `version` is its chip's, `present_uids` are the
    UIDs that rest there, and `trouble` is what lasts (NOISE, SEVERAL_TAGS, FOREIGN_CARD or "").
    """

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
    """A hub's heartbeat: its free memory in bytes, and the state of one reader after another.

    `tally` and `version` are those of the reader at `socket`, which is MAX_SOCKETS for a hub without readers.
    """

    __slots__ = ("free_bytes", "socket", "tally", "version")

    def __init__(self, free: int, socket: int, version: int, tally: "dict[str, int]") -> None:
        self.free_bytes = free
        self.socket = socket
        self.version = version
        self.tally = tally
