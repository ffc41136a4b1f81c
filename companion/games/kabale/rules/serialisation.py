"""Reading and writing positions of Kabale und Hiebe as plain JSON values (notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.kabale.rules.card_effects import (
    CardQuestion,
    CardQuestionKind,
    NameRemovedCardDecision,
    NameTurnedCardDecision,
    SlideDecision,
    SwapDecision,
)
from companion.games.kabale.rules.objectives import OBJECTIVE_COPY_COUNTS, ObjectivesDecision
from companion.games.kabale.rules.rounds import EndRound, ShowCardsDecision, final_result
from companion.games.kabale.rules.state import ColumnState, Phase, PlayerState, TableState
from companion.games.kabale.rules.turns import EndTurn, PlayDecision
from companion.rules.agenda import AgendaItem
from companion.rules.json_validation import parse_position, plain_position
from companion.rules.multiset import without_zeros

QUESTION_OF_KIND: Mapping[str, type[CardQuestion]] = {
    item.kind: item for item in (NameTurnedCardDecision, NameRemovedCardDecision, SlideDecision, SwapDecision)
}


class CardQuestionData(Struct, frozen=True, forbid_unknown_fields=True):
    """A serialised decision about a card: who is asked what; column and card count from 0."""

    who: str
    what: CardQuestionKind
    column: int
    card: int


def to_json(position: TableState) -> dict[str, Any]:
    """The position as dicts, lists, numbers and strings; keys without a meaning at present are absent."""
    item = position.agenda[0] if position.agenda else None
    asked = None
    if isinstance(item, CardQuestion):
        asked = CardQuestionData(item.who, item.kind, item.column - 1, item.at - 1)
    values = {
        "round": position.round,
        "phase": position.phase,
        "start": position.start,
        "turn": position.turn_player,
        "asked": asked,
        "travelled": position.travelled,
        "columns": position.columns,
        "players": position.players,
        "lost": position.lost or None,
    }
    return plain_position(values, final_result(position) if position.phase == "over" else None)


class PositionData(Struct, frozen=True, forbid_unknown_fields=True):
    """A serialised position; absent keys have their defaults."""

    phase: Phase
    players: dict[str, PlayerState]
    round: int = 1
    start: str = ""
    turn: str | None = None
    asked: CardQuestionData | None = None
    travelled: list[str] = []
    columns: list[ColumnState] = []
    lost: list[str] = []
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


def parse_position_data(data: Mapping[str, Any]) -> PositionData:
    """The position as written, tidied: no zero counts.

    Raises InvalidRecord with every value that has the wrong shape, each by its path.
    """
    parsed = parse_position(data, PositionData)
    players = {
        who: PlayerState(
            without_zeros(player.hand), player.deck, without_zeros(player.discard), tuple(sorted(player.won))
        )
        for who, player in parsed.players.items()
    }
    return replace(parsed, players=players)


def resumed_agenda(
    position: TableState, turn: str | None, asked: CardQuestionData | None
) -> tuple[AgendaItem, ...]:
    """The agenda that follows from phase, turn and the decision asked."""
    who = turn or ""
    if asked is not None:
        question = QUESTION_OF_KIND[asked.what](who, asked.column + 1, asked.card + 1, asked.who)
        return (question, EndTurn(who))
    match position.phase:
        case "objectives":
            return (ObjectivesDecision(),)
        case "over":
            return ()
        case "shown":
            return (ShowCardsDecision(who),)
    understood = all(column.objective in OBJECTIVE_COPY_COUNTS for column in position.columns)
    return (EndRound(who),) if understood and position.all_columns_full else (PlayDecision(who),)
