"""The switch-off page: shut down, restart, or back. What it does is decided by `power_desk`."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.controllers import PageController
from companion.screen.draw.canvas_widget import place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import LEAD_TEXT, MUTED, NOTE_TEXT, TITLE_TEXT
from companion.screen.pages.page import Framed, House
from companion.screen.pages.power.power import PowerPrompt
from companion.screen.widgets.button import PushButton

HIGH = 36.0
"""Of the two buttons, in millimetres."""


class PowerPage(Framed):
    """Two large buttons, and below each what comes of it. They are closed until the page has been in sight a while."""

    def __init__(self, house: House) -> None:
        self.poweroff = PushButton(
            "poweroff", self.touched, symbol="power", font_size=TITLE_TEXT, max_lines=1
        )
        self.reboot = PushButton("reboot", self.touched, symbol="turn", font_size=TITLE_TEXT, max_lines=1)
        super().__init__(house)
        self.add_widget(self.poweroff)
        self.add_widget(self.reboot)

    @property
    def _counter(self) -> PageController:
        """Whoever is on this page came by a door that is there for it only."""
        counter = self.house.desk.power_controller
        assert counter is not None
        return counter

    def entered(self) -> None:
        """The question is asked."""
        self._counter.open()

    def left(self) -> None:
        """It is not asked any more."""
        self._counter.close()

    def refresh(self) -> None:
        """The words, and whether an answer counts by now."""
        _ = self.house.words.gettext
        kept = self.house.model.saved_game is not None
        self.head(_("Switch off"), _("The game is kept; it is offered at the next start.") if kept else "")
        ready = self._prompt.ready
        self.poweroff.update(_("Shut down"), enabled=ready)
        self.reboot.update(_("Restart"), enabled=ready)
        self.request_redraw()

    @property
    def _prompt(self) -> PowerPrompt:
        return self.house.model.power_prompt or PowerPrompt()

    def touched(self, thing: str) -> None:
        """An answer, or the way out."""
        if thing in ("home", "back"):
            super().touched(thing)
        else:
            self._counter.touch(thing)

    def fill(self, rest: Rect) -> None:
        """Beside each other, away from where the door was."""
        for button, cell in zip((self.poweroff, self.reboot), self._cells(rest), strict=True):
            place_widget(button, cell.cut_top(mm(HIGH))[0])

    def _cells(self, rest: Rect) -> list[Rect]:
        """Where the buttons are, each with the words below it."""
        return list(rest.inset(mm(4), 0).cut_top(mm(5))[1].cut_top(mm(HIGH + 11))[0].split_columns(2, mm(6)))

    def paint(self, ink: Painter, whole: Rect) -> None:
        """What comes of either, and which buttons of the table answer too."""
        super().paint(ink, whole)
        _ = self.house.words.gettext
        said = (_("Then the plug may be pulled."), _("Herald is back in about half a minute."))
        for words, button in zip(said, (self.poweroff, self.reboot), strict=True):
            below = Rect(button.x, button.y - mm(10), button.width, mm(8))
            ink.draw_text(words, below, NOTE_TEXT, MUTED, halign="center")
        if self._prompt.button:
            foot = whole.inset(mm(6)).cut_bottom(mm(10))[0]
            answers = _("By the buttons: off once more, or yes, shuts down; no goes back.")
            ink.draw_text(answers, foot, LEAD_TEXT, MUTED, halign="center", max_lines=2)
