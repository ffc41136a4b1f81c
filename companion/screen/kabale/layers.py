"""The layers of Kabale und Hiebe: the `GameLayers` of companion.screen.layers."""

from __future__ import annotations

from typing import Final

from companion.screen.kabale.asides import ColumnCheck, Evaluation, Opening

LAYERS: Final[dict[type, str]] = {
    Evaluation: "companion.screen.kabale.evaluation:EvaluationLayer",
    ColumnCheck: "companion.screen.kabale.column_check:ColumnCheckLayer",
    Opening: "companion.screen.kabale.ceremony:OpeningLayer",
}
