"""Every symbol that only Kabale und Hiebe has."""

from companion.screen.drawing import Drawings
from companion.screen.kabale.emblems import EMBLEMS
from companion.screen.kabale.marks import MARKS

DRAWINGS = Drawings(EMBLEMS | MARKS)
