"""Table check: the table as Herald believes it to be, and beside a touched place what may be set there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from kivy.metrics import mm
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.default.place_models import PlaceModel
from companion.screen.default.place_view import paint_grid, square_rects
from companion.screen.default.table_check import TableCheckController, TableCheckModel
from companion.screen.default.table_view import PlacesView
from companion.screen.draw.canvas_widget import (
    CanvasWidget,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LEAD_TEXT,
    PANEL,
    PLAYER_COLOURS,
    RAISED_PANEL,
    TITLE_TEXT,
    mix_colours,
    text_colour_on,
)
from companion.screen.overlays import TableOverlay
from companion.screen.view_models import ChoiceModel, StepperModel
from companion.screen.widgets.button import ButtonStyle, PushButton
from companion.screen.widgets.overlay import Overlay
from companion.screen.widgets.stepper import StepperView
from companion.screen.widgets.table_frame import GetTranslations
from companion.table.messages import CorrectPosition


class TableCheckTab(TouchableWidget):
    """A tab: a player, or a part of the table."""

    SYMBOL_ONLY_WIDTH = 18.0
    """Below this width, in millimetres, only the symbol is shown."""

    def __init__(
        self, touch_target: str, words: str, symbol: str, is_selected: bool, touch_handler: TouchHandler
    ) -> None:
        self.text, self.symbol, self.is_selected = words, symbol, is_selected
        super().__init__(f"of/{touch_target}", touch_handler)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint colour, symbol and name; paler when another tab is selected."""
        colour = PLAYER_COLOURS.get(self.symbol, RAISED_PANEL)
        if self.is_selected:
            painter.fill_rect(bounds, GOLD, mm(CORNER_RADIUS))
            bounds = bounds.inset(mm(0.5))
        paint = colour if self.is_selected or self.is_pressed else mix_colours(colour, PANEL, 0.6)
        painter.fill_player_rect(self.symbol, bounds, mm(CORNER_RADIUS), paint)
        player = self.symbol in PLAYER_COLOURS
        written = text_colour_on(paint)
        picture = f"{self.symbol}/flat" if player else self.symbol
        narrow = bounds.width < mm(self.SYMBOL_ONLY_WIDTH)
        sign, name = bounds.inset(mm(0.8 if narrow else 1.6), mm(1)).cut_left(
            mm(6), mm(0.3 if narrow else 1.4)
        )
        if narrow and player:
            painter.draw_symbol(picture, bounds.inset(mm(1.2)), written)
            return
        painter.draw_symbol(picture, sign, written)
        painter.draw_text(self.text, name, LEAD_TEXT, written, bold=True, may_truncate=True)


