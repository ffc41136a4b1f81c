"""What payloads say: whatever is told is read again, and whatever comes is read as something true or refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.link import decoding, encoding, messages
from hardware.common.link.channel import HEADER_BYTES
from hardware.common.link.frames import MAX_PAYLOAD_BYTES
from hardware.common.link.messages import HelloMessage, SocketStateMessage, WelcomeMessage
from tests.hardware.link.messages import MESSAGES, Message, header_of, plain, spoilt
from tests.long import examples

EVERY = pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)


@EVERY
@given(data=st.data())
def test_what_is_told_is_read(message: Message, data: st.DataObject) -> None:
    value = data.draw(message.values)
    told = message.tell(value)
    assert plain(message.read(told)) == plain(value)
    assert message.tell(message.read(told)) == told


@EVERY
@given(data=st.data())
@settings(max_examples=examples(200))
def test_whatever_comes_is_refused_or_tells_itself_again(message: Message, data: st.DataObject) -> None:
    body = data.draw(st.binary(max_size=MAX_PAYLOAD_BYTES) | spoilt(message))
    come = header_of(message) + body
    try:
        value = message.read(come)
    except ValueError:
        return
    assert message.tell(value) == come


@EVERY
@given(data=st.data())
def test_it_fits_a_frame(message: Message, data: st.DataObject) -> None:
    told = message.tell(data.draw(message.values))
    assert len(told) <= (MAX_PAYLOAD_BYTES if message.own_frame else MAX_PAYLOAD_BYTES - HEADER_BYTES)


def test_the_longest_of_each_fits_a_frame() -> None:
    sentence, uid = "x" * messages.MAX_TEXT_BYTES, bytes(10)
    longest = [
        encoding.encode_socket_state(
            SocketStateMessage(0, "down", 0, "", (uid,) * messages.MAX_PRESENT_TAGS, sentence)
        ),
        encoding.encode_reader_event(0, decoding.decode_reader_event(b"\0\0\0\x04" + bytes(4))[1], True)
        + bytes(6)
        + encoding.encode_text(sentence),
        encoding.encode_tag_memory_part(0, True, bytes(messages.MEMORY_PART_BYTES)),
        encoding.encode_write_request(0, 0, uid, True, bytes(messages.MEMORY_PART_BYTES)),
        encoding.encode_tag_memory_failure(0, "gone", sentence),
    ]
    assert max(map(len, longest)) <= MAX_PAYLOAD_BYTES - HEADER_BYTES


@given(st.binary(max_size=MAX_PAYLOAD_BYTES))
def test_a_frame_of_a_session_begins_with_its_header(payload: bytes) -> None:
    if len(payload) < HEADER_BYTES:
        with pytest.raises(ValueError, match="too short"):
            decoding.decode_session_frame(payload)
    else:
        frame = decoding.decode_session_frame(payload)
        assert (
            encoding.encode_header(frame.kind, frame.session, frame.number, frame.ack) + frame.body == payload
        )


@given(
    st.integers(0, 255).filter(lambda version: version != messages.PROTOCOL_VERSION), st.binary(max_size=60)
)
def test_of_another_version_nothing_is_read_but_that(version: int, rest: bytes) -> None:
    assert plain(decoding.decode_hello(bytes((messages.HELLO, version)) + rest)) == plain(
        HelloMessage(version, 0, 0)
    )
    assert plain(decoding.decode_welcome(bytes((messages.WELCOME, version)) + rest)) == plain(
        WelcomeMessage(version)
    )


def test_no_session_has_the_number_0() -> None:
    with pytest.raises(ValueError, match="number 0"):
        decoding.decode_hello(encoding.encode_hello(0, 7))


@given(st.text(alphabet="aě字😀", max_size=200))
def test_a_sentence_that_is_too_long_is_cut_between_two_characters(sentence: str) -> None:
    told = decoding.decode_text(encoding.encode_text(sentence))
    assert sentence.startswith(told)
    assert len(told.encode()) <= messages.MAX_TEXT_BYTES
    assert told == sentence or len(told.encode()) > messages.MAX_TEXT_BYTES - 4


@given(st.text(alphabet="aě字😀", max_size=40))
def test_so_is_a_version_that_is_too_long(program: str) -> None:
    told = decoding.decode_welcome(
        encoding.encode_welcome(WelcomeMessage(messages.PROTOCOL_VERSION, 1, program=program))
    ).program
    assert program.startswith(told)
    assert told == program or len(told.encode()) > decoding.MAX_PART_BYTES - 4


def test_more_tags_than_a_crowd_needs_are_left_out() -> None:
    uids = tuple(bytes((n, 0, 0, 0)) for n in range(9))
    told = decoding.decode_socket_state(
        encoding.encode_socket_state(SocketStateMessage(3, "well", 0x92, "crowd", uids, ""))
    )
    assert told.present_uids == uids[: messages.MAX_PRESENT_TAGS]


@pytest.mark.parametrize(
    ("reader", "body", "why"),
    [
        (decoding.decode_light, b"\x10\0", "16 where a message may say less than 16"),
        (decoding.decode_light, b"\0\x04", "4 where a message may say less than 4"),
        (decoding.decode_light, b"\0", "ends too soon"),
        (decoding.decode_light, b"\0\0\0", "more than it may say"),
        (decoding.decode_reader_event, b"\0\0\x02", "2 where a message may say less than 2"),
        (decoding.decode_reader_event, b"\0\0\0\x05abcde", "4, 7 or 10 bytes, not 5"),
        (decoding.decode_reader_event, b"\0\x02\0\x04abcd", "a UID where there is none"),
        (decoding.decode_read_request, b"\0\0\x21" + bytes(33), "33 where a message may say less than 33"),
        (decoding.decode_tag_memory_part, b"\0\0" + bytes(193), "at most 192 bytes of memory, not 193"),
        (decoding.decode_text, b"x" * 121, "at most 120 bytes, not 121"),
        (decoding.decode_text, b"\xff", "decode"),
    ],
)
def test_what_is_refused_says_why(reader: Any, body: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        reader(body)


def test_no_two_kinds_have_a_number_and_those_with_one_come_once_and_in_order() -> None:
    kinds = {name: message.kind for name, message in MESSAGES.items()}
    kinds |= {"STRANGER": messages.STRANGER, "SETTINGS": messages.SETTINGS, "LEAVE": messages.LEAVE}
    assert len(set(kinds.values())) == len(kinds)
    free = {name for name, kind in kinds.items() if kind < messages.FIRST_NUMBERED_KIND}
    assert free == {"HELLO", "WELCOME", "BEAT", "STRANGER"}
