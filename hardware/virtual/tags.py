"""Tags as state machines: ISO 14443-3 type A, NTAG21x with memory, MIFARE Classic until it is identified.

Simplified: a tag's own parity check never fails; passwords, counters and signatures are missing (GET_VERSION,
READ, FAST_READ and WRITE exist); AUTH0 and CFGLCK are only memory; a write is done at once when its answer is
planned, so lost power does not tear it; of MIFARE Classic's three passes only the first nonce is sent.
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.virtual.crc import crc_a, has_valid_crc

REQA = 0x26
WUPA = 0x52
HLTA = bytes.fromhex("500057CD")
CASCADE = 0x88
NAK_INVALID = 0x0
NAK_CRC = 0x1
NAK_NOT_NOW = 0x4
ACK = 0xA

WRITE_NS = 4_100_000
"""The time that an NTAG21x takes to store a page before it answers (NTAG213/215/216 datasheet, WRITE)."""


class TagReply(NamedTuple):
    """The answer of a tag: `bits` data bits, the first as bit 0 of `value`.

    `offset`: bits of its first byte that the reader sent itself (anticollision). `delay_ns`: how much later
    than ISO 14443-3 allows at the earliest.
    """

    value: int
    bits: int
    offset: int = 0
    delay_ns: int = 0


def make_reply(data: bytes, delay_ns: int = 0) -> TagReply:
    """An answer of whole bytes."""
    return TagReply(int.from_bytes(data, "little"), 8 * len(data), 0, delay_ns)


class VirtualTag:
    """One tag of ISO 14443-3 type A.

    `state`: OFF, IDLE, READY1 to 3, ACTIVE, HALT, and READY1* ... ACTIVE* when it was woken from HALT and
    falls back there.
    """

    __slots__ = ("_atqa", "_level", "_levels", "_sak", "_starred", "_state", "uid")

    def __init__(self, uid: bytes, atqa: int | None = None, sak: int = 0x00) -> None:
        """`uid`: 4, 7 or 10 bytes, otherwise raises ValueError. `sak`: of the last cascade level."""
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = bytes(uid)
        size = len(uid) // 3 - 1
        parts = [bytes((CASCADE,)) + self.uid[3 * n : 3 * n + 3] for n in range(size)] + [
            self.uid[3 * size :]
        ]
        self._levels = tuple(int.from_bytes(part + bytes((_bcc(part),)), "little") for part in parts)
        self._atqa = TagReply(size << 6 | 0x04 if atqa is None else atqa, 16)
        self._sak = sak
        self._state = "OFF"
        self._level = 0
        self._starred = False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.uid.hex()})"

    @property
    def state(self) -> str:
        level = str(self._level + 1) if self._state == "READY" else ""
        return self._state + level + ("*" if self._starred and self._state in ("READY", "ACTIVE") else "")

    def set_power(self, on: bool) -> None:
        """Switch the field on or off; without it a tag forgets its state."""
        self._state = "IDLE" if on else "OFF"
        self._starred = False

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        """Handle a frame of the reader, `bits` long without parity; the tag's answer."""
        if bits == 7:
            return self._wake(frame[0])
        if self._state == "READY":
            return self._ready(frame, bits)
        if self._state == "ACTIVE":
            return self._active(frame, bits)
        return None

    def _fall(self) -> TagReply | None:
        """End the conversation without an answer, as after anything unexpected (ISO 14443-3, 6.3)."""
        self._state = "HALT" if self._starred else "IDLE"
        return None

    def _wake(self, code: int) -> TagReply | None:
        if self._state == "OFF":
            return None
        halted = self._state == "HALT"
        if (code == WUPA and halted) or (code in (REQA, WUPA) and self._state == "IDLE"):
            self._starred = halted
            self._state, self._level = "READY", 0
            return self._atqa
        if not halted:
            self._fall()
        return None

    def _ready(self, frame: bytes, bits: int) -> TagReply | None:
        """Handle anticollision and SELECT of the present cascade level (ISO 14443-3, 6.5.3)."""
        if bits < 16 or frame[0] != 0x93 + 2 * self._level:
            return self._fall()
        if frame[1] == 0x70:
            return self._select(frame, bits)
        own = self._levels[self._level]
        known = bits - 16
        if known >= 40 or (frame[1] >> 4) * 8 + (frame[1] & 0x0F) != bits:
            return self._fall()
        if (int.from_bytes(frame[2:], "little") ^ own) & ((1 << known) - 1):
            return None
        return TagReply(own >> known, 40 - known, known % 8)

    def _select(self, frame: bytes, bits: int) -> TagReply | None:
        named = int.from_bytes(frame[2:7], "little")
        if bits != 72 or named != self._levels[self._level] or not has_valid_crc(frame):
            return self._fall()
        self._level += 1
        if self._level < len(self._levels):
            return _with_crc(b"\x04")
        self._state = "ACTIVE"
        return _with_crc(bytes((self._sak,)))

    def _active(self, frame: bytes, bits: int) -> TagReply | None:
        if frame == HLTA and bits == 32:
            self._state = "HALT"
            return None
        if bits % 8 or not has_valid_crc(frame):
            return self._refuse(NAK_CRC)
        return self._command(frame[:-2])

    def _command(self, command: bytes) -> TagReply | None:
        """Handle a command of the tag's type in state ACTIVE."""
        return self._fall()

    def _refuse(self, why: int) -> TagReply | None:
        """Refuse a frame; tags of no known type do not answer."""
        return self._fall()


