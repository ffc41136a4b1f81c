"""From the auction to the actions, from the last action to the next round or the end (P-B7, P-B9)."""

from __future__ import annotations

from companion.games.florence.rules.events import ActionsBegan, BestWork, Gained, RoundBegan, TurnBegan
from companion.games.florence.rules.final import begin_final
from companion.games.florence.rules.printed import MATERIAL, POINTS
from companion.games.florence.rules.state import Table
from companion.rules.transaction import Transaction


def begin_actions(tale: Transaction) -> None:
    """The auction is over: the start player's actions come first."""
    tale.apply_event(ActionsBegan())
    tale.apply_event(TurnBegan(tale.position.start))
    tale.replace_current_item(*tale.position.phase_agenda("actions"))


def end_round(tale: Transaction) -> None:
    """Everybody has had his actions: the best work, then the next round, or the final count."""
    _best_work(tale)
    position: Table = tale.position
    if position.round < MATERIAL["rounds"]:
        tale.apply_event(RoundBegan(position.round + 1, position.from_start[1]))
        tale.replace_current_item(*tale.position.phase_agenda("auction"))
    else:
        begin_final(tale)


def _best_work(tale: Transaction) -> None:
    """P-B7: to every player tied; nobody has it where no work was done."""
    position: Table = tale.position
    best = max(player.best for player in position.players.values())
    if best:
        winners = tuple(who for who in position.from_start if position.players[who].best == best)
        tale.apply_event(BestWork(best, winners))
        for who in winners:
            tale.apply_event(Gained(who, POINTS["best-work"], "best-work"))
