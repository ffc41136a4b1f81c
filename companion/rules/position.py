"""A position: an immutable value that offers moves and plays them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Self

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import EMPTY_MOVE, MoveRefused, Refusal
from companion.rules.moves import Move
from companion.rules.nearest import nearest_moves
from companion.rules.transaction import Action, Event, Transaction


class Outcome(Struct, frozen=True):
    """How the game ended: points of each player, the winners, none where nobody wins, and what decided."""

    scores: Mapping[str, int]
    winners: tuple[str, ...]
    decided_by: str


class LegalMoves:
    """The legal moves of a position: a lazy collection with `in`, `len` and iteration."""

    __slots__ = ("_position", "_runs")

    def __init__(self, position: Position) -> None:
        self._position = position
        self._runs: list[Sequence[Move]] | None = None

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(self._batches())

    def __contains__(self, move: Move) -> bool:
        try:
            self._position.action_for(move)
        except MoveRefused:
            return False
        return True

    def __len__(self) -> int:
        if self._runs is None:
            self._runs = list(self._position.choice_tree.move_batches())
        return sum(map(len, self._runs))

    def _batches(self) -> Iterator[Sequence[Move]]:
        """The batches, looked for when the first move is asked for: `list` asks for the length before."""
        yield from self._position.choice_tree.move_batches() if self._runs is None else self._runs


class Position(Struct, frozen=True, dict=True):
    """The table as it is known. Equal when the table is equal; a refused move leaves it as it was.

    A game writes `build_choice_tree`, `settle`, `faults`, `outcome`, `points_by_player` and `to_json`, and a field
    `agenda`: what is still to be done by itself (companion.rules.agenda), `()` where nothing ever is. Herald provides
    the rest. There is no unchecked way to change a position.
    """

    @abstractmethod
    def build_choice_tree(self) -> Turn:
        """The root of every path that a player may take now; it has no actors when the game is over."""

    @abstractmethod
    def settle(self, transaction: Transaction) -> None:
        """Apply everything that players do not choose, up to the next decision."""

    @abstractmethod
    def faults(self) -> tuple[Refusal, ...]:
        """Everything wrong with the position at once; empty where it is possible at a table."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def points_by_player(self) -> Mapping[str, int]:
        """Victory points as they lie on the table now, for the ledger's sum."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The position as plain dicts, lists, numbers and strings, as a record has it.

        In every game `round` (from 1; always 1 where there are none) and `phase` say how far it has come. When it is
        over, `scores` and `winners` are those of `outcome`.
        """

    def to_public(self) -> Self:
        """The position as everybody may know it: what only the referee knows is `?`.

        Where nothing is hidden it returns itself, not an equal one: it is called after every observation. What is
        observed of a piece in public (`Game.public_piece`) gives the move here in its public words
        (`Game.public_words`): `card/black/?` at `column/2` is `black 2 ?`.
        """
        return self

    def without_secrets(self) -> Self | None:
        """The position as if nobody had seen what lies face down, for judging guesses; None: Herald finds it by trying.

        Mostly that is `to_public()`. What everybody saw before it was turned over, and what may not be `?`, keeps its
        name: an objective won. Trying (companion.rules.forgetting.find_secrets) takes milliseconds a line, and must
        find the same. Where nothing is secret the position returns itself.
        """
        return None

    @property
    def choice_tree(self) -> Turn:
        """`build_choice_tree()`, made once for each position."""
        turn: Turn | None = self.__dict__.get("choice_tree")
        if turn is None:
            turn = self.__dict__["choice_tree"] = self.build_choice_tree()
        return turn

    def clear_choice_tree(self) -> None:
        """Drop the choice tree, as the game has gone on. It is built again when it is asked for."""
        self.__dict__.clear()

    def legal_moves(self) -> LegalMoves:
        """Every legal move, listed lazily: behind hidden hands there may be a million."""
        return LegalMoves(self)

    def action_for(self, move: Move) -> Action:
        """The action that `move` means here; raises MoveRefused with the reason and the nearest legal moves."""
        choice: Choice | None = None
        try:
            if not move.words:
                raise MoveRefused(EMPTY_MOVE())
            choice = self.choice_tree.choice_for(move.words[0])
            for word in move.words[1:]:
                choice = choice.follow_word(word)[1]
            if choice.action is None:
                raise MoveRefused(choice.dead_end_refusal())
        except MoveRefused as refused:
            refused.nearest_moves = nearest_moves(self.choice_tree, move)
            raise
        return choice.action

    def play(self, move: Move) -> tuple[Self, tuple[Event, ...]]:
        """The position after `move` and the events on the way; raises MoveRefused."""
        transaction = Transaction(self)
        self.action_for(move).perform(transaction)
        return run_to_next_decision(transaction)

    def settled_with_events(self) -> tuple[Self, tuple[Event, ...]]:
        """The position once everything automatic has happened, and those events."""
        return run_to_next_decision(Transaction(self))


def run_to_next_decision(transaction: Transaction) -> tuple[Any, tuple[Event, ...]]:
    """Settle, and take the only paths there are, until two actions differ or the game is over."""
    while True:
        transaction.position.settle(transaction)
        position = transaction.commit()
        action = position.choice_tree.only_action()
        if action is None:
            return position, tuple(transaction.events)
        action.perform(transaction)
