"""Phase B: the decision of the player whose turn it is (P-B1)."""

from __future__ import annotations

from companion.games.florence.rules.phases.prestige_sales import turn_beside_sales
from companion.games.florence.rules.phases.recruiting import can_recruit
from companion.games.florence.rules.phases.turn_actions import EndTurnAction, actions_left
from companion.games.florence.rules.phases.turn_options import turn_choice
from companion.games.florence.rules.state import TableState
from companion.rules.agenda import PlayerItem
from companion.rules.choice import Turn
from companion.rules.clauses import declare_clause
from companion.rules.transaction import Transaction

NOT_YOUR_TURN = declare_clause("P-B1", "not-your-turn", "who", "awaited")


class ActionDecision(PlayerItem, frozen=True, tag="acting"):
    """P-B1: a player acts; the turn ends by itself after two actions, unless they could still recruit."""

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        over = actions_left(position) == 0 and not can_recruit(position, self.who)
        if over:
            EndTurnAction(self.who).perform(transaction)
        return over

    def build_choice_tree(self, position: TableState) -> Turn:
        return turn_beside_sales(position, self.who, turn_choice(position, self.who), NOT_YOUR_TURN)
