"""Cards of which some lie open and some in hands, followed from position to position into hand movements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.rules.counts import Counts
from companion.rules.movements import Movement, moved, net
from companion.rules.moves import UNKNOWN


class Lie(Struct, frozen=True):
    """Where the cards of one kind are: open ones by name, and what each hand holds, `?` among it."""

    open: Mapping[str, str]
    hands: Mapping[str, Counts]


def card_hands(kind: str, path: Sequence[Lie]) -> Iterator[Movement]:
    """The movements of one kind of card from the first lie to the last; the rest of them is in the stack.

    A card that lay open is named. In hands and the stack cards are only counted.
    """
    return net(hand for each in _steps(kind, path) for hand in each)


def _steps(kind: str, path: Sequence[Lie]) -> Iterator[Iterator[Movement]]:
    really: dict[str, str] = {}  # a card that was misread -> what it is
    for before, after in pairwise(path):
        yield _Step(kind, before, after, dict(really)).hands()
        for old, new in _misread(before, after):
            really[new] = really.pop(old, old)


def _misread(before: Lie, after: Lie) -> Iterator[tuple[str, str]]:
    """Cards that only change their name: they lie where they lay."""
    new = {name: place for name, place in after.open.items() if name not in before.open}
    for name, place in before.open.items():
        if name not in after.open:
            called = next((other for other, there in new.items() if there == place), None)
            if called:
                del new[called]
                yield name, called


class _Step:
    """From one position to the next. `over`: by how much each hand still has to grow."""

    def __init__(self, kind: str, before: Lie, after: Lie, really: Mapping[str, str]) -> None:
        self.kind, self.before, self.after, self.really = kind, before, after, really
        self.stack = f"stack/{kind}"
        self.over = {place: _many(after, place) - _many(before, place) for place in before.hands}

    def hands(self) -> Iterator[Movement]:
        same = {name for pair in _misread(self.before, self.after) for name in pair}
        for name in {**self.before.open, **self.after.open}:
            was, shall = self.before.open.get(name), self.after.open.get(name)
            if was != shall and name not in same:
                source = was or self._hidden(name, self.before, str(shall), -1)
                target = shall or self._hidden(name, self.after, str(was), 1)
                yield Movement("move", f"{self.kind}/{self.really.get(name, name)}", 1, source, target)
        yield from moved(f"{self.kind}/{UNKNOWN}", {}, self.over, self.stack)

    def _hidden(self, name: str, lie: Lie, beside: str, grows: int) -> str:
        """The hand a card comes out of (-1) or goes into (1), best that of the player it lies with; else the stack."""
        own = f"hand/{beside.partition('/')[2]}"
        fitting = [place for place, over in self.over.items() if over * grows > 0]
        knowing = [place for place, held in lie.hands.items() if name in held]
        for place in (*knowing, *sorted(fitting, key=lambda each: each != own)):
            self.over[place] -= grows
            return place
        return self.stack


def _many(lie: Lie, place: str) -> int:
    return sum(lie.hands[place].values())
