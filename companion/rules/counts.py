"""How many of each thing: mappings from a name to a number, never changed in place."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.moves import UNKNOWN

Counts = Mapping[str, int]
"""Name -> how many; none is no entry."""


def plus(counts: Counts, name: str, number: int = 1) -> Counts:
    """Counts with `number` more (or fewer) of `name`; none left is no entry."""
    total = counts.get(name, 0) + number
    if total:
        return {**counts, name: total}
    return {key: value for key, value in counts.items() if key != name}


def spend(counts: Counts, name: str) -> Counts:
    """A hand without one card `name`: the known one if it is known, else one nobody saw."""
    return plus(counts, name if counts.get(name) else UNKNOWN, -1)


def tidy(counts: Counts) -> Counts:
    """Counts as they come from outside, without entries that say none."""
    return {name: number for name, number in counts.items() if number}
