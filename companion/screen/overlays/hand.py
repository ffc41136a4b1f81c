"""The cards of one of several people at a screen, at which only they look, whosever turn it is."""

from __future__ import annotations

from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.presenters.table_presenter import appearance_lookup
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report


class HandTableOverlay(TableOverlay):
    """A list to read: nothing can be played from it, and *Back* covers it."""

    word = "hand"

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The pieces that the player with that colour holds."""
        translator, look_up = context.voice.translator, appearance_lookup(context.voice)
        items = (
            ListItemModel(context.voice.piece_name(piece).name, look_up.piece_appearance(piece).main_symbol)
            for piece in context.hand_of(subject)
        )
        title = translator.gettext("Cards: {who}", who=translator.player_name(subject))
        return make_list_report(title, tuple(items), symbol=subject)
