"""What covers the table: a whole page with its own head, until a touch closes it."""

from __future__ import annotations

from typing import Any

from kivy.metrics import mm

from companion.screen.draw.background import BackgroundWidget
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, PAGE_MARGIN, TOUCH_SIZE
from companion.screen.widgets.header_bar import HeaderBar
from companion.screen.widgets.table_frame import GetTranslations


class Overlay(BackgroundWidget):
    """The base class of pages over the table.

    `touch_handler` gets the touch target of whatever is touched, `home` and `back` among them.
    """

    is_modal = True
    FOOT_HEIGHT = TOUCH_SIZE
    """The height of the foot, in millimetres."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler = touch_handler
        self.get_translations = get_translations
        self.header = HeaderBar(touch_handler)
        super().__init__()
        self.add_widget(self.header)

    def show(self, model: Any) -> None:
        """Show a view model."""
        raise NotImplementedError

    @property
    def subject(self) -> str:
        """What stands above."""
        return f"{self.header.title} {self.header.progress}"

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        super().on_touch_down(touch)
        return True

    def arrange_body(self, body_rect: Rect, foot_rect: Rect) -> None:
        """Arrange what is between the head and the foot, and the buttons at the foot."""
        raise NotImplementedError

    def arrange_children(self, bounds: Rect) -> None:
        """Place the head, the body and the foot."""
        inner = bounds.inset(mm(PAGE_MARGIN))
        head, rest = inner.cut_top(mm(HeaderBar.HEIGHT), mm(GAP + 0.5))
        foot, rest = rest.cut_bottom(mm(self.FOOT_HEIGHT), mm(GAP + 0.5))
        place_widget(self.header, head)
        self.arrange_body(rest, foot)
