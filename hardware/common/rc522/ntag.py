"""Reading and writing the user memory of NTAG213, 215 and 216 (NTAG21x datasheet rev. 3.2, sections 8.5 and 10).

Pages have four bytes. Only user pages are ever written: not the serial number, the lock bytes, the capability
container, the configuration or the password. Nothing here can lock a tag.
"""

from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.common.rc522.chip import ANSWERED
from hardware.common.rc522.crc import append_crc, strip_crc

MYPY = False
if MYPY:
    from hardware.common.rc522.chip import ChipAnswer, Rc522Chip

PAGE_BYTES = 4
"""Bytes of a page."""

_ACK = 0x0A
_GET_VERSION = b"\x60"
_READ = 0x30
_FAST_READ = 0x3A
_WRITE = 0xA2

_READ_US = 5_000
_WRITE_US = 10_000
"""How long a tag may think about an answer (10.1, table 24)."""
_STILL_US = 1_000
"""Long enough for a tag in good health; one that is slower is asked in another way."""
_MOST_PAGES = 15
"""Sixty bytes and their check are what the chip's FIFO of 64 holds."""
_EMPTY = b"\x03\x00\xfe\x00"
"""A first user page that says: a message of no bytes, and no more (NFC Forum, type 2 tag)."""

_NXP = 0x04
"""The maker's code, which a UID of seven bytes begins with (ISO 7816-6)."""
_UID_PAGES = append_crc(b"\x3a\x00\x01")
_NXP_NTAG = b"\x00\x04\x04"
_STORAGE = {0x0F: ("NTAG213", 39), 0x11: ("NTAG215", 129), 0x13: ("NTAG216", 225)}
"""Byte 6 of GET_VERSION: the type and its last user page (10.1, table 28; 8.5, figures 6 to 8)."""
_FIRST_PAGE = 4


class NtagUserMemory:
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
    """Whether a tag with this UID is worth being asked with `is_still_present`."""
    return len(uid) == 7 and uid[0] == _NXP


def is_still_present(chip: "Rc522Chip", uid: bytes) -> bool:
    """Whether the tag that was left selected is still there: its UID read anew, from pages 0 and 1 (8.5.1).

    One exchange instead of the four of waking, selecting twice and putting to rest.
    """
    answer = chip.transceive(_UID_PAGES, 0, 10, _STILL_US)
    pages = strip_crc(answer.data) if answer.is_whole(10) else None
    return pages is not None and pages[:3] + pages[4:] == uid


def read_version(chip: "Rc522Chip") -> bytes:
    """GET_VERSION of the selected tag: eight bytes. Raises TagGone when it has none, as tags of other types do."""
    return _ask(chip, _GET_VERSION, 8, "GET_VERSION")


def find_user_memory(chip: "Rc522Chip") -> NtagUserMemory:
    """The user memory of the selected tag. Raises Forbidden for a type that is not known, TagGone without an answer."""
    return parse_version(read_version(chip))


def parse_version(version: bytes) -> NtagUserMemory:
    """The user memory that eight bytes of GET_VERSION speak of. Raises Forbidden where there is none that we know."""
    known = _STORAGE.get(version[6]) if len(version) == 8 and version[:3] == _NXP_NTAG else None
    if known is None:
        raise TagMemoryForbidden(
            "this tag is no NTAG213, 215 or 216: only those are read and written, use such a sticker"
        )
    return NtagUserMemory(known[0], _FIRST_PAGE, known[1])


def read_pages(chip: "Rc522Chip", page: int) -> bytes:
    """Sixteen bytes from this page on. Beyond the last page a tag begins again with the first."""
    return _ask(chip, bytes((_READ, page)), 16, f"page {page}")


def fast_read_pages(chip: "Rc522Chip", first: int, last: int) -> bytes:
    """All bytes of these pages, at most 15 at a time. Raises Forbidden for more."""
    if not 0 <= last - first < _MOST_PAGES:
        raise TagMemoryForbidden(
            f"pages {first} to {last}: the chip takes 1 to {_MOST_PAGES} pages at a time"
        )
    return _ask(
        chip, bytes((_FAST_READ, first, last)), (last - first + 1) * PAGE_BYTES, f"pages {first} to {last}"
    )


def write_page(chip: "Rc522Chip", where: NtagUserMemory, page: int, four: bytes) -> None:
    """One user page, read back. Raises Forbidden outside the user memory and where the tag refuses."""
    if not where.first <= page <= where.last or len(four) != PAGE_BYTES:
        raise TagMemoryForbidden(
            f"{len(four)} bytes into page {page}: of an {where.name} {where.first} to {where.last} are written"
        )
    answer = chip.transceive(append_crc(bytes((_WRITE, page)) + four), 0, 1, _WRITE_US)
    _refused(answer, f"to change page {page}: it is locked or has a password")
    if not _short(answer) or answer.data[0] & 0x0F != _ACK:
        raise TagGone(f"page {page} was not taken: lay the tag down again")
    if read_pages(chip, page)[:PAGE_BYTES] != four:
        raise TagGone(f"page {page} did not keep what was written: lay the tag down again")


def read_user_memory(chip: "Rc522Chip", where: NtagUserMemory) -> bytes:
    """The whole user memory."""
    content = b""
    page = where.first
    while page <= where.last:
        last = min(page + _MOST_PAGES - 1, where.last)
        content += fast_read_pages(chip, page, last)
        page = last + 1
    return content


def write_user_memory(chip: "Rc522Chip", where: NtagUserMemory, data: bytes) -> None:
    """These bytes at the beginning of the user memory, filled up to a page with zeros; the rest stays.

    Pages that hold the right bytes already are left alone. The first page says "empty" while the others change, so
    that a tag taken away in between holds no half of a message. Raises Forbidden when it does not fit.
    """
    if len(data) > where.size:
        raise TagMemoryForbidden(f"{len(data)} bytes do not fit: an {where.name} has {where.size}")
    data = data + bytes(-len(data) % PAGE_BYTES)
    now = read_user_memory(chip, where)
    wrong = [
        at
        for at in range(0, len(data), PAGE_BYTES)
        if now[at : at + PAGE_BYTES] != data[at : at + PAGE_BYTES]
    ]
    if wrong and wrong != [0] and now[:PAGE_BYTES] != _EMPTY:
        write_page(chip, where, where.first, _EMPTY)
        wrong = [0] + [at for at in wrong if at]
    for at in reversed(wrong):
        write_page(chip, where, where.first + at // PAGE_BYTES, data[at : at + PAGE_BYTES])


def _ask(chip: "Rc522Chip", command: bytes, size: int, what: str) -> bytes:
    answer = chip.transceive(append_crc(command), 0, size + 2, _READ_US)
    _refused(answer, f"to give {what}: it is of another type, or has a password")
    content = strip_crc(answer.data) if answer.is_whole(size + 2) else None
    if content is None:
        raise TagGone(f"no right answer to reading {what}: lay the tag down again")
    return content


def _short(answer: "ChipAnswer") -> bool:
    """Whether four bits came back: an ACK or a NAK (10.1.2)."""
    return answer.kind == ANSWERED and len(answer.data) == 1 and answer.last_bits == 4


def _refused(answer: "ChipAnswer", what: str) -> None:
    """Raise Forbidden for a NAK that means it. The odd ones only say that a frame or a write went wrong."""
    if _short(answer) and answer.data[0] & 0x0F in (0x00, 0x04):
        raise TagMemoryForbidden(f"the tag refuses {what}; take another sticker")
