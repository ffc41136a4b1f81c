"""Pictures of the screen as somebody touches through an evening: the committed ones must stay true.

HERALD_PICTURES=write makes them anew: look at each before committing it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from companion.rules.record import Head
from companion.start.buttons import meant
from tests.screen import SIZES
from tests.screen.evening import PATIENT, Guest, evening
from tests.screen.pictures import HERE, different, read, seen, write

PEOPLE = ("Kateřina", "Bert", "Carla", "Dominik", "Eliška", "Jiří")
WRITE = os.environ.get("HERALD_PICTURES") == "write"
TOLERATED = 0.02
"""Letters and edges differ a little from one Mesa to another; a page that looks otherwise differs more."""


class Album:
    """The pictures of one language and size. What differs is collected, and told together at the end."""

    def __init__(self, guest: Guest, lang: str, size: tuple[int, int]) -> None:
        self.guest, self.lang, self.size = guest, lang, size
        self.wrong: dict[str, object] = {}

    def take(self, name: str) -> None:
        """A picture of the screen as it is now, without faults."""
        driver = self.guest.driver
        if faults := driver.faults():
            self.wrong[f"{name}, faults"] = faults
        path = HERE / f"{name}-{self.lang}-{self.size[0]}.png"
        pixels = driver.pixels()
        if WRITE:
            write(path, pixels, self.size)
            return
        share = different(read(path), seen(pixels, self.size)) if path.exists() else 1.0
        if share > TOLERATED:
            self.wrong[path.name] = f"{share:.1%} differs"


def press(guest: Guest, *buttons: str) -> None:
    """Press buttons of the table, one after another, and see what comes of it."""
    for button in buttons:
        _press(guest, button)


def _press(guest: Guest, button: str) -> None:
    before = guest.live.now.number
    guest.live.session.post(partial(meant, pressed=button))
    guest.driver.until(lambda: guest.live.now.number > before, PATIENT)
    guest.settle()


@contextmanager
def album(lang: str = "cs", size: tuple[int, int] = SIZES[0], kiosk: bool = False) -> Iterator[Album]:
    """The program opened, on its first page; at the end all pictures must have been as they are kept."""
    with evening(lang, size, kiosk=kiosk) as guest:
        pictures = Album(guest, lang, size)
        yield pictures
    assert pictures.wrong == {}


def interrupted(home: Path, head: Head, lines: Sequence[str]) -> None:
    """An evening of these people at a real table that was left after those lines."""
    names = iter(PEOPLE)
    told = [
        line if not line.startswith("seat ") else f"{line.rpartition(' ')[0]} {next(names)}"
        for line in head.lines()
    ]
    path = home / "evenings" / f"2026-11-20-2000-{head.game}.herald"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{line}\n" for line in (*told, *lines)), encoding="utf-8")
    left = datetime(2026, 11, 20, 21, 14).timestamp()
    os.utime(path, (left, left))


@contextmanager
def gone_on_with(lang: str = "cs", size: tuple[int, int] = SIZES[0]) -> Iterator[tuple[Album, Guest]]:
    """The evening that was interrupted, gone on with by touch."""
    with album(lang, size) as pictures:
        guest = pictures.guest
        guest.driver.until(lambda: guest.model.evening is not None, PATIENT)
        guest.driver.tap("go-on")
        guest.settle()
        yield pictures, guest
