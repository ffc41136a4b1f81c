"""A list that grows without being copied and without eating the memory: what is old in it is folded up.

Everybody who was given a view of it keeps that as it was. No real evening is so long that anything of it is folded.
"""

from __future__ import annotations

import pickle
import zlib
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
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

    __slots__ = ("_folded", "_items", "count", "start", "weight")

    def __init__(self, start: int, items: list[T], weight: int) -> None:
        self.start, self.count, self.weight = start, len(items), weight
        self._items: list[T] | None = items
        self._folded = b""

    @property
    def is_full(self) -> bool:
        return self.count >= BLOCK_ITEMS or self.weight >= BLOCK_WEIGHT

    @property
    def items(self) -> list[T]:
        """The items; where they were folded, made anew each time."""
        items = self._items  # looked at once: another thread may fold them meanwhile
        return items if items is not None else cast(list[T], pickle.loads(zlib.decompress(self._folded)))

    def append(self, item: T, weight: int) -> None:
        self.items.append(item)
        self.count += 1
        self.weight += weight

    def fold(self) -> None:
        """Keep the items as bytes. Those that cannot be written so, as a plug-in may have, stay as they are."""
        if self._items is None:
            return
        try:
            self._folded = zlib.compress(pickle.dumps(self._items, pickle.HIGHEST_PROTOCOL), 1)
        except (pickle.PicklingError, TypeError, AttributeError, RecursionError):
            return
        self._items = None


class FoldedView(Sequence[T]):
    """All items that a `FoldedList` had when it was asked. To go through them keeps few of them in memory at once."""

    __slots__ = ("_blocks", "_length", "_weigh")

    def __init__(self, blocks: list[_Block[T]], length: int, weigh: Callable[[T], int]) -> None:
        self._blocks, self._length, self._weigh = blocks, length, weigh

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

    def continued(self) -> FoldedList[T]:
        """A list of its own that begins with these items."""
        kept = self._blocks[: self._block_number(self._length - 1) + 1] if self._length else []
        if kept:  # it is added to, while others may still read the one that is there
            start = kept[-1].start
            items = kept[-1].items[: self._length - start]
            kept[-1] = _Block(start, items, sum(map(self._weigh, items)))
        return FoldedList(self._weigh, kept)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FoldedView | tuple)
            and len(self) == len(other)
            and all(one == another for one, another in zip(self, other, strict=True))
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"


class FoldedList(Generic[T]):
    """The list itself, for its one owner. `weigh`: how much of a block an item is, besides being one."""

    def __init__(self, weigh: Callable[[T], int], blocks: list[_Block[T]] | None = None) -> None:
        self._weigh = weigh
        self._blocks = blocks or []
        self.weight = sum(block.weight for block in self._blocks)

    def __len__(self) -> int:
        return self._blocks[-1].start + self._blocks[-1].count if self._blocks else 0

    @property
    def view(self) -> FoldedView[T]:
        """All items that it has now."""
        return FoldedView(self._blocks, len(self), self._weigh)

    @property
    def last(self) -> T:
        """The last item; raises IndexError where there is none."""
        return self._blocks[-1].items[-1]

    def append(self, item: T) -> None:
        """Add an item; what has become old is folded."""
        if not self._blocks or self._blocks[-1].is_full:
            self._blocks.append(_Block(len(self), [], 0))
            if len(self._blocks) > UNFOLDED_BLOCKS:
                self._blocks[-1 - UNFOLDED_BLOCKS].fold()
        weight = self._weigh(item)
        self._blocks[-1].append(item, weight)
        self.weight += weight

    def without_last(self, count: int) -> FoldedList[T]:
        """A list without the last so many items; views of this one stay as they are."""
        return FoldedView(self._blocks, len(self) - count, self._weigh).continued()