class TableCheckTabs(ModelView[tuple[tuple[ChoiceModel, ...], tuple[Seat, ...], str]]):
    """The tabs side by side: parts of the table and players.

    The model's third part is the selected one.
    """

    HEIGHT = 9.6

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        super().__init__()

    def on_model_changed(
        self, model: tuple[tuple[ChoiceModel, ...], tuple[Seat, ...], str], previous: object
    ) -> None:
        """Make the tabs."""
        places, seats, chosen = model
        self.clear_widgets()
        tabs = [(each.touch_target, each.text, each.symbol) for each in places]
        tabs += [(seat.colour, seat.shown_name, seat.colour) for seat in seats]
        for target, words, symbol in tabs:
            self.add_widget(TableCheckTab(target, words, symbol, target == chosen, self.touch_handler))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the tabs, all of the same width."""
        for tab, cell in zip(
            reversed(self.children), bounds.split_columns(max(1, len(self.children)), mm(GAP)), strict=False
        ):
            place_widget(tab, cell)


class GridView(ModelView[PlaceModel], TouchableWidget):
    """A grid: the square where a finger leaves it counts."""

    released_square = ""

    def __init__(self, touch_handler: TouchHandler) -> None:
        super().__init__("grid", self._touched)
        self.on_square_touch = touch_handler

    def on_touch_up(self, touch: Any) -> bool:
        """Find the square under the finger."""
        assert self.model is not None
        rects = square_rects(self.model, self.rect).items()
        self.released_square = next((name for name, rect in rects if rect.contains_point(*touch.pos)), "")
        return super().on_touch_up(touch)

    def _touched(self, _touch_target: str) -> None:
        if self.released_square:
            self.on_square_touch(f"cell/{self.released_square}")

    def paint_model(self, painter: Painter, bounds: Rect, place: PlaceModel) -> None:
        """Paint the grid."""
        paint_grid(painter, bounds, place)


class EntriesView(ModelView[tuple[StepperModel | ChoiceModel, ...]]):
    """Numbers and buttons, row by row."""

    ROW_HEIGHT = 15.4
    """The greatest height of a row, in millimetres."""
    STEP_BUTTON_WIDTH = 9.2
    """The width of the buttons of a number, in millimetres."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.column_count = 2
        super().__init__()

    def on_model_changed(
        self,
        model: tuple[StepperModel | ChoiceModel, ...],
        previous: tuple[StepperModel | ChoiceModel, ...] | None,
    ) -> None:
        """Keep the widgets of numbers, so that one may be touched again and again."""
        if previous is None or list(map(_without_number, model)) != list(map(_without_number, previous)):
            self.clear_widgets()
            for each in model:
                self.add_widget(self._make_widget(each))

    def mark_changed(self, differs: Collection[str]) -> None:
        """Mark these numbers as changed."""
        for widget, each in zip(reversed(self.children), self.model or (), strict=True):
            if isinstance(each, StepperModel):
                widget.show(each.value, each.text, is_highlighted=each.touch_target in differs)

    def _make_widget(self, each: StepperModel | ChoiceModel) -> CanvasWidget:
        if isinstance(each, StepperModel):
            return StepperView(
                each.touch_target,
                self._count,
                each.symbol,
                maximum=each.maximum,
                button_width=self.STEP_BUTTON_WIDTH,
                is_label_above=True,
                unit=each.unit,
            )
        style: ButtonStyle = "chosen" if each.emphasis == "choice" else "plain"
        return PushButton(each.touch_target, self.touch_handler, each.text, each.symbol, style, max_lines=3)

    def _count(self, touch_target: str, number: int) -> None:
        self.touch_handler(f"count/{touch_target}={number}")

    def arrange_children(self, bounds: Rect) -> None:
        """Place the entries from the top."""
        rows = -(-len(self.children) // self.column_count) or 1
        high = min(bounds.height, mm(self.ROW_HEIGHT) * rows)
        cells = bounds.cut_top(high)[0].split_grid(self.column_count, rows, mm(GAP))
        for widget, cell in zip(reversed(self.children), cells, strict=False):
            place_widget(widget, cell)


def _without_number(each: StepperModel | ChoiceModel) -> object:
    return replace(each, value=0, text="") if isinstance(each, StepperModel) else each


class TableCheckOverlay(Overlay):
    """The view of the table check.

    Above are the tabs; in the head is what is wrong, and the button that records the correction. The places,
    or a grid, are at the left, and what may be set at the right.
    """

    FOOT_HEIGHT = 0.0
    ENTRIES_WIDTH = 62.0
    """Millimetres for the entries beside the places."""
    FEW_ENTRIES = 20
    """Up to so many entries go four in a row, where there is nothing beside them; more go six in a row."""
    TITLE_HEIGHT = 5.4
    GRID_SHARE = 0.6
    """The share of the places that a grid takes among them."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.tabs = TableCheckTabs(touch_handler)
        self.write_button = PushButton(
            "write-down", touch_handler, symbol="quill", style="main", font_size=TITLE_TEXT
        )
        self.places_view = PlacesView(
            lambda target: touch_handler(target if target.startswith("about/") else f"at/{target}"),
            self.GRID_SHARE,
        )
        self.grid_view = GridView(touch_handler)
        self.entries_view = EntriesView(touch_handler)
        self.title_view = EntriesTitleView()
        super().__init__(touch_handler, get_translations)
        for part in (self.tabs, self.write_button, self.title_view, self.entries_view):
            self.add_widget(part)

    def show(self, model: TableCheckModel) -> None:
        """Show what is believed, and what was set."""
        _ = self.get_translations().gettext
        self.header.show(_("Table check"), model.message, model.has_error)
        self.write_button.update(_("Write it down"), enabled=model.has_changes)
        self.tabs.show((model.tabs, model.seats, model.selected_tab))
        self.set_attached(self.places_view, bool(model.places))
        self.set_attached(self.grid_view, model.grid is not None)
        if model.grid is not None:
            self.grid_view.show(model.grid)
        self.places_view.show((model.places, (), False))
        self.title_view.show(model.title)
        self.entries_view.column_count = (
            2 if model.places or model.grid else 4 if len(model.entries) <= self.FEW_ENTRIES else 6
        )
        self.entries_view.show(model.entries)
        self.entries_view.mark_changed(model.changed_counts)
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the button in the head, so that there is room for all else."""
        super().arrange_children(bounds)
        write, head = self.header.rect.cut_right(mm(44), mm(2))
        place_widget(self.header, head)
        place_widget(self.write_button, write)

    def arrange_body(self, body_rect: Rect, foot_rect: Rect) -> None:
        """Place tabs, then places, then entries."""
        body_rect = Rect(body_rect.x, foot_rect.y, body_rect.width, body_rect.top - foot_rect.y)
        tabs, body_rect = body_rect.cut_top(mm(TableCheckTabs.HEIGHT), mm(GAP))
        place_widget(self.tabs, tabs)
        if self.grid_view.parent is not None:
            left, body_rect = body_rect.cut_left(body_rect.height, mm(GAP + 1))
            place_widget(self.grid_view, left)
        elif self.places_view.parent is not None:
            right, left = body_rect.cut_right(
                mm(self.ENTRIES_WIDTH if self.entries_view.model else 0), mm(GAP + 1)
            )
            place_widget(self.places_view, left)
            body_rect = right
        title, body_rect = body_rect.cut_top(mm(self.TITLE_HEIGHT if self.title_view.model else 0), mm(GAP))
        place_widget(self.title_view, title)
        place_widget(self.entries_view, body_rect)


class EntriesTitleView(ModelView[str]):
    """What the entries are about."""

    def paint_model(self, painter: Painter, bounds: Rect, model: str) -> None:
        """Paint it in one line, or two small ones."""
        if model:
            painter.draw_text(model, bounds, LEAD_TEXT, CHALK, bold=True, max_lines=2)


class CheckTableOverlay(TableOverlay):
    """The table check of any game, from when it is opened until it is left or recorded."""

    word = "check"
    menu_order = 30
    view = TableCheckOverlay

    def on_open(self, subject: str) -> None:
        """Begin with the table as it is now."""
        self._check = TableCheckController(self.controller.get_context())

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel:
        """Its button in the menu."""
        return ChoiceModel("check", context.voice.translator.gettext("Table check"), "hand")

    def model(self, context: ScreenContext, subject: str) -> TableCheckModel:
        """The table as it was set."""
        return self._check.make_model(context)

    def on_touch(self, kind: str, name: str) -> bool:
        """Record what was set, or set something."""
        if kind == "write-down":
            self.controller.post(CorrectPosition(self._check.corrections))
            return True
        return self._check.touch(kind, name)

    def on_line_accepted(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """Close it: its table has changed."""
        self.controller.close(self.word)

    def on_table_corrected(self) -> None:
        """Go back to the table."""
        if self.controller.is_opened(self.word):
            self.controller.close_all()
