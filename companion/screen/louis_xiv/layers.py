"""The layers of Louis XIV: the `GameLayers` of companion.screen.layers."""

from __future__ import annotations

from typing import Final

from companion.screen.louis_xiv.asides import Evaluation, Exchange, KindWon

LAYERS: Final[dict[type, str]] = {
    Evaluation: "companion.screen.louis_xiv.evaluation:EvaluationLayer",
    Exchange: "companion.screen.louis_xiv.ceremony:ExchangeLayer",
    KindWon: "companion.screen.louis_xiv.ceremony:KindLayer",
}
