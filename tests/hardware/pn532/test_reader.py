"""What a PN532 reader tells of the tags on it, and of a chip and a line that fail."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.events import (
    CHIP_DEAD,
    FOREIGN_CARD,
    NO_TAG,
    ONE_TAG,
    READER_STARTING,
    READER_WELL,
    REVIVAL_COUNT,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
)
from hardware.errors import HardwareError, HardwareMissingError
from hardware.readers.pn532.chip import ACK_WAIT_US, ANSWER_WAIT_US
from hardware.readers.pn532.reader import DOWN_AFTER_LOST, POLL_US, SILENT_US
from tests.hardware.pn532 import scripted
from tests.hardware.pn532.scripted import (
    ACK,
    LIST,
    NACK,
    OTHER,
    SYNTAX_ERROR,
    UID,
    Reply,
    Stage,
    frame,
    target,
)

BOUND_US = 4 * (ACK_WAIT_US + ANSWER_WAIT_US + 5_000)
"""Of a step: the set-up's three commands and a poll."""
ATS = bytes.fromhex("06 75 77 81 02 80")


def test_what_lies_there_at_the_start_comes_with_the_step_that_is_well() -> None:
    stage = Stage()
    stage.chip.lay(target(UID))
    assert stage.reader.state == READER_STARTING
    assert stage.step() == [(TAG_CAME, UID)]
    assert (stage.reader.state, stage.reader.version) == (READER_WELL, 0x16)


@pytest.mark.parametrize("size", [4, 7, 10])
def test_a_uid_is_told_whole(size: int) -> None:
    stage = Stage()
    uid = bytes(range(0x10, 0x10 + size))
    stage.chip.lay(target(uid))
    assert stage.run(1) == [(TAG_CAME, uid)]


def test_the_chip_is_woken_and_set_up_once_and_not_before_each_poll() -> None:
    stage = Stage()
    stage.run(3)
    assert stage.chip.wake_ups == 1
    assert [each[0] for each in stage.chip.commands[:3]] == [0x14, 0x02, 0x32]
    field_off, *polls = stage.chip.commands[3:]
    assert field_off == b"\x32\x01\x00"
    assert set(polls) == {b"\x4a\x02\x00"}


def test_a_tag_that_was_taken_has_left_after_more_than_half_a_second_of_silent_polls() -> None:
    stage = Stage()
    stage.chip.lay(target(UID))
    stage.run(1)
    stage.chip.lay()
    taken = stage.clock.now_us()
    while (events := stage.step()) == []:
        pass
    assert events == [(TAG_LEFT, UID)]
    assert SILENT_US < stage.clock.now_us() - taken < SILENT_US + 4 * POLL_US


def test_a_weak_tag_that_is_silent_for_less_has_not_left() -> None:
    stage = Stage()
    stage.chip.lay(target(UID))
    events = stage.run(1)
    for _ in range(5):
        stage.chip.lay()
        events += stage.run(0.4)
        stage.chip.lay(target(UID))
        events += stage.step()
    assert events == [(TAG_CAME, UID)]


def test_lost_polls_are_no_silent_ones() -> None:
    stage = Stage()
    stage.chip.lay(target(UID))
    events = stage.run(1)
    stage.chip.lay()
    for _ in range(6):
        stage.chip.replies.append(lambda _answer: [])
        events += stage.run(0.4)
    assert events == [(TAG_CAME, UID)]
    assert stage.run(1) == [(TAG_LEFT, UID)]


def test_two_tags_are_told_as_several_and_neither_is_guessed() -> None:
    stage = Stage()
    stage.chip.lay(target(UID), target(OTHER))
    assert stage.run(1) == [(SEVERAL_TAGS, b"")]


def test_one_tag_that_is_listed_twice_is_one() -> None:
    stage = Stage()
    stage.chip.lay(target(UID), target(UID))
    assert stage.run(1) == [(TAG_CAME, UID)]


@pytest.mark.parametrize(
    "foreign",
    [
        target(UID, 0x20, ATS),
        target(UID[:4], 0x28, ATS),
        target(UID, 0x20),
        target(b"\x08\x11\x22\x33"),
        # longer than another driver reads: https://github.com/adafruit/Adafruit_CircuitPython_PN532/pull/70
        target(bytes(range(10)), 0x20, bytes(range(64, 0, -1))),
    ],
)
def test_a_bank_card_a_pass_and_a_phone_are_foreign_and_their_uid_is_told_to_nobody(foreign: bytes) -> None:
    stage = Stage()
    stage.chip.lay(foreign)
    assert stage.run(1) == [(FOREIGN_CARD, b"")]


def test_a_phone_beside_a_tag_makes_several() -> None:
    stage = Stage()
    stage.chip.lay(target(UID, 0x20, ATS), target(OTHER))
    assert stage.run(1) == [(SEVERAL_TAGS, b"")]


