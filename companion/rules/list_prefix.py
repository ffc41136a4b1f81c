"""A sequence that grows without being copied: everybody who was given it keeps it as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

T = TypeVar("T")


class ListPrefix(Sequence[T]):
    """All items that a list has now. It is made at once, however long the list is.

    It stays as it is while the list is only appended to; whoever takes items away makes another list.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T]) -> None:
        self._items, self._length = items, len(items)

    def with_item(self, item: T) -> ListPrefix[T]:
        """These items and one more behind them. Nothing is copied unless others went on from here before."""
        items = self._items if len(self._items) == self._length else self._items[: self._length]
        items.append(item)
        return ListPrefix(items)

    def first(self, count: int) -> ListPrefix[T]:
        """The first items, so many."""
        shorter = ListPrefix(self._items)
        shorter._length = min(count, self._length)
        return shorter

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        places = range(self._length)[index]
        return self._items[places] if isinstance(places, int) else tuple(self._items[at] for at in places)

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ListPrefix | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"
