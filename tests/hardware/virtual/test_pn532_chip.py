"""The virtual PN532 against whole frames written out byte by byte after UM0701-02, and not against any encoder.

Frames without an example are put together by `framed`, which shares nothing with chip or driver.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.virtual import faults
from hardware.virtual.clock import VirtualClock
from hardware.virtual.pn532_chip import BYTE_NS, VirtualPn532
from hardware.virtual.pn532_line import LATE_NS, VirtualPn532Adapter
from hardware.virtual.tags import (
    WUPA,
    VirtualIsoDepCard,
    VirtualTag,
    make_classic_1k,
    make_ntag213,
    make_ntag215,
    make_ntag216,
)

WAKE = "55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
ACK = "00 00 FF 00 FF 00"
NACK = "00 00 FF FF 00 00"
ERROR = "00 00 FF 01 FF 7F 81 00"
FIRMWARE = "00 00 FF 02 FE D4 02 2A 00"
FIRMWARE_IS = "00 00 FF 06 FA D5 03 32 01 06 07 E8 00"
SAM = "00 00 FF 03 FD D4 14 01 17 00"
SAM_DONE = "00 00 FF 02 FE D5 15 16 00"
LIST_ONE = "00 00 FF 04 FC D4 4A 01 00 E1 00"
LIST_TWO = "00 00 FF 04 FC D4 4A 02 00 E0 00"
NO_TARGET = "00 00 FF 03 FD D5 4B 00 E0 00"
ONE_TRY = "00 00 FF 06 FA D4 32 05 FF 01 00 F5 00"
TWO_TRIES = "00 00 FF 06 FA D4 32 05 FF 01 01 F4 00"
RF_DONE = "00 00 FF 02 FE D5 33 F8 00"
FIELD_OFF = "00 00 FF 04 FC D4 32 01 00 F9 00"
FIELD_ON = "00 00 FF 04 FC D4 32 01 01 F8 00"
READ_PAGE_4 = "00 00 FF 05 FB D4 40 01 30 04 B7 00"

UID = bytes.fromhex("04A1B2C3D4E5F6")
OTHER = bytes.fromhex("04112233445566")


def spaced(data: bytes | bytearray) -> str:
    return data.hex(" ").upper()


def framed(data: str) -> str:
    """A frame of these bytes, beginning with D4 or D5, for what no example shows."""
    content = bytes.fromhex(data)
    head = bytes((0, 0, 0xFF, len(content), 256 - len(content)))
    return spaced(head + content + bytes((-sum(content) % 256, 0)))


class Host:
    """A host at a chip. `adapter`: the chip's, plugged in."""

    def __init__(self, *tags: VirtualTag, awake: bool = True, tries: str = ONE_TRY) -> None:
        self.clock = VirtualClock()
        self.adapter = VirtualPn532Adapter(self.clock)
        self.adapter.plug("/dev/ttyUSB0")
        self.line = self.adapter.open()
        for tag in tags:
            self.adapter.field.put_tag(tag)
        if awake:
            assert self.says(WAKE + SAM) == spaced(bytes.fromhex(ACK + SAM_DONE))
            assert self.says(tries) == spaced(bytes.fromhex(ACK + RF_DONE))

    @property
    def chip(self) -> VirtualPn532:
        return self.adapter.chip

    def sends(self, data: str) -> None:
        self.line.write(bytes.fromhex(data))

    def hears(self, us: int = 100_000) -> str:
        """What comes within that time."""
        end, came = self.clock.now_us() + us, b""
        while True:
            came += self.line.read()
            due_ns = self.adapter.due_ns()
            now = self.clock.now_us()
            if due_ns is None or due_ns // 1000 >= end or now >= end:
                self.clock.wait_us(end - now)
                return spaced(came + self.line.read())
            self.clock.wait_us(max(1, (due_ns - self.clock.now_ns()) / 1000 + 1))

    def says(self, data: str, us: int = 100_000) -> str:
        self.sends(data)
        return self.hears(us)

    def lists_anew(self, data: str) -> str:
        """The answer to a listing after the field was off for longer than tags keep their state."""
        assert self.says(FIELD_OFF) == joined(ACK, RF_DONE)
        return self.asks(data)

    def reads_on(self, came: bytearray) -> None:
        """Read for ever. Raises OSError when the line is gone."""
        while True:
            self.clock.wait_us(100)
            came += self.line.read()

    def asks(self, data: str, us: int = 100_000) -> str:
        """The answer to the command of these bytes, after its ACK: TFI and data."""
        heard = self.says(framed(data), us)
        assert heard.startswith(ACK), heard
        answer = bytes.fromhex(heard[len(ACK) :])
        if not answer:
            return ""
        assert answer[:3] == b"\x00\x00\xff"
        assert answer[-1] == 0
        begin, length = (8, answer[5] << 8 | answer[6]) if answer[3:5] == b"\xff\xff" else (5, answer[3])
        assert len(answer) == begin + length + 2
        assert sum(answer[begin:]) % 256 == 0
        return spaced(answer[begin:-2])


