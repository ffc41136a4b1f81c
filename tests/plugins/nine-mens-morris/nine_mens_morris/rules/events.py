"""The events; nothing else changes the table."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.rules.transaction import Event
from nine_mens_morris.rules.board import with_man
from nine_mens_morris.rules.table import Table


class Placed(Event, frozen=True, tag="placed"):
    """N-1.1: a man from the hand is put on a point."""

    who: str
    point: str

    def apply_to(self, position: Table) -> Table:
        hand = {**position.hand, self.who: position.hand[self.who] - 1}
        return replace(position, hand=hand, board=with_man(position.board, self.who, self.point))


class Moved(Event, frozen=True, tag="moved"):
    """N-1.2, N-1.3: a man moves from a point to another."""

    who: str
    point: str
    source: str

    def apply_to(self, position: Table) -> Table:
        board = with_man(position.board, self.who, self.point, self.source)
        return replace(position, board=board, quiet=position.quiet + 1)


class MillClosed(Event, frozen=True, tag="mill"):
    """N-2.1: three men stand in a row that did not before."""

    who: str
    line: tuple[str, ...]

    def apply_to(self, position: Table) -> Table:
        return replace(position, quiet=0)


class Taken(Event, frozen=True, tag="taken"):
    """N-2.1: an opposing man leaves the board for good."""

    who: str
    point: str

    def apply_to(self, position: Table) -> Table:
        left = {point: who for point, who in position.board.items() if point != self.point}
        return replace(position, board=left)


class TurnBegan(Event, frozen=True, tag="turn"):
    """N-1.4: the turn of `who` begins."""

    who: str

    def apply_to(self, position: Table) -> Table:
        return replace(position, turn=self.who)


class Won(Event, frozen=True, tag="won"):
    """N-3.1, N-3.2: the other player has too few `men`, or is `blocked`."""

    who: str
    decided_by: str

    def apply_to(self, position: Table) -> Table:
        return position

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: 1}


class Drawn(Event, frozen=True, tag="drawn"):
    """N-3.3: nobody wins."""

    def apply_to(self, position: Table) -> Table:
        return position
