"""The ledger: every point carries the event that made it, so that "why 41?" has an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from msgspec import Struct

from companion.rules.history import AcceptedLine, FrozenHistory, GameHistory
from companion.rules.transaction import Event


class LedgerEntry(Struct, frozen=True):
    """Points that a player got.

    `event`: what made them, or None where they lay there at the opening or a person corrected them.
    `line_text`: the line they belong to, "" for the opening; `line`: its number, 0 for the opening.
    """

    player: str
    points: int
    event: Event | None
    line_text: str
    line: int = 0


class Ledger(Struct, frozen=True):
    """All entries that stand, oldest first."""

    entries: tuple[LedgerEntry, ...]

    def entries_of(self, player: str) -> tuple[LedgerEntry, ...]:
        """One player's entries."""
        return tuple(entry for entry in self.entries if entry.player == player)

    def totals(self) -> Mapping[str, int]:
        """Player -> sum of their entries."""
        totals: dict[str, int] = {}
        for entry in self.entries:
            totals[entry.player] = totals.get(entry.player, 0) + entry.points
        return totals


def build_ledger(history: GameHistory | FrozenHistory) -> Ledger:
    """The ledger of a game so far. Its sums are the points on the table.

    What events do not explain (a position entered by hand, a correction) is an entry of its own.
    """
    entries: list[LedgerEntry] = []
    sums = dict.fromkeys(history.opening.position.points_by_player(), 0)
    for line, accepted in enumerate(chain((history.opening,), history.accepted_lines)):
        for event in accepted.events:
            if type(event).points_by_player is Event.points_by_player:
                continue  # most events make no points, and need not be asked
            for player, points in event.points_by_player().items():
                sums[player] = sums.get(player, 0) + points
                entries.append(LedgerEntry(player, points, event, accepted.text, line))
        after = accepted.position.points_by_player()
        if after != sums:
            entries += _unexplained(accepted, line, sums, after)
    return Ledger(tuple(entries))


def _unexplained(
    accepted: AcceptedLine, line: int, sums: dict[str, int], after: Mapping[str, int]
) -> Iterator[LedgerEntry]:
    """Entries for the points on the table beyond `sums`, the totals so far, which are brought up to date."""
    for player, points in after.items():
        unexplained = points - sums.get(player, 0)
        if unexplained:
            sums[player] = points
            yield LedgerEntry(player, unexplained, None, accepted.text, line)
