"""A promise: what a game keeps so that Herald can play it, said in plain words and looked at by one function.

The function takes a `Subject` or one of its tables and yields, in words, whatever it finds broken. Where it found it
is known to the table it looked at, so that a fault that is raised has a place, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from traceback import extract_tb
from typing import Generic, TypeVar

from msgspec import Struct

from companion.contract.table import Table

T = TypeVar("T")
ENOUGH = 3
"""Findings told of one promise at one table: the next are mostly the same."""


class Finding(Struct, frozen=True):
    """One thing that is broken. `where`: the game, the number of moves, the move; `position`: the table there as JSON.
    Both "" where it is no single place.
    """

    what: str
    where: str = ""
    position: str = ""

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.what, self.where, self.position)))


class Promise(Struct, Generic[T], frozen=True):
    """One promise. `text`: what is promised. `todo`: what to do where it is broken."""

    id: str
    text: str
    todo: str
    look: Callable[[T], Iterator[str]]


def promised(todo: str) -> Callable[[Callable[[T], Iterator[str]]], Promise[T]]:
    """The function is a promise: its docstring says what is promised."""

    def made(look: Callable[[T], Iterator[str]]) -> Promise[T]:
        return Promise(look.__name__.replace("_", "-"), " ".join((look.__doc__ or "").split()), todo, look)

    return made


def broken(promise: Promise[Table], table: Table, most: int = ENOUGH) -> tuple[Finding, ...]:
    """The first findings of a promise at that table, none where it is kept. What the game raises comes through."""
    table.begin()
    return tuple(Finding(what, table.where, table.position) for what in islice(promise.look(table), most))


def raised(wrong: BaseException, folder: Path) -> str:
    """What was raised and where, nearest to what lies in `folder`: where the game is."""
    frames = extract_tb(wrong.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)] or frames
    said = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
    if not own:
        return said
    last = own[-1]
    return f"{said} (raised at {Path(last.filename).name}, line {last.lineno}, in {last.name})"
