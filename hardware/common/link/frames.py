"""Payloads on a line that loses, changes and adds bytes: each arrives complete or not at all.

A frame is a zero, the payload and its CRC-16 (low byte first) encoded by COBS, and a zero. The first zero
separates it from earlier bytes on the line; two frames need no more than one between them.

A changed frame is decoded as a wrong payload never after changes of up to three bits in the payload's own
bytes, and in one of 65,536 cases where a zero is moved or made, because COBS then decodes other bytes.
"""

from hardware.common.link import cobs
from hardware.common.link.crc16 import crc16

MAX_PAYLOAD_BYTES = 240
"""The longest payload in bytes: with its CRC it is one run of COBS."""
_MOST = MAX_PAYLOAD_BYTES + 3
"""Bytes between two zeros: payload, CRC and one code byte."""


def encode_frame(payload: bytes) -> bytes:
    """The bytes of a frame. Raises ValueError for a payload that is empty or too long."""
    if not 0 < len(payload) <= MAX_PAYLOAD_BYTES:
        raise ValueError(f"a payload has 1 to {MAX_PAYLOAD_BYTES} bytes, not {len(payload)}")
    crc = crc16(payload)
    return b"\0" + cobs.cobs_encode(payload + bytes((crc & 0xFF, crc >> 8))) + b"\0"


def decode_frame(piece: bytes) -> bytes | None:
    """The payload of the bytes between two zeros; None for rubbish."""
    whole = cobs.cobs_decode(piece)
    if whole is None or not 2 < len(whole) <= MAX_PAYLOAD_BYTES + 2:
        return None
    crc = crc16(whole[:-2])
    if whole[-2] != crc & 0xFF or whole[-1] != crc >> 8:
        return None
    return whole[:-2]


class FrameDecoder:
    """Decodes payloads from bytes as they arrive.

    Holds no more than one frame. `bad_frames` counts rejected ones.
    """

    __slots__ = ("_held", "_overlong", "bad_frames")

    def __init__(self) -> None:
        self._held = bytearray()
        self._overlong = False
        self.bad_frames = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that are complete with these bytes, in order."""
        found: list[bytes] = []
        at = 0
        while True:  # piece by piece: all of them at once could need more contiguous memory than a hub has
            end = data.find(b"\0", at)
            if end < 0:
                break
            if end > at:
                self._hold(data[at:end])
            self._end(found)
            at = end + 1
        if at < len(data):
            self._hold(data[at:])
        return found

    def _hold(self, piece: bytes) -> None:
        if len(self._held) + len(piece) > _MOST:
            self._overlong = True
            self._held = bytearray()
        elif not self._overlong:
            self._held.extend(piece)

    def _end(self, found: list[bytes]) -> None:
        if self._held or self._overlong:
            payload = None if self._overlong else decode_frame(bytes(self._held))
            if payload is None:
                self.bad_frames += 1
            else:
                found.append(payload)
            self._held = bytearray()
            self._overlong = False
