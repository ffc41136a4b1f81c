"""What goes over the air and when: frames, answers, collisions, errors (MFRC522 datasheet 8.1, 9.3; ISO 14443-3, 6)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.virtual import registers as r
from hardware.virtual.tags import VirtualNtag, VirtualTag, make_classic_1k, make_ntag213, make_ntag216
from tests.hardware.virtual.host import BIT_US, REQA, WUPA, Host, enumerated, hexes, with_crc

UID = bytes.fromhex("04112233445566")


def test_an_empty_field_gives_no_answer_and_no_receive_bit() -> None:
    host = Host()
    host.field_on()
    assert host.wake() == b""
    assert host.irq() & r.TX_IRQ
    assert not host.irq() & (r.RX_IRQ | r.ERR_IRQ)


def test_a_wake_up_takes_as_long_as_its_bits() -> None:
    host = Host()
    host.field_on(make_ntag213(UID))
    host.begin(bytes((WUPA,)), 7)
    sent = 1 + 7 + 1  # start, data, end
    assert host.until_irq(r.TX_IRQ) == pytest.approx(sent * BIT_US, abs=1)
    answered = sent + 8.5 + 1 + 2 * 9 + 1  # frame delay, start, two bytes with parity, end
    assert host.until_irq(r.RX_IRQ) == pytest.approx((answered - sent) * BIT_US, abs=2)


def test_the_bytes_of_an_answer_come_one_after_another() -> None:
    host = Host()
    host.field_on(make_ntag213(UID))
    host.wake()
    host.begin(b"\x93\x20")
    came: list[int] = []
    for us in range(2_000):
        if host.read(r.FIFO_LEVEL) > len(came):
            came.append(us)
        host.wait(1)
    gaps = [after - before for before, after in pairwise(came)]
    assert len(came) == 5
    assert gaps == pytest.approx([9 * BIT_US] * 4, abs=1.5)
    assert host.fifo() == bytes.fromhex("88041122BF")


def test_a_tag_needs_five_milliseconds_of_field_before_it_hears() -> None:
    host = Host()
    host.field_on()
    host.field.put_tag(make_ntag213(UID))
    host.wait(4_000)
    assert host.exchange(b"\x52", 7, wait_us=500) == b""
    host.wait(1_000)
    assert host.exchange(b"\x52", 7, wait_us=500) == b"\x44\x00"


@pytest.mark.parametrize(("off_us", "state"), [(4_000, "HALT"), (6_000, "IDLE")])
def test_a_tag_forgets_only_after_five_milliseconds_without_a_field(off_us: int, state: str) -> None:
    host = Host()
    tag = make_ntag213(UID)
    host.field_on(tag)
    host.identify()
    host.exchange(with_crc(b"\x50\x00"))
    host.write(r.TX_CONTROL, 0x80)
    host.wait(off_us)
    host.write(r.TX_CONTROL, 0x83)
    assert tag.state == state


@pytest.mark.parametrize(
    ("register", "value"),
    [
        (r.TX_CONTROL, 0x80),
        (r.TX_ASK, 0x00),
        (r.TX_MODE, 0x10),
        (r.RX_MODE, 0x10),
        (r.COMMAND, r.RCV_OFF | r.TRANSCEIVE),
    ],
)
def test_a_chip_that_is_set_up_wrong_hears_nothing(register: int, value: int) -> None:
    host = Host()
    host.field_on(make_ntag213(UID))
    host.write(r.COMMAND, r.IDLE)
    host.write(r.FIFO_DATA, WUPA)
    host.write(r.COMMAND, r.TRANSCEIVE)
    host.write(register, value)
    host.write(r.BIT_FRAMING, 0x87)
    host.wait(2_000)
    assert not host.irq() & r.RX_IRQ


def test_a_frame_too_soon_after_an_answer_is_not_heard() -> None:
    host = Host()
    host.field_on(make_ntag213(UID))
    for pause, heard in ((60, 0), (100, 5)):
        host.begin(b"\x52", 7)
        host.until_irq(r.RX_IRQ)
        host.wait(pause)
        assert len(host.exchange(b"\x93\x20")) == heard
        host.exchange(b"\x26", 7)
        host.wait(1_000)


def test_what_is_written_while_start_send_still_stands_goes_out_at_once() -> None:
    """Whether StartSend falls by itself is nowhere said: a host that counts on it is shown the worse of both."""
    host = Host()
    tag = make_ntag213(UID)
    host.field_on(tag)
    host.wake()
    assert tag.state == "READY1"
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.FIFO_DATA, 0x93)
    host.wait(200)
    assert host.irq() & r.TX_IRQ
    assert tag.state == "IDLE", "it heard seven bits of half a command"


def test_transmit_sends_and_does_not_listen() -> None:
    host = Host()
    tag = make_ntag213(UID)
    host.field_on(tag)
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.BIT_FRAMING, 0x07)
    host.write(r.FIFO_DATA, WUPA)
    host.write(r.COMMAND, r.TRANSMIT)
    host.wait(2_000)
    assert host.irq() & (r.TX_IRQ | r.IDLE_IRQ | r.RX_IRQ) == r.TX_IRQ | r.IDLE_IRQ
    assert tag.state == "READY1"


def test_idle_written_while_a_frame_goes_out_stops_it() -> None:
    host = Host()
    tag = make_ntag213(UID)
    host.field_on(tag)
    host.begin(b"\x52", 7)
    host.write(r.COMMAND, r.IDLE)
    host.wait(2_000)
    assert not host.irq() & r.TX_IRQ
    assert tag.state == "IDLE"


def test_the_chip_can_add_and_check_the_crc_itself() -> None:
    host = Host()
    tag = make_ntag213(UID)
    host.field_on(tag)
    host.identify()
    host.write(r.TX_MODE, 0x80)
    host.write(r.RX_MODE, 0x80)
    assert host.exchange(b"\x60") == bytes.fromhex("0004040201000F03")
    assert not host.read(r.ERROR)


def test_four_bits_of_an_answer_are_told_as_four() -> None:
    host = Host()
    host.field_on(make_ntag213(UID))
    host.identify()
    assert host.command(0x30, 0xFF) == b"\x00"
    assert host.read(r.CONTROL) & 0x07 == 4


def test_an_answer_longer_than_the_fifo_overflows_unless_it_is_fetched_in_time() -> None:
    host = Host()
    tag = make_ntag216(UID)
    host.field_on(tag)
    host.identify()
    assert len(host.command(0x3A, 0, 19)) == 64
    assert host.read(r.ERROR) & r.BUFFER_OVFL
    host.begin(with_crc(bytes((0x3A, 0, 19))))
    fetched = b""
    for _ in range(200):
        host.wait(50)
        fetched += host.fifo()
    assert fetched[:-2] == bytes(tag.memory[:80])
    assert not host.read(r.ERROR)


def two(one: str, other: str) -> Host:
    host = Host()
    host.field_on(VirtualTag(bytes.fromhex(one)), VirtualTag(bytes.fromhex(other)))
    host.wake()
    return host


@pytest.mark.parametrize(
    ("one", "other", "place"),
    [
        ("00000001", "00000000", 25),
        ("01000000", "00000000", 1),
        ("00800000", "00000000", 16),
        ("00000080", "00000000", 0),
    ],
)
def test_the_first_bit_in_which_two_tags_differ_is_the_collision(one: str, other: str, place: int) -> None:
    host = two(one, other)
    host.write(r.COLL, 0x00)
    heard = host.exchange(b"\x93\x20")
    assert host.read(r.ERROR) & r.COLL_ERR
    assert host.read(r.COLL) & 0x3F == place
    assert host.irq() & (r.RX_IRQ | r.ERR_IRQ) == r.RX_IRQ | r.ERR_IRQ
    assert heard == bytes(5), "what came after it is cleared"


def test_values_after_a_collision_can_be_kept() -> None:
    host = two("01000003", "00000003")
    host.write(r.COLL, 0x80)
    assert host.exchange(b"\x93\x20")[3] == 0x03


def test_equal_answers_pass_as_one() -> None:
    host = two("11223344", "11223344")
    assert host.exchange(b"\x93\x20") == bytes.fromhex("1122334444")
    assert not host.read(r.ERROR) & r.COLL_ERR


def test_an_anticollision_frame_may_end_within_a_byte() -> None:
    host = Host()
    host.field_on(VirtualTag(bytes.fromhex("A55A1234")))
    host.wake()
    heard = host.exchange(b"\x93\x25\x05", 5, 5)
    assert host.read(r.CONTROL) & 0x07 == 0
    assert heard == bytes((0xA5 & 0xE0, 0x5A, 0x12, 0x34, 0xA5 ^ 0x5A ^ 0x12 ^ 0x34))


UIDS = st.one_of(
    st.binary(min_size=4, max_size=4).filter(lambda uid: uid[0] != 0x88),
    st.binary(min_size=7, max_size=7).filter(lambda uid: uid[3] != 0x88),
    st.binary(min_size=10, max_size=10),
)
"""0x88 in these places is the cascade tag's (ISO 14443-3, 6.5.4)."""


