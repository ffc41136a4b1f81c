"""Consistent overhead byte stuffing (Cheshire and Baker, 1999): any bytes without a zero among them.

A code byte n says that n - 1 unchanged bytes follow, and after them a removed zero; after 254 bytes without a
zero (code 255) none was removed. The zero at the very end is left out.
"""

_RUN = 254


def cobs_encode(data: bytes) -> bytes:
    """The data without zeros: one byte longer, and one more for every 254 in a row that are none."""
    out = bytearray()
    at = 0
    while True:  # zero by zero: a list of all pieces could need more contiguous memory than a hub has
        zero = data.find(b"\0", at)
        end = zero if zero >= 0 else len(data)
        while end - at > _RUN or (end - at == _RUN and zero >= 0):
            out.append(_RUN + 1)
            out.extend(data[at : at + _RUN])
            at += _RUN
        out.append(end - at + 1)
        out.extend(data[at:end])
        if zero < 0:
            return bytes(out)
        at = end + 1


def cobs_decode(data: bytes) -> bytes | None:
    """The decoded data; None where it is no COBS."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        end = at + code
        if not code or end > len(data):
            return None
        piece = data[at + 1 : end]
        if 0 in piece:
            return None
        out.extend(piece)
        at = end
        if code <= _RUN and at < len(data):
            out.append(0)
    return bytes(out) if data else None
