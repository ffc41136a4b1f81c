"""Twin evenings: two tables that differ only in what lies face down, and somebody who wants to know it.

Nothing may be told that depends on a hidden card until a move truly turns it up. A case is one seed of one game, with
an evening at two real tables and one at two virtual ones; tests/table/guessing says what is tried and compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from soaking.soak_tally import SoakRequest, SoakTally
from tests.ours import GAMES
from tests.table.guessing.real_table import guess_at_real_tables
from tests.table.guessing.virtual_table import guess_at_virtual_tables

WAYS = (guess_at_real_tables, guess_at_virtual_tables)
MAX_LETTERS = 300


def soak_twins(request: SoakRequest) -> Iterator[SoakTally]:
    """Guess at twin tables of every game in turn."""
    tally, games = SoakTally(), tuple(GAMES)
    for number in range(request.times):
        name, seed = games[number % len(games)], request.seed + number // len(games)
        wrong = ""
        for guess in WAYS:
            try:
                guess(name, seed, request.folder / guess.__name__ / f"{number}")
            except AssertionError as told:
                wrong = wrong or f"{guess.__name__}({name!r}, {seed}): {told}"[:MAX_LETTERS]
        tally = tally.count(wrong=wrong)
        yield tally
