"""The layers of Louis XIV: the `GameLayers` of companion.screen.overlays.layers."""

from __future__ import annotations

from typing import Final

from companion.games.louis_xiv.screen.asides import Evaluation, Exchange, KindWon

LAYERS: Final[dict[type, str]] = {
    Evaluation: "companion.games.louis_xiv.screen.evaluation:EvaluationLayer",
    Exchange: "companion.games.louis_xiv.screen.ceremony:ExchangeLayer",
    KindWon: "companion.games.louis_xiv.screen.ceremony:KindLayer",
}