def joined(*frames: str) -> str:
    return " ".join(frames)


# -- the line


def test_a_chip_asleep_answers_nobody() -> None:
    host = Host(awake=False)
    assert host.says(FIRMWARE) == ""
    assert host.chip.is_asleep


def test_the_first_command_comes_with_the_bytes_that_wake_it() -> None:
    host = Host(awake=False)
    assert host.says(WAKE + SAM) == joined(ACK, SAM_DONE)
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS)


def test_a_command_too_soon_after_the_first_edge_is_not_heard() -> None:
    host = Host(awake=False)
    assert host.says("55 55 00 00 00" + SAM) == ""
    assert host.says(SAM) == joined(ACK, SAM_DONE)


def test_waking_it_twice_does_no_harm() -> None:
    assert Host().says(WAKE + FIRMWARE) == joined(ACK, FIRMWARE_IS)


def test_power_down_needs_another_wake_up_and_keeps_the_configuration() -> None:
    host = Host()
    assert host.says("00 00 FF 03 FD D4 16 10 06 00") == joined(ACK, "00 00 FF 03 FD D5 17 00 14 00")
    assert host.says(FIRMWARE) == ""
    assert host.says(WAKE + FIRMWARE) == joined(ACK, FIRMWARE_IS)
    assert host.chip.is_configured


def test_the_ack_comes_within_fifteen_milliseconds_and_each_byte_takes_its_time() -> None:
    host = Host()
    sent_ns = host.clock.now_ns()
    host.sends(FIRMWARE)
    came: list[int] = []
    while len(came) < 6:
        host.clock.wait_us(5)
        came += [host.clock.now_ns()] * len(host.line.read())
    assert came[0] - sent_ns >= 10 * BYTE_NS
    assert came[-1] - sent_ns < 15_000_000
    assert all(abs(b - a - BYTE_NS) <= 6_000 for a, b in itertools.pairwise(came))


@pytest.mark.parametrize(
    "wrong",
    [
        "00 00 FF 02 FE D4 02 2B 00",  # DCS
        "00 00 FF 02 FD D4 02 2A 00",  # LCS
        "00 00 FF 02 FE D5 02 29 00",  # TFI
        "00 00 FF FF FF 01 FF 01 00",  # an extended length that no frame has
        "00 00 FF 00 00 00",
    ],
)
def test_what_is_no_frame_gets_no_ack_and_the_next_frame_does(wrong: str) -> None:
    host = Host()
    assert host.says(wrong) == ""
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS)


def test_half_a_frame_swallows_the_next_one() -> None:
    host = Host()
    assert host.says("00 00 FF 09 F7 D4 4A") == ""
    assert host.says(FIRMWARE) == ""
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS)


def test_the_start_code_alone_begins_a_frame_and_the_postamble_is_not_awaited() -> None:
    assert Host().says("00 FF 02 FE D4 02 2A") == joined(ACK, FIRMWARE_IS)


def test_an_extended_frame_is_a_frame() -> None:
    assert Host().says("00 00 FF FF FF 00 02 FE D4 02 2A 00") == joined(ACK, FIRMWARE_IS)


@pytest.mark.parametrize(
    "data",
    ["D4", "D4 99", "D4 02 00", "D4 14", "D4 14 05", "D4 32 05 FF", "D4 4A 03 00", "D4 4A 01", "D4 40 01"],
)
def test_a_command_with_a_wrong_syntax_gets_an_ack_and_the_error_frame(data: str) -> None:
    assert Host().says(framed(data)) == joined(ACK, ERROR)


