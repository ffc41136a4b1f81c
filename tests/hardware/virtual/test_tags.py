"""Tags by their state machines and memories (ISO 14443-3, 6.3; NTAG213/215/216 datasheet, 8 to 10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.virtual.tags import (
    NTAG213,
    NTAG215,
    NTAG216,
    NtagType,
    TagReply,
    VirtualNtag,
    VirtualTag,
    make_classic_1k,
    make_ntag213,
    make_ntag215,
    make_ntag216,
)
from tests.hardware.virtual.host import REQA, WUPA, with_crc

UID = bytes.fromhex("04112233445566")
HLTA = with_crc(b"\x50\x00")
ACK, NAK_INVALID, NAK_CRC = TagReply(0xA, 4, 0, 4_100_000), TagReply(0x0, 4), TagReply(0x1, 4)


def say(tag: VirtualTag, frame: bytes) -> bytes:
    """A frame of whole bytes, and the whole bytes that come back."""
    reply = tag.receive(frame, 8 * len(frame))
    return b"" if reply is None else reply.value.to_bytes(reply.bits // 8, "little")


def wake(tag: VirtualTag, code: int = WUPA) -> bool:
    return tag.receive(bytes((code,)), 7) is not None


def select(tag: VirtualTag, code: int = WUPA) -> None:
    """Into ACTIVE, by the tag's own word for its UID."""
    assert wake(tag, code)
    for level in (0x93, 0x95, 0x97):
        sak = say(tag, with_crc(bytes((level, 0x70)) + say(tag, bytes((level, 0x20)))))
        if not sak[0] & 0x04:
            return


def powered(tag: VirtualTag) -> VirtualTag:
    tag.set_power(True)
    return tag


def ask(tag: VirtualTag, *command: int) -> TagReply | None:
    """A command with its CRC."""
    frame = with_crc(bytes(command))
    return tag.receive(frame, 8 * len(frame))


def data(tag: VirtualTag, *command: int) -> bytes:
    """What a command is answered with, its CRC checked and left out."""
    answer = say(tag, with_crc(bytes(command)))
    assert with_crc(answer[:-2]) == answer
    return answer[:-2]


@pytest.mark.parametrize(
    ("uid", "atqa", "parts", "saks"),
    [
        ("01020304", 0x0004, ["0102030404"], [0x00]),
        ("04112233445566", 0x0044, ["88041122BF", "3344556644"], [0x04, 0x00]),
        ("0411223344556677AABB", 0x0084, ["88041122BF", "88334455AA", "6677AABB00"], [0x04, 0x04, 0x00]),
    ],
)
def test_a_tag_tells_its_uid_in_one_to_three_levels(
    uid: str, atqa: int, parts: list[str], saks: list[int]
) -> None:
    tag = powered(VirtualTag(bytes.fromhex(uid)))
    assert tag.receive(b"\x26", 7) == TagReply(atqa, 16)
    for level, (part, sak) in enumerate(zip(parts, saks, strict=True)):
        assert tag.state == f"READY{level + 1}"
        code = 0x93 + 2 * level
        assert say(tag, bytes((code, 0x20))).hex().upper() == part
        assert say(tag, with_crc(bytes((code, 0x70)) + bytes.fromhex(part))) == with_crc(bytes((sak,)))
    assert tag.state == "ACTIVE"


@pytest.mark.parametrize("length", [0, 3, 5, 6, 8, 11])
def test_a_uid_of_another_length_is_none(length: int) -> None:
    with pytest.raises(ValueError, match="4, 7 or 10"):
        VirtualTag(bytes(length))


def test_without_a_field_a_tag_is_silent() -> None:
    tag = make_ntag213(UID)
    assert not wake(tag)
    assert tag.state == "OFF"


def test_a_halted_tag_hears_only_wupa() -> None:
    tag = powered(make_ntag213(UID))
    select(tag, REQA)
    assert say(tag, HLTA) == b""
    assert tag.state == "HALT"
    assert not wake(tag, REQA)
    assert wake(tag, WUPA)
    assert tag.state == "READY1*"


@pytest.mark.parametrize("code", [REQA, WUPA])
def test_a_tag_that_is_awake_takes_a_wake_up_for_an_error(code: int) -> None:
    tag = powered(make_ntag213(UID))
    wake(tag)
    assert not wake(tag, code)
    assert tag.state == "IDLE"
    select(tag)
    assert not wake(tag, code)
    assert tag.state == "IDLE"


