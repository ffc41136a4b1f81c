"""The standings of Kabale und Hiebe: before the end only how many objectives lie face down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.kabale.rules.constants import SYMBOLS, objective_symbol, objective_value
from companion.games.kabale.rules.final_scoring import ObjectivesScore as Counting
from companion.games.kabale.rules.final_scoring import objectives_score
from companion.games.kabale.screen.table_models import public_position
from companion.games.kabale.voice import names
from companion.screen.context import ScreenContext
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters import standings as house
from companion.screen.presenters.prompt import capitalise
from companion.screen.report_models import ListItemModel, RankingModel, ReportModel, make_list_report
from companion.screen.view_models import ChoiceModel, RankModel, SymbolCountModel
from companion.voice.translator import Translator


def is_doubling_better(counted: Counting) -> bool:
    """Whether six doubled objectives count more than all added up."""
    return counted.doubled is not None and counted.doubled > counted.plain


def rank_models(context: ScreenContext, counts: Mapping[str, Counting]) -> tuple[RankModel, ...]:
    """All players with their places, most points first, and how they were counted in short (K-4.2)."""
    players = public_position(context.snapshot).players

    def parts(who: str) -> Iterator[SymbolCountModel]:
        if is_doubling_better(counts[who]):
            yield SymbolCountModel("doubled", counts[who].points)
            return
        for symbol in SYMBOLS:
            yield SymbolCountModel(
                symbol,
                sum(objective_value(name) for name in players[who].won if objective_symbol(name) == symbol),
            )

    def note(who: str) -> str:
        six, others = sum(map(objective_value, counts[who].best)), counts[who].others
        if not is_doubling_better(counts[who]):
            return ""
        return f"2 × {six} − {others}" if others else f"2 × {six}"

    return house.make_ranking(
        context, {who: each.points for who, each in counts.items()}, parts=parts, note=note
    )


def standings_report(context: ScreenContext) -> ReportModel:
    """The report of the result; before the end of how many objectives everybody has face down."""
    position, translator = public_position(context.snapshot), context.voice.translator
    if position.outcome() is None:
        held = {seat: len(position.players[seat.colour].won) for seat in context.snapshot.setup.seats}
        ranking = tuple(
            RankModel(0, seat, won, (SymbolCountModel("objective", won),)) for seat, won in held.items()
        )
        return ReportModel(
            translator.gettext("Objectives won"),
            (RankingModel(ranking),),
            (),
            _face_down_note(translator),
            "objective",
        )
    ranking = rank_models(
        context, {who: objectives_score(player.won) for who, player in position.players.items()}
    )
    ending = ChoiceModel(FINAL_REPORT_TARGET, translator.gettext("Objectives"), "objective")
    return house.make_standings_report(
        context, ranking, "kabale", ending, {"shared": translator.gettext("Tied on points.")}
    )


def _face_down_note(translator: Translator) -> str:
    return translator.gettext("What was won lies face down until the end.")


def points_ledger_report(who: str, context: ScreenContext) -> ReportModel:
    """The report of where a player's points come from, one line for each objective; empty before the end."""
    position, translator = public_position(context.snapshot), context.voice.translator
    if position.outcome() is None:
        title = translator.gettext("{who}: where the points come from", who=translator.player_name(who))
        return make_list_report(title, (), _face_down_note(translator), who)
    counted = objectives_score(position.players[who].won)
    doubled = is_doubling_better(counted)
    best = list(counted.best) if doubled else []
    lines = []
    for name in sorted(
        position.players[who].won,
        key=lambda name: (SYMBOLS.index(objective_symbol(name)), -objective_value(name)),
    ):
        text, worth = names.objective_name(translator, name), objective_value(name)
        if name in best:
            best.remove(name)
            text, worth = translator.gettext("{objective}, doubled", objective=text), 2 * worth
        elif doubled:
            text, worth = translator.gettext("{objective}, besides the six", objective=text), -1
        lines.append(
            ListItemModel(capitalise(text), objective_symbol(name), house.format_signed_points(worth))
        )
    return house.make_ledger_report(who, context, lines, counted.points)
