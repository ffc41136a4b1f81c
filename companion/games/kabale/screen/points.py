"""How it stands in Kabale und Hiebe: before the end only that what was won lies face down, then how it was counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.kabale.rules.counting import Count as Counting
from companion.games.kabale.rules.counting import count
from companion.games.kabale.rules.printed import SYMBOLS, symbol_of, value_of
from companion.games.kabale.screen.lying import table_of
from companion.games.kabale.voice import names
from companion.screen.context import ScreenContext
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters import standings as house
from companion.screen.presenters.prompt import capitalise
from companion.screen.report_models import ListItemModel, RankingModel, ReportModel, make_list_report
from companion.screen.view_models import ChoiceModel, RankModel, SymbolCountModel
from companion.voice.translator import Translator


def doubles(counted: Counting) -> bool:
    """Whether six doubled count more than all added up."""
    return counted.doubled is not None and counted.doubled > counted.plain


def ranks(scene: ScreenContext, counts: Mapping[str, Counting]) -> tuple[RankModel, ...]:
    """Those with their places, most points first, and how they were counted in short (K-4.2)."""
    players = table_of(scene.snapshot).players

    def parts(who: str) -> Iterator[SymbolCountModel]:
        if doubles(counts[who]):
            yield SymbolCountModel("doubled", counts[who].points)
            return
        for symbol in SYMBOLS:
            yield SymbolCountModel(
                symbol, sum(value_of(name) for name in players[who].won if symbol_of(name) == symbol)
            )

    def note(who: str) -> str:
        six, others = sum(map(value_of, counts[who].best)), counts[who].others
        if not doubles(counts[who]):
            return ""
        return f"2 × {six} − {others}" if others else f"2 × {six}"

    return house.make_ranking(
        scene, {who: each.points for who, each in counts.items()}, parts=parts, note=note
    )


def standing(scene: ScreenContext) -> ReportModel:
    """How it ended; before that how many objectives everybody has face down."""
    position, words = table_of(scene.snapshot), scene.voice.translator
    if position.outcome() is None:
        held = {seat: len(position.players[seat.colour].won) for seat in scene.snapshot.setup.seats}
        ranking = tuple(
            RankModel(0, seat, won, (SymbolCountModel("objective", won),)) for seat, won in held.items()
        )
        return ReportModel(
            words.gettext("Objectives won"), (RankingModel(ranking),), (), _face_down(words), "objective"
        )
    ranking = ranks(scene, {who: count(player.won) for who, player in position.players.items()})
    ending = ChoiceModel(FINAL_REPORT_TARGET, words.gettext("Objectives"), "objective")
    return house.make_standings_report(
        scene, ranking, "kabale", ending, {"shared": words.gettext("Tied on points.")}
    )


def _face_down(words: Translator) -> str:
    return words.gettext("What was won lies face down until the end.")


def ledger_of(who: str, scene: ScreenContext) -> ReportModel:
    """Where a player's points come from, one line an objective; nothing before the end (K-3.8)."""
    position, words = table_of(scene.snapshot), scene.voice.translator
    if position.outcome() is None:
        title = words.gettext("{who}: where the points come from", who=words.player_name(who))
        return make_list_report(title, (), _face_down(words), who)
    counted = count(position.players[who].won)
    doubled = doubles(counted)
    best = list(counted.best) if doubled else []
    lines = []
    for name in sorted(
        position.players[who].won, key=lambda name: (SYMBOLS.index(symbol_of(name)), -value_of(name))
    ):
        said, worth = names.objective(words, name), value_of(name)
        if name in best:
            best.remove(name)
            said, worth = words.gettext("{objective}, doubled", objective=said), 2 * worth
        elif doubled:
            said, worth = words.gettext("{objective}, besides the six", objective=said), -1
        lines.append(ListItemModel(capitalise(said), symbol_of(name), house.format_signed_points(worth)))
    return house.make_ledger_report(who, scene, lines, counted.points)
