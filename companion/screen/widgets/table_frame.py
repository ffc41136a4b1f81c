"""What the table view of every game has around its board.

The prompt is above, between the ways out; the hand, the answers and the undo button are below.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BAR_HEIGHT,
    BODY_TEXT,
    BORDER,
    CORNER_RADIUS,
    GAP,
    MUTED,
    NIGHT,
    PAGE_MARGIN,
    TOUCH_SIZE,
)
from companion.screen.view_models import TableFrameModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choice_panel import ChoicePanel
from companion.screen.widgets.event_panel import EventPanel
from companion.screen.widgets.hand_view import HandView, VirtualReaderView
from companion.screen.widgets.prompt_bar import PromptBar

CLOSED_SECONDS = 1.0
"""Seconds for which the place of "Done" stays closed after a move that ended by itself."""

READER_WIDTH = 16.0
"""Millimetres for the reader that is drawn on the screen."""
GetTranslations = Callable[[], gettext.NullTranslations]
"""Gives the screen's own texts in the language that is set."""


class ClosedPlace(CanvasWidget):
    """Where "Done" just lay: it says that the move has ended, and keeps the finger that comes out of habit."""

    def __init__(self) -> None:
        self.text = ""
        super().__init__()

    def show(self, text: str, rect: Rect) -> None:
        """Lie there and say so."""
        self.text = text
        place_widget(self, rect)
        self.request_redraw()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep what comes from what lies beneath."""
        return bool(self.collide_point(*touch.pos))

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a dark plate with the words."""
        painter.fill_rect(bounds, NIGHT, mm(CORNER_RADIUS))
        painter.outline_rect(bounds, BORDER, mm(0.25), mm(CORNER_RADIUS))
        painter.draw_text(self.text, bounds.inset(mm(1)), BODY_TEXT, MUTED, halign="center", max_lines=4)


