"""From the auction to the actions, and from the last action to the next round or the end (P-B7, P-B9)."""

from __future__ import annotations

from companion.games.florence.rules.edition import PIECE_COUNTS, POINTS
from companion.games.florence.rules.events import (
    ActionPhaseBegan,
    BestWorkAwarded,
    PrestigeGained,
    RoundBegan,
    TurnBegan,
)
from companion.games.florence.rules.phases.final_scoring import begin_final_count
from companion.games.florence.rules.state import TableState
from companion.rules.transaction import Transaction


def begin_actions(transaction: Transaction) -> None:
    """End the auction; the start player acts first."""
    transaction.apply_event(ActionPhaseBegan())
    transaction.apply_event(TurnBegan(transaction.position.start))
    transaction.replace_current_item(*transaction.position.phase_agenda("actions"))


def end_round(transaction: Transaction) -> None:
    """End the round: award the best work, then begin the next round or the final count."""
    _best_work(transaction)
    position: TableState = transaction.position
    if position.round < PIECE_COUNTS["rounds"]:
        transaction.apply_event(RoundBegan(position.round + 1, position.players_from_start[1]))
        transaction.replace_current_item(*transaction.position.phase_agenda("auction"))
    else:
        begin_final_count(transaction)


def _best_work(transaction: Transaction) -> None:
    """P-B7: award the best work to every tied player; nobody gets it where no work was completed."""
    position: TableState = transaction.position
    best = max(player.best for player in position.players.values())
    if best:
        winners = tuple(who for who in position.players_from_start if position.players[who].best == best)
        transaction.apply_event(BestWorkAwarded(best, winners))
        for who in winners:
            transaction.apply_event(PrestigeGained(who, POINTS["best-work"], "best-work"))
