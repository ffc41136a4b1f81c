"""A turn: a card face down, what it turns up, and a card drawn (K-1.3, K-1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from companion.games.kabale.rules.deck import draw
from companion.games.kabale.rules.effects import TurnAbove
from companion.games.kabale.rules.events import CardLaid, TurnBegan
from companion.games.kabale.rules.naming import barred_in_hand, each_card, from_hand
from companion.games.kabale.rules.pieces import column_step
from companion.games.kabale.rules.rounds import RoundEnds
from companion.games.kabale.rules.state import OfTurn, Table
from companion.rules.choice import Choice, Turn
from companion.rules.clauses import declare_clause
from companion.rules.transaction import Action, Transaction

NOT_YOUR_TURN = declare_clause("K-1.3", "not-your-turn", "who", "awaited")
CLOSED = declare_clause("K-2.3", "column-closed", "column")


class Play(OfTurn, frozen=True, tag="play"):
    """A player must lay a card; who has none is passed over (RULING)."""

    @property
    def awaited_player(self) -> str | None:
        return self.turn

    def settle(self, tale: Transaction) -> bool:
        position: Table = tale.position
        who = _holding(position, position.house.order[self.turn])
        if who is None:
            tale.replace_current_item(RoundEnds(self.turn))
        elif who == self.turn:
            return False
        else:
            tale.apply_event(TurnBegan(who))
            tale.replace_current_item(Play(who))
        return True

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.turn
        closed = {
            number: CLOSED(number) for number, column in enumerate(position.columns, 1) if column.closed
        }
        barred = barred_in_hand(position, who)

        @cache  # asked several times for one move
        def card(column: int) -> Choice:
            return from_hand("K-1.3", barred, _lay(who, column))

        columns = _columns(len(position.columns))
        choice = Choice("K-1.3", columns, column_step, card, closed.get, can_dead_end=False)
        # said: a last card for the only open column lies in a hand until it is laid, whoever knows it
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_TURN, always_ask=True)


@cache
def _lay(who: str, column: int) -> Mapping[str, Choice]:
    return each_card("K-1.3", who, column, partial(LayCard, who, column))


@cache
def _columns(number: int) -> tuple[int, ...]:
    return tuple(range(1, number + 1))


class LayCard(Action, frozen=True):
    """A card face down to the end of a column."""

    who: str
    column: int
    card: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(CardLaid(self.who, self.column, self.card))
        tale.replace_current_item(TurnAbove(self.who, self.column), TurnEnds(self.who))


class TurnEnds(OfTurn, frozen=True, tag="turn-ends"):
    """Nothing is asked any more: he draws; then the round ends, or the next player begins."""

    def settle(self, tale: Transaction) -> bool:
        draw(tale, self.turn)
        position: Table = tale.position
        who = _holding(position, (*position.house.order[self.turn][1:], self.turn))
        if who is None or position.full:
            tale.replace_current_item(RoundEnds(self.turn))
        else:
            tale.apply_event(TurnBegan(who))
            tale.replace_current_item(Play(who))
        return True


def _holding(position: Table, order: tuple[str, ...]) -> str | None:
    """The first of those who has a card (RULING: who has none is passed over)."""
    for who in order:
        if position.players[who].hand:
            return who
    return None