def test_scans_are_counted_by_their_outcome() -> None:
    stage = Stage()
    stage.run(0.5)
    stage.chip.lay(target(UID))
    stage.run(0.5)
    assert stage.reader.tally[NO_TAG] > 5
    assert stage.reader.tally[ONE_TAG] > 5
    assert sum(each[0] == LIST for each in stage.chip.commands) == sum(stage.reader.tally.values())


# -- a line that is slow, loses and spoils


@pytest.mark.parametrize(
    "reply",
    [
        lambda answer: [(ACK_WAIT_US - 5_000, ACK), (ACK_WAIT_US, answer)],
        # one read has both, and a read has a piece: https://github.com/nfc-tools/libnfc/issues/86 and 167
        lambda answer: [(8_000, ACK + answer)],
        lambda answer: [(4_000 + 500 * at, each) for at, each in enumerate((ACK, answer[:5], answer[5:]))],
    ],
    ids=["a late ACK", "at once", "in pieces"],
)
def test_an_answer_in_time_is_one_however_it_comes(reply: Reply) -> None:
    stage = Stage()
    stage.chip.lay(target(UID, 0x00))
    stage.chip.replies.append(reply)
    assert stage.step() == [(TAG_CAME, UID)]
    assert stage.reader.tally[CHIP_DEAD] == 0


FAULTS: dict[str, Reply] = {
    "silence": lambda _answer: [],
    "no answer": lambda _answer: [(1_000, ACK)],
    "lost ACK": lambda answer: [(8_000, answer)],
    "the beginning of a long frame": lambda _answer: [(1_000, b"\x00\x00\xff\xff\xff\x01\x09\xf6\xd5")],
    "half a frame": lambda answer: [(1_000, ACK), (8_000, answer[:9])],
    "wrong sum": lambda answer: [(1_000, ACK), (8_000, answer[:-2] + bytes((answer[-2] ^ 1, 0)))],
    "wrong length": lambda answer: [(1_000, ACK), (8_000, answer[:3] + b"\x05" + answer[4:])],
    "rubbish": lambda answer: [(1_000, ACK), (8_000, b"\x13\x37\xff" + answer)],
    "only rubbish": lambda _answer: [(1_000, bytes(range(256)) * 9)],
    "syntax error": lambda _answer: [(1_000, ACK), (8_000, SYNTAX_ERROR)],
    "answer to another command": lambda _answer: [(1_000, ACK), (8_000, frame(b"\x41\x00"))],
    "late answer": lambda answer: [(1_000, ACK), (ANSWER_WAIT_US + 20_000, answer)],
    "all of it late": lambda answer: [(ACK_WAIT_US + 75_000, ACK), (ACK_WAIT_US + 76_000, answer)],
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_lost_poll_changes_nothing_and_the_chip_is_set_up_anew(fault: Reply) -> None:
    stage = Stage()
    stage.chip.lay(target(UID))
    stage.run(1)
    stage.chip.replies.append(fault)
    assert stage.run(1) == []
    assert (stage.reader.tally[CHIP_DEAD], stage.reader.tally[REVIVAL_COUNT]) == (1, 1)
    assert (stage.chip.wake_ups, stage.chip.times_ended) == (2, 2)
    assert stage.reader.state == READER_WELL


@pytest.mark.parametrize("late_us", range(ACK_WAIT_US + 1_000, ACK_WAIT_US + 200_000, 9_000))
def test_a_late_answer_is_never_the_answer_of_a_later_command(late_us: int) -> None:
    stage = Stage()
    stage.step()
    stage.chip.lay(target(UID))
    stage.chip.replies.append(lambda answer: [(late_us, ACK), (late_us + 1_000, answer)])
    seen = stage.step()
    stage.chip.lay(target(OTHER))
    seen += stage.run(1)
    assert seen == [(TAG_CAME, OTHER)]
    assert stage.reader.tally[CHIP_DEAD] >= 1


def test_a_chip_that_started_anew_is_set_up_by_itself() -> None:
    stage = Stage()
    stage.chip.lay(target(UID))
    events = stage.run(1)
    for _ in range(3):
        stage.chip.brown_out()
        events += stage.run(1)
    assert events == [(TAG_CAME, UID)]
    assert not stage.chip.is_looking_for_ever
    assert stage.reader.tally[REVIVAL_COUNT] == 3


def test_a_chip_that_forgot_its_settings_and_is_awake_is_set_up_anew() -> None:
    stage = Stage()
    stage.run(1)
    stage.chip.is_looking_for_ever = True
    assert stage.run(1) == []
    assert not stage.chip.is_looking_for_ever


def test_after_three_lost_polls_the_reader_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    stage.run(1)
    monkeypatch.setattr(stage.chip, "write", len)
    began = stage.clock.now_us()
    for _ in range(DOWN_AFTER_LOST - 1):
        assert stage.step() == []
    with pytest.raises(HardwareError) as told:
        stage.step()
    assert str(told.value) == (
        "reader play on /dev/serial/by-id/usb-a does not answer as a PN532 (it did not acknowledge a command):"
        " take its plug out and put it in again, and if that does not help try another cable or socket"
    )
    assert stage.clock.now_us() - began < 1_000_000


def test_a_port_with_something_else_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()

    def greet(data: bytes) -> int:
        stage.chip.sent.append((0, b"MicroPython v1.24\r\n>>> "))
        return len(data)

    monkeypatch.setattr(stage.chip, "write", greet)
    with pytest.raises(HardwareError, match=r"write in wiring\.toml the port that .*HSU"):
        stage.run(2)
    assert stage.reader.state == READER_STARTING


def test_another_chip_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripted, "FIRMWARE", frame(b"\x03\x33\x02\x07\x07"))
    with pytest.raises(HardwareError, match=r"a chip 0x33 answers, and no PN532 \(0x32\)"):
        Stage().step()


