"""Every symbol that only Kabale und Hiebe has."""

from companion.games.kabale.screen.emblems import EMBLEMS
from companion.games.kabale.screen.marks import MARKS
from companion.screen.draw.drawing import Drawings

DRAWINGS = Drawings(EMBLEMS | MARKS)
