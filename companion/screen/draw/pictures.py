"""Symbols as pictures of the size they are shown at: kept as files, made beside where one is missing.

A picture is kept in the user's cache folder under a hash of its SVG and its size in pixels: one of a drawing that has
changed is never shown. `deploy/setup` makes those of the usual sizes, `herald games add` those of the game; any other
is made when it is first asked for, on a thread of its own, and nothing waits for it. A file that is damaged is made
anew; where none can be written, each start makes its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from platformdirs import user_cache_path

from companion.rules.errors import Unreadable
from companion.screen.draw.rasteriser import rasterised

if TYPE_CHECKING:  # an evening whose pictures are all kept needs none
    from concurrent.futures import Executor

CHECKED: Final = 4
"""Bytes behind the picture in its file that tell whether all of it is as it was written."""

Work = Callable[[], None]


class Pictures:
    """The pictures there are. Asked on one thread; what is missing is made where `beside` says, another thread unless a
    test says otherwise."""

    def __init__(self, beside: Callable[[Work], object] | None = None) -> None:
        self._beside = beside or (lambda work: _thread().submit(work))
        self._waiting: dict[str, list[Work]] = {}
        self._made: dict[str, bytes] = {}
        self._wrong: dict[str, Unreadable] = {}

    def get(self, svg: str, pixels: int, ready: Work) -> bytes | None:
        """A PNG file; None while it is being made: `ready` is called, on whatever thread, once it is there. Raises
        Unreadable where nothing can be made of the SVG.
        """
        name = kept_as(svg, pixels)
        if not any(name in known for known in (self._waiting, self._made, self._wrong)):
            if (found := kept(name)) is not None:
                return found
            self._waiting[name] = []
            self._beside(partial(self._make, name, svg, pixels))
        with suppress(KeyError):  # it has just been made
            self._waiting[name].append(ready)
        if name in self._wrong:
            raise self._wrong[name]
        return self._made.pop(name, None)

    def _make(self, name: str, svg: str, pixels: int) -> None:
        try:
            self._made[name] = made = rasterised(svg, pixels)
        except Unreadable as wrong:
            self._wrong[name] = wrong
        else:
            with suppress(OSError):  # the next start makes it again
                keep(name, made)
        for ready in self._waiting.pop(name):
            ready()


@cache
def _thread() -> Executor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, "symbols")


def folder() -> Path:
    """Where pictures are kept."""
    return user_cache_path("herald", appauthor=False) / "symbols"


def kept_as(svg: str, pixels: int) -> str:
    """The name of a picture's file."""
    return f"{blake2b(svg.encode(), digest_size=12).hexdigest()}-{pixels}.png"


def kept(name: str) -> bytes | None:
    """The picture in that file, None where there is none or it is damaged."""
    try:
        data = (folder() / name).read_bytes()
    except OSError:
        return None
    picture, check = data[:-CHECKED], data[-CHECKED:]
    return picture if picture and check == _check(picture) else None


def keep(name: str, picture: bytes) -> None:
    """Write that file, whole or not at all; raises OSError."""
    place = folder() / name
    place.parent.mkdir(parents=True, exist_ok=True)
    new = place.with_name(f"{name}.{os.getpid()}")  # two programs may do so at once
    try:
        new.write_bytes(picture + _check(picture))
        new.replace(place)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _check(picture: bytes) -> bytes:
    return crc32(picture).to_bytes(CHECKED, "big")
