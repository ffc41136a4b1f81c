"""The last message on the screen: that Herald is closing, and when the plug may be pulled."""

from __future__ import annotations

import gettext
from typing import Any

from kivy.metrics import mm

from companion.screen.app_state import PowerAction
from companion.screen.draw.background import BackgroundWidget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GOLD, HUGE_TEXT, LARGE_TEXT


class ClosingOverlay(BackgroundWidget):
    """Covers the whole window, so that nothing can be touched any more."""

    is_modal = True

    def __init__(
        self, action: PowerAction, translations: gettext.NullTranslations, warning: str = ""
    ) -> None:
        """`warning`: what is lost, "" for nothing."""
        self.action = action
        self.warning = warning
        self.translations = translations
        super().__init__()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        return True

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a symbol, one short line, what is lost, and below it what to do."""
        super().paint(painter, bounds)
        symbol, title, advice = self._closing_text()
        middle = bounds.centred(mm(136), mm(82 if self.warning else 66))
        sign, rest = middle.cut_top(mm(18), mm(5))
        painter.draw_symbol(symbol, sign.centred(mm(18), mm(18)), GOLD)
        head, rest = rest.cut_top(mm(12), mm(3))
        painter.draw_text(title, head, HUGE_TEXT, CHALK, bold=True, halign="center")
        if self.warning:
            lost, rest = rest.cut_top(mm(24), mm(3))
            painter.draw_text(
                self.warning, lost, LARGE_TEXT, GOLD, halign="center", valign="top", max_lines=4
            )
        painter.draw_text(advice, rest, LARGE_TEXT, CHALK, halign="center", valign="top", max_lines=3)

    def _closing_text(self) -> tuple[str, str, str]:
        _ = self.translations.gettext
        if self.action == PowerAction.REBOOT:
            return (
                "turn",
                _("Herald is restarting"),
                _("Herald is back in about half a minute. Leave the plug in."),
            )
        if self.action == PowerAction.RESTORED:
            return (
                "check",
                _("Everything is restored"),
                _("Herald ends now, and starts with it the next time."),
            )
        advice = _("Pull the plug once the screen is dark and the Pi's green light no longer blinks.")
        return "power", _("Herald is closing"), advice