def test_nack_has_the_last_answer_again_without_an_ack() -> None:
    host = Host()
    host.says(FIRMWARE)
    assert host.says(NACK) == FIRMWARE_IS
    assert host.says(NACK) == FIRMWARE_IS


def test_an_ack_ends_the_command_under_way() -> None:
    host = Host(tries=TWO_TRIES)
    host.asks("D4 32 05 FF 01 FF")
    assert host.says(LIST_ONE, 1_000_000) == ACK
    assert host.adapter.run_pending() is not None
    assert host.says(joined(ACK, FIRMWARE)) == ""
    assert host.adapter.run_pending() is None
    host.adapter.field.put_tag(make_ntag213(UID))
    assert host.hears() == ""
    assert host.says(joined(ACK, FIRMWARE)) == joined(ACK, FIRMWARE_IS)  # it had nothing to end


def test_a_new_command_ends_the_one_under_way() -> None:
    host = Host()
    host.asks("D4 32 05 FF 01 FF")
    assert host.says(LIST_ONE) == ACK
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS)
    host.adapter.field.put_tag(make_ntag213(UID))
    assert host.hears() == ""


def test_the_communication_line_test_gives_back_its_bytes_in_any_length() -> None:
    host = Host()
    assert host.asks("D4 00 00 AA 55") == "D5 01 00 AA 55"
    many = spaced(bytes(range(250)))
    assert host.asks(f"D4 00 00 {many}", 200_000) == f"D5 01 00 {many}"


def test_the_general_status_names_error_and_targets() -> None:
    host = Host(make_ntag213(UID))
    assert host.asks("D4 04") == "D5 05 00 00 00 80"
    host.asks("D4 4A 01 00")
    host.asks("D4 40 02 30 04")
    assert host.asks("D4 04") == "D5 05 27 00 01 01 00 00 10 80"


# -- listing


def test_a_listing_before_the_sam_configuration_is_refused() -> None:
    host = Host(make_ntag213(UID), awake=False)
    assert host.says(WAKE + FIRMWARE) == joined(ACK, FIRMWARE_IS)
    assert host.says(LIST_ONE) == joined(ACK, ERROR)


def test_a_mifare_classic_card_is_listed_in_a_frame_known_byte_by_byte() -> None:
    host = Host(make_classic_1k(bytes.fromhex("922E5832")))  # the manual's example has SENS_RES as 04 00
    assert host.says(LIST_ONE) == joined(ACK, "00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 92 2E 58 32 84 00")


@pytest.mark.parametrize(
    ("tag", "listed"),
    [
        (make_ntag213(UID), "00 44 00 07 04 A1 B2 C3 D4 E5 F6"),
        (VirtualTag(bytes.fromhex("0411223344556677889A")), "00 84 00 0A 04 11 22 33 44 55 66 77 88 9A"),
        (VirtualTag(bytes.fromhex("08123456")), "00 04 00 04 08 12 34 56"),
        (VirtualIsoDepCard(bytes.fromhex("08123456")), "00 04 20 04 08 12 34 56 06 75 77 81 02 80"),
    ],
)
def test_a_target_is_listed_with_its_whole_uid_and_its_ats(tag: VirtualTag, listed: str) -> None:
    assert Host(tag).asks("D4 4A 01 00") == f"D5 4B 01 01 {listed}"


def test_without_automatic_rats_there_is_no_ats() -> None:
    host = Host(VirtualIsoDepCard(bytes.fromhex("08123456")))
    assert host.says("00 00 FF 03 FD D4 12 04 16 00") == joined(ACK, "00 00 FF 02 FE D5 13 18 00")
    assert host.asks("D4 4A 01 00") == "D5 4B 01 01 00 04 20 04 08 12 34 56"


def test_an_iso_dep_card_is_deselected_by_the_next_listing() -> None:
    host = Host(VirtualIsoDepCard(bytes.fromhex("08123456")))
    host.chip.wake_code = WUPA
    first = host.asks("D4 4A 01 00")
    assert first == host.asks("D4 4A 01 00") == host.asks("D4 4A 02 00") == host.asks("D4 4A 02 00")


