"""CRC_A of ISO 14443-3 (6.2.4, annex B), in software: cheaper than the eleven transfers that the chip's own needs."""


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
    """The two check bytes as they go over the air: low byte first. It begins with 0x6363; x^16 + x^12 + x^5 + 1."""
    table = _TABLE
    crc = 0x6363
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return bytes((crc & 0xFF, crc >> 8))


def append_crc(data: bytes) -> bytes:
    """A frame as it is sent: the bytes and their check."""
    return data + crc_a(data)


def strip_crc(frame: bytes) -> bytes | None:
    """What a frame says without its check bytes; None where they do not fit, or there is nothing but them."""
    if len(frame) < 3 or crc_a(frame[:-2]) != frame[-2:]:
        return None
    return frame[:-2]
