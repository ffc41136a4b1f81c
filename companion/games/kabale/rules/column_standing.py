"""How a column stands as it lies: what everybody may say of it before its evaluation (K-3), and no more."""

from __future__ import annotations

from msgspec import Struct

from companion.games.kabale.rules.column_evaluation import ColumnResult, evaluate_column
from companion.games.kabale.rules.state import ColumnState


class ColumnStanding(Struct, frozen=True, gc=False):
    """The verdict if the cards face down had no value and no effect, and who has such there: any of them could
    still win. That they lie there counts (K-3.5). `result.cards` are the open ones, from the objective down."""

    result: ColumnResult
    face_down_owners: tuple[str, ...] = ()


def column_standing(column: ColumnState) -> ColumnStanding:
    """Of a column in which any cards may lie face down; what they are called makes no difference."""
    shown = [(card.by, card.card) for card in column.cards if card.up]
    hidden = [card.by for card in column.cards if not card.up]
    verdict = evaluate_column(column.objective, shown, face_down_count=len(hidden))
    return ColumnStanding(verdict, tuple(dict.fromkeys(hidden)))