def test_silence_is_no_target_after_as_many_tries_as_configured() -> None:
    def lasts(tries: int) -> int:
        host = Host()
        host.asks("D4 4A 01 00")
        host.asks(f"D4 32 05 FF 01 {tries:02X}")
        began = host.clock.now_ns()
        host.sends(LIST_ONE)
        while host.adapter.run_pending() is not None:
            host.clock.wait_us(50)
            if host.line.read().endswith(bytes.fromhex(NO_TARGET[-5:])):
                break
        return host.clock.now_ns() - began

    assert lasts(1) > lasts(0) + 1_000_000
    assert lasts(10) > lasts(0) + 10_000_000
    assert Host().says(LIST_ONE) == joined(ACK, NO_TARGET)


def test_a_uid_of_seven_bytes_takes_four_and_a_half_milliseconds_on_the_air() -> None:
    host = Host(make_ntag213(UID))
    assert host.says(FIELD_ON) == joined(ACK, RF_DONE)
    host.sends(LIST_ONE)
    said_ns = [-1, -1]
    while said_ns[1] < 0:
        host.clock.wait_us(10)
        host.chip.run_pending()
        for frame in host.chip.take_sent():
            said_ns[not frame.is_ack] = frame.at_ns
    radio_ns = said_ns[1] - said_ns[0] - 6 * BYTE_NS
    assert 4_000_000 < radio_ns < 5_500_000


def test_as_delivered_it_polls_until_a_tag_comes() -> None:
    host = Host(awake=False)
    host.says(WAKE + SAM)
    assert host.says(LIST_ONE, 3_000_000) == ACK
    host.adapter.field.put_tag(make_ntag213(UID))
    assert host.hears().startswith("00 00 FF 0F F1 D5 4B 01")


def test_two_tags_are_listed_where_two_are_asked_for() -> None:
    host = Host(make_ntag213(UID), make_ntag213(OTHER))
    both = {f"00 44 00 07 {spaced(uid)}" for uid in (UID, OTHER)}
    for _ in range(5):
        answer = host.lists_anew("D4 4A 02 00")
        assert answer.startswith("D5 4B 02 01 00 44")
        assert {answer[12:44], answer[48:]} == both


def test_two_tags_of_different_length_are_both_found() -> None:
    host = Host(make_ntag213(UID), make_classic_1k(bytes.fromhex("922E5832")))
    answer = host.asks("D4 4A 02 00")
    assert answer.startswith("D5 4B 02")
    assert spaced(UID) in answer
    assert "92 2E 58 32" in answer


def test_a_listing_that_allows_one_tag_names_one_of_two() -> None:
    assert Host(make_ntag213(UID), make_ntag213(OTHER)).asks("D4 4A 01 00").startswith("D5 4B 01 01")


def test_an_active_tag_answers_the_second_poll_only() -> None:
    host = Host(make_ntag213(UID))
    found = [host.asks("D4 4A 01 00")[6:8] for _ in range(4)]
    assert found == ["01", "00", "01", "00"]
    again = Host(make_ntag213(UID), tries=TWO_TRIES)
    assert [again.asks("D4 4A 01 00")[6:8] for _ in range(4)] == ["01"] * 4


def test_a_halted_tag_is_silent_until_the_field_was_off() -> None:
    host = Host(make_ntag213(UID), tries=TWO_TRIES)
    assert host.asks("D4 4A 02 00").startswith("D5 4B 01")
    assert host.asks("D4 4A 02 00") == host.asks("D4 4A 01 00") == "D5 4B 00"
    assert host.lists_anew("D4 4A 02 00").startswith("D5 4B 01")


def test_two_tags_are_listed_then_one_then_none() -> None:
    """See https://community.nxp.com/thread/481864."""
    host = Host(make_ntag213(UID), make_ntag213(OTHER), tries=TWO_TRIES)
    assert [host.asks("D4 4A 02 00")[6:8] for _ in range(3)] == ["02", "01", "00"]


def test_a_field_that_was_off_too_shortly_changes_nothing() -> None:
    host = Host(make_ntag213(UID))
    assert host.asks("D4 4A 02 00").startswith("D5 4B 01")
    host.says(FIELD_OFF, 2_500)
    assert NO_TARGET in host.says(LIST_TWO)


