"""Evenings of Kabale und Hiebe at a table without readers: everything was touched, and named when it was turned."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.table.storage.journal import read_record
from tests.screen import SIZES
from tests.screen.harness.album import Album, gone_on_with, interrupted
from tests.screen.harness.evening import Guest

FOUR = Path(__file__).with_name("four-players.herald")
SIX = Path(__file__).with_name("six-players.herald")
"""Recorded at the virtual table, whole games."""


@contextmanager
def evening_at(
    home: Path, record: Path, lines: int, lang: str = "cs", size: tuple[int, int] = SIZES[0]
) -> Iterator[tuple[Album, Guest]]:
    """Such an evening, left after so many lines, gone on with by touch."""
    head, told = read_record(record)
    interrupted(home, head, told[:lines])
    with gone_on_with(lang, size) as gone_on:
        yield gone_on
