"""The overlays of a game that brings none: the `GameOverlayModels` of overlays.overlay_controller."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from companion.rules.history import FrozenHistory
from companion.rules.movements import Movement
from companion.rules.position import Position
from companion.screen.context import ScreenContext
from companion.screen.draw.symbols import game_emblem_name
from companion.screen.draw.theme import PLAYER_SIGNS
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters import standings as house
from companion.screen.presenters.event_reports import EventReporter, report_nothing
from companion.screen.presenters.standings import ChartColumn, points_ledger_report
from companion.screen.report_models import ChartStepModel, ReportModel
from companion.screen.view_models import ChoiceModel, SymbolCountModel

BOARD_CAN_TURN = False
MAX_CHART_COLUMNS = 9
"""The greatest number of columns of the chart."""


def make_event_reporter() -> EventReporter:
    """A reporter that reports only the end of the game."""
    return report_nothing


def standings_report(context: ScreenContext) -> ReportModel:
    """Everybody's points, the most first; the winners first when it is over."""
    scores, outcome = context.snapshot.position.points_by_player(), context.snapshot.position.outcome()
    winners = outcome.winners if outcome is not None else ()
    ranks = house.make_ranking(
        context,
        scores,
        worth=lambda who: (who in winners, scores[who]),
        parts=lambda who: (SymbolCountModel(f"{who}/flat", max(0, scores[who])),),
    )
    symbol = game_emblem_name(context.snapshot.game, "crown")
    ending = ChoiceModel(FINAL_REPORT_TARGET, context.voice.translator.gettext("The winner, and why"), symbol)
    columns = tuple(_columns(context.history()))
    return house.make_standings_report(
        context, ranks, symbol, ending, columns=columns if len(columns) > 1 else ()
    )


def _columns(history: FrozenHistory) -> Iterator[ChartColumn]:
    """Everybody's points at the end of each round.

    For a game without rounds, or with very many, points are taken at intervals, labelled with the number of
    the move.
    """
    rounds = {position.to_json().get("round"): at for at, position in _numbered_positions(history)}
    count = len(history.accepted_lines) + 1
    ends = list(rounds.items()) if len(rounds) > 1 else [(at, at) for at in range(count)]
    interval = -(-(len(ends) - 1) // (MAX_CHART_COLUMNS - 1)) or 1
    number_at = {at: number for number, at in (*ends[:-1:interval], ends[-1])}
    for at, position in _numbered_positions(history):
        if at in number_at:
            yield (
                ChartStepModel(str(number_at[at])),
                {who: max(0, score) for who, score in position.points_by_player().items()},
            )


def _numbered_positions(history: FrozenHistory) -> Iterator[tuple[int, Position]]:
    """All positions and their numbers, from 0 for the opening: there may be too many to hold them all."""
    lines = chain((history.opening,), history.accepted_lines)
    return enumerate(accepted.position for accepted in lines)


def movement_symbol(movement: Movement) -> str:
    """The sign of the player whose piece it is; else a hand."""
    return next((part for part in movement.piece.split("/") if part in PLAYER_SIGNS), "hand")


__all__ = [
    "BOARD_CAN_TURN",
    "make_event_reporter",
    "movement_symbol",
    "points_ledger_report",
    "standings_report",
]
