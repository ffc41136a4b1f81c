"""The overlay views of Louis XIV.

This module implements `companion.screen.overlays.overlay_views.OverlayViewsModule`.
"""

from __future__ import annotations

from typing import Final

from companion.games.louis_xiv.screen.view_models import TileModel

OVERLAY_VIEWS: Final[dict[type, str]] = {
    TileModel: "companion.games.louis_xiv.screen.tile_button:TileReportView"
}
