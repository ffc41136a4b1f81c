"""The virtual table of a game that brings none: everybody sees everything, and what the table does may be anything.

A game with hidden pieces needs a `truth` of its own, which knows what nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from companion.games import game_rules
from companion.rules.game import GameSetup
from companion.rules.moves import Move, Observation
from companion.rules.position import Position
from companion.simulator.players import ways
from companion.simulator.truth import Seen, Stated

TABLE = "table"


class OpenTruth:
    """A table without secrets: the `Truth` of companion.simulator.truth."""

    def __init__(self, name: str, setup: GameSetup, chance: Random) -> None:
        self.position: Position = game_rules(name).initial_position(setup).settled()[0]
        self._chance = chance

    def play(self, move: Move, heard: Move | None = None) -> None:
        """People do `move`; raises Refused, and then nothing has happened."""
        self.position = self.position.play(move)[0]

    def table_move(self) -> Move:
        """Any move of the table, each way on as likely: a die that is rolled openly."""
        seen = self.seen_by(TABLE, self.position)
        return Move(next(ways(seen, self.position.choice_tree.choice_for(TABLE), (TABLE,), self._chance)))

    def seen_by(self, who: str, public: Position) -> Seen:
        """All there is."""
        return Seen(who, public)

    def hand(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """Nobody holds anything that others do not see."""
        return ()

    def lying(self) -> Iterable[Stated]:
        """All of it is open."""
        return ()
