"""What is true at a virtual table, whether anybody saw it or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from companion.rules.clauses import MoveRefused, not_offered_refusal
from companion.rules.moves import UNKNOWN, Move, MoveStep, Observation
from companion.rules.position import Position

T = TypeVar("T")


class PlayerKnowledge(Struct, frozen=True):
    """All that one player knows: the public table with their own hand face up, and the pieces they hide.

    position: as the app has it, but with the names of their own cards.
    hidden_pieces: pieces in their hand that the position only counts (`mission/light-renew:ring`).
    hidden_kinds: the kinds of such pieces.
    """

    who: str
    position: Position
    hidden_pieces: frozenset[str] = frozenset()
    hidden_kinds: frozenset[str] = frozenset()

    def can_show(self, step: MoveStep) -> bool:
        """Whether they have what `step` shows, as far as only they can know. They know what they lay face down."""
        if step.face_down and step.word == UNKNOWN:
            return False
        return all(
            observation.piece in self.hidden_pieces
            for observation in step.observations
            if observation.piece.partition("/")[0] in self.hidden_kinds
        )

    def check_can_show(self, move: Move) -> None:
        """Check that they have what each step of the move shows; raises MoveRefused otherwise."""
        choice = self.position.choice_tree.choice_for(self.who)
        for word in move.words[1:]:
            step, after = choice.follow_word(word)
            if not self.can_show(step):
                raise MoveRefused(not_offered_refusal(choice.clause_id, word))
            choice = after


class PlaceContents(Struct, frozen=True):
    """All pieces of those kinds (`card`) that truly lie in a place of a layout, by name, those of a row in order."""

    place: str
    piece_kinds: tuple[str, ...]
    pieces: Sequence[str]


def shuffled_copy(pieces: Sequence[T], chance: Random) -> list[T]:
    """The pieces in random order; the original sequence is unchanged."""
    return chance.sample(pieces, len(pieces))


class GroundTruth(Protocol):
    """The table of one game with its hidden pieces. Only moves change it, as at a real table."""

    @property
    def position(self) -> Position:
        """The position that the app should have: all that lay open, and what readers saw of the rest."""
        ...

    def play(self, move: Move, reported_move: Move | None = None) -> None:
        """People make `move` and all that follows from it; raises MoveRefused.

        `reported_move`: the same move where the app could not learn all of it, because nobody read what was laid face
            down.
        """
        ...

    def table_move(self) -> Move:
        """The move that the table makes by itself now: the top card turned, arms shown as they are."""
        ...

    def knowledge_of(self, who: str, public: Position) -> PlayerKnowledge:
        """What `who` knows while the app shows `public`."""
        ...

    def hand_pieces(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """The pieces in a player's hand, by name, in the order of the box.

        Also pieces that they look at because of observations of an incomplete move: cards of which they keep one.
        """
        ...

    def hidden_contents(self) -> Iterable[PlaceContents]:
        """The true contents of places of which the app need not know everything, and from which pieces are drawn."""
        ...


@runtime_checkable
class AsksWhatGoesBack(Protocol):
    """What a ground truth has besides where players put pieces back that no line of the record names.

    It chooses by itself for everybody; a person may choose otherwise.
    """

    def pieces_to_choose_from(self, who: str) -> tuple[str, ...]:
        """The pieces of which the deal, or the last move, put back one that the player did not choose."""
        ...

    def put_back(self, who: str, pieces: Sequence[str]) -> None:
        """The player puts these back, in that order: of what they were dealt, after the deal; else with the next move.

        A piece that is not among those they choose from is passed over.
        """
        ...


class MoveChooser(Protocol):
    """A virtual player's way of choosing."""

    def __call__(self, seen: PlayerKnowledge, chance: Random) -> Move | None:
        """Their move; None when they need not move and do not want to."""
        ...
