"""How many of each name: mappings from a name to a number, never changed in place."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.moves import UNKNOWN

Multiset = Mapping[str, int]
"""Name -> how many; there is no entry for none."""


def with_added(counts: Multiset, name: str, number: int = 1) -> Multiset:
    """The counts with `number` more (or fewer) of `name`."""
    total = counts.get(name, 0) + number
    if total:
        return {**counts, name: total}
    left = dict(counts)
    left.pop(name, None)
    return left


def without_card(counts: Multiset, name: str) -> Multiset:
    """A hand without one card `name`: the known one if it is known, else one of unknown name."""
    return with_added(counts, name if counts.get(name) else UNKNOWN, -1)


def without_zeros(counts: Multiset) -> Multiset:
    """The counts as they come from outside, without entries of 0."""
    return {name: number for name, number in counts.items() if number}
