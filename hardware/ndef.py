"""NDEF text and external records on tags, for phones and people: parsed from any bytes, and written.

A tag's user memory holds blocks of tag, length, value (NFC Forum Type 2 Tag Operation, "TLV blocks"): 0x03 is
a message of records (NDEF 1.0, section 3.2), 0x01 and 0x02 describe areas that must not be overwritten, 0xFE
ends the blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct

from hardware.errors import HardwareError

NULL, LOCK_CONTROL, MEMORY_CONTROL, MESSAGE, TERMINATOR = 0x00, 0x01, 0x02, 0x03, 0xFE
LONG_LENGTH_MARK = 0xFF  # in place of a length: two bytes of it follow
MAX_VALUE_BYTES = 0xFFFE  # bytes of a value

BEGIN, END, CHUNK, SHORT, NAMED = 0x80, 0x40, 0x20, 0x10, 0x08  # flags of a record, over its kind
EMPTY, WELL_KNOWN, MEDIA, URI, EXTERNAL, UNKNOWN, UNCHANGED = range(7)
TNF_MASK = 0x07

TEXT_TYPE = b"T"
UTF16_FLAG = 0x80
LANGUAGE_LENGTH_MASK = 0x3F  # bits with the length of the language code


class MessageTooLongError(HardwareError, ValueError):
    """A message does not fit on the tag. `needed` and `capacity` in bytes."""

    def __init__(self, needed: int, room: int) -> None:
        super().__init__(f"{needed} bytes do not fit on this tag, it has room for {room}: take a larger one")
        self.needed, self.capacity = needed, room


class TextRecord(Struct, frozen=True):
    """A text and its language, as `en` or `de-AT` (Text record type definition, section 3.2)."""

    language: str
    text: str


class ExternalRecord(Struct, frozen=True):
    """Data of an external type, written `domain:type` with the domain of the type's author."""

    type: str
    payload: bytes


class OtherRecord(Struct, frozen=True):
    """Any other record: the name of its type, and its bytes."""

    type: str
    payload: bytes


NdefRecord = TextRecord | ExternalRecord | OtherRecord


class NdefMessage(Struct, frozen=True):
    """All records that could be read completely. `fault`: what is wrong with the rest, "" when nothing is."""

    records: tuple[NdefRecord, ...] = ()
    fault: str = ""


class _Broken(Exception):
    """The bytes from here on cannot be read."""


# -- reading


def parse_message(memory: bytes) -> NdefMessage:
    """The records of the first message in a tag's user memory, which may hold any bytes: never raises."""
    records: list[NdefRecord] = []
    try:
        value, complete = _first_message(memory)
        _read(value, records)
        if not complete:
            raise _Broken("the message says it is longer than the tag")
    except _Broken as broken:
        return NdefMessage(tuple(records), str(broken))
    return NdefMessage(tuple(records))


def _blocks(memory: bytes) -> Iterator[tuple[int, int, int]]:
    """The blocks of the memory: the tag of each, where its value begins, and where it should end."""
    at = 0
    while at < len(memory) and memory[at] != TERMINATOR:
        if memory[at] == NULL:
            at += 1
            continue
        if at + 1 < len(memory) and memory[at + 1] == LONG_LENGTH_MARK:
            value, size = at + 4, memory[at + 2 : at + 4]
        else:
            value, size = at + 2, memory[at + 1 : at + 2]
        if value > len(memory):
            raise _Broken("a block without a length at the end of the tag")
        end = value + int.from_bytes(size, "big")
        yield memory[at], value, end
        at = end


def _first_message(memory: bytes) -> tuple[bytes, bool]:
    """The value of the first message, and whether it is complete; empty where there is no message."""
    for tag, value, end in _blocks(memory):
        if tag == MESSAGE:
            return memory[value:end], end <= len(memory)
        if end > len(memory):
            raise _Broken("a block says it is longer than the tag")
    return b"", True


class _Part(Struct, frozen=True):
    """One record as it is stored, a whole one or a chunk of one."""

    flags: int
    type: bytes
    payload: bytes

    @property
    def kind(self) -> int:
        return self.flags & TNF_MASK


def _read(value: bytes, records: list[NdefRecord]) -> None:
    """Add the records of a message to `found`, with chunks joined.

    Raises _Broken at bytes that are no record.
    """
    first: _Part | None = None
    payload = b""
    for part in _parts(value):
        if (part.kind == UNCHANGED) != (first is not None):
            raise _Broken("a chunk out of place")
        first = first or part
        payload += part.payload
        if not part.flags & CHUNK:
            records.append(_record(first, payload))
            first, payload = None, b""
    if first is not None:
        raise _Broken("the last chunk is missing")


def _parts(value: bytes) -> Iterator[_Part]:
    at = 0
    while at < len(value):
        part, at = _part(value, at)
        yield part
        if part.flags & END:
            if at < len(value):
                raise _Broken("bytes behind the last record")
            return
    if value:
        raise _Broken("the last record is missing")


