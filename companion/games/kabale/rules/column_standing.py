"""How a column stands before its evaluation (K-3), as far as everybody may know."""

from __future__ import annotations

from msgspec import Struct

from companion.games.kabale.rules.column_evaluation import ColumnResult, evaluate_column
from companion.games.kabale.rules.state import ColumnState


class ColumnStanding(Struct, frozen=True, gc=False):
    """The result of a column if its face-down cards had no value and no effect.

    That they lie there counts (K-3.5). `result.cards` are the open cards, from the objective down; any of the
    `face_down_owners` could still win.
    """

    result: ColumnResult
    face_down_owners: tuple[str, ...] = ()


def column_standing(column: ColumnState) -> ColumnStanding:
    """The standing of a column, which does not depend on the names of its face-down cards."""
    shown = [(card.by, card.card) for card in column.cards if card.up]
    hidden = [card.by for card in column.cards if not card.up]
    verdict = evaluate_column(column.objective, shown, face_down_count=len(hidden))
    return ColumnStanding(verdict, tuple(dict.fromkeys(hidden)))
