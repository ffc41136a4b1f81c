"""What is drawn of the Princes of Florence: the `Drawn` of companion.screen.symbols.

A piece is drawn under its word where it has one (`building/library`, `landscape/lake`, `freedom/travel`, `jester`,
`builder`, `recruiting`), a card under its kind (`profession`, `bonus`, `prestige`); besides there are `florin`,
`points` (prestige), `work`, `best-work`, `palazzo`, `gavel`, `clockwise`, `anticlockwise`, `flip`, and `lily`, the sign
of the game. `.../flat`: in one colour. `building`, `landscape`, `freedom` are any of them; `building/large` any of that
size. `named.sign` says which of them stands for a word of the notation (`lake`, `religion`, `large-building`).
"""

from __future__ import annotations

from companion.screen.drawing import Drawings
from companion.screen.florence.freedoms import FREEDOMS
from companion.screen.florence.houses import HOUSES
from companion.screen.florence.lands import LANDS
from companion.screen.florence.tokens import TOKENS
from companion.screen.florence.turnings import TURNINGS

DRAWINGS = Drawings(HOUSES | LANDS | TOKENS | FREEDOMS | TURNINGS)
