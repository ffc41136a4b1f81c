"""Pictures of the screen: read, and compared as a person would, not bit by bit."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

from tests.screen.driver import png

HERE = Path(__file__).parents[1] / "pictures"
"""The pictures that the README shows and that the tests compare with."""

CLEARLY = 48
"""A pixel differs clearly when one of its three colours differs by more, of 255."""


class Picture(NamedTuple):
    """A picture as rows of RGB."""

    width: int
    height: int
    rows: tuple[bytes, ...]


def read(path: Path) -> Picture:
    """A picture that `driver.png` wrote; ValueError for any other."""
    data, at, body = path.read_bytes(), 8, b""
    width = height = 0
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, part = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", part[:8])
        if kind == b"IDAT":
            body += part
        at += length + 12
    raw, step = zlib.decompress(body), width * 3 + 1
    rows = tuple(raw[line : line + step] for line in range(0, len(raw), step))
    if len(rows) != height or any(row[0] for row in rows):
        raise ValueError(f"{path.name} was not written by the tests: HERALD_PICTURES=write makes it anew")
    return Picture(width, height, tuple(row[1:] for row in rows))


def seen(rgba: bytes, size: tuple[int, int]) -> Picture:
    """What the driver sees now."""
    row = size[0] * 4
    rows = []
    for at in range(0, len(rgba), row):
        line = bytearray(size[0] * 3)
        for channel in range(3):
            line[channel::3] = rgba[at + channel : at + row : 4]
        rows.append(bytes(line))
    return Picture(*size, tuple(rows))


def different(one: Picture, other: Picture) -> float:
    """The share of pixels that clearly differ; 1.0 when the sizes do."""
    if (one.width, one.height) != (other.width, other.height):
        return 1.0
    count = sum(_clearly(a, b) for a, b in zip(one.rows, other.rows, strict=True) if a != b)
    return count / (one.width * one.height)


def _clearly(one: bytes, other: bytes) -> int:
    pixels = {at // 3 for at, (a, b) in enumerate(zip(one, other, strict=True)) if abs(a - b) > CLEARLY}
    return len(pixels)


def write(path: Path, rgba: bytes, size: tuple[int, int]) -> None:
    """Keep a picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png(rgba, size))
