"""The answers that can be touched, where they are many folded by the words they have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

AT_ONCE = 8
"""So many answers are never folded: they fit below the table."""
BESIDE = 3
"""The same where they lie beside a board that takes all the height."""
ALIKE = 3
"""Fewer that have their words in common are not worth a touch."""


class Level(Struct, frozen=True):
    """What is offered at once, in order: whole answers, and words (with strokes between) with the number of answers
    that begin so, 0 for a whole one. `folder`: the words that all of them have in common, chosen before; `page` of it.
    """

    entries: tuple[tuple[str, int], ...]
    folder: str = ""
    page: int = 0

    @property
    def above(self) -> str:
        """The folder that this one lies in."""
        return self.folder.rpartition("/")[0]

    def turned(self, pages: int) -> str:
        """The next of so many pages, after the last one the first."""
        return f"{self.folder}@{(self.page + 1) % pages}"


def level(things: Sequence[str], folder: str = "", at_once: int = AT_ONCE) -> Level:
    """What is offered of these answers once that folder (`arms/1`, with a page behind `@`) was opened; of a folder
    without answers, or of "", the whole.
    """
    folder, _, page = folder.partition("@")
    inside = within(things, folder)
    if not inside:
        folder, inside = "", [*things]
    entries = sorted(_entries(inside, len(_path(folder)), at_once), key=_number)
    return Level(tuple(entries), folder, int(page) if page.isdecimal() else 0)


def numbers(things: Sequence[str], folder: str = "", few: int = AT_ONCE) -> list[str]:
    """Of those in the folder the numbers of one kind (`take/200`), the least first; none where they are few, or where
    another kind has many, too.
    """
    kinds: dict[str, list[str]] = {}
    for thing in within(things, folder.partition("@")[0]):
        kind, _, number = thing.rpartition("/")
        if kind and number.isdecimal():
            kinds.setdefault(kind, []).append(thing)
    many = [each for each in kinds.values() if len(each) > few]
    return sorted(many[0], key=lambda thing: int(thing.rpartition("/")[2])) if len(many) == 1 else []


def within(things: Sequence[str], folder: str) -> list[str]:
    """Those that begin with the words of that folder; of "", all."""
    begins = _path(folder)
    return [thing for thing in things if _path(thing)[: len(begins)] == begins]


def _path(thing: str) -> list[str]:
    return re.split("[/:]", thing) if thing else []


def _entries(things: Sequence[str], depth: int, at_once: int) -> Iterator[tuple[str, int]]:
    """Folded by the first word in which they differ, unless they are few or nothing is in common."""
    longest = max((len(_path(thing)) for thing in things), default=0)
    groups = _groups(things, depth := depth + 1)
    while len(groups) < 2 and depth < longest:
        groups = _groups(things, depth := depth + 1)
    for begins, group in groups.items():
        if len(things) > at_once and ALIKE <= len(group) < len(things):
            yield begins, len(group)
        else:
            yield from ((thing, 0) for thing in group)


def _groups(things: Sequence[str], depth: int) -> dict[str, list[str]]:
    """By so many of their first words."""
    groups: dict[str, list[str]] = {}
    for thing in things:
        groups.setdefault("/".join(_path(thing)[:depth]), []).append(thing)
    return groups


def _number(entry: tuple[str, int]) -> int:
    """Those that end with a number come by it, all else stays as it comes."""
    last = _path(entry[0])[-1]
    return int(last) if last.isdecimal() else -1
