"""Byte stuffing: as published, as another program does it, and for whatever bytes there are."""

from __future__ import annotations

import pytest
from cobs import cobs as other
from hypothesis import given
from hypothesis import strategies as st

from hardware.common.link import cobs

UP = bytes(range(1, 256))

PUBLISHED = {
    b"\x00": b"\x01\x01",
    b"\x00\x00": b"\x01\x01\x01",
    b"\x00\x11\x00": b"\x01\x02\x11\x01",
    b"\x11\x22\x00\x33": b"\x03\x11\x22\x02\x33",
    b"\x11\x22\x33\x44": b"\x05\x11\x22\x33\x44",
    b"\x11\x00\x00\x00": b"\x02\x11\x01\x01\x01",
    UP[:254]: b"\xff" + UP[:254],
    b"\x00" + UP[:254]: b"\x01\xff" + UP[:254],
    UP: b"\xff" + UP[:254] + b"\x02\xff",
    UP[1:] + b"\x00": b"\xff" + UP[1:] + b"\x01\x01",
    UP[2:] + b"\x00\x01": b"\xfe" + UP[2:] + b"\x02\x01",
}
"""Known pairs, with runs of 253, 254 and 255 bytes among them."""

RUNS = st.lists(st.sampled_from((0, 1, 5, 252, 253, 254, 255, 508)), max_size=4).map(
    lambda lengths: b"\0".join(b"x" * length for length in lengths)
)
BYTES = st.binary(max_size=600) | RUNS


@pytest.mark.parametrize("data", PUBLISHED, ids=lambda data: f"{len(data)} from {data[:4].hex()}")
def test_the_published_examples(data: bytes) -> None:
    assert cobs.cobs_encode(data) == PUBLISHED[data]
    assert cobs.cobs_decode(PUBLISHED[data]) == data


@given(BYTES)
def test_it_writes_what_another_program_writes(data: bytes) -> None:
    assert cobs.cobs_encode(data) == other.encode(data)


@given(st.binary(min_size=1, max_size=300) | BYTES.map(other.encode))
def test_it_reads_what_another_program_reads_and_nothing_else(data: bytes) -> None:
    try:
        expected = other.decode(data)
    except other.DecodeError:
        assert cobs.cobs_decode(data) is None
    else:
        assert cobs.cobs_decode(data) == expected


@given(BYTES)
def test_no_zero_is_left_and_it_costs_a_byte_in_254(data: bytes) -> None:
    encoded = cobs.cobs_encode(data)
    assert 0 not in encoded
    assert len(encoded) <= len(data) + 1 + len(data) // 254
    assert cobs.cobs_decode(encoded) == data


def test_nothing_is_no_encoding() -> None:
    assert cobs.cobs_decode(b"") is None
    assert cobs.cobs_decode(cobs.cobs_encode(b"")) == b""
