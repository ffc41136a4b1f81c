"""The words of a game, in alphabetical order: one that is touched is explained."""

from __future__ import annotations

from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.view_models import ChoiceModel, ChoiceOverlayModel
from companion.screen.widgets.overlay import ChoiceOverlay
from companion.voice.explanations import index_of_words


class WordsView(ChoiceOverlay):
    """They stay at their page while one of them is read."""


class WordsTableOverlay(TableOverlay):
    """Pieces, places, moves, and clauses by their titles."""

    word = "words"
    view = WordsView

    def model(self, context: ScreenContext, subject: str) -> ChoiceOverlayModel:
        """All of them."""
        found = index_of_words(context.snapshot, context.voice)
        choices = (
            ChoiceModel(
                target if target.startswith("clause/") else f"about/{target}",
                called,
                "book" if target.startswith("clause/") else "",
                "quiet",
            )
            for called, target in found.items()
        )
        return ChoiceOverlayModel(
            context.voice.translator.gettext("Look up a word"), tuple(choices), columns=3
        )
