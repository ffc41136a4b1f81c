"""The power page: shut down, restart, or back, by touch or by the table's own buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.app_state import PowerAction, run_on_kivy_thread
from companion.screen.draw.canvas_widget import place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import LEAD_TEXT, MUTED, NOTE_TEXT, TITLE_TEXT
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.widgets.button import PushButton
from companion.table.messages import ReportInput, SeatButtonPressed, SessionMessage
from companion.table.table_hardware import POWER_BUTTON

if TYPE_CHECKING:
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

ANSWER_DELAY_SECONDS: Final = 1.0
"""Seconds before an answer counts: a finger that slips, or a second press by mistake, comes sooner."""
ACTION_BY_TARGET: Final = {"poweroff": PowerAction.POWEROFF, "reboot": PowerAction.REBOOT}
"""Touch target -> action."""
BUTTON_HEIGHT = 36.0
"""The height of the two buttons, in millimetres."""


class PowerPage(FramedPage):
    """Two large buttons, and below each what it does.

    They are disabled until the page has been visible for a while. Meanwhile the running game gets no input from
    readers and buttons.
    """

    def __init__(self, app: AppShell) -> None:
        self.poweroff = PushButton(
            "poweroff", self.on_touched, symbol="power", font_size=TITLE_TEXT, max_lines=1
        )
        self.reboot = PushButton("reboot", self.on_touched, symbol="turn", font_size=TITLE_TEXT, max_lines=1)
        self._hardware: TableHardware | None = None
        self._opening: Any = None
        self.is_ready = False
        super().__init__(app)
        self.add_widget(self.poweroff)
        self.add_widget(self.reboot)

    def on_enter(self) -> None:
        """Take over the input, and ask whether to shut down."""
        self._hardware = self.app.controller.hardware
        if self._hardware is not None:
            self._hardware.redirect_input(self)
        self._opening = Clock.schedule_once(self._ready, ANSWER_DELAY_SECONDS)

    def _ready(self, _elapsed: float) -> None:
        self.is_ready = True
        self.refresh()

    def on_leave(self) -> None:
        """Give the input back, and withdraw the question."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if self._hardware is not None:
            self._hardware.restore_input(self)
            self._hardware = None
        self.is_ready = False

    def refresh(self) -> None:
        """Show the texts, and whether an answer counts by now."""
        _ = self.app.translations.gettext
        saved_game = self.app.app_state.saved_game
        kept = saved_game is not None and saved_game.again is None
        self.show_header(
            _("Switch off"), _("The game is kept; it is offered at the next start.") if kept else ""
        )
        self.poweroff.update(_("Shut down"), enabled=self.is_ready)
        self.reboot.update(_("Restart"), enabled=self.is_ready)
        self.request_redraw()

    def on_touched(self, touch_target: str) -> None:
        """Take the answer, unless it comes too soon; the first one is final."""
        if touch_target not in ACTION_BY_TARGET:
            super().on_touched(touch_target)
        elif self.is_ready and self.app.app_state.closing_action is None:
            self.app.app_state.closing_action = ACTION_BY_TARGET[touch_target]

    # -- the table's buttons

    def on_requested(self) -> None:
        """The button `off` answers, too."""
        self.on_touched("poweroff")

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Handle a message of a reader or another button; called on its thread."""
        match message:
            case ReportInput(SeatButtonPressed(_, "yes")):
                run_on_kivy_thread(self.on_requested)
            case ReportInput(SeatButtonPressed(_, "no")):
                run_on_kivy_thread(self._go_back)

    def _go_back(self) -> None:
        if self._opening is not None:
            self.app.go_back()

    # -- how it looks

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
            painter.draw_text(words, below, NOTE_TEXT, MUTED, halign="center", max_lines=2)
        if self._hardware is not None and POWER_BUTTON in self._hardware.status().button_names:
            foot = bounds.inset(mm(6)).cut_bottom(mm(10))[0]
            answers = _("By the buttons: off once more, or yes, shuts down; no goes back.")
            painter.draw_text(answers, foot, LEAD_TEXT, MUTED, halign="center", max_lines=2)
