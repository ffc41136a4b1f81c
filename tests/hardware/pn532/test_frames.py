"""Frames of the PN532 as its manual writes them (UM0701-02, 6.2) and as real chips sent them, and any other bytes."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.pn532.chip import (
    ACK_FRAME,
    FIELD_OFF,
    GET_FIRMWARE_VERSION,
    LIST_TAGS,
    MAX_CONTENT,
    SAM_CONFIGURATION,
    Frame,
    Pn532Chip,
    Pn532FrameDecoder,
    _parse_tags,
    encode_frame,
)
from hardware.virtual.tags import VirtualIsoDepCard, VirtualTag, make_classic_1k, make_ntag213, make_ntag215
from tests.hardware.pn532.scripted import ACK, FIRMWARE, NACK, SAM_DONE, SYNTAX_ERROR, frame
from tests.hardware.virtual.test_pn532_chip import LIST_ONE, SAM, WAKE, Host, spaced

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
    ("command", "published"),
    [  # https://forum.arduino.cc/t/issue-with-nfc-module-arduino-sku-dfr0231/204987
        (GET_FIRMWARE_VERSION, "00 00 ff 02 fe d4 02 2a 00"),
        (SAM_CONFIGURATION, "00 00 ff 03 fd d4 14 01 17 00"),
        # https://community.nxp.com/t5/NFC/communication-between-NFC-MODULE-V3-PN532-and-NT3H1101/td-p/671603
        (LIST_TAGS, "00 00 ff 04 fc d4 4a 02 00 e0 00"),
        (FIELD_OFF, "00 00 ff 04 fc d4 32 01 00 f9 00"),
    ],
)
def test_commands_are_published_frames(command: bytes, published: str) -> None:
    assert encode_frame(b"\xd4" + command) == bytes.fromhex(published)


class Exchange(NamedTuple):
    """A command of a published exchange and the answer behind its ACK.

    `lying`: the tag that lay there. `before`: what the virtual chip is told first; none: it sleeps.
    """

    source: str
    said: str
    heard: str
    lying: VirtualTag | None = None
    before: str = SAM


def listed(data: str) -> str:
    """The frame of the answer to InListPassiveTarget of which only the data are published."""
    return spaced(frame(b"\x4b" + bytes.fromhex(data)))


DFROBOT = "https://forum.arduino.cc/t/issue-with-nfc-module-arduino-sku-dfr0231/204987"
NFCPY = "https://github.com/nfcpy/nfcpy/issues/131"  # a log of a PN532 1.6 on UART
LIBNFC = "https://github.com/nfc-tools/libnfc/issues/"
ZAPAROO = "https://github.com/ZaparooProject/zaparoo-core/issues/155"
NTAG = bytes.fromhex("04 e1 39 5d 24 02 89")
ITS_TEXT = bytes.fromhex("03 21 d1 01 1d 54 02 65 6e 44 3a 5c")
NOTHING_FOUND = "00 00 ff 03 fd d5 4b 00 e0 00"
PUBLISHED = [
    Exchange(DFROBOT, f"{WAKE} ff 03 fd d4 14 01 17 00", "00 00 ff 02 fe d5 15 16 00", before=""),
    Exchange(DFROBOT, "00 00 ff 02 fe d4 02 2a 00", "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"),
    Exchange(NFCPY, f"{'00 ' * 12} ff 02 fe d4 02 2a 00", "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"),
    Exchange(NFCPY, f"{'00 ' * 12} ff 05 fb d4 14 01 00 00 17 00", "00 00 ff 02 fe d5 15 16 00"),
    Exchange(
        "https://github.com/techniq/node-pn532/issues/12",
        "00 00 ff 05 fb d4 14 01 00 01 16 00",
        "00 00 ff 02 fe d5 15 16 00",
    ),
    Exchange(
        "https://github.com/tessel/rfid-pn532/issues/36",
        "00 00 ff 05 fb d4 14 01 14 01 02 00",
        "00 00 ff 02 fe d5 15 16 00",
    ),
    Exchange(LIBNFC + "167", "00 00 ff 04 fc d4 32 01 00 f9 00", "00 00 ff 02 fe d5 33 f8 00"),
    # a PN533 on USB
    Exchange(LIBNFC + "278", "00 00 ff 06 fa d4 32 05 ff ff ff f8 00", "00 00 ff 02 fe d5 33 f8 00"),
    Exchange(LIBNFC + "86", "00 00 ff 04 fc d4 4a 01 00 e1 00", NOTHING_FOUND),
    Exchange(LIBNFC + "86", "00 00 ff 09 f7 d4 4a 01 01 00 ff ff 00 00 e2 00", NOTHING_FOUND),
    Exchange(LIBNFC + "86", "00 00 ff 05 fb d4 4a 01 03 00 de 00", NOTHING_FOUND),
    Exchange(LIBNFC + "86", "00 00 ff 04 fc d4 4a 01 04 dd 00", NOTHING_FOUND),
    Exchange(LIBNFC + "86", "00 00 ff 03 fd d4 44 00 e8 00", "00 00 ff 03 fd d5 45 00 e6 00"),
    Exchange(
        "http://jinmi8.com/doc/12721/11042",  # the text has the bytes of each line in disorder
        LIST_ONE,
        "00 00 ff 0c f4 d5 4b 01 01 00 04 08 04 fb 0e e2 0b d8 00",
        make_classic_1k(bytes.fromhex("fb 0e e2 0b")),
    ),
    Exchange(
        ZAPAROO,
        LIST_ONE,
        "00 00 ff 0f f1 d5 4b 01 01 00 44 00 07 04 e1 39 5d 24 02 89 69 00",
        make_ntag215(NTAG),
    ),
    Exchange(
        "https://github.com/adafruit/Adafruit-PN532/issues/93",  # which reads no more than 20 bytes
        LIST_ONE,
        listed("01 01 00 42 18 07 04 5d 46 b2 50 5d 80"),
        VirtualTag(bytes.fromhex("04 5d 46 b2 50 5d 80"), 0x0042, 0x18),
    ),
    Exchange(
        LIBNFC + "267",  # a DESFire EV1, on a PN533
        LIST_ONE,
        listed("01 01 03 44 20 07 04 1e 20 61 80 1d 80 06 75 77 81 02 80"),
        VirtualIsoDepCard(bytes.fromhex("04 1e 20 61 80 1d 80"), atqa=0x0344),
    ),
    Exchange(
        LIBNFC + "267",  # a JCOP31
        LIST_ONE,
        listed("01 01 00 48 20 07 04 13 14 21 8b 20 80 0d 78 77 b1 02 4a 43 4f 50 76 32 34 31"),
        VirtualIsoDepCard(
            bytes.fromhex("04 13 14 21 8b 20 80"),
            bytes.fromhex("0d 78 77 b1 02 4a 43 4f 50 76 32 34 31"),
            0x0048,
        ),
    ),
    Exchange(
        "https://community.nxp.com/thread/388265",  # nothing was listed before
        "00 00 ff 05 fb d4 40 01 30 04 b7 00",
        "00 00 ff 03 fd d5 41 27 c3 00",
        make_ntag213(NTAG),
    ),
    Exchange(
        ZAPAROO,  # the log has the answer; page 3 alone begins so
        "00 00 ff 05 fb d4 40 01 30 03 b8 00",
        "00 00 ff 13 ed d5 41 00 e1 10 3e 00 03 21 d1 01 1d 54 02 65 6e 44 3a 5c a5 00",
        make_ntag215(NTAG, ITS_TEXT),
        LIST_ONE,
    ),
    Exchange(
        LIBNFC + "516",  # what is no command of MIFARE; on SPI, and without its postamble
        "00 00 ff 05 fb d4 40 01 af 00 3c 00",
        "00 00 ff 01 ff 7f 81 00",
        make_ntag213(NTAG),
        LIST_ONE,
    ),
]


@pytest.mark.parametrize("exchange", PUBLISHED, ids=lambda each: f"{each.source} {each.said[-24:]}")
def test_published_exchanges_are_those_of_driver_and_virtual_chip(exchange: Exchange) -> None:
    said, heard = bytes.fromhex(exchange.said), bytes.fromhex(exchange.heard)
    assert said.endswith(encode_frame(said[said.index(b"\xd4") : -2]))
    answer = Frame("error") if heard == SYNTAX_ERROR else Frame("answer", heard[6:-2])
    assert decoded(ACK + heard) == [Frame("ack"), answer]
    if exchange.lying and exchange.said == LIST_ONE:
        assert [tag.uid for tag in _parse_tags(answer.content[1:])] == [exchange.lying.uid]
    host = Host(*([exchange.lying] if exchange.lying else []), awake=bool(exchange.before))
    if exchange.before:
        host.says(exchange.before)
    assert host.says(exchange.said) == spaced(ACK + heard)


def test_published_extended_frames_are_those_of_driver_and_virtual_chip() -> None:
    """See tests/base_clf_pn53x.py and test_clf_pn532.py of https://github.com/nfcpy/nfcpy."""
    answer = bytes.fromhex("00 00 ff ff ff 01 05 fa d5 01 34 35 36") + bytes(256) + bytes.fromhex("8b 00")
    assert decoded(answer) == [Frame("answer", b"\x01456" + bytes(256))]
    many = bytes(each % 256 for each in range(262))
    said, heard = (
        bytes.fromhex("00 00 ff ff ff 01 09 f6") + content + bytes((-sum(content) & 0xFF, 0))
        for content in (b"\xd4\x00\x00" + many, b"\xd5\x01\x00" + many)
    )
    assert Host().says(spaced(said)) == spaced(ACK + heard)


def test_set_up_ends_a_listing_without_end_and_its_command_comes_late_enough_to_be_heard() -> None:
    host = Host()
    host.asks("D4 32 05 FF 01 FF")
    assert host.says(LIST_ONE) == spaced(ACK)
    chip = Pn532Chip(host.line, host.clock)
    chip.set_up()
    assert chip.version == 0x16


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
