"""The turns of phase 2: players play influence cards, one a turn (L-2.3, L-2.9)."""

from __future__ import annotations

from companion.games.louis_xiv.rules.events import LastCardReturned
from companion.games.louis_xiv.rules.phases.turn_choices import play_turn
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState
from companion.rules.choice import Turn
from companion.rules.transaction import Transaction


class PlayDecision(PlayerDecision, frozen=True, tag="play"):
    """L-2.3: players play influence cards, one a turn, until nobody holds more than their last."""

    def is_moot(self, position: TableState) -> bool:
        return False

    def settle(self, transaction: Transaction) -> bool:
        players = transaction.position.players
        holders = []
        for who, player in players.items():
            hand = player.influence
            if len(hand) > 1 or sum(hand.values()) > 1:
                holders.append(who)
            elif hand:
                transaction.apply_event(LastCardReturned(who))  # L-2.9
        if self.who in holders:
            return False
        for who in transaction.position.config.clockwise_from[self.who]:
            if who in holders:
                transaction.replace_current_item(PlayDecision(who))
                return True
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        return play_turn(position, self.who)
