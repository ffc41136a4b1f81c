"""What is drawn of Louis XIV: the `Drawn` of companion.screen.symbols."""

from __future__ import annotations

from companion.screen.drawing import Drawings
from companion.screen.louis_xiv.cards import CARDS
from companion.screen.louis_xiv.regalia import REGALIA

DRAWINGS = Drawings(REGALIA | CARDS)
