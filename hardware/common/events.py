"""The events and states of readers of all kinds, and the result of one scan.

They are plain words, so that a hub can send them over the link.
"""

ONE_TAG = "tag"
"""One tag, its whole UID verified: BCC, SAK and CRC."""
NO_TAG = "none"
"""No tag: the chip's timer ran out in silence."""
NOISE = "noise"
"""A tag is there and cannot be read: CRC, parity, framing. It never counts towards TAG_LEFT."""
SEVERAL_TAGS = "crowd"
"""More than one tag: which ones is never guessed."""
FOREIGN_CARD = "foreign"
"""A bank card, a pass or a phone, as its SAK or its UID tells. It is no piece, and its UID is told to nobody."""
CHIP_DEAD = "dead"
"""No interrupt at all, a version of 0x00 or 0xFF, registers back at their reset values, or a failing bus."""

TROUBLES = (NOISE, SEVERAL_TAGS, FOREIGN_CARD)
"""What lasts while something lies there that is no single piece."""

TAG_CAME = "came"
TAG_LEFT = "left"
TROUBLE_OVER = "calm"
WEAK_TAG = "weak"
"""A tag that has just come answers so seldom that it will be missed during a game: its sticker should be replaced."""
READER_DOWN = "down"
READER_BACK = "back"

READER_STARTING = "starting"
READER_WELL = "well"
"""The states of a reader; READER_DOWN is the third."""

FLAP_COUNT = "flaps"
"""Key of a tally: tags that left and came back at once."""
REVIVAL_COUNT = "revivals"
"""Key of a tally: how often a chip needed a reset."""


class ScanResult:
    """The result of one scan.

    `outcome` is ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS, FOREIGN_CARD or CHIP_DEAD; `uid` has 4, 7 or 10 bytes with
    ONE_TAG, else none; `why` is a text with CHIP_DEAD.
    """

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
    """An event of a reader, after its filter.

    `kind` is TAG_CAME or TAG_LEFT with a `uid`; SEVERAL_TAGS, FOREIGN_CARD, or NOISE that lasts, once until it changes;
    TROUBLE_OVER when that has ended and no tag came or left; WEAK_TAG with a `uid`, once while it lies there, and as
    `why` how many answers came (`7/20`); READER_DOWN with `why`; READER_BACK.
    """

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
