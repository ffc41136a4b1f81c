"""A door: a way by which something from outside comes into Herald."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

Enter = Callable[[bytes], object]
"""Let bytes come in. It may raise a HeraldError, and nothing else."""


class Doorway(NamedTuple):
    """An open door: real inputs, and what happens with one."""

    samples: Sequence[bytes]
    enter: Enter


class Door(NamedTuple):
    """What comes in there, how many of a thousand inputs it gets, and how it is opened in a folder of its own."""

    what: str
    share: int
    open: Callable[[Path], Doorway]


class NotAsPromisedError(AssertionError):
    """A door answered something that it may not answer."""


@cache
def real_records() -> tuple[bytes, ...]:
    """The beginnings of real records of every game, without sums and in both formats of a journal."""
    from companion.rules.record import JOURNAL_VERSION, chained_lines, line_with_checksum
    from companion.table.storage.journal import read_record

    found = []
    for path in sorted((ROOT / "tests/games").glob("*/records/*.herald")):
        head, texts = read_record(path)
        plain = (*head.to_lines(), *texts[:30])
        chained = (*head.to_lines(JOURNAL_VERSION), *texts[:30])
        found.append("".join(f"{line}\n" for line in plain).encode())
        found.append("".join(map(line_with_checksum, plain)).encode())
        found.append(chained_lines(chained).encode())
    return tuple(found)


@cache
def real_lines() -> tuple[bytes, ...]:
    """Lines as people type them, of every game."""
    lines = {line for record in real_records() for line in record.splitlines() if b";" not in line}
    return tuple(sorted(line for line in lines if len(line) < 1000))
