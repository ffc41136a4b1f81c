"""Tags of type A: woken, told apart, recognised and halted (ISO 14443-3, section 6).

A tag that was not halted ignores the next wake-up once: READY and ACTIVE fall back to IDLE or HALT on any
unexpected command, without an answer (figure 7). So after tags were left awake, NO_TAG needs two wake-ups. A tag
whose answer got lost was left awake by the very wake-up that nobody saw answered, and is silent at the next: so a
third wake-up, a fifth and a seventh ask it anew.
"""

from hardware.common.events import FOREIGN_CARD, NO_TAG, NOISE, ONE_TAG, SEVERAL_TAGS, ScanResult
from hardware.common.rc522.chip import ANSWERED, COLLIDED, NO_ANSWER
from hardware.common.rc522.crc import append_crc, strip_crc

MYPY = False
if MYPY:
    from hardware.common.rc522.chip import Rc522Chip, TagAnswer

_WUPA = b"\x52"
_WUPA_BITS = 7
EXPECTED_WAKE_UPS = 7
"""Wake-ups where a tag is expected: a tag of which three answers in ten get lost misses one scan in a hundred, and
hardly ever three in a row."""
_LEVELS = (0x93, 0x95, 0x97)
_ANY = 0x20
"""NVB of an anticollision without a known bit (6.5.3.2)."""
_ALL = 0x70
"""NVB of a select: all forty bits are known."""
_CASCADE = 0x88
"""In the place of a UID's first byte: this level has three bytes of it, the next level more (6.5.4)."""
_SAK_MORE = 0x04
SAK_ISO_DEP = 0x20
"""It speaks ISO 14443-4 (6.4.3.4), as bank cards, passes and phones do; no sticker for pieces does."""
_RANDOM = 0x08
"""The first of four bytes that are made up anew each time (6.5.4)."""
_HLTA = append_crc(b"\x50\x00")


def scan_field(chip: "Rc522Chip", known_uid: bytes = b"", wake_ups: int = 1) -> ScanResult:
    """Scan for tags: ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS or FOREIGN_CARD.

    A found tag is selected until `halt_tag`.

    With `known_uid`, that tag is addressed by its UID, which is quick but does not reveal a second tag beside
    it; where it does not answer, the tag that does is identified. `wake_ups`: so many stay without an answer
    before NO_TAG is returned.
    """
    if not _wake_one_of(chip, wake_ups):
        return ScanResult(NO_TAG)
    if known_uid:
        found = reselect_tag(chip, known_uid)
        if found is not None:
            return found
        if not _wake_one_of(chip, EXPECTED_WAKE_UPS):
            return ScanResult(NOISE)
    return select_tag(chip)


def _wake_one_of(chip: "Rc522Chip", wake_ups: int) -> bool:
    """Whether a tag answers one of so many wake-ups; from the third on only a whole answer is one, and no noise."""
    for number in range(wake_ups):
        kind = _wake(chip)
        if kind == ANSWERED or (number < 2 and kind != NO_ANSWER):
            return True
    return False


def wake_tags(chip: "Rc522Chip") -> bool:
    """Send WUPA; whether any tag answered. Several answers collide, and a collision is an answer, too."""
    return _wake(chip) != NO_ANSWER


def _wake(chip: "Rc522Chip") -> int:
    """Send WUPA; the kind of the answer."""
    return chip.transceive(_WUPA, _WUPA_BITS, 2).kind


def select_tag(chip: "Rc522Chip") -> ScanResult:
    """Select the one woken tag through all cascade levels; ONE_TAG, FOREIGN_CARD, NOISE or SEVERAL_TAGS.

    A collision counts when it comes three times at the same bit: otherwise it is noise. It is never resolved.
    """
    uid = b""
    for level in _LEVELS:
        ask = bytes((level, _ANY))
        answer = chip.transceive(ask, 0, 5)
        if answer.kind == COLLIDED:
            return ScanResult(
                SEVERAL_TAGS if _same(chip, ask, answer) and _same(chip, ask, answer) else NOISE
            )
        part = answer.data
        if not answer.is_whole(5) or part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
            return ScanResult(NOISE)
        sak = _sak(chip.transceive(_select_frame(level, part), 0, 3))
        if sak < 0:
            return ScanResult(NOISE)
        if not sak & _SAK_MORE:
            uid += part[:4]
            return one_tag_result(uid, sak)
        if part[0] != _CASCADE:
            return ScanResult(NOISE)
        uid += part[1:4]
    return ScanResult(NOISE)


def one_tag_result(uid: bytes, sak: int) -> ScanResult:
    """The result for a tag that is there alone: ONE_TAG, or FOREIGN_CARD as its SAK or its UID tells."""
    is_foreign = sak & SAK_ISO_DEP or (len(uid) == 4 and uid[0] == _RANDOM)
    return ScanResult(FOREIGN_CARD) if is_foreign else ScanResult(ONE_TAG, uid)


def _same(chip: "Rc522Chip", ask: bytes, collided: "TagAnswer") -> bool:
    """Whether repeating collides at the same bit, as UIDs do and noise does not."""
    again = chip.transceive(ask, 0, 5)
    return again.kind == COLLIDED and again.data == collided.data


def reselect_tag(chip: "Rc522Chip", uid: bytes) -> ScanResult | None:
    """Select the tag with this UID among those woken: ONE_TAG or NOISE; None when it does not answer.

    A level's select names all its bits, so that no anticollision is needed and every other tag falls silent.
    """
    parts = _parts(uid)
    for n in range(len(parts)):
        part = parts[n]
        answer = chip.transceive(_select_frame(_LEVELS[n], part), 0, 3)
        if answer.kind == NO_ANSWER:
            return None
        sak = _sak(answer)
        if sak < 0 or bool(sak & _SAK_MORE) != (n + 1 < len(parts)):
            return ScanResult(NOISE)
    return ScanResult(ONE_TAG, uid)


def is_only_tag(chip: "Rc522Chip", uid: bytes) -> bool:
    """Whether the selected tag has this UID and is the only one that answers; then it is selected again.

    A wake-up makes a selected tag fall back without an answer (figure 7), and wakes every other one: so
    silence means that there is no other. This costs four exchanges; halting and identifying it anew would
    cost six.
    """
    if wake_tags(chip) or not wake_tags(chip):
        return False
    found = reselect_tag(chip, uid)
    return found is not None and found.outcome == ONE_TAG


def halt_tag(chip: "Rc522Chip") -> bool:
    """Send HLTA: the selected tag rests until the next WUPA. An answer is a refusal (6.4.3)."""
    return chip.transceive(_HLTA).kind == NO_ANSWER


def _parts(uid: bytes) -> list[bytes]:
    """The data of each cascade level of a UID, with its check byte.

    Raises ValueError for other lengths than 4, 7, 10.
    """
    if len(uid) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
    parts = []
    while len(uid) > 4:
        parts.append(bytes((_CASCADE, uid[0], uid[1], uid[2])))
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts]


def _select_frame(level: int, part: bytes) -> bytes:
    return append_crc(bytes((level, _ALL)) + part)


def _sak(answer: "TagAnswer") -> int:
    """The SAK in a select's answer; -1 when there is none."""
    sak = strip_crc(answer.data) if answer.is_whole(3) else None
    return -1 if sak is None else sak[0]
