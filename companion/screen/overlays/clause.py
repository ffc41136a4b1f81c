"""A clause of the rules in the table's language, and from there the clauses around it."""

from __future__ import annotations

from companion.screen.context import ScreenContext
from companion.screen.overlays import MakeView, TableOverlay
from companion.screen.view_models import ChoiceModel, ChoiceOverlayModel
from companion.voice.game_texts import clause_group, clause_text, clause_title, clauses_around
from companion.voice.translator import Translator


class ClauseTableOverlay(TableOverlay):
    """One clause, or the list of those around it; *Back* leads to where one was before the first."""

    word = "clause"
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


def clause_model(read: str, translator: Translator) -> ChoiceOverlayModel:
    """A clause by its id, with the ways to its neighbours; of a group of clauses (`L-2`) the list."""
    game, lang, word = translator.game, translator.lang, ClauseTableOverlay.word
    around = clauses_around(game, read, lang)
    if read not in around:
        choices = tuple(ChoiceModel(f"{word}/{id}", _headed(id, translator)) for id in around)
        return ChoiceOverlayModel(translator.gettext("The rules around it"), choices)
    at = around.index(read)
    before, after = around[at - 1 : at] if at else (), around[at + 1 : at + 2]
    steps = [ChoiceModel(f"{word}/{id}", _headed(id, translator), "back", "quiet") for id in before]
    if len(around) > 1:
        whole = translator.gettext("The rules around it")
        steps.append(ChoiceModel(f"{word}/{clause_group(read)}", whole, "book", "quiet"))
    steps += [ChoiceModel(f"{word}/{id}", _headed(id, translator), "next", "quiet") for id in after]
    title, text = _headed(read, translator), clause_text(game, read, lang)
    return ChoiceOverlayModel(title, tuple(steps), message=text, columns=3, message_height=TEXT_HEIGHT)


TEXT_HEIGHT = 46.0
"""Millimetres for the text of a clause."""


def _headed(id: str, translator: Translator) -> str:
    return f"{id} {clause_title(translator.game, id, translator.lang)}"
