"""The heuristic player of Kabale und Hiebe: every move is tried on guesses of the true table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import cast

from msgspec.structs import replace

from companion.games.kabale.players.valuation import position_value
from companion.games.kabale.rules.hidden import CHARACTER_SET
from companion.games.kabale.rules.state import CardState, ColumnState, TableState
from companion.rules.moves import UNKNOWN, Move
from companion.simulator.ground_truth import PlayerKnowledge, shuffled_copy
from companion.simulator.random_players import possible_move_words

GUESSED_TABLES = 3
"""How many tables are guessed for each move: an unknown card may be any whose place nobody knows."""


def choose_move(seen: PlayerKnowledge, chance: Random) -> Move | None:
    """The move with the highest average value over the guessed tables; None where the player is not asked.

    Players fill columns in which they lead. Of a card they laid they know its effect when it is turned up
    (Explorer, Assassin, Storm), of others they guess it; with their Cloak and Traitor they do what is worth
    most.
    """
    position = cast(TableState, seen.position)
    choice = position.choice_tree.choice_by_actor.get(seen.who)
    if choice is None:
        return None
    tables = [_guess_table(position, seen.who, chance) for _ in range(GUESSED_TABLES)]

    def average_value(move: Move) -> float:
        return sum(position_value(table.play(move)[0], seen.who) for table in tables)

    return max(map(Move, possible_move_words(seen, choice, (seen.who,))), key=average_value)


def _guess_table(position: TableState, who: str, chance: Random) -> TableState:
    """The table with a guessed name for every card in the columns.

    Objectives won by others are left out, as only what a move changes is compared.
    """
    unseen = {
        by: shuffled_copy(sorted(CHARACTER_SET - position.known_cards(by)), chance) for by in position.players
    }
    players = {
        by: player if by == who else replace(player, won=()) for by, player in position.players.items()
    }
    columns = tuple(_name_cards(column, unseen) for column in position.columns)
    return replace(position, players=players, columns=columns)


def _name_cards(column: ColumnState, unseen: Mapping[str, list[str]]) -> ColumnState:
    cards = tuple(
        CardState(card.by, unseen[card.by].pop()) if card.card == UNKNOWN else card for card in column.cards
    )
    return replace(column, cards=cards)
