"""The layers of the Princes of Florence: the `GameLayers` of companion.screen.overlays.layers."""

from __future__ import annotations

from typing import Final

from companion.games.florence.screen.asides import CardsCheck, PrincipalityCheck

LAYERS: Final[dict[type, str]] = {
    PrincipalityCheck: "companion.games.florence.screen.principality_check:PrincipalityCheckLayer",
    CardsCheck: "companion.games.florence.screen.cards_check:CardsCheckLayer",
}