def test_a_tag_woken_from_halt_falls_back_there() -> None:
    tag = powered(make_ntag213(UID))
    select(tag)
    say(tag, HLTA)
    for _ in range(3):
        wake(tag)
        assert tag.state == "READY1*"
        wake(tag)
        assert tag.state == "HALT"
        select(tag)
        assert tag.state == "ACTIVE*"
        ask(tag, 0xFF)
        assert tag.state == "HALT"


def test_power_lost_puts_a_halted_tag_back_to_idle() -> None:
    tag = powered(make_ntag213(UID))
    select(tag)
    say(tag, HLTA)
    tag.set_power(False)
    tag.set_power(True)
    assert tag.state == "IDLE"
    assert wake(tag, REQA)


def test_selecting_another_tag_sends_this_one_back() -> None:
    tag = powered(make_ntag213(UID))
    wake(tag)
    say(tag, with_crc(b"\x93\x70\x88\x04\x11\x23\xbe"))
    assert tag.state == "IDLE"


def test_an_anticollision_for_others_leaves_it_waiting() -> None:
    tag = powered(make_ntag213(UID))
    wake(tag)
    assert tag.receive(b"\x93\x24\x07", 20) is None
    assert tag.state == "READY1"
    assert tag.receive(b"\x93\x24\x08", 20) == TagReply(0xBF22110488 >> 4, 36, 4)


@pytest.mark.parametrize(
    "frame", [b"\x93\x70" + UID[:5] + b"\x00\x00", b"\x95\x20", b"\x93\x80", b"\x93\x32\x01", b"\x50"]
)
def test_any_other_frame_sends_it_back(frame: bytes) -> None:
    tag = powered(make_ntag213(UID))
    wake(tag)
    assert say(tag, frame) == b""
    assert tag.state == "IDLE"


