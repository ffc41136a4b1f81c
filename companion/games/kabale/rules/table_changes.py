"""The table after a card was laid, turned up, moved or drawn, and after a column was evaluated.

The events of Kabale und Hiebe carry these out; nothing else changes the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.kabale.rules.column_results import EvaluatedCard
from companion.games.kabale.rules.state import (
    CardState,
    ColumnState,
    PlayerState,
    TableState,
)
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import without_card


def with_card_laid(position: TableState, who: str, card: str, column: int, at: int) -> TableState:
    """The table after a player laid a card of their hand face down, as card `at` of a column."""
    columns, player = list(position.columns), position.players[who]
    there = columns[column - 1]
    cards = [*there.cards[: at - 1], CardState(who, card), *there.cards[at - 1 :]]
    columns[column - 1] = replace(there, cards=tuple(cards))
    hand = without_card(player.hand, card)
    return replace(
        position,
        columns=tuple(columns),
        players={**position.players, who: replace(player, hand=hand)},
    )


def with_card_up(position: TableState, by: str, column: int, at: int, card: str) -> TableState:
    """The table after card `at` of a column was turned up; `by` is its owner."""
    there = position.columns[column - 1]
    cards = list(there.cards)
    cards[at - 1] = CardState(by, card, up=True)
    return replace_column(position, column, replace(there, cards=tuple(cards)))


def without_card_at(position: TableState, column: int, at: int) -> TableState:
    """The table without card `at` of a column."""
    there = position.columns[column - 1]
    cards = list(there.cards)
    del cards[at - 1]
    return replace_column(position, column, replace(there, cards=tuple(cards)))


def with_explorer_moved(position: TableState, by: str, column: int, at: int, to: int) -> TableState:
    """The table after an Explorer moved face down to the end of column `to`."""
    left = without_card_at(position, column, at)
    there = left.column(to)
    cards = (*there.cards, CardState(by, "explorer"))
    moved = replace_column(left, to, replace(there, cards=cards))
    return replace(moved, travelled=(*position.travelled, by))


def with_card_drawn(position: TableState, who: str) -> TableState:
    """The table after a player drew an unknown card."""
    player = position.players[who]
    hand = player.hand
    drawn = replace(player, hand={**hand, UNKNOWN: hand.get(UNKNOWN, 0) + 1}, deck=player.deck - 1)
    return replace(position, players={**position.players, who: drawn})


def with_column_evaluated(
    position: TableState, column: int, objective: str, winner: str | None, cards: Sequence[EvaluatedCard]
) -> TableState:
    """The table after a column was evaluated: its cards are discarded and its objective is won or lost."""
    players: dict[str, PlayerState] = dict(position.players)
    discards: dict[str, dict[str, int]] = {}
    for card in cards:
        discard = discards.get(card.by)
        if discard is None:
            discard = discards[card.by] = dict(players[card.by].discard)
        discard[card.card] = discard.get(card.card, 0) + 1
    for who, discard in discards.items():
        players[who] = replace(players[who], discard=discard)
    lost = position.lost
    if winner is None:
        lost = tuple(sorted((*lost, objective)))
    else:
        player = players[winner]
        players[winner] = replace(player, won=tuple(sorted((*player.won, objective))))
    cleared = replace_column(position, column, ColumnState(""))
    return replace(cleared, players=players, lost=lost)


def replace_player(position: TableState, who: str, player: PlayerState) -> TableState:
    """The position with that player replaced."""
    return replace(position, players={**position.players, who: player})


def replace_column(position: TableState, number: int, column: ColumnState) -> TableState:
    """The position with the column of that number replaced."""
    columns = list(position.columns)
    columns[number - 1] = column
    return replace(position, columns=tuple(columns))
