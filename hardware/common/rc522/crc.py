"""CRC_A of ISO 14443-3 (6.2.4, annex B), in software: the chip's own needs eleven transfers."""


def _table() -> tuple[int, ...]:
    values = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
        values.append(crc)
    return tuple(values)


_TABLE = _table()


def crc_a(data: bytes) -> bytes:
    """The two check bytes in the order of transmission: low byte first.

    Initial value 0x6363; x^16 + x^12 + x^5 + 1.
    """
    table = _TABLE
    crc = 0x6363
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return bytes((crc & 0xFF, crc >> 8))


def append_crc(data: bytes) -> bytes:
    """A frame to send: the bytes and their check bytes."""
    return data + crc_a(data)


def strip_crc(frame: bytes) -> bytes | None:
    """The contents of a frame without its check bytes; None where they are wrong, or there is nothing else."""
    if len(frame) < 3 or crc_a(frame[:-2]) != frame[-2:]:
        return None
    return frame[:-2]
