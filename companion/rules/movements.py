"""What hands must do so that the table looks like another position: one movement after another.

A game says where everything lies; the movements follow. They are values, spoken elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

Kind = Literal["move", "turn"]


class Movement(Struct, frozen=True):
    """One movement: `count` of `what` (`stone/yellow`, `money`, `chip/ring`, `king`) from one place to
    another (`tile/6`, `own/yellow`, `bank`, `deck/influence`). `turn`: `what` shows `from_` and shall show `to`."""

    kind: Kind
    what: str
    count: int
    from_: str
    to: str


def moved(
    what: str, before: Mapping[str, int], after: Mapping[str, int], rest: str = ""
) -> Iterator[Movement]:
    """The movements of one kind of thing between places (place -> how many lie there).

    `rest`: where those come from and go to that no named place has (the bank, a deck).
    """
    change = {place: after.get(place, 0) - before.get(place, 0) for place in {**before, **after}}
    over = sum(change.values())
    if over and rest:
        change[rest] = change.get(rest, 0) - over
    targets = {place: count for place, count in change.items() if count > 0}
    for source, lost in change.items():
        left = -lost
        for place in targets:
            count = min(left, targets[place])
            if count > 0:
                targets[place] -= count
                left -= count
                yield Movement("move", what, count, source, place)


def net(hands: Iterable[Movement]) -> Iterator[Movement]:
    """What many movements, one after another, come to: there and back again is none."""
    changes: dict[str, dict[str, int]] = {}
    shown: dict[str, tuple[str, str]] = {}
    for hand in hands:
        if hand.kind == "turn":
            shown[hand.what] = shown.get(hand.what, (hand.from_, ""))[0], hand.to
            continue
        change = changes.setdefault(hand.what, {})
        change[hand.from_] = change.get(hand.from_, 0) - hand.count
        change[hand.to] = change.get(hand.to, 0) + hand.count
    for what, change in changes.items():
        yield from moved(what, {}, change)
    for what, (before, after) in shown.items():
        if before != after:
            yield Movement("turn", what, 1, before, after)


def in_order(hands: Iterable[Movement], board: tuple[str, ...]) -> tuple[Movement, ...]:
    """Take back before put down: first what leaves the board (places beginning so), last what comes onto it."""

    def put_down(hand: Movement) -> tuple[bool, bool]:
        return hand.to.startswith(board), not hand.from_.startswith(board)

    return tuple(sorted(hands, key=put_down))
