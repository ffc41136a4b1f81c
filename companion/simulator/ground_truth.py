"""What is true at a virtual table, whether anybody saw it or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol, TypeVar

from msgspec import Struct

from companion.rules.moves import UNKNOWN, Move, MoveStep, Observation
from companion.rules.position import Position

T = TypeVar("T")


class PlayerKnowledge(Struct, frozen=True):
    """All that one player knows: the public table with his own hand face up, and the pieces he hides.

    position: as the app has it, but with the names of his own cards. held: pieces in his hand that
    the position only counts (`mission/light-renew:ring`). secret: the kinds such pieces have.
    """

    who: str
    position: Position
    hidden_pieces: frozenset[str] = frozenset()
    hidden_kinds: frozenset[str] = frozenset()

    def can_show(self, step: MoveStep) -> bool:
        """Whether he has what `step` shows, as far as only he can know. What he lays face down he knows."""
        if step.face_down and step.word == UNKNOWN:
            return False
        return all(
            sight.piece in self.hidden_pieces
            for sight in step.observations
            if sight.piece.partition("/")[0] in self.hidden_kinds
        )


class PlaceContents(Struct, frozen=True):
    """All pieces of those kinds (`card`) that truly lie in a place of a layout, by name; in a row one after another."""

    place: str
    piece_kinds: tuple[str, ...]
    pieces: Sequence[str]


def shuffled_copy(pieces: Sequence[T], chance: Random) -> list[T]:
    """The pieces in any order; the one they came in stays as it is."""
    return chance.sample(pieces, len(pieces))


class GroundTruth(Protocol):
    """One game's table, hidden things too. It changes by moves alone, like the real one."""

    @property
    def position(self) -> Position:
        """The table as the app is to know it: all that lay open, and what readers saw of the rest."""
        ...

    def play(self, move: Move, reported_move: Move | None = None) -> None:
        """People do `move` and all that follows from it; raises Refused.

        heard: the same move where the app could not learn all of it, because nobody read what was laid face down.
        """
        ...

    def table_move(self) -> Move:
        """What the table does by itself now: the top card turned, arms shown as they are."""
        ...

    def knowledge_of(self, who: str, public: Position) -> PlayerKnowledge:
        """What `who` knows while the app shows `public`."""
        ...

    def hand_pieces(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """The pieces in his hand, by name, in the order of the box; and those he looks at because of what was noticed
        of a move that is not whole yet: cards of which he keeps one.
        """
        ...

    def hidden_contents(self) -> Iterable[PlaceContents]:
        """What truly lies in places of which the app need not know everything, and where what is drawn comes from."""
        ...


class VirtualPlayer(Protocol):
    """How a virtual player chooses."""

    def __call__(self, seen: PlayerKnowledge, chance: Random) -> Move | None:
        """His move; None when he need not and does not want to."""
        ...
