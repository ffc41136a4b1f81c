"""The models of columns and player panels, made from what everybody may know of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.kabale.rules import state
from companion.games.kabale.rules.card_effects import CardQuestion
from companion.games.kabale.rules.column_evaluation import ColumnResult, EvaluatedCard, column_standing
from companion.games.kabale.rules.constants import MATERIAL, SYMBOLS, objective_symbol, objective_value
from companion.games.kabale.rules.pieces import column_zone
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.piece_names import character_name, value_text
from companion.games.kabale.screen.view_models import (
    ColumnCardModel,
    ColumnLeadModel,
    ColumnModel,
    PlayerModel,
    PlayerSumModel,
    WonObjectiveModel,
    WonObjectivesModel,
)
from companion.games.kabale.voice import names
from companion.rules.game import Seat
from companion.rules.layout import spot_id
from companion.rules.moves import FINGER, Observation
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


def public_position(snapshot: Snapshot) -> Position:
    """The position as everybody may see it."""
    position = snapshot.position
    assert isinstance(position, Position)
    return position


def column_models(
    position: Position, pending_input: Iterable[Observation], translator: Translator
) -> tuple[ColumnModel, ...]:
    """Every column; before objectives are laid out, columns with the objectives observed so far."""
    if position.columns:
        item = position.agenda[0] if position.agenda else None
        place = (item.column, item.at) if isinstance(item, CardQuestion) else (0, 0)
        numbers = range(1, len(position.columns) + 1)
        return tuple(column_model(position, n, translator, place[1] if n == place[0] else 0) for n in numbers)
    if position.phase != "objectives":
        return ()
    laid = dict(noticed_objectives(pending_input))
    numbers = range(1, len(position.config.seats) + 1)
    return tuple(_empty_column_model(number, laid.get(number, "")) for number in numbers)


def _empty_column_model(number: int, objective: str) -> ColumnModel:
    if not objective:
        return ColumnModel(number)
    return ColumnModel(number, objective_symbol(objective), objective_value(objective))


def noticed_objectives(pending_input: Iterable[Observation]) -> Iterator[tuple[int, str]]:
    """Column and objective of those observed so far: touched for a column, or read there."""
    for observation in pending_input:
        match (
            observation.zone if observation.piece == FINGER else f"{observation.piece}/{observation.zone}"
        ).split("/"):
            case ["objective", number, name] if number.isdigit():
                yield int(number), name
            case ["objective", name, "column", number]:
                yield int(number), name


def column_model(position: Position, number: int, translator: Translator, about: int = 0) -> ColumnModel:
    """A column as it lies; `about` is the card that somebody is asked about, counted from 1."""
    return column_model_of_state(position.column(number), number, translator, about)


def column_model_of_state(
    column: state.ColumnState, number: int, translator: Translator, about: int = 0
) -> ColumnModel:
    """The same of any column state."""
    standing = column_standing(column)
    open_ = iter(standing.result.cards)
    return ColumnModel(
        number,
        objective_symbol(column.objective),
        objective_value(column.objective),
        column.is_full,
        column.closed,
        tuple(
            _card_model(
                card,
                next(open_) if card.up else None,
                spot_id(column_zone(number), at),
                at == about,
                translator,
            )
            for at, card in enumerate(column.cards, 1)
        ),
        lead_model(standing.result, standing.face_down_owners, translator),
    )


def _card_model(
    card: state.CardState,
    valued: EvaluatedCard | None,
    touch_target: str,
    asked: bool,
    translator: Translator,
) -> ColumnCardModel:
    if valued is None:
        return ColumnCardModel(card.by, is_asked_about=asked, touch_target=touch_target)
    removed = bool(valued.removed)
    counts = valued.printed if removed else valued.halves
    changed = counts != valued.printed
    return ColumnCardModel(
        card.by,
        character_name(translator, card.card),
        value_text(counts),
        changed,
        removed,
        asked,
        touch_target,
    )


def lead_model(verdict: ColumnResult, hidden: tuple[str, ...], translator: Translator) -> ColumnLeadModel:
    """Who would win by that result, and who still could."""
    least = verdict.rule == "lowest"
    ranked = sorted(verdict.sums.items(), key=lambda each: each[1] if least else -each[1])
    return ColumnLeadModel(
        verdict.winner or "",
        translator.gettext("leads") if verdict.winner else "",
        verdict.rule,
        bool(verdict.tied),
        tuple(PlayerSumModel(who, names.half_points_text(halves)) for who, halves in ranked),
        hidden,
    )


def player_models(position: Position, seats: Iterable[Seat]) -> tuple[PlayerModel, ...]:
    """The panels of all players, clockwise."""
    turn = position.turn_player if position.phase == "play" else None
    return tuple(
        PlayerModel(
            seat,
            position.players[seat.colour].hand_size,
            position.players[seat.colour].deck,
            sum(position.players[seat.colour].discard.values()),
            is_start_player=position.start == seat.colour,
            is_on_turn=turn == seat.colour,
        )
        for seat in seats
    )


def won_objectives_models(position: Position, seats: Iterable[Seat]) -> Iterator[WonObjectivesModel]:
    """What everybody has won, once it lies open (K-4)."""
    outcome = position.outcome()
    if outcome is None:
        return
    for seat in seats:
        won = sorted(
            position.players[seat.colour].won, key=lambda name: (SYMBOLS.index(objective_symbol(name)), name)
        )
        yield WonObjectivesModel(
            seat,
            outcome.scores[seat.colour],
            tuple(WonObjectiveModel(objective_symbol(name), objective_value(name)) for name in won),
            seat.colour in outcome.winners,
        )


def round_progress(position: Position, translator: Translator) -> tuple[int, int, str]:
    """The round, how many there are, and both in words."""
    return (
        position.round,
        MATERIAL["rounds"],
        translator.gettext("Round {round}", round=position.round),
    )
