"""A completed work: its value, and the split of its income (P-B2, P-B3)."""

from __future__ import annotations

from companion.games.florence.rules.edition import POINTS
from companion.games.florence.rules.events import WorkCompleted
from companion.games.florence.rules.principality_counts import count_principality
from companion.games.florence.rules.work_value import itemised_work_value
from companion.rules.transaction import Action, Transaction


class CompleteWorkAction(Action, frozen=True):
    """P-B2, P-B3: a player completes a work, and splits its income now and not later."""

    who: str
    profession: str
    bonus: tuple[str, ...]
    kept: int

    def perform(self, transaction: Transaction) -> None:
        found = itemised_work_value(
            count_principality(transaction.position.players[self.who]), self.profession, self.bonus
        )
        bought = (found.total * POINTS["florins"] - self.kept) // POINTS["bought"]
        transaction.apply_event(
            WorkCompleted(self.who, self.profession, self.bonus, found, self.kept, bought)
        )
