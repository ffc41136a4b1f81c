"""Pictures and texts of the screen that are kept in tests/pictures, and what differs from them.

HERALD_PICTURES=write makes them anew instead: look at each before committing it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import unified_diff
from itertools import islice
from pathlib import Path

from PIL import Image, ImageChops

HERE = Path(__file__).parents[2] / "pictures"
"""Where they lie: whole screens that README and the guide show, in `widgets` single ones, and every screen as text."""
WRITE = os.environ.get("HERALD_PICTURES") == "write"


def different(one: Image.Image, other: Image.Image, clearly: int) -> float:
    """The share of pixels that differ clearly: one of the three colours by more than so many of 255; 1.0 when the
    sizes differ.
    """
    if one.size != other.size:
        return 1.0
    channels = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(*channels[:2]), channels[2])
    return sum(most.histogram()[clearly + 1 :]) / (one.width * one.height)


Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels from the upper left."""


def as_kept(
    name: str, seen: Image.Image, tolerated: float, clearly: int, parts: Sequence[Box] = ()
) -> list[str]:
    """What is wrong with a picture beside the kept one of that name; nothing when no more than the tolerated share of
    its pixels differs clearly, and so in each of its parts.
    """
    path = HERE / f"{name}.png"
    kept = Image.open(path).convert("RGB") if path.exists() else Image.new("RGB", (0, 0))
    if WRITE and different(kept, seen, 0):
        path.parent.mkdir(parents=True, exist_ok=True)
        seen.save(path, optimize=True)
        return []
    boxes = ((0, 0, *seen.size), *parts)
    shares = {box: different(kept.crop(box), seen.crop(box), clearly) for box in boxes}
    return [
        f"{share:.2%} of the pixels differ at {box}" for box, share in shares.items() if share > tolerated
    ]


def as_told(name: str, text: str) -> list[str]:
    """The lines of a text that are not as in the kept one of that name, each after `-` (kept) or `+` (now)."""
    path = HERE / f"{name}.txt"
    if WRITE:
        path.write_text(text, encoding="utf-8")
    if not path.exists():
        return ["is not kept: HERALD_PICTURES=write keeps it"]
    kept = path.read_text(encoding="utf-8")
    return [] if kept == text else changed(kept.splitlines(), text.splitlines())


def changed(kept: list[str], now: list[str]) -> list[str]:
    """Lines that are there no longer, and lines that have come, each below the thing that it is part of."""
    found: list[str] = []
    heading = ""
    for line in islice(unified_diff(kept, now, n=len(kept), lineterm=""), 3, None):
        if not line[1:].startswith(" "):
            heading = line
        if line[0] in "+-":
            found += [line] if heading in ("", line) else [heading, line]
            heading = ""
    return found
