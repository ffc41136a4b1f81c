"""Reads and writes the user memory of NTAG213, 215 and 216 (NTAG21x datasheet rev.

3.2, sections 8.5 and 10).

Pages have four bytes. Only user pages are ever written: not the serial number, the lock bytes, the capability
container, the configuration or the password. Nothing here can lock a tag.
"""

from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.common.rc522.chip import ANSWERED
from hardware.common.rc522.crc import append_crc, strip_crc

MYPY = False
if MYPY:
    from hardware.common.rc522.register_port import TagChip, TagResponse

PAGE_BYTES = 4
"""Bytes of a page."""

_ACK = 0x0A
_GET_VERSION = b"\x60"
_READ = 0x30
_FAST_READ = 0x3A
_WRITE = 0xA2

_READ_US = 5_000
_WRITE_US = 10_000
"""The longest time a tag may take for an answer (10.1, table 24)."""
_STILL_US = 1_000
"""Long enough for a healthy tag; a slower one is checked in another way."""
_MOST_PAGES = 15
"""Sixty bytes and their check bytes fit into the chip's FIFO of 64."""
_EMPTY = b"\x03\x00\xfe\x00"
"""The first user page of an empty message (NFC Forum, type 2 tag)."""

_NXP = 0x04
"""The maker's code, the first byte of a UID of seven bytes (ISO 7816-6)."""
_UID_PAGES = append_crc(b"\x3a\x00\x01")
_NXP_NTAG = b"\x00\x04\x04"
_STORAGE = {0x0F: ("NTAG213", 39), 0x11: ("NTAG215", 129), 0x13: ("NTAG216", 225)}
"""Byte 6 of GET_VERSION: the type and its last user page (10.1, table 28; 8.5, figures 6 to 8)."""
_FIRST_PAGE = 4


class NtagUserMemoryRange:
    """A tag's user memory: `name` of its type, pages `first` to `last`, `size` in bytes."""

    __slots__ = ("first", "last", "name", "size")

    def __init__(self, name: str, first: int, last: int) -> None:
        self.name = name
        self.first = first
        self.last = last
        self.size = (last - first + 1) * PAGE_BYTES

    def __repr__(self) -> str:
        return f"NtagUserMemory({self.name}, {self.first}, {self.last})"


def may_be_ntag(uid: bytes) -> bool:
    """Whether `is_still_present` may work for a tag with this UID."""
    return len(uid) == 7 and uid[0] == _NXP


def is_still_present(chip: "TagChip", uid: bytes) -> bool:
    """Whether the tag that was left selected is still there: reads its UID from pages 0 and 1 (8.5.1).

    It takes one exchange instead of the four of waking, selecting twice and halting.
    """
    answer = chip.transceive(_UID_PAGES, 0, 10, _STILL_US)
    pages = strip_crc(answer.data) if answer.is_whole(10) else None
    return pages is not None and pages[:3] + pages[4:] == uid


def read_version(chip: "TagChip") -> bytes:
    """GET_VERSION of the selected tag: eight bytes.

    Raises TagGone where it does not answer, as tags of other types.
    """
    return _ask(chip, _GET_VERSION, 8, "GET_VERSION")


def find_user_memory_range(chip: "TagChip") -> NtagUserMemoryRange:
    """The user memory of the selected tag.

    Raises TagMemoryForbidden for an unknown type, TagGone without an answer.
    """
    return user_memory_range_of_version(read_version(chip))


def user_memory_range_of_version(version: bytes) -> NtagUserMemoryRange:
    """The user memory described by eight bytes of GET_VERSION. Raises TagMemoryForbidden for an unknown type."""
    known = _STORAGE.get(version[6]) if len(version) == 8 and version[:3] == _NXP_NTAG else None
    if known is None:
        raise TagMemoryForbidden(
            "this tag is no NTAG213, 215 or 216: only those are read and written, use such a sticker"
        )
    return NtagUserMemoryRange(known[0], _FIRST_PAGE, known[1])


def read_four_pages(chip: "TagChip", page: int) -> bytes:
    """Sixteen bytes from this page on. After the last page a tag continues with the first."""
    return _ask(chip, bytes((_READ, page)), 16, f"page {page}")


