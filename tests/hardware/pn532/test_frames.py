"""Frames of the PN532 as its manual writes them (UM0701-02, 6.2), and any other bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.pn532.chip import (
    ACK_FRAME,
    GET_FIRMWARE_VERSION,
    LIST_TAGS,
    MAX_CONTENT,
    SAM_CONFIGURATION,
    Frame,
    Pn532FrameDecoder,
    encode_frame,
)
from tests.hardware.pn532.scripted import ACK, FIRMWARE, NACK, SAM_DONE, SYNTAX_ERROR, frame

VERSION = Frame("answer", bytes.fromhex("03 32 01 06 07"))
DAMAGED = Frame("damaged")


def decoded(*pieces: bytes) -> list[Frame]:
    decoder, found = Pn532FrameDecoder(), []
    for piece in pieces:
        decoder.feed(piece)
        while (each := decoder.next_frame()) is not None:
            found.append(each)
    return found


@pytest.mark.parametrize(
    ("command", "manual"),
    [
        (GET_FIRMWARE_VERSION, "00 00 ff 02 fe d4 02 2a 00"),
        (SAM_CONFIGURATION, "00 00 ff 03 fd d4 14 01 17 00"),
        (LIST_TAGS, "00 00 ff 04 fc d4 4a 02 00 e0 00"),
    ],
)
def test_commands_are_the_frames_of_the_manual(command: bytes, manual: str) -> None:
    assert encode_frame(b"\xd4" + command) == bytes.fromhex(manual)


def test_the_frames_of_the_manual_are_read() -> None:
    assert ACK_FRAME == ACK
    assert decoded(ACK + FIRMWARE) == [Frame("ack"), VERSION]
    assert decoded(SAM_DONE) == [Frame("answer", b"\x15")]
    assert decoded(NACK + SYNTAX_ERROR) == [Frame("nack"), Frame("error")]


def test_an_extended_frame_is_read() -> None:
    content = bytes((0xD5, 0x41, 0x00, *range(256), 1, 2, 3, 4, 5, 6))
    assert len(content) == MAX_CONTENT == 0x109
    head = bytes.fromhex("00 00 ff ff ff 01 09 f6")
    assert decoded(head + content + bytes((-sum(content) & 0xFF, 0))) == [Frame("answer", content[1:])]


def test_a_frame_comes_whole_in_whatever_pieces() -> None:
    line = ACK + FIRMWARE + ACK + SAM_DONE
    assert decoded(*(line[at : at + 1] for at in range(len(line)))) == decoded(line)


def test_the_start_code_within_a_frame_begins_no_other() -> None:
    content = b"\x41\x00" + FIRMWARE + ACK
    assert decoded(frame(content)) == [Frame("answer", content)]


@pytest.mark.parametrize(
    "damaged",
    [
        "00 00 ff 06 fb d5 03 32 01 06 07 e8 00",  # the sum of the length
        "00 00 ff 06 fa d5 03 33 01 06 07 e8 00",  # a bit of the content
        "00 00 ff 06 fa d5 03 32",  # half of it
        "00 00 ff 00 00",  # no content
        "00 00 ff ff ff 01 0a f5 d5 41",  # longer than any
        "00 00 ff ff ff 00 00 00 d5",
        "00 00 ff 02 fe d4 02 2a 00",  # what the host has sent
        "41 20 6d 6f 64 65 6d",
    ],
)
def test_a_damaged_frame_is_told_and_the_next_one_is_read(damaged: str) -> None:
    found = decoded(bytes.fromhex(damaged) + FIRMWARE)
    assert set(found[:-1]) == {DAMAGED}
    assert found[-1] == VERSION


@given(
    st.lists(st.binary(max_size=40) | st.sampled_from((ACK, FIRMWARE[:7], b"\x00\xff\xff\xff\x01\x09\xf6")))
)
def test_no_more_bytes_are_kept_than_a_frame_has(pieces: list[bytes]) -> None:
    decoder = Pn532FrameDecoder()
    for piece in pieces:
        decoder.feed(piece)
        while decoder.next_frame() is not None:
            pass
        assert len(decoder._buffer) <= MAX_CONTENT + 8
