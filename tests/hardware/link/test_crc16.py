"""The sum that ends every payload."""

from __future__ import annotations

from binascii import crc_hqx
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from hardware.common.link.crc16 import crc16
from hardware.common.link.frames import MAX_PAYLOAD_BYTES


def test_its_check_value() -> None:
    assert crc16(b"123456789") == 0x29B1


@given(st.binary(max_size=600))
def test_it_is_the_one_that_python_has_too(data: bytes) -> None:
    assert crc16(data) == crc_hqx(data, 0xFFFF)


def test_no_change_of_up_to_three_bits_of_a_payload_and_its_sum_stays_unseen() -> None:
    """It is linear: a change that it does not see is one whose own sum, begun with 0, is 0."""
    bits = 8 * (MAX_PAYLOAD_BYTES + 2)
    alone = [crc_hqx((1 << n).to_bytes(MAX_PAYLOAD_BYTES + 2, "big"), 0) for n in range(bits)]
    assert 0 not in alone
    assert len(set(alone)) == bits
    seen = set(alone)
    assert not any(one ^ two in seen for one, two in combinations(alone, 2))