def test_a_chip_that_polls_with_wupa_finds_the_tags_that_it_halted() -> None:
    host = Host(make_ntag213(UID), make_ntag213(OTHER))
    host.chip.wake_code = WUPA
    assert all(host.asks("D4 4A 02 00").startswith("D5 4B 02") for _ in range(4))


def test_targets_of_an_earlier_listing_are_dropped() -> None:
    tag = make_ntag213(UID)
    host = Host(tag)
    assert host.asks("D4 4A 02 00").startswith("D5 4B 01")
    host.adapter.field.take_tag(tag)
    assert host.asks("D4 4A 02 00") == "D5 4B 00"
    assert host.asks("D4 40 01 30 04") == "D5 41 27"


def test_other_kinds_of_cards_are_polled_for_in_vain() -> None:
    assert Host(make_ntag213(UID)).asks("D4 4A 01 01 00 FF FF 00 00") == "D5 4B 00"


# -- talking to tags


def test_a_page_is_read_without_its_crc() -> None:
    host = Host(make_ntag213(UID, b"a table's card.."))
    host.asks("D4 4A 01 00")
    data = bytes.fromhex(host.says(READ_PAGE_4)[len(ACK) :])
    assert spaced(data[:8]) == "00 00 FF 13 ED D5 41 00"
    assert data[8:-2] == b"a table's card.."


def test_a_page_is_written_in_its_time() -> None:
    tag = make_ntag215(UID)
    host = Host(tag)
    host.asks("D4 4A 01 00")
    assert host.asks("D4 40 01 A2 05 01 02 03 04") == "D5 41 00"
    assert tag.written_pages == [(5, bytes((1, 2, 3, 4)))]


def test_version_and_many_pages_go_through() -> None:
    host = Host(make_ntag216(UID, bytes(range(240))))
    host.asks("D4 4A 01 00")
    assert host.asks("D4 42 60") == "D5 43 00 00 04 04 02 01 00 13 03"
    assert host.asks("D4 42 3A 04 3F", 200_000) == f"D5 43 00 {spaced(bytes(range(240)))}"
    assert host.asks("D4 42 3A 04 43", 200_000).startswith("D5 43 00 00 01")  # an extended frame
    assert host.asks("D4 42 3A 00 E0", 200_000) == "D5 43 07"


def test_a_refusal_of_the_tag_is_a_status_and_the_tag_is_lost_until_it_is_listed() -> None:
    host = Host(make_ntag213(UID))
    host.asks("D4 4A 01 00")
    assert host.asks("D4 40 01 A2 00 01 02 03 04") == "D5 41 13"
    assert host.asks("D4 40 01 30 04") == "D5 41 01"
    assert host.asks("D4 4A 01 00").startswith("D5 4B 01")
    assert host.asks("D4 40 01 30 04").startswith("D5 41 00")


def test_a_tag_that_was_taken_is_a_time_out() -> None:
    tag = make_ntag213(UID)
    host = Host(tag)
    host.asks("D4 4A 01 00")
    host.adapter.field.take_tag(tag)
    assert host.asks("D4 40 01 30 04") == "D5 41 01"
    assert host.asks("D4 42 60") == "D5 43 01"


def test_a_strange_target_or_command_is_not_acceptable() -> None:
    host = Host(make_ntag213(UID))
    assert host.asks("D4 40 01 30 04") == "D5 41 27"
    host.asks("D4 4A 01 00")
    assert host.says(framed("D4 40 01 3A 04 05")) == joined(ACK, ERROR)
    assert host.says(framed("D4 40 01 60")) == joined(ACK, ERROR)  # it is AUTHENTICATE A here


def test_each_of_two_targets_can_be_spoken_to() -> None:
    host = Host(make_ntag213(UID, b"one"), make_ntag213(OTHER, b"two"))
    host.asks("D4 4A 02 00")
    said = [host.asks(f"D4 40 0{number} 30 04")[9:17] for number in (1, 2, 1, 1, 2)]
    words = [bytes.fromhex(each) for each in said]
    assert set(words) == {b"one", b"two"}
    assert words == [words[0], words[1], words[0], words[0], words[1]]


def test_a_mifare_classic_card_accepts_no_key() -> None:
    host = Host(make_classic_1k(bytes.fromhex("922E5832")))
    host.asks("D4 4A 01 00")
    assert host.asks("D4 40 01 60 04 FF FF FF FF FF FF 92 2E 58 32") == "D5 41 14"