@pytest.mark.parametrize(
    ("kind", "storage", "pages", "size"),
    [(NTAG213, 0x0F, 45, 144), (NTAG215, 0x11, 135, 496), (NTAG216, 0x13, 231, 872)],
)
def test_the_three_kinds_of_sticker(kind: NtagType, storage: int, pages: int, size: int) -> None:
    tag = VirtualNtag(UID, kind)
    powered(tag)
    select(tag)
    assert data(tag, 0x60) == bytes((0x00, 0x04, 0x04, 0x02, 0x01, 0x00, storage, 0x03))
    first = data(tag, 0x30, 0)
    assert first[:9] == bytes.fromhex("041122BF" + "33445566" + "44")
    assert first[12:16] == bytes((0xE1, 0x10, size // 8, 0))
    assert len(tag.memory) == 4 * pages
    assert ask(tag, 0x30, pages - 1) is not None
    assert ask(tag, 0x30, pages) == NAK_INVALID


def test_reading_wraps_at_the_end_and_hides_the_password() -> None:
    tag = make_ntag213(UID)
    powered(tag)
    select(tag)
    end = data(tag, 0x30, 43)
    assert end[:8] == bytes(8)
    assert end[8:] == bytes(tag.memory[:8])
    assert data(tag, 0x3A, 42, 44)[4:] == bytes(8)


@given(st.integers(0, 134), st.integers(0, 134))
def test_fast_read_gives_any_pages_in_order(first: int, last: int) -> None:
    tag = make_ntag215(UID)
    powered(tag)
    select(tag)
    if first <= last:
        assert data(tag, 0x3A, first, last)[: 4 * (min(last, 132) + 1 - first)] == bytes(
            tag.memory[4 * first : 4 * (min(last, 132) + 1)]
        )
    else:
        assert ask(tag, 0x3A, first, last) == NAK_INVALID


def test_writing_is_acknowledged_and_kept_and_noted() -> None:
    tag = make_ntag213(UID)
    powered(tag)
    select(tag)
    assert ask(tag, 0xA2, 7, *b"moon") == ACK
    assert data(tag, 0x30, 7)[:4] == b"moon"
    assert tag.written_pages == [(7, b"moon")]
    assert not tag.is_locked


@pytest.mark.parametrize("page", [0, 1, 45, 200])
def test_pages_that_cannot_be_written(page: int) -> None:
    tag = make_ntag213(UID)
    powered(tag)
    before = bytes(tag.memory)
    select(tag)
    assert ask(tag, 0xA2, page, *b"moon") == NAK_INVALID
    assert tag.state == "IDLE"
    assert bytes(tag.memory) == before
    assert tag.written_pages == []


def test_capability_bits_can_be_set_and_never_taken_back() -> None:
    tag = make_ntag213(UID)
    powered(tag)
    select(tag)
    ask(tag, 0xA2, 3, 0x00, 0x00, 0x80, 0x0F)
    assert bytes(tag.memory[12:16]) == bytes((0xE1, 0x10, 0x92, 0x0F))


@pytest.mark.parametrize(
    ("lock", "closed", "open_"),
    [
        ((0xA2, 2, 0, 0, 0x10, 0x00), [4], [3, 5, 8, 16]),
        ((0xA2, 2, 0, 0, 0x00, 0x81), [8, 15], [4, 9, 16]),
        ((0xA2, 2, 0, 0, 0x08, 0x00), [3], [4]),
        ((0xA2, 0x28, 0x01, 0x08, 0, 0), [16, 17, 38, 39], [15, 18, 37]),
    ],
)
def test_a_set_lock_bit_closes_its_pages_for_ever(
    lock: tuple[int, ...], closed: list[int], open_: list[int]
) -> None:
    tag = make_ntag213(UID)
    powered(tag)
    select(tag)
    assert ask(tag, *lock) == ACK
    assert tag.is_locked
    assert ask(tag, 0xA2, lock[1], 0, 0, 0, 0) == ACK
    assert tag.is_locked, "a lock bit cannot be cleared"
    for page in open_:
        assert ask(tag, 0xA2, page, 1, 2, 3, 4) == ACK
    for page in closed:
        assert ask(tag, 0xA2, page, 1, 2, 3, 4) == NAK_INVALID
        select(tag)


@pytest.mark.parametrize(
    ("tag", "page", "last"), [(make_ntag215(UID), 0x82, 129), (make_ntag216(UID), 0xE2, 225)]
)
def test_larger_stickers_lock_sixteen_pages_a_bit(tag: VirtualNtag, page: int, last: int) -> None:
    powered(tag)
    select(tag)
    assert ask(tag, 0xA2, page, 0x81, 0x20, 0x00, 0x00) == ACK
    for closed in {16, 31, 128, 129, last}:
        assert ask(tag, 0xA2, closed, 1, 2, 3, 4) == NAK_INVALID
        select(tag)
    assert ask(tag, 0xA2, 32, 1, 2, 3, 4) == ACK


def test_block_locking_bits_keep_lock_bits_as_they_are() -> None:
    tag = make_ntag213(UID)
    powered(tag)
    select(tag)
    ask(tag, 0xA2, 2, 0, 0, 0x02, 0x00)
    ask(tag, 0xA2, 2, 0, 0, 0xF8, 0xFF)
    assert bytes(tag.memory[10:12]) == bytes((0x02 | 0x08, 0xFC))
    ask(tag, 0xA2, 0x28, 0, 0, 0x01, 0)
    ask(tag, 0xA2, 0x28, 0xFF, 0x0F, 0, 0)
    assert bytes(tag.memory[0xA0:0xA4]) == bytes((0xFC, 0x0F, 0x01, 0xBD))


def test_a_command_with_a_wrong_check_is_refused() -> None:
    tag = powered(make_ntag213(UID))
    select(tag)
    assert tag.receive(b"\x30\x04\x00\x00", 32) == NAK_CRC
    assert tag.state == "IDLE"


@pytest.mark.parametrize(("uid", "atqa"), [("01020304", 0x0004), ("04112233445566", 0x0044)])
def test_a_mifare_classic_is_identified_and_keeps_its_data(uid: str, atqa: int) -> None:
    tag = powered(make_classic_1k(bytes.fromhex(uid)))
    assert tag.receive(b"\x26", 7) == TagReply(atqa, 16)
    tag.set_power(True)
    select(tag)
    assert ask(tag, 0x30, 4) == TagReply(0x4, 4)
    assert tag.state == "IDLE"
    select(tag)
    nonce = ask(tag, 0x60, 4)
    assert nonce is not None
    assert nonce.bits == 32
    assert say(tag, b"\x00" * 8) == b""
    assert tag.state == "IDLE"


def test_a_mifare_classic_has_no_ten_bytes() -> None:
    with pytest.raises(ValueError, match="4 or 7"):
        make_classic_1k(bytes(10))


@given(st.lists(st.tuples(st.binary(min_size=1, max_size=20), st.sampled_from([0, 7])), max_size=30))
def test_no_frame_at_all_upsets_a_tag(frames: list[tuple[bytes, int]]) -> None:
    for tag in (make_ntag213(UID), make_classic_1k(UID[:4]), VirtualTag(bytes(10))):
        powered(tag)
        select(tag)
        for frame, last in frames:
            tag.receive(frame, 8 * len(frame) - (8 - last if last else 0))
        assert tag.state.rstrip("*123") in {"IDLE", "READY", "ACTIVE", "HALT"}
