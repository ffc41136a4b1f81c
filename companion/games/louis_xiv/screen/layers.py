"""The layers of Louis XIV: the `GameLayers` of companion.screen.overlays.overlay_views."""

from __future__ import annotations

from typing import Final

from companion.games.louis_xiv.screen.views import Tile

LAYERS: Final[dict[type, str]] = {Tile: "companion.games.louis_xiv.screen.tile:TileInReport"}
