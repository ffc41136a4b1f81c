"""How a column stands as it lies: what everybody may say of it before its evaluation (K-3), and no more."""

from __future__ import annotations

from msgspec import Struct

from companion.games.kabale.rules.scoring import Verdict, evaluate
from companion.games.kabale.rules.state import Column


class Standing(Struct, frozen=True, gc=False):
    """The verdict if the cards face down had no value and no effect, and who has such there: any of them could
    still win. That they lie there counts (K-3.5). `verdict.cards` are the open ones, from the objective down."""

    verdict: Verdict
    hidden: tuple[str, ...] = ()


def standing(column: Column) -> Standing:
    """Of a column in which any cards may lie face down; what they are called makes no difference."""
    shown = [(card.by, card.card) for card in column.cards if card.up]
    hidden = [card.by for card in column.cards if not card.up]
    verdict = evaluate(column.objective, shown, unseen=len(hidden))
    return Standing(verdict, tuple(dict.fromkeys(hidden)))
