"""The position: the table, and its legal moves."""

from __future__ import annotations

from companion.rules.choice import Turn
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import inventory_faults
from nine_mens_morris.rules.board import COLOURS, FEWEST
from nine_mens_morris.rules.choices import moving, placing
from nine_mens_morris.rules.layout import BOX, layout
from nine_mens_morris.rules.table import Table

NOT_YOUR_TURN = declare_clause("N-1.4", "not-your-turn", "who", "awaited")
BOTH_LOST = declare_clause("N-3.1", "both-lost")
GAME_OVER = declare_clause("N-3.4", "game-over", "who", "awaited")


class Morris(Table, frozen=True, dict=True):
    """A position, an implementation of `companion.rules.position.Position`."""

    def build_choice_tree(self) -> Turn:
        if self.outcome() is not None:
            return Turn({}, COLOURS, (), GAME_OVER)
        choice = placing(self) if self.hand[self.turn] else moving(self)
        # always asked: even a move that is the only one must be made by hand
        return Turn({self.turn: choice}, COLOURS, (self.turn,), NOT_YOUR_TURN, always_ask=True)

    def faults(self) -> tuple[Refusal, ...]:
        both = all(self.left(who) < FEWEST for who in COLOURS)
        return (*inventory_faults(BOX, layout(self)), *([BOTH_LOST()] if both else []))
