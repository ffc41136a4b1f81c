"""Symbols as pictures of the size they are shown at, kept as files; a missing one is made in the background.

A picture is kept in the user's cache folder under a hash of its SVG and its size in pixels: an outdated one
is never shown. `deploy/setup` makes those of the usual sizes, `herald games add` those of the game; any other
is made when it is first needed, on another thread, and nothing waits for it. A file that is damaged is made
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

from companion.rules.errors import InvalidFile
from companion.screen.draw.rasteriser import rasterise
from companion.table.storage.disk import PRIVATE_FILE_MODE, make_private_folder

if TYPE_CHECKING:  # no executor is needed when all pictures are kept
    from concurrent.futures import Executor

CHECKSUM_BYTES: Final = 4
"""Bytes behind the picture in its file by which damage is recognised."""

DrawTask = Callable[[], None]


class SymbolImages:
    """The pictures there are.

    It is used on one thread; missing pictures are made where `submit` runs them: on another thread unless a
    test says otherwise.
    """

    def __init__(self, submit: Callable[[DrawTask], object] | None = None) -> None:
        self._submit = submit or (lambda work: _executor().submit(work))
        self._waiting: dict[str, list[DrawTask]] = {}
        self._made: dict[str, bytes] = {}
        self._wrong: dict[str, InvalidFile] = {}

    def png_or_none(self, svg: str, pixels: int, on_ready: DrawTask) -> bytes | None:
        """A PNG file; None while it is being made: `on_ready` is called, on any thread, when it is there.

        Raises InvalidFile where the SVG cannot be drawn.
        """
        name = cache_file_name(svg, pixels)
        if not any(name in known for known in (self._waiting, self._made, self._wrong)):
            if (cached := load_cached(name)) is not None:
                return cached
            self._waiting[name] = []
            self._submit(partial(self._make, name, svg, pixels))
        with suppress(KeyError):  # it has just been made
            self._waiting[name].append(on_ready)
        if name in self._wrong:
            raise self._wrong[name]
        return self._made.pop(name, None)

    def _make(self, name: str, svg: str, pixels: int) -> None:
        try:
            self._made[name] = made = rasterise(svg, pixels)
        except InvalidFile as wrong:
            self._wrong[name] = wrong
        else:
            with suppress(OSError):  # the next start makes it again
                save_cached(name, made)
        for ready in self._waiting.pop(name):
            ready()


@cache
def _executor() -> Executor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, "symbols")


def cache_folder() -> Path:
    """The folder of the pictures."""
    return user_cache_path("herald", appauthor=False) / "symbols"


def cache_file_name(svg: str, pixels: int) -> str:
    """The name of a picture's file."""
    return f"{blake2b(svg.encode(), digest_size=12).hexdigest()}-{pixels}.png"


def load_cached(name: str) -> bytes | None:
    """The picture in that file, None where there is none or it is damaged."""
    try:
        data = (cache_folder() / name).read_bytes()
    except OSError:
        return None
    picture, check = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
    return picture if picture and check == _checksum(picture) else None


def save_cached(name: str, picture: bytes) -> None:
    """Write that file, whole or not at all. Raises OSError."""
    place = cache_folder() / name
    make_private_folder(place.parent)
    new = place.with_name(f"{name}.{os.getpid()}")  # two programs may do so at once
    try:
        new.touch(PRIVATE_FILE_MODE)
        new.write_bytes(picture + _checksum(picture))
        new.replace(place)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _checksum(picture: bytes) -> bytes:
    return crc32(picture).to_bytes(CHECKSUM_BYTES, "big")
