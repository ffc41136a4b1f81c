"""The table as a value: where men stand, what they can reach, and how the game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.agenda import AgendaItem
from companion.rules.position import Outcome, Position
from companion.rules.transaction import Transaction
from nine_mens_morris.rules.board import COLOURS, FEWEST, POINTS, STEPS, Board, opponent

QUIET = 50
"""How many moves without a mill are a draw (N-3.3)."""


class Table(Position, frozen=True, dict=True):
    """A position without its legal moves; two are equal when their tables are equal.

    `hand` maps a colour to the men still to be placed, `board` a point to the man on it; men in neither are
    taken. `flying` is the table's option of that name, `quiet` counts the moves along the lines since the
    last mill.
    """

    start: str
    turn: str
    hand: Mapping[str, int]
    board: Board
    flying: bool
    quiet: int = 0
    agenda: tuple[AgendaItem, ...] = ()  # a move is complete at once, so that nothing stays to be done

    # -- for the rules

    def men(self, who: str) -> tuple[str, ...]:
        """The points of that player's men on the board."""
        return tuple(point for point in POINTS if self.board.get(point) == who)

    def left(self, who: str) -> int:
        """How many men of that player are not taken."""
        return self.hand[who] + len(self.men(who))

    def flies(self, who: str) -> bool:
        """N-1.3: whether that player's men may fly."""
        return self.flying and self.left(who) <= FEWEST

    def sources(self, point: str) -> tuple[str, ...]:
        """The men of the player on turn that can get to that point, were it empty."""
        men = self.men(self.turn)
        return men if self.flies(self.turn) else tuple(each for each in men if (each, point) in STEPS)

    @property
    def blocked(self) -> bool:
        """Whether the player on turn has no move."""
        free = (point for point in POINTS if point not in self.board)
        return not self.hand[self.turn] and not any(map(self.sources, free))

    # -- for Herald

    def settle(self, transaction: Transaction) -> None:
        """Nothing happens automatically."""

    def outcome(self) -> Outcome | None:
        lost = [who for who in COLOURS if self.left(who) < FEWEST]
        if lost:
            return _won(opponent(lost[0]), "men")
        if self.blocked:
            return _won(opponent(self.turn), "blocked")
        return Outcome(dict.fromkeys(COLOURS, 0), COLOURS, "quiet") if self.quiet >= QUIET else None

    def points_by_player(self) -> Mapping[str, int]:
        result = self.outcome()
        return dict.fromkeys(COLOURS, 0) if result is None else result.scores

    @property
    def phase(self) -> str:
        """`placing` until all hands are empty, `moving`, `over`."""
        if self.outcome() is not None:
            return "over"
        return "placing" if any(self.hand.values()) else "moving"

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "round": 1,
            "phase": self.phase,
            "start": self.start,
            "turn": self.turn,
            "quiet": self.quiet,
            "players": {who: {"hand": self.hand[who], "board": [*self.men(who)]} for who in COLOURS},
        }
        if (result := self.outcome()) is not None:
            plain |= {"scores": dict(result.scores), "winners": [*result.winners]}
        return plain


def _won(who: str, decided_by: str) -> Outcome:
    return Outcome({each: int(each == who) for each in COLOURS}, (who,), decided_by)
