"""NDEF on a tag: any bytes are read without an exception; what is written is read again, here by a second parser."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.ndef import (
    ExternalRecord,
    MessageTooLongError,
    NdefMessage,
    OtherRecord,
    TextRecord,
    make_message_block,
    memory_with_message,
    parse_message,
)

PIECE = "herald.invalid:piece"
LOCKS = bytes.fromhex("0103a00c34")  # what NXP puts on an NTAG213 (data sheet, section 8.5.6)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
LANGUAGES = st.from_regex(r"\A[a-z]{2}(-[A-Z]{2})?\Z")
PAYLOADS = st.binary(max_size=300)


def told(block: str) -> NdefMessage:
    """A message of these bytes, in hex, behind its tag and length."""
    value = bytes.fromhex(block)
    return parse_message(bytes([3, len(value)]) + value + b"\xfe")


# -- a second parser, for whole messages only: it follows the specification's own picture of a record


def plainly(memory: bytes) -> list[tuple[int, bytes, bytes]]:
    """(type name format, type, payload) of every record."""
    blocks = BytesIO(memory)
    while (tag := blocks.read(1)) not in (b"\x03", b""):
        if tag not in (b"\0",):
            blocks.read(length(blocks))
    stream = BytesIO(blocks.read(length(blocks)))
    found = []
    while header := stream.read(1):
        bits = f"{header[0]:08b}"  # MB ME CF SR IL TNF
        kind_size = stream.read(1)[0]
        payload_size = int.from_bytes(stream.read(1 if bits[3] == "1" else 4), "big")
        id_size = stream.read(1)[0] if bits[4] == "1" else 0
        kind, _id = stream.read(kind_size), stream.read(id_size)
        found.append((int(bits[5:], 2), kind, stream.read(payload_size)))
        assert (bits[0] == "1") == (len(found) == 1)
        if bits[1] == "1":
            assert stream.read() == b""
    return found


def length(blocks: BytesIO) -> int:
    first = blocks.read(1)[0]
    return int.from_bytes(blocks.read(2), "big") if first == 255 else first


# -- reading


@given(st.binary(max_size=900))
@example(b"\x03")
@example(b"\x03\xff\xff")
@example(b"\x03\x03\xd1\x01\xff")
def test_any_bytes_are_read(memory: bytes) -> None:
    assert isinstance(parse_message(memory), NdefMessage)


@given(st.binary(max_size=60), st.booleans())
def test_any_message_is_read(value: bytes, whole: bool) -> None:
    found = parse_message(bytes([3, len(value) + (not whole)]) + value)
    assert found.fault or whole


@given(TEXTS, LANGUAGES, PAYLOADS, st.data())
def test_a_message_with_one_byte_changed_or_cut_off_is_read(
    text: str, language: str, payload: bytes, data: st.DataObject
) -> None:
    memory = bytearray(make_message_block(text, language, PIECE, payload))
    at = data.draw(st.integers(0, len(memory) - 1))
    memory[at] ^= data.draw(st.integers(1, 255))
    parse_message(bytes(memory))
    cut = parse_message(bytes(memory[:at]))
    assert len(cut.records) <= 2


@pytest.mark.parametrize(
    ("memory", "why"),
    [
        ("", ""),
        ("00" * 48, ""),
        ("fe", ""),
        ("0300fe", ""),
        ("0103a00c340300fe", ""),
        ("03", "a block without a length at the end of the tag"),
        ("03ff00", "a block without a length at the end of the tag"),
        ("01ff", "a block without a length at the end of the tag"),
        ("fd10", "a block says it is longer than the tag"),
        ("030180fe", "a record says it is longer than the message"),
    ],
)
def test_a_tag_without_a_message_has_no_records(memory: str, why: str) -> None:
    assert parse_message(bytes.fromhex(memory)) == NdefMessage((), why)


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ("d101035402656e", TextRecord("en", "")),
        ("d10106540264654ae472", OtherRecord("urn:nfc:wkt:T", bytes.fromhex("0264654ae472"))),  # no UTF-8
        ("d1010754026465c3a46263", TextRecord("de", "äbc")),
        ("d1010754826465004100e4", TextRecord("de", "Aä")),
        ("d1010954826465fffe4100e400", TextRecord("de", "Aä")),
        ("d1010954826465feff004100e4", TextRecord("de", "Aä")),
        ("d1010454826465d8", OtherRecord("urn:nfc:wkt:T", bytes.fromhex("826465d8"))),  # half a letter
        ("d1010254026a", OtherRecord("urn:nfc:wkt:T", bytes.fromhex("026a"))),  # shorter than its language
        ("d1010254028a", OtherRecord("urn:nfc:wkt:T", bytes.fromhex("028a"))),
        ("d1010054", OtherRecord("urn:nfc:wkt:T", b"")),
        ("d10101550a", OtherRecord("urn:nfc:wkt:U", b"\x0a")),
        ("d20301612f62ff", OtherRecord("a/b", b"\xff")),
        ("d3010061", OtherRecord("a", b"")),
        ("d40301413a620b", ExternalRecord("a:b", b"\x0b")),
        ("d40301ff3a620b", OtherRecord("\\xff:b", b"\x0b")),
        ("d00000", OtherRecord("empty", b"")),
        ("d5000107", OtherRecord("unknown", b"\x07")),
        ("d7000107", OtherRecord("unknown", b"\x07")),
        ("d901030154" + "69" + "02656e", TextRecord("en", "")),  # with a name of its own, which nobody needs
        ("c1010000000354026565", TextRecord("ee", "")),
    ],
)
def test_records_of_every_kind(block: str, found: TextRecord | ExternalRecord | OtherRecord) -> None:
    assert told(block) == NdefMessage((found,))


def test_chunks_are_put_together() -> None:
    assert told("b1010354026465" + "360002c3a4" + "56000141") == NdefMessage((TextRecord("de", "äA"),))


FIRST = "9101045402656e41"
BOTH = (TextRecord("en", "A"),)


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ("", "the last record is missing"),
        ("5101", "a record says it is longer than the message"),
        ("510109540265", "a record says it is longer than the message"),
        ("4101ffffffff54", "a record says it is longer than the message"),
        ("d101035402656e", "a second message within the first"),
        ("560001aa", "a chunk out of place"),
        ("3101035402656e" + "5101035402656e", "a chunk out of place"),
        ("7101035402656e", "the last chunk is missing"),
    ],
)
def test_what_stands_before_something_broken_is_given(rest: str, why: str) -> None:
    assert told(FIRST + rest) == NdefMessage(BOTH, why)


def test_what_stands_behind_the_last_record_is_broken() -> None:
    assert told("d101045402656e4100") == NdefMessage(BOTH, "bytes behind the last record")


def test_a_message_without_a_beginning_is_broken() -> None:
    assert told("51010354026e6e") == NdefMessage((), "the first record is missing")


def test_a_length_that_lies_gives_what_is_there() -> None:
    whole = make_message_block("Mazarin", "en", PIECE, b"louis-xiv card/inf11")
    lying = bytes([3, 200]) + whole[2:-1]
    assert parse_message(lying) == NdefMessage(
        parse_message(whole).records, "the message says it is longer than the tag"
    )


# -- writing


@given(TEXTS, LANGUAGES, PAYLOADS)
def test_what_is_written_is_read_again_by_two_parsers(text: str, language: str, payload: bytes) -> None:
    block = make_message_block(text, language, PIECE, payload)
    assert parse_message(block) == NdefMessage((TextRecord(language, text), ExternalRecord(PIECE, payload)))
    (kind, type_, words), external = plainly(block)
    assert (kind, type_) == (1, b"T")
    assert words == bytes([len(language)]) + language.encode() + text.encode()
    assert external == (4, PIECE.encode(), payload)
    assert block[-1] == 0xFE


def test_a_long_message_has_a_long_length_and_still_ends() -> None:
    block = make_message_block("x" * 250, "en", PIECE, b"")
    assert block[:2] == b"\x03\xff"
    assert int.from_bytes(block[2:4], "big") == len(block) - 5
    assert parse_message(block).fault == ""


@pytest.mark.parametrize(
    ("language", "type_"),
    [("", PIECE), ("ě", PIECE), ("e" * 64, PIECE), ("en", "piece"), ("en", "A:b"), ("en", "ř:b")],
)
def test_what_no_record_can_hold_is_refused(language: str, type_: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        make_message_block("Mazarin", language, type_, b"")


def test_more_than_any_tag_holds_is_refused() -> None:
    with pytest.raises(MessageTooLongError):
        make_message_block("x" * 70_000, "en", PIECE, b"")


@pytest.mark.parametrize("front", [b"", LOCKS, LOCKS + b"\0\0" + LOCKS])
def test_what_must_not_be_written_over_stays(front: bytes) -> None:
    memory = (front + make_message_block("old", "en", PIECE, b"old")).ljust(144, b"\0")
    block = make_message_block("Mazarin", "en", PIECE, b"louis-xiv card/inf11")
    laid = memory_with_message(block, memory)
    assert laid == front + block
    assert parse_message(laid) == parse_message(block)


@pytest.mark.parametrize("front", ["01", "0104aabbccdd", "fe", "05010a"])
def test_what_is_no_such_block_protects_nothing(front: str) -> None:
    block = make_message_block("", "en", PIECE, b"")
    memory = bytes.fromhex(front).ljust(60, b"\0")
    assert memory_with_message(block, memory) == block


@given(st.binary(max_size=200), TEXTS)
def test_what_is_placed_is_what_is_read(memory: bytes, text: str) -> None:
    block = make_message_block(text, "cs", PIECE, b"louis-xiv king")
    try:
        laid = memory_with_message(block, memory)
    except MessageTooLongError as refused:
        needed, room = refused.needed, refused.capacity
        assert needed > room >= 0
    else:
        assert len(laid) <= len(memory)
        assert parse_message(laid + memory[len(laid) :]) == parse_message(block)


def test_the_end_may_be_left_out_where_the_memory_ends() -> None:
    block = make_message_block("Mazarin", "en", PIECE, b"")
    assert memory_with_message(block, bytes(len(block))) == block
    assert memory_with_message(block, bytes(len(block) - 1)) == block[:-1]
    with pytest.raises(MessageTooLongError) as refused:
        memory_with_message(block, bytes(len(block) - 2))
    assert (refused.value.needed, refused.value.capacity) == (len(block) - 1, len(block) - 2)
