"""How strict the table is: the three levels, each with what it does, and whether for this evening or for all."""

from __future__ import annotations

from companion.screen.context import ScreenContext
from companion.screen.overlays import MakeView, TableOverlay
from companion.screen.settings import STRICTNESS_EFFECTS, STRICTNESS_NAMES
from companion.screen.view_models import ChoiceModel, ChoiceOverlayModel
from companion.table.messages import Strictness


class StrictnessTableOverlay(TableOverlay):
    """The three levels; a touched one is asked about: for this evening, or for all."""

    word = "strictness"
    menu_order = 1000

    @property
    def view(self) -> MakeView:
        """A question with large buttons."""
        from companion.screen.widgets.overlay import ChoiceOverlay

        return ChoiceOverlay

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel:
        """Its button in the menu, with the present level."""
        return ChoiceModel("strictness", _titled(context, context.snapshot.strictness), "warning")

    def model(self, context: ScreenContext, subject: str) -> ChoiceOverlayModel:
        """The levels, the present one marked; of a level that was touched, the question for which evenings it is."""
        _ = context.voice.translator.gettext
        asked = next((level for level in STRICTNESS_EFFECTS if level == subject), None)
        if asked is not None:
            whens = (("evening", _("For this evening")), ("all", _("For all evenings")))
            choices = tuple(ChoiceModel(f"{self.word}/{asked}/{when}", text) for when, text in whens)
            return ChoiceOverlayModel(_titled(context, asked), choices, _(STRICTNESS_EFFECTS[asked]))
        present = context.snapshot.strictness
        levels = tuple(
            ChoiceModel(
                f"{self.word}/{level}",
                f"{_(STRICTNESS_NAMES[level])}: {_(effect)}",
                "check" if level == present else "",
                "chosen" if level == present else "choice",
            )
            for level, effect in STRICTNESS_EFFECTS.items()
        )
        return ChoiceOverlayModel(_("What the rules forbid"), levels, columns=1)

    def on_touch(self, kind: str, name: str) -> bool:
        """Set a level for this evening, or for all, and go back to the table."""
        level, _, when = name.partition("/")
        chosen = next((each for each in STRICTNESS_EFFECTS if each == level), None)
        if kind != self.word or chosen is None or not when:
            return False
        self.controller.set_strictness(chosen, when == "all")
        self.controller.close_all()
        return True


def _titled(context: ScreenContext, level: Strictness) -> str:
    _ = context.voice.translator.gettext
    return _("What the rules forbid: {level}", level=_(STRICTNESS_NAMES[level]))
