"""The memory of NTAG stickers, read and written through a PN532."""

from __future__ import annotations

import pytest

from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.readers.driver import TagMemoryAccess
from tests.hardware.pn532.scripted import ACK, EXCHANGE, OTHER, UID, Stage, Sticker, frame, target

TEXT = b"\x03\x11\xd1\x01\x0d\x55\x02example.org\xfe"


def stage_with(sticker: Sticker) -> Stage:
    stage = Stage()
    stage.chip.sticker = sticker
    stage.chip.lay(target(UID))
    stage.step()
    return stage


def test_the_reader_has_access_to_tag_memory() -> None:
    assert isinstance(Stage().reader, TagMemoryAccess)


@pytest.mark.parametrize(("storage", "size"), [(0x0F, 144), (0x11, 504), (0x13, 888)])
def test_all_user_bytes_of_each_type_are_read(storage: int, size: int) -> None:
    stage = stage_with(Sticker(storage))
    assert stage.reader.read_user_memory(UID) == stage.chip.sticker.memory[16 : 16 + size]


def test_it_is_read_before_the_first_poll_too() -> None:
    stage = Stage()
    stage.chip.lay(target(UID))
    assert len(stage.reader.read_user_memory(UID)) == 144


def test_what_is_written_is_there_and_nothing_outside_the_user_pages() -> None:
    stage = stage_with(Sticker())
    before = bytes(stage.chip.sticker.memory)
    stage.reader.write_user_memory(UID, TEXT)
    padded = TEXT + bytes(-len(TEXT) % 4)
    assert stage.chip.sticker.memory == before[:16] + padded + before[16 + len(padded) :]
    assert stage.chip.sticker.written == [4, 8, 7, 6, 5, 4]
    assert stage.run(1) == []


def test_a_tag_that_is_another_or_not_alone_is_not_touched() -> None:
    stage = stage_with(Sticker())
    for lying in ([target(OTHER)], [target(UID), target(OTHER)], []):
        stage.chip.lay(*lying)
        with pytest.raises(TagGone, match="lay it down, alone"):
            stage.reader.write_user_memory(UID, TEXT)
    assert stage.chip.sticker.written == []


def test_a_locked_page_is_refused() -> None:
    stage = stage_with(Sticker())
    stage.chip.sticker.locked = {5}
    with pytest.raises(TagMemoryForbidden, match="page 5: it is locked"):
        stage.reader.write_user_memory(UID, TEXT)


def test_a_refusal_that_was_a_spoilt_command_is_tried_again() -> None:
    stage = stage_with(Sticker())
    stage.chip.to_memory.extend([lambda answer: [(0, ACK), (1, answer)]] * 4)
    stage.chip.to_memory.append(lambda _answer: [(0, ACK), (1, frame(bytes((EXCHANGE + 1, 0x13))))])
    stage.reader.write_user_memory(UID, TEXT)
    assert bytes(stage.chip.sticker.memory[16:]).startswith(TEXT)


@pytest.mark.parametrize("status", [0x01, 0x02, 0x05, 0x27, 0x29])
def test_a_tag_that_falters_is_tried_again_and_one_that_stays_silent_is_gone(status: int) -> None:
    stage = stage_with(Sticker())

    def falter(answer: bytes) -> list[tuple[int, bytes]]:
        return [(0, ACK), (1, frame(bytes((answer[6], status))))]

    stage.chip.to_memory.append(falter)
    assert len(stage.reader.read_user_memory(UID)) == 144
    stage.chip.to_memory.extend([falter] * 9)
    with pytest.raises(TagGone, match="lay the tag down again"):
        stage.reader.read_user_memory(UID)


def test_a_lost_answer_is_asked_again_and_a_lost_chip_is_told() -> None:
    stage = stage_with(Sticker())
    stage.chip.to_memory.append(lambda _answer: [])
    assert len(stage.reader.read_user_memory(UID)) == 144
    assert stage.chip.wake_ups == 2
    stage.chip.to_memory.extend([lambda _answer: [(0, ACK)]] * 3)
    with pytest.raises(OSError, match=r"reader play on .* does not answer"):
        stage.reader.read_user_memory(UID)
    assert stage.run(1) == []


@pytest.mark.parametrize("answer", [b"", b"\x00", b"\x00" + bytes(7), b"\x00" + bytes(200)])
def test_an_answer_of_the_wrong_length_is_no_memory(answer: bytes) -> None:
    stage = stage_with(Sticker())
    stage.chip.to_memory.extend([lambda _answer: [(0, ACK), (1, frame(b"\x43" + answer))]] * 9)
    with pytest.raises((OSError, TagMemoryForbidden)):
        stage.reader.read_user_memory(UID)


def test_another_type_is_refused() -> None:
    with pytest.raises(TagMemoryForbidden, match="no NTAG213, 215 or 216"):
        stage_with(Sticker(0x0B)).reader.read_user_memory(UID)
