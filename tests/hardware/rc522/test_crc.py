"""CRC_A against the standard's own examples and against a plain shift register."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.common.rc522.crc import append_crc, crc_a, strip_crc


def shifted(data: bytes) -> bytes:
    """Bit by bit, as the shift register of ISO 14443-3 annex B is drawn."""
    register = 0x6363
    for byte in data:
        for n in range(8):
            feedback = (byte >> n ^ register) & 1
            register >>= 1
            if feedback:
                register ^= 0x8408
    return register.to_bytes(2, "little")


def test_the_examples_of_the_standard() -> None:
    assert crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert crc_a(b"\x12\x34") == b"\x26\xcf"


def test_the_check_of_the_halt_command_that_every_reader_sends() -> None:
    assert append_crc(b"\x50\x00") == b"\x50\x00\x57\xcd"


@given(st.binary(max_size=80))
def test_the_table_counts_as_the_shift_register_does(data: bytes) -> None:
    assert crc_a(data) == shifted(data)


@given(st.binary(min_size=1, max_size=62))
def test_a_frame_gives_back_what_went_into_it(data: bytes) -> None:
    assert strip_crc(append_crc(data)) == data


@given(st.binary(min_size=1, max_size=62), st.data())
def test_a_turned_bit_is_always_found(data: bytes, draw: st.DataObject) -> None:
    frame = bytearray(append_crc(data))
    bit = draw.draw(st.integers(0, 8 * len(frame) - 1))
    frame[bit // 8] ^= 1 << bit % 8
    assert strip_crc(bytes(frame)) is None


@given(st.binary(max_size=2))
def test_nothing_but_a_check_is_no_frame(data: bytes) -> None:
    assert strip_crc(data) is None
