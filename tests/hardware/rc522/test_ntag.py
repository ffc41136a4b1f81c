"""Reading and writing stickers on the virtual chip, and everything that must never be written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.common.events import ONE_TAG, TAG_CAME
from hardware.common.rc522 import iso14443 as iso
from hardware.common.rc522 import ntag
from hardware.common.rc522.ntag import NtagUserMemoryRange
from hardware.virtual.tags import (
    NTAG213,
    TagReply,
    VirtualNtag,
    VirtualTag,
    make_classic_1k,
    make_ntag213,
    make_ntag215,
    make_ntag216,
)
from tests.hardware.rc522.stage import Stage

UID = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("04ffee11223344")
WHERE = NtagUserMemoryRange("NTAG213", 4, 39)
MESSAGE = bytes.fromhex("0310d1010c5402656e") + b"blue duke" + b"\xfe"


def selected(tag: VirtualTag) -> Stage:
    """A stage on which this tag was identified and waits for commands."""
    stage = Stage()
    stage.chip.start()
    stage.put(tag)
    assert iso.scan_field(stage.chip).outcome == ONE_TAG
    return stage


def resting(tag: VirtualTag) -> Stage:
    """A stage whose reader knows this tag."""
    stage = Stage()
    stage.put(tag)
    assert [one.kind for one in stage.run(300)] == [TAG_CAME]
    return stage


@pytest.mark.parametrize(
    ("tag", "name", "size"),
    [
        (make_ntag213(UID), "NTAG213", 144),
        (make_ntag215(UID), "NTAG215", 504),
        (make_ntag216(UID), "NTAG216", 888),
    ],
)
def test_the_memory_of_each_type_is_found_and_read_whole(tag: VirtualNtag, name: str, size: int) -> None:
    tag.memory[16 : 16 + size] = bytes(n % 251 for n in range(size))
    stage = selected(tag)
    memory = ntag.find_user_memory_range(stage.chip)
    assert (memory.name, memory.size) == (name, size)
    assert ntag.read_user_memory(stage.chip, memory) == bytes(tag.memory[16 : 16 + size])
    assert ntag.read_four_pages(stage.chip, 4) == bytes(tag.memory[16:32])


@pytest.mark.parametrize("last", [4, 5, 18])
def test_up_to_fifteen_pages_come_in_one_answer(last: int) -> None:
    tag = make_ntag213(UID)
    stage = selected(tag)
    assert ntag.fast_read_pages(stage.chip, 4, last) == bytes(tag.memory[16 : 4 * last + 4])


@pytest.mark.parametrize(("first", "last"), [(4, 19), (5, 4)])
def test_more_pages_than_the_fifo_holds_are_refused(first: int, last: int) -> None:
    with pytest.raises(TagMemoryForbidden, match="1 to 15 pages"):
        ntag.fast_read_pages(selected(make_ntag213(UID)).chip, first, last)


@pytest.mark.parametrize("page", [0, 1, 2, 3, 40, 41, 42, 43, 44, 225, 255])
def test_no_page_outside_the_user_memory_is_ever_written(page: int) -> None:
    tag = make_ntag213(UID)
    stage = selected(tag)
    with pytest.raises(TagMemoryForbidden, match=f"page {page}"):
        ntag.write_page(stage.chip, WHERE, page, b"\xff\xff\xff\xff")
    assert tag.written_pages == []


@pytest.mark.parametrize("four", [b"", b"\x00\x00\x00", b"\x00" * 5])
def test_only_whole_pages_are_written(four: bytes) -> None:
    tag = make_ntag213(UID)
    with pytest.raises(TagMemoryForbidden):
        ntag.write_page(selected(tag).chip, WHERE, 4, four)
    assert tag.written_pages == []


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=144), st.binary(min_size=144, max_size=144))
def test_what_is_written_is_read_again_and_the_rest_stays(data: bytes, before: bytes) -> None:
    tag = make_ntag213(UID, before)
    stage = resting(tag)
    stage.reader.write_user_memory(UID, data)
    whole = len(data) + -len(data) % 4
    assert stage.reader.read_user_memory(UID) == data + bytes(whole - len(data)) + before[whole:]
    assert {page for page, _ in tag.written_pages} <= set(range(4, 40))
    assert not tag.is_locked
    assert stage.run(1_000) == [], "the tag lies there as before"


def test_writing_the_same_again_writes_nothing() -> None:
    tag = make_ntag213(UID, MESSAGE)
    stage = resting(tag)
    stage.reader.write_user_memory(UID, MESSAGE)
    assert tag.written_pages == []


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 8))
def test_a_tag_taken_away_while_it_is_written_holds_no_half_of_a_message(pages: int) -> None:
    tag = Torn(UID, pages)
    stage = resting(tag)
    try:
        stage.reader.write_user_memory(UID, MESSAGE)
        whole = True
    except TagGone:
        whole = False
    now = bytes(tag.memory[16 : 16 + len(MESSAGE)])
    assert now == MESSAGE or not whole
    assert now == MESSAGE or now[:4] == b"\x03\x00\xfe\x00" or now == Torn.OLD[: len(now)]


class Torn(VirtualNtag):
    """A sticker that goes out of reach for good after so many pages were written."""

    OLD = b"\x03\x08old text\xfe" + bytes(40)

    def __init__(self, uid: bytes, pages: int) -> None:
        super().__init__(uid, NTAG213, self.OLD)
        self.pages = pages

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        return super().receive(frame, bits) if len(self.written_pages) < self.pages else None


class Forgetful(VirtualNtag):
    """A worn-out sticker: it says yes and keeps nothing."""

    def _store(self, page: int, new: bytes) -> bool:
        return True


class Hoarse(VirtualNtag):
    """A sticker of which every ninth answer to a command is lost."""

    asked = 0

    def _command(self, command: bytes) -> TagReply | None:
        self.asked += 1
        return super()._command(command) if self.asked % 9 else None


def test_a_page_that_is_not_kept_is_found_by_reading_it_back() -> None:
    stage = resting(Forgetful(UID))
    with pytest.raises(TagGone, match="did not keep"):
        stage.reader.write_user_memory(UID, MESSAGE)


@pytest.mark.parametrize("phase", range(9))
def test_a_lost_answer_is_made_good_by_asking_the_same_tag_again(phase: int) -> None:
    tag = Hoarse(UID)
    stage = resting(tag)
    tag.asked = phase
    stage.reader.write_user_memory(UID, MESSAGE)
    assert stage.reader.read_user_memory(UID).startswith(MESSAGE)


def test_a_locked_sticker_refuses_and_a_person_reads_why() -> None:
    tag = make_ntag213(UID)
    tag.memory[10:12] = b"\xf0\xff"
    stage = resting(tag)
    with pytest.raises(TagMemoryForbidden, match="locked or has a password; take another sticker"):
        stage.reader.write_user_memory(UID, MESSAGE)


def test_too_much_is_refused_before_anything_is_written() -> None:
    tag = make_ntag213(UID)
    stage = resting(tag)
    with pytest.raises(TagMemoryForbidden, match="145 bytes do not fit: an NTAG213 has 144"):
        stage.reader.write_user_memory(UID, bytes(145))
    assert tag.written_pages == []


@pytest.mark.parametrize("uid", ["deadbeef", "04112233445566"])
def test_a_white_card_is_refused_whatever_its_uid(uid: str) -> None:
    card = bytes.fromhex(uid)
    stage = resting(make_classic_1k(card))
    with pytest.raises(TagMemoryForbidden, match="of another type"):
        stage.reader.read_user_memory(card)
    assert stage.run(1_000) == []


def test_another_tag_than_the_one_meant_is_neither_read_nor_written() -> None:
    tag = make_ntag213(OTHER)
    stage = resting(tag)
    with pytest.raises(TagGone, match="lay it down, alone"):
        stage.reader.write_user_memory(UID, MESSAGE)
    assert tag.written_pages == []


def test_of_two_tags_none_is_written() -> None:
    one, other = make_ntag213(UID), make_ntag213(OTHER)
    stage = resting(one)
    stage.put(other)
    with pytest.raises(TagGone):
        stage.reader.write_user_memory(UID, MESSAGE)
    assert one.written_pages == other.written_pages == []


def test_an_empty_reader_says_that_the_tag_does_not_lie_there() -> None:
    stage = Stage()
    with pytest.raises(TagGone, match="does not lie on the reader"):
        stage.reader.read_user_memory(UID)


def test_the_errors_are_also_the_natural_builtins() -> None:
    assert issubclass(TagGone, OSError)
    assert issubclass(TagMemoryForbidden, ValueError)
