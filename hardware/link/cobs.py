"""Consistent overhead byte stuffing (Cheshire and Baker, 1999): any bytes without a zero among them.

A code byte n says that n - 1 bytes follow as they are, and after them a zero that was taken out; after 254 bytes
without a zero (code 255) none was. The zero that the end stands for is left out.
"""

_RUN = 254


def encode(data: bytes) -> bytes:
    """The same without zeros: one byte longer, and one more for every 254 in a row that are none."""
    out = bytearray()
    pieces = data.split(b"\0")
    for n in range(len(pieces)):
        piece = pieces[n]
        while len(piece) > _RUN or (len(piece) == _RUN and n + 1 < len(pieces)):
            out.append(_RUN + 1)
            out.extend(piece[:_RUN])
            piece = piece[_RUN:]
        out.append(len(piece) + 1)
        out.extend(piece)
    return bytes(out)


def decode(data: bytes) -> bytes | None:
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
