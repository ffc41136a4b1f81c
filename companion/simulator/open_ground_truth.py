"""The virtual table of a game that brings none: everybody sees everything, and the table's moves are random.

A game with hidden pieces needs a module `ground_truth` of its own, which knows what nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from companion.games import game_rules
from companion.rules.game import GameSetup
from companion.rules.moves import TABLE_ACTOR, Move, Observation
from companion.rules.position import Position
from companion.simulator.ground_truth import PlaceContents, PlayerKnowledge
from companion.simulator.random_players import random_move_words


class OpenGroundTruth:
    """A table without secrets: the `GroundTruth` of companion.simulator.ground_truth."""

    def __init__(self, name: str, setup: GameSetup, chance: Random) -> None:
        self.position: Position = game_rules(name).initial_position(setup).settled_with_events()[0]
        self._chance = chance

    def play(self, move: Move, reported_move: Move | None = None) -> None:
        """People make `move`; raises MoveRefused, and then nothing has changed."""
        self.position = self.position.play(move)[0]

    def table_move(self) -> Move:
        """A random move of the table, each candidate as likely: a die that is rolled openly."""
        seen = self.knowledge_of(TABLE_ACTOR, self.position)
        return Move(
            next(
                random_move_words(
                    seen, self.position.choice_tree.choice_for(TABLE_ACTOR), (TABLE_ACTOR,), self._chance
                )
            )
        )

    def knowledge_of(self, who: str, public: Position) -> PlayerKnowledge:
        """The whole position."""
        return PlayerKnowledge(who, public)

    def hand_pieces(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """No pieces: nobody holds anything that others do not see."""
        return ()

    def hidden_contents(self) -> Iterable[PlaceContents]:
        """Nothing: everything is open."""
        return ()
