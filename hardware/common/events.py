"""What readers say, of whatever kind, and how they are; and what one scan found. Plain words, so that a hub can send
them over a wire.
"""

ONE_TAG = "tag"
"""One tag, its whole UID verified: BCC, SAK and CRC."""
NO_TAG = "none"
"""Nobody there: the chip's timer ran out in silence."""
NOISE = "noise"
"""Something IS there and cannot be read: CRC, parity, framing. Never counts towards gone."""
SEVERAL_TAGS = "crowd"
"""More than one tag: which ones is never guessed."""
CHIP_DEAD = "dead"
"""No interrupt at all, a version of 0x00 or 0xFF, registers back at their reset values, or a failing bus."""

TAG_CAME = "came"
TAG_LEFT = "left"
TROUBLE_OVER = "calm"
READER_DOWN = "down"
READER_BACK = "back"

READER_STARTING = "starting"
READER_WELL = "well"
"""How a reader is; DOWN is the third."""

FLAP_COUNT = "flaps"
"""Of a tally: tags that left and came back at once."""
REVIVAL_COUNT = "revivals"
"""Of a tally: how often a chip needed a reset."""


class ScanResult:
    """What one scan found: `outcome` TAG, NONE, NOISE, CROWD or DEAD; `uid` 4, 7 or 10 bytes with TAG, else empty;
    `why` in words with DEAD."""

    __slots__ = ("outcome", "uid", "why")

    def __init__(self, outcome: str, uid: bytes = b"", why: str = "") -> None:
        self.outcome = outcome
        self.uid = uid
        self.why = why

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScanResult) and (self.outcome, self.uid, self.why) == (
            other.outcome,
            other.uid,
            other.why,
        )

    def __repr__(self) -> str:
        return f"ScanResult({self.outcome!r}, {self.uid!r}, {self.why!r})"


class ReaderEvent:
    """What a reader says after its filter: `kind` CAME or LEFT with a `uid`; CROWD, or NOISE that lasts, once until it
    changes, and CALM when that is over and nobody came or left; DOWN with `why`; BACK."""

    __slots__ = ("kind", "uid", "why")

    def __init__(self, kind: str, uid: bytes = b"", why: str = "") -> None:
        self.kind = kind
        self.uid = uid
        self.why = why

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReaderEvent) and (self.kind, self.uid, self.why) == (
            other.kind,
            other.uid,
            other.why,
        )

    def __repr__(self) -> str:
        return f"ReaderEvent({self.kind!r}, {self.uid!r}, {self.why!r})"
