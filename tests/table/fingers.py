"""A finger at a table without readers: it makes a move by touching whatever of it glows, one thing after another."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.moves import Move, MoveStep
from companion.rules.position import Position
from companion.rules.public_view import public_move
from companion.simulator.move_observations import move_without_hidden_words
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.messages import ChooseAnswer, FinishMove, Touch
from companion.table.pointer import ANSWER_PREFIX, DONE_TARGET
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from tests.long import ALL, LONG
from tests.table.evenings import evening, setup, steps

MOST = 30
"""Touches of a move."""


class NoWay(AssertionError):
    """Nothing that can be touched leads on to the move."""


def sampled(name: str, players: int, most: int) -> Iterator[tuple[Position, Random]]:
    """Positions of whole random games: every one where all is long, else so many of one game."""
    for seed in range(LONG if ALL else 1):
        rng = Random(f"{name} {players} {seed}")
        whole = [position for position, _ in evening(name, players, rng)]
        for position in whole if ALL else rng.sample(whole, min(most, len(whole))):
            yield position, rng


def by_finger(position: Position, move: Move) -> Move | None:
    """The move as a finger can say it, the cards it lays face down unnamed; None: only a reader says it."""
    said = move_without_hidden_words(position.choice_tree, move)
    return said if said in position.legal_moves() else None


class Finger:
    """At a table of that game in that position, where nothing reads. touches: so many so far."""

    def __init__(self, name: str, players: int, position: Position) -> None:
        self.session = Session(GameHistory(game_rules(name), setup(name, players), position))
        self.touches = 0

    @property
    def now(self) -> Snapshot:
        """What is to be seen."""
        return self.session.snapshot

    def lit(self) -> Collection[str]:
        """What can be touched: all that glows, the answers to a question (`answer/0`), `done`."""
        verdict = self.now.interpretation
        answers = verdict.question.options if isinstance(verdict, Ambiguous) else ()
        done = (DONE_TARGET,) if isinstance(verdict, Interpreted) else ()
        return {
            *self.now.step_by_touch_target,
            *(f"{ANSWER_PREFIX}{number}" for number in range(len(answers))),
            *done,
        }

    def shows(self, thing: str) -> bool:
        """Whether that can be touched."""
        return thing in self.lit()

    def make(self, move: Move) -> None:
        """Touch what says it until it is taken; raises NoWay."""
        wanted = self.session.history.position.play(move)[0]
        heard = public_move(self.session.history.game, move)
        left = [step for step in steps(self.now.position, heard) if step.touch_target]
        while not self.now.accepted_texts:
            self.touches += 1
            if self.touches > MOST or not (self._answered(heard) or self._touched(left)):
                lacks = [step.touch_target for step in left]
                raise NoWay(
                    f"{move}: {self.now.interpretation}; it lacks {lacks}, there is {sorted(self.lit())}"
                )
            assert self.now.refusal_notice is None, self.now.refusal_notice
            assert not self.now.problems, self.now.problems
        assert self.session.history.position == wanted, (move, self.now.accepted_texts)

    def _answered(self, heard: Move) -> bool:
        """Whether the question that stands was answered, or done was said where this is the move that stands."""
        match self.now.interpretation:
            case Ambiguous(question):
                for number, option in enumerate(question.options):
                    if self._leads(option.moves, heard) and self.shows(f"{ANSWER_PREFIX}{number}"):
                        self.session.handle_message(ChooseAnswer(option))
                        return True
            case Interpreted(move) if self._leads((move,), heard) and self.shows(DONE_TARGET):
                self.session.handle_message(FinishMove())
                return True
        return False

    def _leads(self, moves: Collection[Move], heard: Move) -> bool:
        if heard in moves:
            return True
        wanted = self.now.position.play(heard)[0]
        return any(self.now.position.play(move)[0] == wanted for move in moves)

    def _touched(self, left: list[MoveStep]) -> bool:
        """Whether something was touched: what nothing else says before what the rest would say."""
        for step in sorted(left, key=lambda each: each.is_implied):
            if self.shows(step.touch_target):
                left.remove(step)
                self.session.handle_message(Touch(step.touch_target))
                return True
        return False