class TableFrameView(CanvasWidget):
    """Everything that people need while playing, without scrolling.

    `touch_handler` gets the touch target of whatever is touched. A game's own view adds its board
    (`add_board_widget`) and places it (`arrange_board`).
    """

    FOOT_HEIGHT = 12.6
    """The height of the foot, in millimetres."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler = touch_handler
        self.get_translations = get_translations
        self.model: TableFrameModel | None = None
        self.home_button = PushButton("home", touch_handler, symbol="home")
        self.menu_button = PushButton("menu", touch_handler, symbol="menu")
        self.undo_button = PushButton("undo", touch_handler, symbol="undo")
        self.redo_button = PushButton("redo", touch_handler, symbol="redo")
        self.prompt_bar = PromptBar()
        self.event_panel = EventPanel()
        self.choice_panel = self.make_choice_panel()
        self.closed_place = ClosedPlace()
        self._open_place = Clock.create_trigger(
            lambda _elapsed: self.remove_widget(self.closed_place), CLOSED_SECONDS
        )
        self.virtual_reader = VirtualReaderView()
        self.hand_view = HandView(touch_handler, self.virtual_reader)
        super().__init__()
        for part in (
            self.home_button,
            self.menu_button,
            self.undo_button,
            self.prompt_bar,
            self.event_panel,
            self.choice_panel,
            self.hand_view,
        ):
            self.add_widget(part)

    def make_choice_panel(self) -> ChoicePanel:
        """The panel for the answers."""
        return ChoicePanel(self.touch_handler)

    def add_board_widget(self, child: Any) -> None:
        """Add a part of the board, beneath any card that is dragged."""
        self.add_widget(child, index=len(self.children))

    def set_attached(self, child: Any, is_attached: bool) -> None:
        """Show a part of the board, or no longer."""
        if is_attached != (child.parent is not None):
            (self.add_board_widget if is_attached else self.remove_widget)(child)

    def show_frame(self, model: TableFrameModel) -> None:
        """Show what is around the board."""
        if self.model is not None and model.line_count > self.model.line_count:
            self._close_place_of_done()
        self.model = model
        self.prompt_bar.show(model.prompt)
        self.event_panel.show(model.recent_events)
        self.choice_panel.show(model.choices)
        self.hand_view.show(model.hand_cards, model.enabled_targets)
        self.virtual_reader.show(self.get_translations().gettext("Reader"), self.is_card_awaited)
        if model.has_reader != (self.virtual_reader.parent is not None):
            if model.has_reader:
                self.add_widget(self.virtual_reader, index=1)  # beneath the cards
            else:
                self.remove_widget(self.virtual_reader)
        self.undo_button.update(enabled=model.can_undo)
        if model.can_redo != (self.redo_button.parent is not None):
            (self.add_widget if model.can_redo else self.remove_widget)(self.redo_button)
        self.request_redraw()

    def _close_place_of_done(self) -> None:
        """Where a move ended by itself, and not by an answer, keep the place of "Done" closed for a moment."""
        button = next((each for each in self.choice_panel.buttons if each.touch_target == "done"), None)
        touched, self.choice_panel.touched_target = self.choice_panel.touched_target, ""
        if button is None or touched:
            return
        text = self.get_translations().gettext("That move is done")
        self.closed_place.show(text, button.rect)
        if self.closed_place.parent is None:
            self.add_widget(self.closed_place)
        self._open_place.cancel()
        self._open_place()

    @property
    def is_card_awaited(self) -> bool:
        """Whether one of the cards may be played now."""
        return self.model is not None and any(
            card.touch_target in self.model.enabled_targets for card in self.model.hand_cards
        )

    @property
    def has_many_choices(self) -> bool:
        """Whether there are too many answers for one row: then they take the place of the board."""
        return self.choice_panel.buttons_in_one_row >= ChoicePanel.TOO_MANY_FOR_ONE_ROW

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Arrange the board in `board_rect`, between prompt and foot; `foot_rect` is the foot."""
        raise NotImplementedError

    def arrange_children(self, bounds: Rect) -> None:
        """Place the prompt above, the hand below, and the board between."""
        if self.model is None:
            return
        top, rest = bounds.inset(mm(PAGE_MARGIN), mm(1.0)).cut_top(mm(BAR_HEIGHT), mm(0.8))
        low, room = rest.cut_bottom(mm(self.FOOT_HEIGHT), mm(0.6))
        home, top = top.cut_left(mm(TOUCH_SIZE), mm(GAP))
        menu, top = top.cut_right(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.home_button, home)
        place_widget(self.menu_button, menu)
        if self.redo_button.parent is not None:  # away from the arrow, from take back and its Done
            redo, top = top.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.redo_button, redo)
        place_widget(self.prompt_bar, top)
        undo, foot = low.cut_right(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.undo_button, undo)
        self.arrange_foot(foot)
        self.arrange_board(room, low)
        for part in self.walk(restrict=True):
            if isinstance(part, CanvasWidget):
                part.set_pointed_at(part.represented_target in self.model.pointed_targets)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place the hand, the answers and the reader."""
        if self.virtual_reader.parent is not None:
            reader, foot_rect = foot_rect.cut_right(mm(READER_WIDTH), mm(GAP))
            place_widget(self.virtual_reader, reader)
        if not self.choice_panel.model:
            place_widget(self.hand_view, foot_rect)
            return
        if self.hand_view.card_models and not self.has_many_choices:
            room = foot_rect.width - mm(24) * self.choice_panel.buttons_in_one_row
            least = mm(HandView.MIN_CARD_WIDTH) * len(self.hand_view.places)
            awaited = self.is_card_awaited or any(card.printed_symbols for card in self.hand_view.card_models)
            wanted = (
                self.hand_view.preferred_width()
                if awaited or room > self.hand_view.preferred_width() or self.hand_view.has_gaps
                else least * 1.2
            )
            hand_rect, foot_rect = foot_rect.cut_left(max(least, min(wanted, room)), mm(GAP))
            place_widget(self.hand_view, hand_rect)
        place_widget(self.choice_panel, foot_rect)
