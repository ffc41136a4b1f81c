"""A sequence that grows without being copied and without eating the memory: what is old in it is folded up.

Everybody who was given it keeps it as it was. No real evening is so long that anything of it is folded.
"""

from __future__ import annotations

import pickle
import zlib
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import Generic, TypeVar, cast, overload

T = TypeVar("T")

BLOCK_ITEMS = 512
BLOCK_WEIGHT = 1 << 16
"""A block is full with so many items, or when they weigh so much together."""
UNFOLDED_BLOCKS = 4
"""So many blocks at the end are kept as they are: five times the lines of a long evening."""


class _Block(Generic[T]):
    """Items on end, `start` the place of the first. Folding them changes nothing for whoever reads them."""

    __slots__ = ("_folded", "_items", "start")

    def __init__(self, start: int, items: list[T]) -> None:
        self.start = start
        self._items: list[T] | None = items
        self._folded = b""

    @property
    def items(self) -> list[T]:
        """The items; where they were folded, made anew each time."""
        items = self._items  # looked at once: another thread may fold them meanwhile
        return items if items is not None else cast(list[T], pickle.loads(zlib.decompress(self._folded)))

    def fold(self) -> None:
        """Keep the items as bytes. Those that cannot be written so, as a plug-in may have, stay as they are."""
        if self._items is None:
            return
        try:
            self._folded = zlib.compress(pickle.dumps(self._items, pickle.HIGHEST_PROTOCOL), 1)
        except (pickle.PicklingError, TypeError, AttributeError, RecursionError):
            return
        self._items = None


class FoldedList(Sequence[T]):
    """A sequence that is never changed: with one item more or with fewer it is another one, made at once.

    `weigh`: how much of a block an item is, besides being one; `weight`: that of all. To go through the items keeps few
    of them in memory at once.
    """

    __slots__ = ("_block_weight", "_blocks", "_length", "_weigh", "weight")

    def __init__(self, weigh: Callable[[T], int]) -> None:
        self._weigh = weigh
        self._blocks: list[_Block[T]] = []
        self._length = self._block_weight = self.weight = 0

    def with_items(self, items: Iterable[T]) -> FoldedList[T]:
        """These items and more behind them."""
        longer = self
        for item in items:
            longer = longer.with_item(item)
        return longer

    def with_item(self, item: T) -> FoldedList[T]:
        """These items and one more behind them. Nothing is copied unless others went on from here before."""
        weight = self._weigh(item)
        own = self if self._is_end_of_blocks() else self.first(self._length)
        blocks, block_weight = own._blocks, own._block_weight
        if not blocks or len(blocks[-1].items) >= BLOCK_ITEMS or block_weight >= BLOCK_WEIGHT:
            if len(blocks) >= UNFOLDED_BLOCKS:
                blocks[-UNFOLDED_BLOCKS].fold()
            blocks.append(_Block(own._length, []))
            block_weight = 0
        blocks[-1].items.append(item)
        return self._made(blocks, own._length + 1, block_weight + weight, own.weight + weight)

    def first(self, count: int) -> FoldedList[T]:
        """The first items, so many. They are others' no more: something can be added without looking who has them."""
        length = min(count, self._length)
        if not length:
            return FoldedList(self._weigh)
        kept = self._blocks[: self._block_number(length - 1) + 1]
        start = kept[-1].start
        items = kept[-1].items[: length - start]
        kept[-1] = _Block(start, items)
        weight = self.weight - sum(map(self._weigh, self.since(length)))
        return self._made(kept, length, sum(map(self._weigh, items)), weight)

    def _made(self, blocks: list[_Block[T]], length: int, block_weight: int, weight: int) -> FoldedList[T]:
        made = FoldedList(self._weigh)
        made._blocks, made._length, made._block_weight, made.weight = blocks, length, block_weight, weight
        return made

    def _is_end_of_blocks(self) -> bool:
        return not self._blocks or self._blocks[-1].start + len(self._blocks[-1].items) == self._length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        places = range(self._length)[index]
        if isinstance(places, int):
            block = self._blocks[self._block_number(places)]
            return block.items[places - block.start]
        if places.step == 1:
            return tuple(islice(self.since(places.start), len(places)))
        return tuple(self[place] for place in places)

    def __iter__(self) -> Iterator[T]:
        return self.since(0)

    def since(self, start: int) -> Iterator[T]:
        """The items from that place on."""
        if start < self._length:
            for block in islice(
                self._blocks, self._block_number(start), self._block_number(self._length - 1) + 1
            ):
                yield from islice(block.items, max(0, start - block.start), self._length - block.start)

    def __reversed__(self) -> Iterator[T]:
        for number in reversed(range(self._block_number(self._length - 1) + 1 if self._length else 0)):
            block = self._blocks[number]
            yield from reversed(block.items[: self._length - block.start])

    def _block_number(self, place: int) -> int:
        return bisect(self._blocks, place, key=attrgetter("start")) - 1

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FoldedList | tuple)
            and len(self) == len(other)
            and all(one == another for one, another in zip(self, other, strict=True))
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"