def _part(value: bytes, at: int) -> tuple[_Part, int]:
    """The record that begins at `at`, and where the next one begins (NDEF 1.0, section 3.2)."""
    begin = at

    def taken(count: int) -> bytes:
        nonlocal at
        at += count
        if at > len(value):
            raise _Broken("a record says it is longer than the message")
        return value[at - count : at]

    flags = taken(1)[0]
    if bool(flags & BEGIN) != (begin == 0):
        raise _Broken("the first record is missing" if begin == 0 else "a second message within the first")
    type_size = taken(1)[0]
    size = int.from_bytes(taken(1 if flags & SHORT else 4), "big")
    name_size = taken(1)[0] if flags & NAMED else 0
    type_ = taken(type_size)
    taken(name_size)
    return _Part(flags, type_, taken(size)), at


def _record(part: _Part, payload: bytes) -> NdefRecord:
    name = part.type.decode("ascii", "backslashreplace")
    if part.kind == WELL_KNOWN:
        text = _text(payload) if part.type == TEXT_TYPE else None
        return text or OtherRecord(f"urn:nfc:wkt:{name}", payload)
    if part.kind == EXTERNAL and part.type.isascii():
        return ExternalRecord(name.lower(), payload)  # types are compared without regard to case
    if part.kind in (MEDIA, URI, EXTERNAL):
        return OtherRecord(name, payload)
    return OtherRecord("empty" if part.kind == EMPTY else "unknown", payload)


def _text(payload: bytes) -> TextRecord | None:
    """The text record of a payload; None where it is no text."""
    if not payload:
        return None
    size = payload[0] & LANGUAGE_LENGTH_MASK
    language, letters = payload[1 : 1 + size], payload[1 + size :]
    wide = "utf-16" if letters[:2] in (b"\xfe\xff", b"\xff\xfe") else "utf-16-be"
    try:
        text = letters.decode(wide if payload[0] & UTF16_FLAG else "utf-8")
        return TextRecord(language.decode("ascii"), text) if len(language) == size else None
    except UnicodeDecodeError:
        return None


# -- writing


def make_message_block(text: str, language: str, type_: str, payload: bytes) -> bytes:
    """A text for people and data for programs, as a message block with terminator for a tag's user memory.

    The text comes first, because a phone shows the first record of a message. `language`: ASCII, at most 63
    letters; `type_`: `domain:type` in lower-case ASCII. Raises ValueError for others, and MessageTooLongError
    where the message is longer than any tag.
    """
    if not (language.isascii() and 0 < len(language) <= LANGUAGE_LENGTH_MASK):
        raise ValueError(f"{language!r} is no code of a language")
    if not (type_.isascii() and type_ == type_.lower() and 0 < len(type_) < 256 and ":" in type_):
        raise ValueError(f"{type_!r} is no external type: write domain:type in small letters")
    text_payload = bytes([len(language)]) + language.encode() + text.encode()
    value = _written(BEGIN | WELL_KNOWN, TEXT_TYPE, text_payload) + _written(
        END | EXTERNAL, type_.encode(), payload
    )
    if len(value) > MAX_VALUE_BYTES:
        raise MessageTooLongError(len(value), MAX_VALUE_BYTES)
    size = (
        bytes([len(value)])
        if len(value) < LONG_LENGTH_MARK
        else bytes([LONG_LENGTH_MARK]) + len(value).to_bytes(2, "big")
    )
    return bytes([MESSAGE]) + size + value + bytes([TERMINATOR])


def _written(flags: int, type_: bytes, payload: bytes) -> bytes:
    short = len(payload) < 256
    size = len(payload).to_bytes(1 if short else 4, "big")
    return bytes([flags | (SHORT if short else 0), len(type_)]) + size + type_ + payload


def memory_with_message(block: bytes, memory: bytes) -> bytes:
    """The user memory with this message in it, up to its end; `memory` is what the tag holds now.

    The lock and memory control blocks, which must not be overwritten (NTAG213/215/216 data sheet, section
    8.5.6), stay in front; any other message is replaced. The terminator is left out where the message ends
    with the memory. Raises MessageTooLongError where there is no room.
    """
    kept = _kept(memory)
    block = block if len(kept) + len(block) <= len(memory) else block.removesuffix(bytes([TERMINATOR]))
    if len(kept) + len(block) > len(memory):
        raise MessageTooLongError(len(block), len(memory) - len(kept))
    return kept + block


def _kept(memory: bytes) -> bytes:
    """The control blocks at the beginning, byte by byte."""
    kept = 0
    with suppress(_Broken):  # bytes that are no block protect nothing
        for tag, value, end in _blocks(memory):
            if tag not in (LOCK_CONTROL, MEMORY_CONTROL) or end - value != 3 or end > len(memory):
                break
            kept = end
    return memory[:kept]
