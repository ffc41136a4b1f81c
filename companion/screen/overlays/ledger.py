"""Where a player's points come from: a line for each event; a game adds its own details."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from companion.rules.ledger import LedgerEntry, build_ledger
from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.report_models import (
    ListItemModel,
    ReportModel,
    make_list_report,
)
from companion.voice.ranking_text import format_signed_points, points_text


class LedgerTableOverlay(TableOverlay):
    """Where a player's points come from."""

    word = "ledger"

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """One line for each event of the player with that colour."""
        return points_ledger_report(subject, context)


def points_ledger_report(
    who: str, context: ScreenContext, line: Callable[[LedgerEntry], ListItemModel] | None = None
) -> ReportModel:
    """Where a player's points come from, one line for each event.

    `line` is called for every event that made points, of the others too, in their order; without it the
    event's sentence is used.
    """
    translator, lines, total = context.voice.translator, list[ListItemModel](), 0
    for entry in build_ledger(context.history()).entries:
        if entry.event is None:
            by_hand, there = (
                translator.gettext("Corrected by hand."),
                translator.gettext("Already there at the beginning."),
            )
            item = ListItemModel(by_hand if entry.line_text else there, "quill")
        else:
            item = (
                line(entry) if line is not None else ListItemModel(context.voice.narrate_event(entry.event))
            )
        if entry.player == who:
            lines.append(replace(item, number=format_signed_points(entry.points)))
            total += entry.points
    return make_ledger_report(who, context, lines, total)


def make_ledger_report(
    who: str, context: ScreenContext, lines: Iterable[ListItemModel], total: int
) -> ReportModel:
    """The report of these lines: where a player's points come from."""
    translator, listed = context.voice.translator, tuple(lines)
    return make_list_report(
        translator.gettext("{who}: where the points come from", who=translator.player_name(who)),
        listed,
        "" if listed else translator.gettext("No points yet."),
        who,
        points_text(translator, total),
    )