def fast_read_pages(chip: "TagChip", first: int, last: int) -> bytes:
    """All bytes of these pages, at most 15 at a time. Raises TagMemoryForbidden for more."""
    if not 0 <= last - first < _MOST_PAGES:
        raise TagMemoryForbidden(
            f"pages {first} to {last}: the chip takes 1 to {_MOST_PAGES} pages at a time"
        )
    return _ask(
        chip, bytes((_FAST_READ, first, last)), (last - first + 1) * PAGE_BYTES, f"pages {first} to {last}"
    )


def write_page(chip: "TagChip", where: NtagUserMemoryRange, page: int, four: bytes) -> None:
    """Write one user page and verify it.

    Raises TagMemoryForbidden outside the user memory and where the tag refuses, TagGone where it does not
    keep the bytes.
    """
    if not where.first <= page <= where.last or len(four) != PAGE_BYTES:
        raise TagMemoryForbidden(
            f"{len(four)} bytes into page {page}: of an {where.name} {where.first} to {where.last} are written"
        )
    answer = chip.transceive(append_crc(bytes((_WRITE, page)) + four), 0, 1, _WRITE_US)
    _refused(answer, f"to change page {page}: it is locked or has a password")
    if not _short(answer) or answer.data[0] & 0x0F != _ACK:
        raise TagGone(f"page {page} was not taken: lay the tag down again")
    if read_four_pages(chip, page)[:PAGE_BYTES] != four:
        raise TagGone(f"page {page} did not keep what was written: lay the tag down again")


def read_user_memory(chip: "TagChip", where: NtagUserMemoryRange) -> bytes:
    """The whole user memory."""
    content = b""
    page = where.first
    while page <= where.last:
        last = min(page + _MOST_PAGES - 1, where.last)
        content += fast_read_pages(chip, page, last)
        page = last + 1
    return content


def write_user_memory(chip: "TagChip", where: NtagUserMemoryRange, data: bytes) -> None:
    """Write these bytes at the beginning of the user memory, filled up to a page with zeros; the rest stays.

    Pages with the right bytes are left alone. The first page holds an empty message while the others change,
    so that a tag taken away in between holds no half of a message. Raises TagMemoryForbidden when the data
    does not fit.
    """
    if len(data) > where.size:
        raise TagMemoryForbidden(f"{len(data)} bytes do not fit: an {where.name} has {where.size}")
    data = data + bytes(-len(data) % PAGE_BYTES)
    present = read_user_memory(chip, where)
    wrong = [
        at
        for at in range(0, len(data), PAGE_BYTES)
        if present[at : at + PAGE_BYTES] != data[at : at + PAGE_BYTES]
    ]
    if wrong and wrong != [0] and present[:PAGE_BYTES] != _EMPTY:
        write_page(chip, where, where.first, _EMPTY)
        wrong = [0] + [at for at in wrong if at]
    for at in reversed(wrong):
        write_page(chip, where, where.first + at // PAGE_BYTES, data[at : at + PAGE_BYTES])


def _ask(chip: "TagChip", command: bytes, size: int, what: str) -> bytes:
    answer = chip.transceive(append_crc(command), 0, size + 2, _READ_US)
    _refused(answer, f"to give {what}: it is of another type, or has a password")
    content = strip_crc(answer.data) if answer.is_whole(size + 2) else None
    if content is None:
        raise TagGone(f"no right answer to reading {what}: lay the tag down again")
    return content


def _short(answer: "TagResponse") -> bool:
    """Whether four bits came back: an ACK or a NAK (10.1.2)."""
    return answer.kind == ANSWERED and len(answer.data) == 1 and answer.last_bits == 4


def _refused(answer: "TagResponse", what: str) -> None:
    """Raise TagMemoryForbidden for a NAK that refuses. Odd NAKs only report a bad frame or a failed write."""
    if _short(answer) and answer.data[0] & 0x0F in (0x00, 0x04):
        raise TagMemoryForbidden(f"the tag refuses {what}; take another sticker")
