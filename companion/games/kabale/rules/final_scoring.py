"""The final count of one player's objectives, both ways (K-4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.games.kabale.rules.constants import SYMBOLS, objective_symbol, objective_value

DOUBLING_FACTOR = 2
PENALTY_PER_OTHER = 1


class ObjectivesCount(Struct, frozen=True):
    """Both ways of counting. plain: the sum. best: the six that may be doubled, none without all symbols.
    others: how many there are besides them. doubled: twice the six, less 1 for each other; None without all symbols."""

    plain: int
    best: tuple[str, ...] = ()
    others: int = 0
    doubled: int | None = None

    @property
    def points(self) -> int:
        """The better of the two."""
        return self.plain if self.doubled is None else max(self.plain, self.doubled)


def count_objectives(won: Iterable[str]) -> ObjectivesCount:
    """What those objectives are worth; the best six are doubled (RULING)."""
    objectives = sorted(won, key=objective_value)
    plain = sum(map(objective_value, objectives))
    # the last, so the highest, of each
    best = {objective_symbol(objective): objective for objective in objectives}
    if len(best) < len(SYMBOLS):
        return ObjectivesCount(plain)
    six = tuple(best[symbol] for symbol in SYMBOLS)
    others = len(objectives) - len(six)
    doubled = DOUBLING_FACTOR * sum(map(objective_value, six)) - PENALTY_PER_OTHER * others
    return ObjectivesCount(plain, six, others, doubled)
