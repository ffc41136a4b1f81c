"""Sequences that are made when somebody first looks at them: most choices of a tree are passed by."""

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


class LazyItems(Sequence[Any]):
    """The items that `make_item` makes of those keys, each once, when it is first wanted."""

    __slots__ = ("_item_by_key", "_keys", "_make_item")

    def __init__(self, make_item: Callable[[str], Any], keys: Sequence[str]) -> None:
        self._make_item, self._keys = make_item, keys
        self._item_by_key: dict[str, Any] = {}

    def _item(self, key: str) -> Any:
        item = self._item_by_key.get(key)
        if item is None:
            item = self._item_by_key[key] = self._make_item(key)
        return item

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[Any]:
        return map(self._item, self._keys)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return list(self)[index] if isinstance(index, slice) else self._item(self._keys[index])
