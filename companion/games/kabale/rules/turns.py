"""A turn: a card is laid face down, cards are turned up, and one is drawn (K-1.3, K-1.4)."""

from __future__ import annotations

from functools import cache, partial

from companion.games.kabale.rules.card_choices import face_down_card_menu, lay_card_choice
from companion.games.kabale.rules.card_effects import TurnCardAbove
from companion.games.kabale.rules.drawing import draw_card
from companion.games.kabale.rules.events import CardLaid, TurnBegan
from companion.games.kabale.rules.rounds import EndRound
from companion.games.kabale.rules.state import TableState, TurnItem
from companion.rules.choice import Choice, Turn
from companion.rules.clauses import declare_clause
from companion.rules.transaction import Action, Transaction

NOT_YOUR_TURN = declare_clause("K-1.3", "not-your-turn", "who", "awaited")


class PlayDecision(TurnItem, frozen=True, tag="play"):
    """K-1.3: a player must lay a card; a player without any is passed over (RULING)."""

    @property
    def awaited_player(self) -> str | None:
        return self.turn

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        if position.players[self.turn].hand:
            return False
        _begin_next_turn(transaction, self.turn)
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.turn
        choice = lay_card_choice(position, who, _lay_card_menu)
        # always asked: even when only one move is possible, the card is in a hand until the player lays it
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_TURN, always_ask=True)


@cache
def _lay_card_menu(who: str, column: int) -> Choice:
    return face_down_card_menu("K-1.3", who, column, partial(LayCardAction, who, column))


class LayCardAction(Action, frozen=True):
    """K-1.3: a player lays a card face down at the end of a column."""

    who: str
    column: int
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(CardLaid(self.who, self.column, self.card))
        transaction.replace_current_item(TurnCardAbove(self.who, self.column), EndTurn(self.who))


class EndTurn(TurnItem, frozen=True, tag="turn-ends"):
    """The player draws a card; then the round ends or the next player's turn begins."""

    def settle(self, transaction: Transaction) -> bool:
        draw_card(transaction, self.turn)
        if transaction.position.all_columns_full:
            transaction.replace_current_item(EndRound(self.turn))
        else:
            _begin_next_turn(transaction, self.turn)
        return True


def _begin_next_turn(transaction: Transaction, who: str) -> None:
    """Begin the turn of the next player with a card after `who`, who may be the only one (RULING).

    Players without a card are passed over; where nobody has one, the round ends.
    """
    position: TableState = transaction.position
    order, players = position.config.clockwise_from[who], position.players
    for other in (*order[1:], who):
        if players[other].hand:
            transaction.apply_event(TurnBegan(other))
            transaction.replace_current_item(PlayDecision(other))
            return
    transaction.replace_current_item(EndRound(who))
