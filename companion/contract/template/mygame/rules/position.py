"""The table between two moves, and how a move changes it.

MYGAME-1: the player whose turn it is takes one, two or three stones, and shows the card with that number.
MYGAME-2: twelve stones lie in the heap at the beginning; the player who takes the last one wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.rules.choice import Choice, Turn, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import PLAY_ZONE, MoveStep, Observation
from companion.rules.position import Outcome, Position
from companion.rules.transaction import Action, Event, Transaction

STONE_COUNT = 12
MAX_STONES_PER_MOVE = 3

TOO_MANY = declare_clause("MYGAME-1", "too-many", "asked", "left")
NOT_YOUR_TURN = declare_clause("MYGAME-1", "not-your-turn", "who", "awaited")
WRONG_STONE_COUNT = declare_clause("MYGAME-2", "no-heap", "stones")


class HeapPosition(Position, frozen=True):
    """The seats, clockwise, whose turn it is, and how many stones are left.

    When no stone is left, the player whose turn it was has won.
    """

    seats: tuple[str, ...]
    turn: str
    stones: int = STONE_COUNT
    agenda: tuple[()] = ()
    """What is still to be done automatically: nothing in this game. See companion.rules.agenda."""

    def build_choice_tree(self) -> Turn:
        """MYGAME-1: one player chooses a number; nobody when the game is over."""
        if not self.stones:
            return Turn({}, self.seats, (), NOT_YOUR_TURN)

        def refusal_for(number: int) -> Refusal | None:
            return TOO_MANY(number, self.stones) if number > self.stones else None

        def choice_after(number: int) -> Choice:
            return end_of_move_choice(TakeStones(self.turn, number), "MYGAME-1")

        numbers = range(1, MAX_STONES_PER_MOVE + 1)
        return Turn(
            {self.turn: Choice("MYGAME-1", numbers, _step, choice_after, refusal_for)},
            self.seats,
            (self.turn,),
            NOT_YOUR_TURN,
        )

    def settle(self, transaction: Transaction) -> None:
        """Do nothing, as nothing is automatic here."""

    def faults(self) -> tuple[Refusal, ...]:
        """MYGAME-2: there are never more stones than at the beginning."""
        return () if 0 <= self.stones <= STONE_COUNT else (WRONG_STONE_COUNT(self.stones),)

    def outcome(self) -> Outcome | None:
        """MYGAME-2: the player who took the last stone wins."""
        return None if self.stones else Outcome(self.points_by_player(), (self.turn,), "MYGAME-2")

    def points_by_player(self) -> Mapping[str, int]:
        """The winner's one point."""
        return {who: int(not self.stones and who == self.turn) for who in self.seats}

    def to_json(self) -> dict[str, Any]:
        """The position as a record has it, with the result when it is over."""
        over = self.outcome()
        data = {
            "round": 1,
            "phase": "over" if over else "play",
            "turn": self.turn,
            "stones": self.stones,
        }
        return data if over is None else {**data, "scores": dict(over.scores), "winners": list(over.winners)}


def _step(number: int) -> MoveStep:
    """The word of a number, the card that gives it, and the touch target for it."""
    return MoveStep(str(number), (Observation(f"card/{number}", PLAY_ZONE),), touch_target=f"card/{number}")


class TakeStones(Action, frozen=True):
    """The meaning of a move: `who` takes `number` stones."""

    who: str
    number: int

    def perform(self, transaction: Transaction) -> None:
        """Apply it as an event, the only thing that changes a position."""
        transaction.apply_event(
            HeapStonesTaken(self.who, self.number, transaction.position.stones - self.number)
        )


class HeapStonesTaken(Event, frozen=True, tag="taken"):
    """The player `who` took `number` stones, and so many are `left`."""

    who: str
    number: int
    left: int

    def apply_to(self, position: HeapPosition) -> HeapPosition:
        """The position with the next player's turn, if there is still something to take."""
        seats = position.seats
        following = seats[(seats.index(self.who) + 1) % len(seats)]
        return replace(position, stones=self.left, turn=following if self.left else self.who)

    def points_by_player(self) -> Mapping[str, int]:
        """MYGAME-2: one point for the last stone."""
        return {} if self.left else {self.who: 1}