def test_an_iso_dep_card_answers_apdus() -> None:
    card = VirtualIsoDepCard(UID)
    host = Host(card)
    host.asks("D4 4A 01 00")
    assert host.asks("D4 40 01 00 A4 04 00 00") == "D5 41 00 6D 00"
    assert card.answered == 1


def test_a_released_target_is_unknown_and_halted() -> None:
    host = Host(make_ntag213(UID))
    host.asks("D4 4A 01 00")
    assert host.asks("D4 44 01") == "D5 45 00"
    assert host.asks("D4 54 01") == "D5 55 00"
    assert host.says("00 00 FF 03 FD D4 52 00 DA 00") == joined(ACK, "00 00 FF 03 FD D5 53 00 D8 00")
    assert host.asks("D4 54 01") == "D5 55 27"
    assert host.asks("D4 52 01") == "D5 53 27"
    assert host.lists_anew("D4 4A 01 00").startswith("D5 4B 01")


def test_a_tag_without_a_field_loses_its_power() -> None:
    tag = make_ntag213(UID)
    host = Host(tag)
    host.asks("D4 4A 01 00")
    assert host.says(FIELD_OFF) == joined(ACK, RF_DONE)
    assert host.asks("D4 40 01 30 04") == "D5 41 01"
    host.says(FIELD_ON)
    assert tag.state == "IDLE"
    assert host.asks("D4 4A 01 00").startswith("D5 4B 01")


def test_noise_is_told_by_its_status() -> None:
    host = Host(make_ntag213(UID), tries=TWO_TRIES)
    seen = set()
    for _ in range(60):
        host.adapter.field.noise = 0.0
        host.asks("D4 4A 01 00")
        host.adapter.field.noise = 1.0
        seen.add(host.asks("D4 42 30 04")[:8])
    assert {"D5 43 02", "D5 43 03", "D5 43 05", "D5 43 06"} <= seen


# -- faults


def test_a_lost_ack_is_one_ack_that_does_not_come() -> None:
    host = Host()
    host.adapter.inject_fault(faults.LOST_ACK, times=1)
    assert host.says(FIRMWARE) == FIRMWARE_IS
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS)
    assert not host.adapter.active_faults


