"""The final count of one player's objectives, both ways (K-4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.games.kabale.rules.constants import SYMBOLS, objective_symbol, objective_value

DOUBLING_FACTOR = 2
PENALTY_PER_OTHER = 1


class ObjectivesScore(Struct, frozen=True):
    """Both ways of counting objectives.

    `plain` is the sum. `best` are the six that may be doubled, empty unless there is one of each symbol;
    `others` is the number of the rest. `doubled` is twice the six, less 1 for each other; None where a symbol
    is missing.
    """

    plain: int
    best: tuple[str, ...] = ()
    others: int = 0
    doubled: int | None = None

    @property
    def points(self) -> int:
        """The points: the better of the two ways."""
        return self.plain if self.doubled is None else max(self.plain, self.doubled)


def objectives_score(won: Iterable[str]) -> ObjectivesScore:
    """The count of those objectives; the best six are doubled (RULING)."""
    objectives = sorted(won, key=objective_value)
    plain = sum(map(objective_value, objectives))
    # the last of each symbol stays, which is the highest
    best = {objective_symbol(objective): objective for objective in objectives}
    if len(best) < len(SYMBOLS):
        return ObjectivesScore(plain)
    six = tuple(best[symbol] for symbol in SYMBOLS)
    others = len(objectives) - len(six)
    doubled = DOUBLING_FACTOR * sum(map(objective_value, six)) - PENALTY_PER_OTHER * others
    return ObjectivesScore(plain, six, others, doubled)
