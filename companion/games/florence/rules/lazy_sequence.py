"""A sequence that is made when somebody first looks at it: most choices of a tree are passed by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload


class LazySequence(Sequence[Any]):
    """The items that `make_items` returns; it is called once, when the first of them is wanted."""

    __slots__ = ("_items", "_make_items")

    def __init__(self, make_items: Callable[[], Sequence[Any]]) -> None:
        self._make_items = make_items
        self._items: Sequence[Any] | None = None

    def _made(self) -> Sequence[Any]:
        if self._items is None:
            self._items = self._make_items()
        return self._items

    def __len__(self) -> int:
        return len(self._made())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._made())

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._made()[index]
