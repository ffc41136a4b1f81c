"""Named faults and their rates: what goes wrong at a real table, on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random

from companion.rules.errors import UsageError

ILLEGAL_MOVE_TRIED = "illegal-move"
MISSED_READ = "missed-read"
DOUBLE_READ = "double-read"
LATE_REMOVAL = "gone-too-late"
GARBLED_READ = "garbled"
TWO_CARDS = "two-cards"
READER_DEAD = "reader-dead"
POWER_CUT = "power-cut"
DISK_FULL = "disk-full"
JOURNAL_CHANGED = "journal-changed"
TAKEN_BACK = "taken-back"
CORRECTED = "corrected"

FAULT_DESCRIPTIONS: Mapping[str, str] = {
    ILLEGAL_MOVE_TRIED: "before a move, somebody tries something the rules forbid",
    MISSED_READ: "a reader does not notice a piece that was held to it",
    DOUBLE_READ: "a reader reports one piece twice while it lies there",
    LATE_REMOVAL: "a reader reports that a piece left only after the next one has come",
    GARBLED_READ: "a reader reports a garbled piece before it reads it rightly",
    TWO_CARDS: "two pieces lie on one reader before one is taken away",
    READER_DEAD: "before a move, a reader stops working until the next one",
    POWER_CUT: "after anything was shown, the power goes and comes back, and a line of the journal may be torn",
    DISK_FULL: "before a move, the disk of the journal takes nothing more until the next one",
    JOURNAL_CHANGED: "before a move, another program deletes the journal, moves it, cuts it off or changes it",
    TAKEN_BACK: "before a move, people take some moves back and make them again",
    CORRECTED: "before a move, people set a number of the table to another one, and then right again",
}
"""Name -> what happens. A rate is how likely it is each time it could happen, 0 to 1."""

BY_PEOPLE = frozenset((ILLEGAL_MOVE_TRIED, TAKEN_BACK, CORRECTED))
"""What people do on purpose: the record says it, too. All other faults leave the record as it would have been."""
OF_JOURNAL = frozenset((POWER_CUT, DISK_FULL, JOURNAL_CHANGED))
"""What can only happen where there is a journal."""

FaultRates = Mapping[str, float]


def parse_fault_rates(text: str, reader_faults: Mapping[str, str] = {}) -> FaultRates:
    """The rates in `NAME=RATE,NAME=RATE`; raises UsageError naming the available faults.

    `reader_faults`: faults of the readers themselves, where there are any.
    """
    known = {**FAULT_DESCRIPTIONS, **reader_faults}
    found: dict[str, float] = {}
    for each in text.split(","):
        name, _, rate = each.strip().partition("=")
        if name not in known:
            raise UsageError(f"no fault {name!r}; there are {', '.join(known)}", "--faults")
        try:
            found[name] = float(rate)
        except ValueError:
            found[name] = -1
        if not 0 <= found[name] <= 1:
            raise UsageError(f"the rate of {name} is a number from 0 to 1, not {rate!r}", "--faults")
    return found


class FaultInjector:
    """Decides what goes wrong, and counts it. A fault without a rate uses no random number."""

    def __init__(self, rates: FaultRates, chance: Random) -> None:
        self._rates = rates
        self._chance = chance
        self._spared = False
        self.fault_counts: dict[str, int] = dict.fromkeys(rates, 0)

    def should_happen(self, fault: str) -> bool:
        """Whether `fault` happens now; counts it."""
        rate = self._rates.get(fault, 0.0)
        if not rate or self._spared or self._chance.random() >= rate:
            return False
        self.fault_counts[fault] += 1
        return True

    @contextmanager
    def without_faults(self) -> Iterator[None]:
        """Within the context no fault happens."""
        self._spared = True
        try:
            yield
        finally:
            self._spared = False
