"""The power page: shut down, restart, or back. `power_controller` carries it out."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.controllers import PageController
from companion.screen.draw.canvas_widget import place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import LEAD_TEXT, MUTED, NOTE_TEXT, TITLE_TEXT
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.pages.power.power_models import PowerPromptModel
from companion.screen.widgets.button import PushButton

BUTTON_HEIGHT = 36.0
"""The height of the two buttons, in millimetres."""


class PowerPage(FramedPage):
    """Two large buttons, and below each what it does.

    They are disabled until the page has been visible for a while.
    """

    def __init__(self, app: AppShell) -> None:
        self.poweroff = PushButton(
            "poweroff", self.on_touched, symbol="power", font_size=TITLE_TEXT, max_lines=1
        )
        self.reboot = PushButton("reboot", self.on_touched, symbol="turn", font_size=TITLE_TEXT, max_lines=1)
        super().__init__(app)
        self.add_widget(self.poweroff)
        self.add_widget(self.reboot)

    @property
    def _controller(self) -> PageController:
        """The controller, which is there wherever this page can be reached."""
        controller = self.app.controller.power_controller
        assert controller is not None
        return controller

    def on_enter(self) -> None:
        """Ask the question."""
        self._controller.open()

    def on_leave(self) -> None:
        """Withdraw the question."""
        self._controller.close()

    def refresh(self) -> None:
        """Show the texts, and whether an answer counts by now."""
        _ = self.app.translations.gettext
        kept = self.app.app_state.saved_game is not None
        self.show_header(
            _("Switch off"), _("The game is kept; it is offered at the next start.") if kept else ""
        )
        ready = self._prompt.is_ready
        self.poweroff.update(_("Shut down"), enabled=ready)
        self.reboot.update(_("Restart"), enabled=ready)
        self.request_redraw()

    @property
    def _prompt(self) -> PowerPromptModel:
        return self.app.app_state.power_prompt or PowerPromptModel()

    def on_touched(self, touch_target: str) -> None:
        """Pass an answer on, or leave the page."""
        if touch_target in ("home", "back"):
            super().on_touched(touch_target)
        else:
            self._controller.touch(touch_target)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the buttons side by side, away from where the button to this page was."""
        for button, cell in zip((self.poweroff, self.reboot), self._cells(body_rect), strict=True):
            place_widget(button, cell.cut_top(mm(BUTTON_HEIGHT))[0])

    def _cells(self, rest: Rect) -> list[Rect]:
        """The rectangles of the buttons, each with the text below it."""
        return list(
            rest.inset(mm(4), 0).cut_top(mm(5))[1].cut_top(mm(BUTTON_HEIGHT + 11))[0].split_columns(2, mm(6))
        )

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint what either button does, and which buttons of the table answer too."""
        super().paint(painter, bounds)
        _ = self.app.translations.gettext
        effects = (_("Then the plug may be pulled."), _("Herald is back in about half a minute."))
        for words, button in zip(effects, (self.poweroff, self.reboot), strict=True):
            below = Rect(button.x, button.y - mm(10), button.width, mm(8))
            painter.draw_text(words, below, NOTE_TEXT, MUTED, halign="center")
        if self._prompt.has_off_button:
            foot = bounds.inset(mm(6)).cut_bottom(mm(10))[0]
            answers = _("By the buttons: off once more, or yes, shuts down; no goes back.")
            painter.draw_text(answers, foot, LEAD_TEXT, MUTED, halign="center", max_lines=2)
