"""Frames: chopped as a line chops them, between rubbish, spoilt and overlong."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.common.link.frames import MAX_PAYLOAD_BYTES, FrameDecoder, decode_frame, encode_frame

PAYLOADS = st.binary(min_size=1, max_size=MAX_PAYLOAD_BYTES) | st.lists(
    st.sampled_from((0, 1, 0xFF)), min_size=1, max_size=MAX_PAYLOAD_BYTES
).map(bytes)
CHOPS = st.lists(st.integers(1, 300), min_size=1, max_size=8)
BETWEEN = 243
"""Bytes that the longest frame has between its zeros."""


def chopped(line: bytes, chops: list[int]) -> Iterator[bytes]:
    """The line in pieces, of these lengths again and again."""
    turn = 0
    while line:
        length = chops[turn % len(chops)]
        yield line[:length]
        line, turn = line[length:], turn + 1


def received(line: bytes, chops: list[int] | None = None) -> list[bytes]:
    """The payloads that a fresh end finds on a line."""
    deframer, found = FrameDecoder(), list[bytes]()
    for piece in chopped(line, chops or [len(line) or 1]):
        found += deframer.feed(piece)
        assert len(deframer._held) <= BETWEEN
    return found


@given(st.lists(PAYLOADS, max_size=6), CHOPS)
def test_whatever_the_line_makes_of_pieces_the_payloads_are_the_same(
    payloads: list[bytes], chops: list[int]
) -> None:
    assert received(b"".join(map(encode_frame, payloads)), chops) == payloads


@given(st.lists(PAYLOADS, min_size=1, max_size=6))
def test_one_zero_between_two_frames_is_enough(payloads: list[bytes]) -> None:
    assert (
        received(b"\0" + b"\0".join(encode_frame(one).strip(b"\0") for one in payloads) + b"\0") == payloads
    )


@given(st.lists(st.tuples(st.binary(max_size=400), PAYLOADS), max_size=5), st.binary(max_size=400), CHOPS)
@example([(b"x" * 1000, b"payload")], b"", [1])
def test_rubbish_around_a_frame_takes_nothing_of_it(
    line: list[tuple[bytes, bytes]], end: bytes, chops: list[int]
) -> None:
    sent = b"".join(rubbish + encode_frame(payload) for rubbish, payload in line) + end
    assert received(sent, chops) == [payload for _, payload in line]


@pytest.mark.parametrize("change", ["another byte", "a byte less", "a byte more"])
def test_wherever_a_byte_changes_the_frames_beside_it_arrive_and_no_wrong_one(change: str) -> None:
    payloads = [b"\x11\x22\x00\x33", b"\x00\x00\x07", b"the third"]
    line = b"".join(map(encode_frame, payloads))
    for at in range(len(line)):
        frame = sum(at >= len(b"".join(map(encode_frame, payloads[:n]))) for n in (1, 2))
        for byte in range(256):
            new = b"" if change == "a byte less" else bytes((byte,))
            after = line[at:] if change == "a byte more" else line[at + 1 :]
            found = received(line[:at] + new + after)
            assert [one for one in found if one != payloads[frame]] == payloads[:frame] + payloads[
                frame + 1 :
            ]


@given(PAYLOADS, st.integers(0, 2**32))
def test_up_to_three_bits_of_its_own_bytes_never_make_another_payload(payload: bytes, seed: int) -> None:
    chance = random.Random(seed)
    whole = encode_frame(payload)
    codes = {at for at, _ in code_bytes(whole)}
    own = [at for at in range(1, len(whole) - 1) if at not in codes]
    for _ in range(20):
        spoilt = bytearray(whole)
        for place in chance.sample(range(8 * len(own)), chance.randint(1, 3)):
            spoilt[own[place // 8]] ^= 1 << place % 8
        if not any(spoilt[at] == 0 for at in own):
            assert received(bytes(spoilt)) == []


def code_bytes(whole: bytes) -> Iterator[tuple[int, int]]:
    """Place and value of every byte of a frame that tells COBS where the next zero is."""
    at = 1
    while whole[at]:
        yield at, whole[at]
        at += whole[at]


def test_of_changes_that_move_or_make_zeros_no_more_pass_than_a_sum_of_sixteen_bits_lets() -> None:
    """COBS reads other bytes then; 65,536 to one, and what passes must still fit its session."""
    chance = random.Random(5)
    passed, trials = 0, 60_000
    for _ in range(trials):
        payload = bytes(chance.choices((0, 1, 2, 3, chance.randrange(256)), k=chance.randint(5, 20)))
        whole = encode_frame(payload)
        at, code = chance.choice(list(code_bytes(whole)))
        spoilt = whole[:at] + bytes((code ^ 1 << chance.randrange(5) or 1,)) + whole[at + 1 :]
        passed += any(found != payload for found in received(spoilt))
    assert passed <= 2


@given(st.integers(1, 2000), PAYLOADS, CHOPS)
def test_what_is_too_long_is_thrown_away_and_takes_no_memory(
    more: int, payload: bytes, chops: list[int]
) -> None:
    line = b"\0" + b"x" * (BETWEEN + more) + b"\0" + encode_frame(payload)
    assert received(line, chops) == [payload]


def test_the_longest_payload_arrives_and_a_longer_one_is_refused() -> None:
    longest = bytes(MAX_PAYLOAD_BYTES)
    assert received(encode_frame(longest)) == [longest]
    assert len(encode_frame(b"x" * MAX_PAYLOAD_BYTES)) == BETWEEN + 2
    for wrong in (b"", bytes(MAX_PAYLOAD_BYTES + 1)):
        with pytest.raises(ValueError, match=f"1 to {MAX_PAYLOAD_BYTES} bytes, not {len(wrong)}"):
            encode_frame(wrong)


def test_a_sum_alone_is_no_payload() -> None:
    assert decode_frame(b"\x03\xff\xff") is None


def test_rubbish_is_counted_once_between_two_zeros() -> None:
    deframer = FrameDecoder()
    assert deframer.feed(b"boot\r\n" + encode_frame(b"x") + b"\0\0noise\0" + b"y" * 999 + b"\0") == [b"x"]
    assert deframer.bad_frames == 3
