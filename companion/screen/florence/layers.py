"""The layers of the Princes of Florence: the `GameLayers` of companion.screen.layers."""

from __future__ import annotations

from typing import Final

from companion.screen.florence.asides import CardCounted, CardsCheck, Course, PrincipalityCheck, RoundEnd

LAYERS: Final[dict[type, str]] = {
    RoundEnd: "companion.screen.florence.round_end:RoundEndLayer",
    CardCounted: "companion.screen.florence.ceremony:CardLayer",
    Course: "companion.screen.florence.course:CourseLayer",
    PrincipalityCheck: "companion.screen.florence.principality_check:PrincipalityCheckLayer",
    CardsCheck: "companion.screen.florence.cards_check:CardsCheckLayer",
}