def test_a_late_answer_comes_before_that_to_what_was_asked_meanwhile() -> None:
    host = Host()
    host.adapter.inject_fault(faults.LATE_ANSWER, times=1)
    assert host.says(FIRMWARE, LATE_NS // 2000) == ACK
    assert host.says(SAM, LATE_NS // 4000) == ""
    assert host.hears(LATE_NS // 1000) == joined(FIRMWARE_IS, ACK, SAM_DONE)


def test_half_a_frame_is_its_beginning() -> None:
    host = Host()
    host.adapter.inject_fault(faults.HALF_FRAME, times=1)
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS[: 3 * 6 - 1])
    assert host.says(NACK) == FIRMWARE_IS


def test_rubbish_comes_before_whole_frames() -> None:
    host = Host()
    host.adapter.inject_fault(faults.RUBBISH, times=2)
    heard = host.says(FIRMWARE)
    assert ACK in heard
    assert heard.endswith(FIRMWARE_IS)
    assert len(heard) > len(joined(ACK, FIRMWARE_IS))


def test_a_wrong_checksum_is_the_only_thing_wrong() -> None:
    host = Host()
    host.adapter.inject_fault(faults.WRONG_CHECKSUM, times=1)
    heard = host.says(FIRMWARE)
    assert heard.startswith(joined(ACK, FIRMWARE_IS[:-6]))
    assert not heard.endswith(FIRMWARE_IS)
    assert host.says(NACK) == FIRMWARE_IS


def test_a_brown_out_forgets_everything() -> None:
    tag = make_ntag213(UID)
    host = Host(tag)
    host.asks("D4 4A 01 00")
    host.adapter.inject_fault(faults.BROWN_OUT)
    assert tag.state == "IDLE" or not host.adapter.field.on
    assert host.chip.is_asleep
    assert not host.chip.is_configured
    assert host.says(LIST_ONE) == ""
    assert host.says(WAKE + LIST_ONE) == joined(ACK, ERROR)
    assert host.says(SAM) == joined(ACK, SAM_DONE)
    host.adapter.field.take_tag(tag)
    assert host.says(LIST_ONE, 2_000_000) == ACK  # as many tries as it likes


def test_unplugged_in_mid_frame_half_an_answer_comes_and_then_an_error() -> None:
    host = Host()
    host.adapter.inject_fault(faults.UNPLUGGED_MID_FRAME, times=1)
    host.sends(FIRMWARE)
    came = bytearray()
    with pytest.raises(OSError, match=r".+"):
        host.reads_on(came)
    assert spaced(came) == joined(ACK, FIRMWARE_IS[: 3 * 6 - 1])
    assert not host.adapter.is_plugged
    with pytest.raises(OSError, match=r".+"):
        host.adapter.open()
    host.adapter.clear_fault(faults.UNPLUGGED_MID_FRAME)
    host.line = host.adapter.open()
    assert host.says(FIRMWARE) == ""
    assert host.says(WAKE + SAM) == joined(ACK, SAM_DONE)


def test_an_unplugged_adapter_is_back_where_it_was_when_it_is_cured() -> None:
    host = Host()
    host.adapter.inject_fault(faults.UNPLUGGED)
    with pytest.raises(OSError, match=r".+"):
        host.line.write(b"\x55")
    host.adapter.clear_fault(faults.UNPLUGGED)
    assert host.adapter.is_plugged
    assert host.adapter.path == "/dev/ttyUSB0"


def test_two_tags_is_a_fault_too_and_goes_when_it_is_cured() -> None:
    host = Host()
    host.adapter.inject_fault(faults.TWO_TAGS)
    assert host.asks("D4 4A 02 00").startswith("D5 4B 02")
    host.adapter.clear_fault(faults.TWO_TAGS)
    assert not host.adapter.field.tags


@pytest.mark.parametrize("fault", [faults.WEAK_TAGS, faults.EDGE_OF_FIELD])
def test_a_weak_tag_is_listed_now_and_then_and_as_itself(fault: str) -> None:
    host = Host(make_ntag213(UID))
    host.adapter.inject_fault(fault)
    answers = {host.lists_anew("D4 4A 02 00") for _ in range(60)}
    assert answers == {"D5 4B 00", f"D5 4B 01 01 00 44 00 07 {spaced(UID)}"}


@pytest.mark.parametrize("fault", sorted(faults.PN532_FRAME_FAULTS.keys() - {faults.UNPLUGGED_MID_FRAME}))
def test_a_fault_of_frames_spoils_some_and_not_all_until_it_is_cleared(fault: str) -> None:
    host = Host()
    host.adapter.inject_fault(fault)
    heard = [host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS) for _ in range(40)]
    assert any(heard)
    assert not all(heard)
    host.adapter.clear_fault(fault)
    host.hears(2 * LATE_NS // 1000)
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS)


def test_every_fault_is_known_by_its_name_only() -> None:
    host = Host()
    with pytest.raises(KeyError):
        host.adapter.inject_fault("tired")
    for fault in faults.PN532_FAULTS:
        host.adapter.inject_fault(fault)
        host.adapter.clear_fault(fault)
    assert not host.adapter.active_faults


def test_a_host_that_does_not_read_loses_only_what_the_buffer_cannot_hold() -> None:
    host = Host()
    for _ in range(600):
        host.sends(FIRMWARE)
        for _ in range(4):
            host.clock.wait_us(2_000)
            host.adapter.run_pending()
    came = b""
    while data := host.adapter.arrived(100):
        assert len(data) <= 100
        came += data
    assert 4_000 < len(came) < 4_200
    assert host.says(FIRMWARE) == joined(ACK, FIRMWARE_IS)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from([b"\x00\x00\xff", b"\xd4", b"\xff\xff"]))))
def test_whatever_comes_it_hears_a_command_again_soon(rubbish: list[bytes]) -> None:
    host = Host()
    host.line.write(b"".join(rubbish))
    host.hears(1_000_000)
    host.line.write(bytes(300))  # as long as the longest frame that the rubbish may have begun
    host.hears(1_000_000)
    host.says(ACK)
    assert host.says(WAKE + FIRMWARE, 200_000).endswith(FIRMWARE_IS)
