"""A turn: a card face down, what it turns up, and a card drawn (K-1.3, K-1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from companion.games.kabale.rules.card_choices import face_down_choices, hand_card_choice, hand_refusals
from companion.games.kabale.rules.card_effects import TurnCardAbove
from companion.games.kabale.rules.drawing import draw_card
from companion.games.kabale.rules.events import CardLaid, TurnBegan
from companion.games.kabale.rules.pieces import column_step
from companion.games.kabale.rules.rounds import EndRound
from companion.games.kabale.rules.state import TableState, TurnItem
from companion.rules.choice import Choice, Turn
from companion.rules.clauses import declare_clause
from companion.rules.transaction import Action, Transaction

NOT_YOUR_TURN = declare_clause("K-1.3", "not-your-turn", "who", "awaited")
COLUMN_CLOSED = declare_clause("K-2.3", "column-closed", "column")


class PlayDecision(TurnItem, frozen=True, tag="play"):
    """A player must lay a card; who has none is passed over (RULING)."""

    @property
    def awaited_player(self) -> str | None:
        return self.turn

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        who = _next_with_cards(position, position.config.clockwise_from[self.turn])
        if who is None:
            transaction.replace_current_item(EndRound(self.turn))
        elif who == self.turn:
            return False
        else:
            transaction.apply_event(TurnBegan(who))
            transaction.replace_current_item(PlayDecision(who))
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.turn
        closed = {
            number: COLUMN_CLOSED(number)
            for number, column in enumerate(position.columns, 1)
            if column.closed
        }
        barred = hand_refusals(position, who)

        @cache  # asked several times for one move
        def card(column: int) -> Choice:
            return hand_card_choice("K-1.3", barred, _lay_choices(who, column))

        columns = _column_numbers(len(position.columns))
        choice = Choice("K-1.3", columns, column_step, card, closed.get, can_dead_end=False)
        # said: a last card for the only open column lies in a hand until it is laid, whoever knows it
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_TURN, always_ask=True)


@cache
def _lay_choices(who: str, column: int) -> Mapping[str, Choice]:
    return face_down_choices("K-1.3", who, column, partial(LayCardAction, who, column))


@cache
def _column_numbers(number: int) -> tuple[int, ...]:
    return tuple(range(1, number + 1))


class LayCardAction(Action, frozen=True):
    """A card face down to the end of a column."""

    who: str
    column: int
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(CardLaid(self.who, self.column, self.card))
        transaction.replace_current_item(TurnCardAbove(self.who, self.column), EndTurn(self.who))


class EndTurn(TurnItem, frozen=True, tag="turn-ends"):
    """Nothing is asked any more: he draws; then the round ends, or the next player begins."""

    def settle(self, transaction: Transaction) -> bool:
        draw_card(transaction, self.turn)
        position: TableState = transaction.position
        who = _next_with_cards(position, (*position.config.clockwise_from[self.turn][1:], self.turn))
        if who is None or position.all_columns_full:
            transaction.replace_current_item(EndRound(self.turn))
        else:
            transaction.apply_event(TurnBegan(who))
            transaction.replace_current_item(PlayDecision(who))
        return True


def _next_with_cards(position: TableState, order: tuple[str, ...]) -> str | None:
    """The first of those who has a card (RULING: who has none is passed over)."""
    for who in order:
        if position.players[who].hand:
            return who
    return None
