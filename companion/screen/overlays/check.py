"""Table check: the table as Herald believes it to be, and beside a touched place what may be set there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kivy.metrics import mm
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.default.place_models import PlaceModel
from companion.screen.default.place_view import (
    LABEL_HEIGHT,
    PlaceView,
    paint_grid,
    place_rects,
    square_rects,
)
from companion.screen.default.table_check import EntryGrid, TableCheckController, TableCheckModel
from companion.screen.default.table_view import PlacesView
from companion.screen.draw.canvas_widget import (
    CanvasWidget,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LEAD_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
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
        sign, name = bounds.inset(mm(0.8 if narrow else 1.0), mm(1)).cut_left(
            mm(5), mm(0.3 if narrow else 0.8)
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
        """Paint the grid, which is open."""
        painter.fill_rect(bounds.largest_square(), PANEL, mm(CORNER_RADIUS))
        paint_grid(painter, bounds, place)
        painter.outline_rect(bounds.largest_square(), GOLD, mm(0.5), mm(CORNER_RADIUS))


class LyingPlacesView(PlacesView):
    """Places that stay where they stand, whatever comes to lie in them: those of a board as they lie on it."""

    GRID_SHARE = 0.6
    """The share of the width that a grid takes among other places."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.believed: Sequence[PlaceModel] = ()
        self.squares: Mapping[str, tuple[int, int]] = {}
        super().__init__(touch_handler, self.GRID_SHARE)

    def on_model_changed(
        self, model: tuple[Sequence[PlaceModel], Sequence[PlaceModel], bool], previous: object
    ) -> None:
        """Make a view for each place."""
        kind = SquareView if self.squares else PlaceView
        if any(type(view) is not kind for view in self.place_views):
            self.sync_children(self.place_views, (), lambda spot: kind(spot, self.touch_handler))
        self.sync_children(self.place_views, model[0], lambda spot: kind(spot, self.touch_handler))

    def rects(self, bounds: Rect) -> Mapping[str, Rect]:
        """Where the places stand, by their touch targets."""
        return board_rects(bounds, self.squares) or dict(
            place_rects(bounds, self.believed, mm(1), self.board_share)
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place them."""
        rects = self.rects(bounds)
        for view in self.place_views:
            place_widget(view, rects[view.touch_target])


class SquareView(PlaceView):
    """A place on a board: what lies there stands in one line, however much it is."""

    TOKEN_WIDTH = 8.4
    """The greatest width of a token, in millimetres."""

    def paint_model(self, painter: Painter, bounds: Rect, place: PlaceModel) -> None:
        """Paint name and pieces; what else is known only where that leaves room."""
        self._paint_plate(painter, bounds, replace(place, tokens=(), facts=()))
        _, room = bounds.inset(mm(1.2), mm(1)).cut_top(mm(LABEL_HEIGHT), mm(0.2))
        width = min(mm(self.TOKEN_WIDTH), room.width / max(1, len(place.tokens)))
        for token in place.tokens:
            cell, room = room.cut_left(width)
            cell = cell.inset(mm(0.2), 0)
            painter.fill_rect(cell, GOLD if token.is_new else PARCHMENT, mm(0.9))
            number = str(token.count) if token.count > 1 else ""
            needed = text_width(number, font_pixels(NUMBER_TEXT), True) + 1.0 if number else 0.0
            text_rect, sign = cell.inset(mm(0.3), 0).cut_right(needed)
            if token.appearance.main_symbol:
                painter.draw_symbol(token.appearance.main_symbol, sign.inset(0, mm(0.4)), ART_COLOURS["leaf"])
            else:
                painter.draw_text(token.appearance.name, sign, SMALL_TEXT, SEPIA, may_truncate=True)
            painter.draw_text(number, text_rect, NUMBER_TEXT, SEPIA, bold=True, halign="right")
        self._paint_facts(painter, ", ".join(place.facts), room)


def board_rects(bounds: Rect, squares: Mapping[str, tuple[int, int]]) -> dict[str, Rect]:
    """The rectangles of places by column and row: each as wide as the others in its row leave room, like bricks."""
    if not squares:
        return {}
    columns, rows = (max(each[at] for each in squares.values()) for at in (0, 1))
    there = set(squares.values())
    wide = next(
        each
        for each in range(1, columns + 2)
        if each > columns or any((column + each, row) in there for column, row in there)
    )
    step, high = bounds.width / (columns + wide), bounds.height / (rows + 1)
    return {
        target: Rect(bounds.x + step * column, bounds.top - high * (row + 1), step * wide, high)
        for target, (column, row) in squares.items()
    }


class EntryButton(PushButton):
    """A button whose symbol gives way where its text would be too small."""

    def _fits_both(self, inner: Rect, bold: bool) -> bool:
        pixels, room = font_pixels(SMALL_TEXT), inner.width - min(mm(7), inner.height) - mm(1.4)
        return fit_text(self.text, room, inner.height, pixels, pixels, bold, self.max_lines).fits


EntryCells = tuple[tuple[StepperModel | ChoiceModel, ...], tuple[int, ...], EntryGrid]
"""The entries, the index of the cell of each, and the columns and rows."""


class EntriesView(ModelView[EntryCells]):
    """Numbers and buttons, each in its cell."""

    STEP_BUTTON_WIDTH = 9.2
    """The width of the buttons of a number, in millimetres."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        super().__init__()

    def on_model_changed(self, model: EntryCells, previous: EntryCells | None) -> None:
        """Keep the widgets of numbers, so that one may be touched again and again."""
        if previous is None or [*map(_without_number, model[0])] != [*map(_without_number, previous[0])]:
            self.clear_widgets()
            for each in model[0]:
                self.add_widget(self._make_widget(each))

    def mark_changed(self, differs: Collection[str]) -> None:
        """Mark these numbers as changed."""
        for widget, each in zip(reversed(self.children), self.model[0] if self.model else (), strict=True):
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
        return EntryButton(each.touch_target, self.touch_handler, each.text, each.symbol, style, max_lines=3)

    def _count(self, touch_target: str, number: int) -> None:
        self.touch_handler(f"count/{touch_target}={number}")

    def arrange_children(self, bounds: Rect) -> None:
        """Place each entry in its cell."""
        if self.model is None:
            return
        columns, rows = self.model[2]
        cells = [*bounds.split_grid(columns, rows, mm(GAP))]
        for widget, at in zip(reversed(self.children), self.model[1], strict=True):
            place_widget(widget, cells[at])


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
    TITLE_HEIGHT = 5.4
    takes_width = False
    """Whether nothing stands beside the places."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.tabs = TableCheckTabs(touch_handler)
        self.write_button = PushButton(
            "write-down", touch_handler, symbol="quill", style="main", font_size=TITLE_TEXT
        )
        self.places_view = LyingPlacesView(
            lambda target: touch_handler(target if target.startswith("about/") else f"at/{target}")
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
        self.takes_width = model.takes_width
        self.places_view.believed, self.places_view.squares = model.believed_places, model.board_squares
        self.places_view.show((tuple(spot for spot in model.places if spot != model.grid), (), False))
        self.title_view.show(model.title)
        self.entries_view.show((model.entries, model.cells, model.entry_grid))
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
        if self.places_view.parent is not None:
            left = body_rect
            if not self.takes_width:
                body_rect, left = body_rect.cut_right(mm(self.ENTRIES_WIDTH), mm(GAP + 1))
            place_widget(self.places_view, left)
            if self.grid_view.parent is not None and self.grid_view.model is not None:
                grid = self.grid_view.model.touch_target
                place_widget(self.grid_view, self.places_view.rects(self.places_view.rect)[grid])
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
