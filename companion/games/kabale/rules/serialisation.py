"""Reading and writing positions of Kabale und Hiebe as plain JSON values (notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

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
from companion.rules.errors import InvalidRecord
from companion.rules.json_validation import validation_errors
from companion.rules.multiset import without_zeros

MAX_LISTED_MISFITS = 100  # longer lists are misfits: no table has half as many
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
    now: dict[str, Any] = {
        "round": position.round,
        "phase": position.phase,
        "start": position.start,
        "turn": position.turn,
        "asked": asked,
        "travelled": position.travelled,
        "columns": position.columns,
        "players": position.players,
        "lost": position.lost or None,
    }
    if position.phase == "over":
        result = final_result(position)
        now |= {"scores": result.scores, "winners": result.winners}
    present = {key: value for key, value in now.items() if value is not None}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(present))
    return plain


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


def from_json(data: Mapping[str, Any]) -> PositionData:
    """The position as written, tidied: no zero counts.

    Raises InvalidRecord with every value that has the wrong shape, each by its path.
    """
    try:
        parsed = msgspec.convert(data, PositionData, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as wrong:
        misfits = "; ".join(islice(validation_errors(data, PositionData), MAX_LISTED_MISFITS)) or wrong
        raise InvalidRecord(f"the position: {misfits}; see the notation page for its shape") from wrong
    players = {
        who: PlayerState(
            without_zeros(player.hand), player.deck, without_zeros(player.discard), tuple(sorted(player.won))
        )
        for who, player in parsed.players.items()
    }
    return msgspec.structs.replace(parsed, players=players)


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
