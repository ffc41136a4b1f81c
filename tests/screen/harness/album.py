"""The screen as somebody touches through an evening: as text, and as pictures where README or the guide shows them; see
pictures.py.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from companion.rules.record import RecordHeader
from companion.start.real_table.button_presses import message_for_button
from tests.screen import LONGEST_WORDS, SIZES
from tests.screen.harness.evening import PATIENT, Guest, evening
from tests.screen.harness.pictures import as_kept, as_told
from tests.screen.harness.reading import text

PEOPLE = ("Kateřina", "Bert", "Carla", "Dominik", "Eliška", "Jiří")
ROOT = Path(__file__).parents[3]
SHOWING_PAGES = (ROOT / "README.md", *(ROOT / "companion/guide").glob("*.md"))
SHOWN = frozenset(
    name
    for page in SHOWING_PAGES
    for name in re.findall(r"tests/pictures/([\w-]+)\.png", page.read_text(encoding="utf-8"))
)
"""The screens that are kept as pictures besides."""
TOLERATED, CLEARLY = 0.02, 48
"""Letters and edges differ a little from one Mesa to another; a page that looks otherwise differs more. What is small
is seen by the text.
"""


KEPT_AS_TEXT = (LONGEST_WORDS, SIZES[0])
"""The language and size in which each screen is kept as text; in the others everything fits, and nothing lies over
another.
"""


class Album:
    """The screens of one language and size. What differs is collected, and told together at the end."""

    def __init__(self, guest: Guest, lang: str, size: tuple[int, int]) -> None:
        self.guest, self.lang, self.size = guest, lang, size
        self.wrong: list[str] = []

    def take(self, name: str) -> None:
        """The screen as it is now has no faults and is as it is kept, if it is."""
        driver = self.guest.driver
        kept = f"{name}-{self.lang}-{self.size[0]}"
        self.look(name)
        if (self.lang, self.size) == KEPT_AS_TEXT:
            self._note(name, as_told(kept, text(driver)))
        if kept in SHOWN:
            self._note(name, as_kept(kept, driver.picture(), TOLERATED, CLEARLY))

    def look(self, name: str) -> None:
        """The screen as it is now has no faults."""
        self._note(name, self.guest.driver.faults())

    def _note(self, name: str, wrong: Iterable[str]) -> None:
        self.wrong.extend(f"{name}, {self.lang}, {self.size[0]}: {each}" for each in wrong)

    def close(self) -> None:
        """AssertionError when anything differed."""
        assert not self.wrong, "\n".join(self.wrong)


def press(guest: Guest, *buttons: str) -> None:
    """Press buttons of the table, one after another, and see what comes of it."""
    for button in buttons:
        _press(guest, button)


def _press(guest: Guest, button: str) -> None:
    before = guest.live.snapshot.sequence_number
    guest.live.session.post(partial(message_for_button, button=button))
    guest.driver.until(lambda: guest.live.snapshot.sequence_number > before, PATIENT)
    guest.settle()


@contextmanager
def album(lang: str = "cs", size: tuple[int, int] = SIZES[0], kiosk: bool = False) -> Iterator[Album]:
    """The program opened, on its first page; at the end all pictures must have been as they are kept."""
    with evening(lang, size, kiosk=kiosk) as guest:
        pictures = Album(guest, lang, size)
        yield pictures
    pictures.close()


def interrupted(home: Path, head: RecordHeader, lines: Sequence[str]) -> None:
    """An evening of these people at a real table that was left after those lines."""
    names = iter(PEOPLE)
    told = [
        line if not line.startswith("seat ") else f"{line.rpartition(' ')[0]} {next(names)}"
        for line in head.to_lines()
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
        guest.driver.until(lambda: guest.model.saved_game is not None, PATIENT)
        guest.driver.tap("go-on")
        guest.settle()
        yield pictures, guest
