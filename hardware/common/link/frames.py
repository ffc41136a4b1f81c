"""Payloads on a line where bytes get lost, change, and come from others: each arrives whole or not at all.

A frame is a zero, the payload and its CRC-16 (low byte first) as COBS makes them, and a zero. The first zero parts it
from whatever was on the line before; two frames need no more than one between them.

What changed on the line and is still read as a payload, though a wrong one: no change of up to three bits in the
payload's own bytes; one in 65,536 of those that move a zero, or make one, because COBS then reads other bytes.
"""

from hardware.common.link import cobs
from hardware.common.link.crc16 import crc16

MAX_PAYLOAD_BYTES = 240
"""Bytes of a payload: with its CRC it is one run of COBS."""
_MOST = MAX_PAYLOAD_BYTES + 3
"""Bytes between two zeros: payload, CRC and one code byte."""


def encode_frame(payload: bytes) -> bytes:
    """The bytes of a frame. Raises ValueError for a payload that is empty or too long."""
    if not 0 < len(payload) <= MAX_PAYLOAD_BYTES:
        raise ValueError(f"a payload has 1 to {MAX_PAYLOAD_BYTES} bytes, not {len(payload)}")
    crc = crc16(payload)
    return b"\0" + cobs.cobs_encode(payload + bytes((crc & 0xFF, crc >> 8))) + b"\0"


def decode_frame(piece: bytes) -> bytes | None:
    """The payload of what stood between two zeros; None for rubbish."""
    whole = cobs.cobs_decode(piece)
    if whole is None or not 2 < len(whole) <= MAX_PAYLOAD_BYTES + 2:
        return None
    crc = crc16(whole[:-2])
    if whole[-2] != crc & 0xFF or whole[-1] != crc >> 8:
        return None
    return whole[:-2]


class FrameDecoder:
    """Bytes in as they come, payloads out. Holds no more than one frame. `bad_frames` counts what was thrown away."""

    __slots__ = ("_held", "_overlong", "bad_frames")

    def __init__(self) -> None:
        self._held = bytearray()
        self._overlong = False
        self.bad_frames = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that are complete with these bytes, in order."""
        found: list[bytes] = []
        at = 0
        while (
            True
        ):  # piece by piece: all of them at once would take a hub more memory than it may have in one place
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