def _bcc(part: bytes) -> int:
    return part[0] ^ part[1] ^ part[2] ^ part[3]


def _with_crc(data: bytes, delay_ns: int = 0) -> TagReply:
    return make_reply(data + crc_a(data), delay_ns)


class NtagType(NamedTuple):
    """The differences between the three NTAG21x.

    They are the number of pages, the size byte of the capability container, the storage byte of GET_VERSION,
    the page of the dynamic lock bytes, and the number of pages that each of their bits locks.
    """

    name: str
    pages: int
    size_code: int
    storage_code: int
    dynamic_lock_page: int
    pages_per_lock_bit: int


NTAG213 = NtagType("NTAG213", 45, 0x12, 0x0F, 0x28, 2)
NTAG215 = NtagType("NTAG215", 135, 0x3E, 0x11, 0x82, 16)
NTAG216 = NtagType("NTAG216", 231, 0x6D, 0x13, 0xE2, 16)


class VirtualNtag(VirtualTag):
    """An NTAG21x. `memory`: all pages; `written_pages`: every page that was written, in order."""

    __slots__ = ("kind", "memory", "written_pages")

    def __init__(self, uid: bytes, kind: NtagType = NTAG213, text: bytes = b"\x03\x00\xfe\x00") -> None:
        """`text`: the beginning of its user memory (page 4 and on).

        Raises ValueError unless the UID has 7 bytes.
        """
        if len(uid) != 7:
            raise ValueError(f"an {kind.name} has a UID of 7 bytes, not {len(uid)}")
        super().__init__(uid, 0x0044)
        self.kind = kind
        self.written_pages: list[tuple[int, bytes]] = []
        self.memory = bytearray(4 * kind.pages)
        first = bytes((CASCADE,)) + self.uid[:3]
        self.memory[:8] = self.uid[:3] + bytes((_bcc(first),)) + self.uid[3:]
        self.memory[8:16] = bytes((_bcc(self.uid[3:]), 0x48, 0, 0, 0xE1, 0x10, kind.size_code, 0))
        self.memory[16 : 16 + len(text)] = text
        self.memory[4 * kind.dynamic_lock_page :] = bytes.fromhex(
            "000000BD 040000FF 00050000 FFFFFFFF 00000000"
        )

    @property
    def is_locked(self) -> bool:
        """Whether any lock bit is set, so that the sticker can never be fully used again."""
        dynamic = 4 * self.kind.dynamic_lock_page
        return any(self.memory[10:12]) or any(self.memory[dynamic : dynamic + 3])

    def _command(self, command: bytes) -> TagReply | None:
        code, length = command[0], len(command)
        if code == 0x60 and length == 1:
            return _with_crc(bytes((0x00, 0x04, 0x04, 0x02, 0x01, 0x00, self.kind.storage_code, 0x03)))
        if code == 0x30 and length == 2 and command[1] < self.kind.pages:
            shown = self._shown()
            return _with_crc((shown + shown)[4 * command[1] : 4 * command[1] + 16])
        if code == 0x3A and length == 3 and command[1] <= command[2] < self.kind.pages:
            return _with_crc(self._shown()[4 * command[1] : 4 * command[2] + 4])
        if code == 0xA2 and length == 6 and self._store(command[1], command[2:]):
            return TagReply(ACK, 4, 0, WRITE_NS)
        return self._refuse(NAK_INVALID)

    def _refuse(self, why: int) -> TagReply | None:
        """Refuse a command: after every NAK the tag falls back to IDLE or HALT."""
        self._fall()
        return TagReply(why, 4)

    def _shown(self) -> bytes:
        """The memory as it can be read: the password and its answer read as zero."""
        return bytes(self.memory[:-8]) + bytes(8)

    def _store(self, page: int, new: bytes) -> bool:
        if not 2 <= page < self.kind.pages or self._locks(page):
            return False
        old = self.memory[4 * page : 4 * page + 4]
        if page == 2:
            new = bytes(old[:2]) + bytes(old[n] | new[n] & ~self._frozen()[n - 2] for n in (2, 3))
        elif page == 3:
            new = bytes(was | asked for was, asked in zip(old, new, strict=True))
        elif page == self.kind.dynamic_lock_page:
            frozen = sum(3 << 2 * bit for bit in range(8) if old[2] >> bit & 1)
            bits = (new[0] | new[1] << 8) & ~frozen
            new = bytes((old[0] | bits & 0xFF, old[1] | bits >> 8, old[2] | new[2], old[3]))
        self.memory[4 * page : 4 * page + 4] = new
        self.written_pages.append((page, bytes(new)))
        return True

    def _locks(self, page: int) -> bool:
        """Whether a lock bit protects this page (NTAG21x datasheet, 8.5.2 and 8.5.3)."""
        if page < 3:
            return False
        if page < 16:
            return bool(int.from_bytes(self.memory[10:12], "little") >> page & 1)
        if page >= self.kind.dynamic_lock_page:
            return False
        dynamic = 4 * self.kind.dynamic_lock_page
        bits = int.from_bytes(self.memory[dynamic : dynamic + 2], "little")
        return bool(bits >> (page - 16) // self.kind.pages_per_lock_bit & 1)

    def _frozen(self) -> tuple[int, int]:
        """The bits of the two static lock bytes that their block-locking bits protect."""
        blocks = self.memory[10]
        frozen = (0x0008 if blocks & 1 else 0) | (0x03F0 if blocks & 2 else 0) | (0xFC00 if blocks & 4 else 0)
        return frozen & 0xFF, frozen >> 8


class VirtualMifareClassic(VirtualTag):
    """A MIFARE Classic 1K: it is identified, answers AUTHENTICATE with a nonce, and gives no data to anyone."""

    __slots__ = ("_asked",)

    def __init__(self, uid: bytes) -> None:
        """Raises ValueError unless the UID has 4 or 7 bytes."""
        if len(uid) not in (4, 7):
            raise ValueError(f"a MIFARE Classic has a UID of 4 or 7 bytes, not {len(uid)}")
        super().__init__(uid, 0x0004 if len(uid) == 4 else 0x0044, sak=0x08)
        self._asked = False

    def _wake(self, code: int) -> TagReply | None:
        self._asked = False
        return super()._wake(code)

    def _active(self, frame: bytes, bits: int) -> TagReply | None:
        if self._asked:
            self._asked = False
            return self._fall()
        return super()._active(frame, bits)

    def _command(self, command: bytes) -> TagReply | None:
        if command[0] in (0x60, 0x61) and len(command) == 2 and command[1] < 64:
            self._asked = True
            return make_reply(crc_a(self.uid) + crc_a(self.uid[::-1]))
        return self._refuse(NAK_NOT_NOW)

    def _refuse(self, why: int) -> TagReply | None:
        self._fall()
        return TagReply(why, 4)


class VirtualIsoDepCard(VirtualTag):
    """A card of ISO 14443-4, as a bank card or a phone: it answers RATS and refuses every APDU.

    `ats`: its answer to RATS without CRC; the first byte is its length. `answered`: the frames in protocol
    that it has answered.
    """

    __slots__ = ("_in_protocol", "answered", "ats")

    def __init__(
        self, uid: bytes, ats: bytes = bytes.fromhex("067577810280"), atqa: int | None = None
    ) -> None:
        """Raises ValueError unless the UID has 4, 7 or 10 bytes."""
        super().__init__(uid, atqa, sak=0x20)
        self.ats = ats
        self.answered = 0
        self._in_protocol = False

    def _active(self, frame: bytes, bits: int) -> TagReply | None:
        if self._in_protocol and (frame == HLTA or bits % 8 or not has_valid_crc(frame)):
            return None  # in protocol it does not listen to what is no block of it
        return super()._active(frame, bits)

    def _command(self, command: bytes) -> TagReply | None:
        if command[0] == 0xE0 and len(command) == 2 and not self._in_protocol:
            self._in_protocol = True
            return _with_crc(self.ats)
        if not self._in_protocol:
            return self._fall()
        if command == b"\xc2":  # S(DESELECT): ISO 14443-4, 8
            self._in_protocol = False
            self._state = "HALT"
            return _with_crc(command)
        if command[0] & 0xEE == 0x02:  # an I-block, acknowledged by one with the status "no such instruction"
            self.answered += 1
            return _with_crc(command[:1] + b"\x6d\x00")
        return None

    def _wake(self, code: int) -> TagReply | None:
        if not self._in_protocol:
            return super()._wake(code)
        return None

    def set_power(self, on: bool) -> None:
        """Switch the field on or off; without it a card forgets its protocol, too."""
        self._in_protocol = False
        super().set_power(on)


def make_ntag213(uid: bytes, text: bytes = b"\x03\x00\xfe\x00") -> VirtualNtag:
    """A sticker with 144 bytes of user memory."""
    return VirtualNtag(uid, NTAG213, text)


def make_ntag215(uid: bytes, text: bytes = b"\x03\x00\xfe\x00") -> VirtualNtag:
    """A sticker with 504 bytes of user memory."""
    return VirtualNtag(uid, NTAG215, text)


def make_ntag216(uid: bytes, text: bytes = b"\x03\x00\xfe\x00") -> VirtualNtag:
    """A sticker with 888 bytes of user memory."""
    return VirtualNtag(uid, NTAG216, text)


def make_classic_1k(uid: bytes) -> VirtualMifareClassic:
    """A white card or a key fob as they are sold with the readers."""
    return VirtualMifareClassic(uid)
