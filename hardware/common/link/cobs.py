"""Consistent overhead byte stuffing (Cheshire and Baker, 1999): any bytes without a zero among them.

A code byte n says that n - 1 bytes follow as they are, and after them a zero that was taken out; after 254 bytes
without a zero (code 255) none was. The zero that the end stands for is left out.
"""

_RUN = 254


def cobs_encode(data: bytes) -> bytes:
    """The same without zeros: one byte longer, and one more for every 254 in a row that are none."""
    out = bytearray()
    at = 0
    while (
        True
    ):  # zero by zero: a list of all pieces would take a hub more memory than it may have in one place
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
    """What was encoded; None where nothing is encoded like that."""
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
