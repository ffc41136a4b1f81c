"""How a column stands as it lies: what everybody may say of it before its evaluation (K-3), and no more."""

from __future__ import annotations

from msgspec import Struct

from companion.games.kabale.scoring import Verdict, evaluate
from companion.games.kabale.state import Column


class Standing(Struct, frozen=True, gc=False):
    """The verdict if only the open cards counted, and who has cards face down there: any of them could still
    win. `verdict.cards` are the open ones, from the objective down."""

    verdict: Verdict
    hidden: tuple[str, ...] = ()


def standing(column: Column) -> Standing:
    """Of a column in which any cards may lie face down; what they are called makes no difference."""
    verdict = evaluate(column.objective, [(card.by, card.card) for card in column.cards if card.up])
    return Standing(verdict, tuple(dict.fromkeys(card.by for card in column.cards if not card.up)))
