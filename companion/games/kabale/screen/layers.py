"""The layers of Kabale und Hiebe: the `GameLayers` of companion.screen.overlays.layers."""

from __future__ import annotations

from typing import Final

from companion.games.kabale.screen.asides import ColumnCheck

LAYERS: Final[dict[type, str]] = {
    ColumnCheck: "companion.games.kabale.screen.column_check:ColumnCheckLayer",
}
