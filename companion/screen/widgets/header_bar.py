"""The head of a page: home, back, a title, and beneath it a line of advice."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, GOLD, MUTED, NOTE_TEXT, TITLE_TEXT, TOUCH_SIZE
from companion.screen.widgets.button import PushButton


class HeaderBar(CanvasWidget):
    """`touch_handler` gets `home_button` and `back_button`. `symbol` is a symbol before the title, `progress` a word at
    the right edge (how far one is).
    """

    HEIGHT = TOUCH_SIZE

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.title = self.subtitle = self.symbol = self.progress = ""
        self.is_urgent = False
        self.title_size = TITLE_TEXT
        self.home_button = PushButton("home", touch_handler, symbol="home")
        self.back_button = PushButton("back", touch_handler, symbol="back")
        super().__init__()
        self.add_widget(self.home_button)
        self.add_widget(self.back_button)

    def show(
        self,
        title: str,
        subtitle: str = "",
        is_urgent: bool = False,
        *,
        symbol: str = "",
        progress: str = "",
        title_size: float = TITLE_TEXT,
    ) -> None:
        """Say this; an urgent subtitle says what is still missing. `title_size` of the title in millimetres."""
        self.title, self.subtitle, self.is_urgent, self.symbol, self.progress = (
            title,
            subtitle,
            is_urgent,
            symbol,
            progress,
        )
        self.title_size = title_size
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Two buttons at the left."""
        home, rest = bounds.cut_left(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.home_button, home)
        place_widget(self.back_button, rest.cut_left(mm(TOUCH_SIZE))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """The words at the right of the buttons."""
        words = bounds.cut_left(2 * mm(TOUCH_SIZE) + mm(GAP), mm(3))[1].cut_right(mm(2.5))[1]
        if self.symbol:
            sign, words = words.cut_left(mm(10), mm(2.5))
            painter.draw_symbol(self.symbol, sign)
        if self.progress:
            far, words = words.cut_right(mm(20), mm(2))
            painter.draw_text(self.progress, far, TITLE_TEXT, MUTED, bold=True, halign="right")
        if self.subtitle:
            below, words = words.cut_bottom(mm(5.2))
            painter.draw_text(self.subtitle, below, NOTE_TEXT, GOLD if self.is_urgent else MUTED, max_lines=2)
        painter.draw_text(self.title, words, self.title_size, CHALK, bold=True)
