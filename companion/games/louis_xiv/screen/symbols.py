"""What is drawn of Louis XIV: the `Drawn` of companion.screen.draw.symbols."""

from __future__ import annotations

from companion.games.louis_xiv.screen.cards import CARDS
from companion.games.louis_xiv.screen.regalia import REGALIA
from companion.screen.draw.drawing import Drawings

DRAWINGS = Drawings(REGALIA | CARDS)
