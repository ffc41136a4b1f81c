"""The standings of Louis XIV: the ranking, what decided, and where the points come from."""

from __future__ import annotations

from companion.games.louis_xiv.rules.state import POINTS_PER_MISSION
from companion.games.louis_xiv.rules.state import TableState as Position
from companion.games.louis_xiv.screen.symbols import points_source_symbol
from companion.rules.ledger import LedgerEntry
from companion.screen.context import ScreenContext
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters import standings as house
from companion.screen.report_models import ListItemModel, ReportModel
from companion.screen.view_models import ChoiceModel, RankModel, SymbolCountModel


def rank_models(position: Position, context: ScreenContext) -> tuple[RankModel, ...]:
    """Everybody by points, then by stones in the own supply (L-5.3)."""
    players, scores = position.players, position.points_by_player()

    def parts(who: str) -> tuple[SymbolCountModel, ...]:
        return SymbolCountModel("mission", POINTS_PER_MISSION * len(players[who].missions)), SymbolCountModel(
            "arms", players[who].arms
        )

    def note(who: str) -> str:
        """How many own stones the player has, where these decide."""
        own, tied = players[who].own, [*scores.values()].count(scores[who]) > 1
        if position.phase != "over" or not tied:
            return ""
        return context.voice.translator.ngettext(
            "{n} stone in the own supply", "{n} stones in the own supply", own
        )

    return house.make_ranking(
        context, scores, worth=lambda who: (scores[who], players[who].own), parts=parts, note=note
    )


def standings_report(context: ScreenContext) -> ReportModel:
    """The report of the points so far, or of the result."""
    position, translator = context.snapshot.position, context.voice.translator
    assert isinstance(position, Position)
    decided = {
        "stones": translator.gettext("Tied on points: more stones in the own supply decide."),
        "shared": translator.gettext("Tied on points and on stones in the own supply."),
    }
    ending = ChoiceModel(FINAL_REPORT_TARGET, translator.gettext("Coats of arms"), "arms")
    return house.make_standings_report(context, rank_models(position, context), "king", ending, decided)


def points_ledger_report(who: str, context: ScreenContext) -> ReportModel:
    """The report of where a player's points come from, one line for each event."""

    def line(entry: LedgerEntry) -> ListItemModel:
        assert entry.event is not None
        return ListItemModel(context.voice.narrate_event(entry.event), points_source_symbol(entry.event))

    return house.points_ledger_report(who, context, line)
