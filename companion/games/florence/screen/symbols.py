"""What is drawn of the Princes of Florence: the `Drawn` of companion.screen.draw.symbols.

A piece is drawn under its word where it has one (`building/library`, `landscape/lake`, `freedom/travel`, `jester`,
`builder`, `recruiting`), a card under its kind (`profession`, `bonus`, `prestige`); besides there are `florin`,
`points` (prestige), `work`, `best-work`, `palazzo`, `gavel`, `clockwise`, `anticlockwise`, `flip`, and `lily`, the sign
of the game. `.../flat`: in one colour. `building`, `landscape`, `freedom` are any of them; `building/large` any of that
size. `named.sign` says which of them stands for a word of the notation (`lake`, `religion`, `large-building`).
"""

from __future__ import annotations

from companion.games.florence.screen.freedoms import FREEDOMS
from companion.games.florence.screen.houses import HOUSES
from companion.games.florence.screen.lands import LANDS
from companion.games.florence.screen.tokens import TOKENS
from companion.games.florence.screen.turnings import TURNINGS
from companion.screen.draw.drawing import Drawings

DRAWINGS = Drawings(HOUSES | LANDS | TOKENS | FREEDOMS | TURNINGS)
