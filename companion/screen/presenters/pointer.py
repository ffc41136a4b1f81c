"""What the two buttons that everybody shares point at, as the screen marks it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.table.pointing import about
from companion.table.snapshot import Snapshot


def marked(now: Snapshot) -> frozenset[str]:
    """The things that the screen marks: the one that is pointed at, by every name under which it may lie there."""
    return frozenset(_marked(now)) if now.pointed else frozenset()


def _marked(now: Snapshot) -> Iterator[str]:
    yield now.pointed
    yield now.pointed.partition("/")[0]  # what is counted kind by kind
    yield about(now)
