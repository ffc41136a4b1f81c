"""A clause of the rules in the table's language, and from there the clauses around it."""

from __future__ import annotations

from companion.screen.context import ScreenContext
from companion.screen.overlays import MakeView, TableOverlay
from companion.screen.overlays.about import CLAUSE, clause_model
from companion.screen.view_models import ChoiceOverlayModel


class ClauseTableOverlay(TableOverlay):
    """One clause, or the list of those around it; *Back* leads to where one was before the first."""

    word = CLAUSE
    covers_refusal = True
    _read = ""

    @property
    def view(self) -> MakeView:
        """A text with large buttons."""
        from companion.screen.widgets.overlay import ChoiceOverlay

        return ChoiceOverlay

    def on_open(self, subject: str) -> None:
        """Begin with that clause."""
        self._read = subject

    def on_touch(self, kind: str, name: str) -> bool:
        """Turn to another clause."""
        if kind != self.word:
            return False
        self._read = name
        return True

    def model(self, context: ScreenContext, subject: str) -> ChoiceOverlayModel:
        """The clause that is read now."""
        return clause_model(self._read, context.voice.translator)
