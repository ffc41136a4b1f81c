"""An evening of the Princes of Florence at a table without readers, gone on with by touch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.table.storage.journal import read_record
from tests.screen import SIZES
from tests.screen.harness.album import Album, gone_on_with, interrupted
from tests.screen.harness.evening import Guest

FIVE = Path(__file__).with_name("five-players.herald")
"""Recorded at the virtual table, a whole game: tied on points, decided by florins."""


@contextmanager
def evening_at(
    home: Path, lines: int, lang: str = "cs", size: tuple[int, int] = SIZES[0], record: Path = FIVE
) -> Iterator[tuple[Album, Guest]]:
    """Such an evening, left after so many lines."""
    head, told = read_record(record)
    interrupted(home, head, told[:lines])
    with gone_on_with(lang, size) as gone_on:
        yield gone_on
