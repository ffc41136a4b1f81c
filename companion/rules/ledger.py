"""The ledger: every point carries the event that made it, so that "why 41?" has an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.rules.account import Accepted, Account, History
from companion.rules.tale import Event


class Entry(Struct, frozen=True):
    """Points a player got. `event`: what made them; None: they lay there at the opening, or a person
    corrected them. `move`: the text of the line it belongs to, "" for the opening."""

    who: str
    points: int
    event: Event | None
    move: str


class Ledger(Struct, frozen=True):
    """All entries that stand, oldest first."""

    entries: tuple[Entry, ...]

    def of(self, who: str) -> tuple[Entry, ...]:
        """One player's entries."""
        return tuple(entry for entry in self.entries if entry.who == who)

    def sums(self) -> Mapping[str, int]:
        """Player -> sum of his entries."""
        totals: dict[str, int] = {}
        for entry in self.entries:
            totals[entry.who] = totals.get(entry.who, 0) + entry.points
        return totals


def ledger(account: Account | History) -> Ledger:
    """The ledger of a game so far. Its sums are the points on the table: what events do not explain
    (a position entered by hand, a correction) is an entry of its own."""
    entries: list[Entry] = []
    sums = dict.fromkeys(account.opening.position.points(), 0)
    for accepted in (account.opening, *account.standing):
        for event in accepted.events:
            for who, points in event.points().items():
                sums[who] = sums.get(who, 0) + points
                entries.append(Entry(who, points, event, accepted.text))
        after = accepted.position.points()
        if after != sums:
            entries += _unexplained(accepted, sums, after)
    return Ledger(tuple(entries))


def _unexplained(accepted: Accepted, sums: dict[str, int], after: Mapping[str, int]) -> Iterator[Entry]:
    """What lies on the table beyond the `sums` of the entries so far, which it then equals."""
    for who, points in after.items():
        unexplained = points - sums.get(who, 0)
        if unexplained:
            sums[who] = points
            yield Entry(who, unexplained, None, accepted.text)
