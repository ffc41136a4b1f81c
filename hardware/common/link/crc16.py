"""CRC-16/IBM-3740: polynomial 0x1021, begins with 0xFFFF, high bit first, nothing inverted.

For the length of a frame it finds every change of up to three bits, every burst of up to sixteen, and all but
one in 65,536 of the others. It works by half bytes: a table of sixteen is enough, and costs a hub little
memory.
"""

_TABLE = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data: bytes) -> int:
    """The CRC of the data, 0 to 0xFFFF."""
    table = _TABLE
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4 & 0xFFFF) ^ table[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFFF) ^ table[crc >> 12 ^ byte & 0x0F]
    return crc