@settings(max_examples=40, deadline=None)
@given(st.lists(UIDS, min_size=1, max_size=6, unique=True))
def test_the_standards_own_algorithm_tells_any_tags_apart(uids: list[bytes]) -> None:
    host = Host()
    host.field_on(*(VirtualTag(uid) for uid in uids))
    assert hexes(enumerated(host)) == hexes(uids)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 0xFFFF), min_size=2, max_size=5, unique=True))
def test_even_tags_that_differ_only_at_their_ends(ends: list[int]) -> None:
    host = Host()
    uids = [b"\x04\x11\x22\x33\x44" + end.to_bytes(2, "big") for end in ends]
    host.field_on(*(VirtualNtag(uid) for uid in uids))
    assert hexes(enumerated(host)) == hexes(uids)


def test_tags_of_different_kinds_lie_together() -> None:
    host = Host()
    uids = [UID, bytes.fromhex("DEADBEEF"), bytes.fromhex("04112299445566")]
    host.field_on(make_ntag213(uids[0]), make_classic_1k(uids[1]), make_ntag216(uids[2]))
    assert hexes(enumerated(host)) == hexes(uids)


def test_an_answer_with_a_wrong_parity_bit_is_told_as_such() -> None:
    host = Host()
    host.field_on(make_ntag213(UID))
    host.field.noise = 1.0
    told = set()
    for _ in range(60):
        host.exchange(b"\x52", 7, wait_us=1_000)
        told.add(host.read(r.ERROR))
        host.exchange(b"\x26", 7, wait_us=1_000)
    assert {r.PARITY_ERR, r.PROTOCOL_ERR, r.COLL_ERR} <= told


def test_a_frame_answered_with_fewer_than_four_bits_can_be_ignored() -> None:
    host = Host()
    host.field_on()
    host.field.noise = 1.0
    for mode in (0x00, 0x08):
        host.write(r.RX_MODE, mode)
        received = 0
        for _ in range(200):
            host.begin(bytes((REQA,)), 7)
            host.wait(500)
            received += bool(host.irq() & r.RX_IRQ)
        assert (received == 200) == (mode == 0)
