"""Tags told apart on the virtual chip, by the rules of ISO 14443-3."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.events import NO_TAG, NOISE, ONE_TAG, SEVERAL_TAGS, ScanResult
from hardware.common.rc522 import iso14443 as iso
from hardware.common.rc522.crc import crc_a
from hardware.virtual.tags import TagReply, VirtualTag, make_classic_1k, make_ntag213, make_reply
from tests.hardware.rc522.stage import Stage

UID = bytes.fromhex("04a1b2c3d4e5f6")
SAME_FIRST_LEVEL = bytes.fromhex("04a1b21122334f")
OTHER = bytes.fromhex("04ffee11223344")

UIDS = st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size))


def started(*tags: VirtualTag) -> Stage:
    stage = Stage()
    stage.chip.start()
    for tag in tags:
        stage.put(tag)
    return stage


@settings(max_examples=60, deadline=None)
@given(UIDS)
def test_a_tag_is_identified_by_its_whole_uid_and_rests_after_its_halt(uid: bytes) -> None:
    tag = VirtualTag(uid)
    stage = started(tag)
    assert iso.scan_field(stage.chip) == ScanResult(ONE_TAG, uid)
    assert tag.state == "ACTIVE"
    assert iso.halt_tag(stage.chip)
    assert tag.state == "HALT"
    assert iso.scan_field(stage.chip) == ScanResult(ONE_TAG, uid)


@settings(max_examples=60, deadline=None)
@given(UIDS)
def test_a_known_tag_is_confirmed_without_anticollision(uid: bytes) -> None:
    tag = VirtualTag(uid)
    stage = started(tag)
    transfers = stage.board.transfers
    assert iso.scan_field(stage.chip, uid) == ScanResult(ONE_TAG, uid)
    assert stage.board.transfers - transfers <= 9 + 8 * (len(uid) // 3)
    assert tag.state == "ACTIVE"


@settings(max_examples=60, deadline=None)
@given(UIDS, UIDS)
def test_two_tags_are_a_crowd_whatever_their_uids(one: bytes, other: bytes) -> None:
    stage = started(VirtualTag(one), VirtualTag(other))
    if one != other:
        assert iso.scan_field(stage.chip, b"", iso.EXPECTED_WAKE_UPS) == ScanResult(SEVERAL_TAGS)
        assert iso.scan_field(stage.chip, b"", iso.EXPECTED_WAKE_UPS) == ScanResult(SEVERAL_TAGS)


@pytest.mark.parametrize("other", [SAME_FIRST_LEVEL, OTHER])
def test_a_second_sticker_is_noticed_also_when_the_first_cascade_level_is_the_same(other: bytes) -> None:
    stage = started(make_ntag213(UID), make_ntag213(other))
    assert iso.scan_field(stage.chip) == ScanResult(SEVERAL_TAGS)


def test_a_sticker_and_a_white_card_are_a_crowd_although_their_answers_to_the_wake_up_collide() -> None:
    stage = started(make_ntag213(UID), make_classic_1k(bytes.fromhex("deadbe05")))
    assert iso.wake_tags(stage.chip)
    assert iso.select_tag(stage.chip) == ScanResult(SEVERAL_TAGS)


def test_nobody_is_none_and_costs_one_exchange() -> None:
    stage = started()
    assert iso.scan_field(stage.chip) == ScanResult(NO_TAG)
    transfers = stage.board.transfers
    assert iso.scan_field(stage.chip) == ScanResult(NO_TAG)
    assert stage.board.transfers - transfers == 8


def test_a_known_tag_that_was_exchanged_is_told_in_the_same_scan() -> None:
    stage = started(make_ntag213(OTHER))
    assert iso.scan_field(stage.chip, UID) == ScanResult(ONE_TAG, OTHER)


def test_a_known_tag_that_is_gone_is_none() -> None:
    stage = started()
    assert iso.scan_field(stage.chip, UID, True) == ScanResult(NO_TAG)


@settings(max_examples=60, deadline=None)
@given(UIDS, st.booleans())
def test_a_selected_tag_is_known_to_be_the_only_one_and_stays_selected(uid: bytes, rested: bool) -> None:
    tag = VirtualTag(uid)
    stage = started(tag)
    iso.scan_field(stage.chip)
    if rested:
        iso.halt_tag(stage.chip)
        iso.scan_field(stage.chip)
    for _ in range(3):
        assert iso.is_only_tag(stage.chip, uid)
        assert tag.state == ("ACTIVE*" if rested else "ACTIVE")


@settings(max_examples=60, deadline=None)
@given(UIDS, UIDS)
def test_a_selected_tag_is_not_the_only_one_when_another_is_there_or_it_is_another(
    uid: bytes, other: bytes
) -> None:
    stage = started(VirtualTag(uid))
    iso.scan_field(stage.chip)
    if uid != other:
        assert not iso.is_only_tag(stage.chip, other)
    assert iso.scan_field(stage.chip, b"", iso.EXPECTED_WAKE_UPS) == ScanResult(ONE_TAG, uid)
    stage.put(VirtualTag(other))
    assert not iso.is_only_tag(stage.chip, uid)


def test_a_tag_left_awake_ignores_one_wake_up_and_hears_the_second() -> None:
    tag = make_ntag213(UID)
    stage = started(tag)
    assert iso.wake_tags(stage.chip)
    assert tag.state == "READY1"
    assert iso.scan_field(stage.chip) == ScanResult(NO_TAG), "so a scan after a bad end asks twice"
    assert iso.wake_tags(stage.chip)
    assert iso.scan_field(stage.chip, b"", iso.EXPECTED_WAKE_UPS) == ScanResult(ONE_TAG, UID)


def test_a_uid_of_no_known_length_is_refused() -> None:
    stage = started()
    with pytest.raises(ValueError, match="4, 7 or 10"):
        iso.reselect_tag(stage.chip, b"\x04\x05")


class Odd(VirtualTag):
    """A tag of which one answer is not as it should be."""

    def __init__(self, uid: bytes, spoil: Callable[[bytes, TagReply | None], TagReply | None]) -> None:
        super().__init__(uid)
        self.spoil = spoil

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        return self.spoil(frame, super().receive(frame, bits))


def on(command: bytes, instead: TagReply | None) -> Callable[[bytes, TagReply | None], TagReply | None]:
    return lambda frame, answer: instead if frame.startswith(command) else answer


def wrong_bcc(frame: bytes, answer: TagReply | None) -> TagReply | None:
    if answer is not None and frame == b"\x93\x20":
        return answer._replace(value=answer.value ^ 1 << 32)
    return answer


SELECT_1 = b"\x93\x70"
SELECT_2 = b"\x95\x70"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(wrong_bcc, id="a wrong check byte of the UID"),
        pytest.param(on(b"\x93\x20", None), id="no answer to the anticollision"),
        pytest.param(on(b"\x95\x20", make_reply(b"\x01\x02\x03")), id="too short a UID"),
        pytest.param(on(SELECT_1, None), id="no answer to the select"),
        pytest.param(on(SELECT_2, make_reply(b"\x00\x12\x34")), id="a SAK with a wrong CRC"),
        pytest.param(on(SELECT_2, make_reply(b"\x00")), id="a SAK without CRC"),
        pytest.param(on(SELECT_2, TagReply(0xA, 4)), id="four bits"),
        pytest.param(
            on(SELECT_2, make_reply(b"\x04" + crc_a(b"\x04"))), id="more UID promised, no cascade tag"
        ),
    ],
)
def test_an_answer_that_is_not_right_is_noise_and_never_a_uid(
    spoil: Callable[[bytes, TagReply | None], TagReply | None],
) -> None:
    stage = started(Odd(UID, spoil))
    assert iso.scan_field(stage.chip) == ScanResult(NOISE)


def test_a_uid_that_never_ends_is_noise() -> None:
    more = make_reply(b"\x04" + crc_a(b"\x04"))
    stage = started(Odd(b"\x88" * 10, on(b"\x97\x70", more)))
    assert iso.scan_field(stage.chip) == ScanResult(NOISE)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(on(SELECT_2, make_reply(b"\x00\x12\x34")), id="a wrong CRC"),
        pytest.param(on(SELECT_1, make_reply(b"\x00" + crc_a(b"\x00"))), id="a UID that ends too soon"),
        pytest.param(on(SELECT_2, make_reply(b"\x04" + crc_a(b"\x04"))), id="a UID that does not end"),
    ],
)
def test_a_confirmation_that_is_not_right_is_noise(
    spoil: Callable[[bytes, TagReply | None], TagReply | None],
) -> None:
    stage = started(Odd(UID, spoil))
    assert iso.scan_field(stage.chip, UID) == ScanResult(NOISE)


class Passing(VirtualTag):
    """A tag that is just drawn away: its answer to the anticollision is the last thing it says."""

    gone = False

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        answer = None if self.gone else super().receive(frame, bits)
        self.gone = self.gone or frame == b"\x93\x20"
        return answer


def test_a_collision_that_does_not_come_again_is_noise_and_not_a_crowd() -> None:
    stage = started(make_ntag213(UID), Passing(OTHER))
    assert iso.scan_field(stage.chip) == ScanResult(NOISE)
    assert iso.scan_field(stage.chip, b"", iso.EXPECTED_WAKE_UPS) == ScanResult(ONE_TAG, UID)


def test_an_answer_to_the_halt_is_a_refusal() -> None:
    stage = started(Odd(UID, on(b"\x50\x00", TagReply(0x0, 4))))
    assert iso.scan_field(stage.chip) == ScanResult(ONE_TAG, UID)
    assert not iso.halt_tag(stage.chip)
