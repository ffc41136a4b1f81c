"""The CRC of ISO 14443-3 type A and of the chip's coprocessor: x^16 + x^12 + x^5 + 1, lowest bit first."""

from __future__ import annotations

from binascii import crc_hqx

MIRRORED_BYTES = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Each byte with its bits in reverse order: Python's own CRC of this polynomial takes the highest bit first.
"""

CRC_PRESETS = (0x0000, 0xC6C6, 0x8E65, 0xFFFF)
"""ModeReg's CRCPreset 0x0000, 0x6363, 0xA671 and 0xFFFF, each with its bits in reverse order."""


def crc_a(data: bytes) -> bytes:
    """The two check bytes that follow `data` on the air."""
    register = crc_hqx(data.translate(MIRRORED_BYTES), CRC_PRESETS[1])
    return bytes((MIRRORED_BYTES[register >> 8], MIRRORED_BYTES[register & 0xFF]))


def has_valid_crc(frame: bytes) -> bool:
    """Whether a frame ends in its own CRC."""
    return len(frame) > 2 and crc_a(frame[:-2]) == frame[-2:]