def test_a_reader_that_is_unplugged_in_mid_frame_says_so() -> None:
    stage = Stage()
    stage.step()

    def unplug(answer: bytes) -> list[tuple[int, bytes]]:
        stage.chip.gone = OSError(5, "Input/output error")
        return [(0, ACK), (0, answer[:6])]

    stage.chip.replies.append(unplug)
    with pytest.raises(
        HardwareMissingError, match=r"usb-a has gone \(Input/output error\): plug it in again"
    ):
        stage.step()
    stage.reader.close()
    assert stage.chip.is_closed


def test_a_port_that_takes_no_bytes_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    monkeypatch.setattr(stage.chip, "write", lambda _data: 0)
    with pytest.raises(HardwareError, match="its port takes no bytes"):
        stage.run(2)


@pytest.mark.parametrize("bytes_without_end", [ACK, NACK, ACK + b"\x55", frame(b"\x01"), b"\xff"])
def test_a_line_that_never_stops_does_not_block_past_the_bound(
    bytes_without_end: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage()

    def flood() -> bytes:
        stage.clock.wait_us(300)
        return bytes_without_end

    monkeypatch.setattr(stage.chip, "read", flood)
    before = stage.clock.now_us()
    assert stage.step() == []
    assert stage.clock.now_us() - before < ACK_WAIT_US + ANSWER_WAIT_US + 5_000


NONSENSE: dict[str, bytes] = {
    "nothing": b"",
    "three": b"\x03" + b"".join(bytes((n,)) + target(UID) for n in (1, 2, 3)),
    "fewer than said": b"\x02\x01" + target(UID),
    "more than said": b"\x01\x01" + target(UID) + b"\x02" + target(OTHER),
    "none, and one": b"\x00\x01" + target(UID),
    "a wrong number": b"\x01\x02" + target(UID),
    "a short UID": b"\x01\x01" + target(UID)[:-1],
    "a UID of 5": b"\x01\x01" + target(UID[:5]),
    "a UID of 0": b"\x01\x01" + target(b""),
    "a UID of 255": b"\x01\x01\x00\x44\x00\xff" + UID,
    "an ATS too long": b"\x01\x01" + target(UID, 0x20, b"\x09\x75"),
    "an ATS too short": b"\x01\x01" + target(UID, 0x20, b"\x02\x75\x77"),
}


@pytest.mark.parametrize("content", NONSENSE.values(), ids=NONSENSE)
def test_an_answer_with_right_sums_that_makes_no_sense_invents_no_tag(content: bytes) -> None:
    stage = Stage()
    stage.step()
    stage.chip.replies.append(lambda _answer: [(1_000, ACK), (8_000, frame(b"\x4b" + content))])
    assert stage.step() == []
    assert stage.reader.tally[CHIP_DEAD] == 1


BYTES = st.binary(max_size=30) | st.sampled_from(
    (
        ACK,
        SYNTAX_ERROR,
        frame(b"\x15"),
        frame(b"\x33"),
        frame(b"\x4b\x00"),
        frame(b"\x03"),
        b"\x00\x00\xff\xff\xff",
    )
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.tuples(st.integers(0, 500_000), BYTES), max_size=4), max_size=12))
def test_whatever_the_line_brings_no_tag_is_invented_and_no_step_blocks(
    script: list[list[tuple[int, bytes]]],
) -> None:
    stage = Stage()
    rest = iter(script)

    def write(data: bytes) -> int:
        now = stage.clock.now_us()
        stage.chip.sent += [(now + us, sent) for us, sent in next(rest, [])]
        return len(data)

    stage.chip.write = write  # type: ignore[method-assign]  # a fixture would be shared by all examples
    for _ in range(6):
        before = stage.clock.now_us()
        with suppress(HardwareError):
            assert all(kind != TAG_CAME for kind, _ in stage.step())
        assert stage.clock.now_us() - before < BOUND_US + POLL_US
