from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.common.errors import TagMemoryForbidden
from hardware.common.rc522.ntag import user_memory_range_of_version
from hardware.common.rc522.registers import (
    CLONE_VERSIONS,
    GENUINE_VERSIONS,
    SILENT_VERSIONS,
    chip_name_and_is_nxp,
    rf_cfg_value,
)
from hardware.common.rc522.self_test_answers import EXPECTED_ANSWERS


def test_nxps_own_chips_are_told_from_clones_and_from_strangers() -> None:
    assert chip_name_and_is_nxp(0x91) == ("MFRC522 1.0", True)
    assert chip_name_and_is_nxp(0x92) == ("MFRC522 2.0", True)
    assert {version for version in range(256) if chip_name_and_is_nxp(version)[1]} == {0x91, 0x92}
    assert {0x88, 0x12, 0x15, 0x82} <= set(CLONE_VERSIONS)
    assert chip_name_and_is_nxp(0x42) == ("an unknown chip", False)
    assert not set(SILENT_VERSIONS) & (set(GENUINE_VERSIONS) | set(CLONE_VERSIONS))


@pytest.mark.parametrize(("gain_db", "code"), [(18, 2), (23, 3), (33, 4), (38, 5), (43, 6), (48, 7)])
def test_a_gain_goes_into_bits_6_to_4_and_leaves_the_reserved_ones(gain_db: int, code: int) -> None:
    assert rf_cfg_value(gain_db) == code << 4 | 0x08


def test_a_gain_the_chip_has_not_is_refused_with_those_it_has() -> None:
    with pytest.raises(ValueError, match="18, 23, 33, 38, 43 and 48"):
        rf_cfg_value(40)


def test_every_known_self_test_answer_fills_the_fifo() -> None:
    assert {version: len(answer) for version, answer in EXPECTED_ANSWERS.items()} == {
        0x91: 64,
        0x92: 64,
        0x88: 64,
    }


@pytest.mark.parametrize(
    ("told", "name", "last", "size"),
    [
        ("0004040201000f03", "NTAG213", 0x27, 144),
        ("0004040201001103", "NTAG215", 0x81, 504),
        ("0004040201001303", "NTAG216", 0xE1, 888),
    ],
)
def test_get_version_tells_the_user_memory(told: str, name: str, last: int, size: int) -> None:
    memory = user_memory_range_of_version(bytes.fromhex(told))
    assert (memory.name, memory.first, memory.last, memory.size) == (name, 4, last, size)


@given(st.binary(max_size=12))
def test_any_other_answer_to_get_version_is_refused_in_words(told: bytes) -> None:
    if len(told) == 8 and told.startswith(b"\x00\x04\x04") and told[6] in (0x0F, 0x11, 0x13):
        assert user_memory_range_of_version(told).first == 4
    else:
        with pytest.raises(TagMemoryForbidden, match="NTAG213"):
            user_memory_range_of_version(told)
