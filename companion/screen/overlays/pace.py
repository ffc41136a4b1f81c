"""How fast virtual players play: at three speeds, or one move at each touch, for this evening."""

from __future__ import annotations

from typing import Final

from companion.screen.context import ScreenContext
from companion.screen.overlays import MakeView, TableOverlay
from companion.screen.view_models import ChoiceModel, ChoiceOverlayModel
from companion.table.messages import Pace, SetPace
from companion.voice.language import mark_message
from companion.voice.translator import capitalised

PACE_NAMES: Final[dict[Pace, str]] = {
    "slow": mark_message("slow"),
    "usual": mark_message("usual"),
    "fast": mark_message("fast"),
    "step": mark_message("one move at each touch"),
}
"""What the paces are called."""


class PaceTableOverlay(TableOverlay):
    """The paces, the present one marked; one that is touched holds from then on."""

    word = "pace"
    menu_order = 900

    @property
    def view(self) -> MakeView:
        """A question with large buttons."""
        from companion.screen.widgets.overlay import ChoiceOverlay

        return ChoiceOverlay

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel | None:
        """Its button in the menu, with the present pace, where virtual players sit at the table."""
        seats = {seat.colour for seat in context.snapshot.setup.seats}
        if not context.ui_state.is_virtual or seats <= set(context.ui_state.human_colours):
            return None
        _ = context.voice.translator.gettext
        pace = _(PACE_NAMES[context.snapshot.pace])
        return ChoiceModel("pace", _("Virtual players: {pace}", pace=pace), "next")

    def model(self, context: ScreenContext, subject: str) -> ChoiceOverlayModel:
        """All of them."""
        _, present = context.voice.translator.gettext, context.snapshot.pace
        paces = tuple(
            ChoiceModel(
                f"{self.word}/{pace}",
                capitalised(_(name)),
                "check" if pace == present else "",
                "chosen" if pace == present else "choice",
            )
            for pace, name in PACE_NAMES.items()
        )
        return ChoiceOverlayModel(_("How fast virtual players play"), paces, columns=1)

    def on_touch(self, kind: str, name: str) -> bool:
        """Set a pace, and go back to the table."""
        chosen = next((pace for pace in PACE_NAMES if pace == name), None)
        if kind != self.word or chosen is None:
            return False
        self.controller.post(SetPace(chosen))
        self.controller.close_all()
        return True
