"""Table check: the table as it is believed to lie, and beside a place that is touched what may be set there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kivy.metrics import mm
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.screen.default.checking import Check
from companion.screen.default.grid import draw_grid, squares
from companion.screen.default.places import Spot
from companion.screen.default.table import Board
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
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
    mix_colours,
)
from companion.screen.view_models import ChoiceModel, StepperModel
from companion.screen.widgets.button import ButtonStyle, PushButton
from companion.screen.widgets.overlay import GetTranslations, Overlay
from companion.screen.widgets.stepper import StepperView


class Tab(TouchableWidget):
    """Something to look at: a player, or (`place`) a part of the table."""

    NARROW = 18.0
    """Narrower than this, in millimetres, only the sign is shown."""

    def __init__(self, thing: str, words: str, symbol: str, chosen: bool, act: TouchHandler) -> None:
        self.words, self.symbol, self.chosen = words, symbol, chosen
        super().__init__(f"of/{thing}", act)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Colour, sign and name; paler when something else is looked at."""
        colour = PLAYER_COLOURS.get(self.symbol, RAISED_PANEL)
        if self.chosen:
            ink.fill_rect(whole, GOLD, mm(CORNER_RADIUS))
            whole = whole.inset(mm(0.5))
        paint = colour if self.chosen or self.is_pressed else mix_colours(colour, PANEL, 0.6)
        ink.fill_player_rect(self.symbol, whole, mm(CORNER_RADIUS), paint)
        player = self.symbol in PLAYER_COLOURS
        written = TEXT_ON_PLAYER_COLOURS[self.symbol] if self.chosen and player else CHALK
        picture = f"{self.symbol}/flat" if player else self.symbol
        narrow = whole.width < mm(self.NARROW)
        sign, name = whole.inset(mm(0.8 if narrow else 1.6), mm(1)).cut_left(
            mm(6), mm(0.3 if narrow else 1.4)
        )
        if narrow and player:
            ink.draw_symbol(picture, whole.inset(mm(1.2)), written)
            return
        ink.draw_symbol(picture, sign, written)
        ink.draw_text(self.words, name, LEAD_TEXT, written, bold=True)


class Tabs(ModelView[tuple[tuple[ChoiceModel, ...], tuple[Seat, ...], str]]):
    """Everything there is to look at, side by side: parts of the table, players, and which of them is looked at."""

    HIGH = 9.6

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        super().__init__()

    def on_model_changed(
        self, value: tuple[tuple[ChoiceModel, ...], tuple[Seat, ...], str], before: object
    ) -> None:
        """A tab each."""
        places, seats, chosen = value
        self.clear_widgets()
        all_ = [(each.touch_target, each.text, each.symbol) for each in places]
        all_ += [(seat.colour, seat.name, seat.colour) for seat in seats]
        for thing, words, symbol in all_:
            self.add_widget(Tab(thing, words, symbol, thing == chosen, self.act))

    def arrange_children(self, whole: Rect) -> None:
        """Equally wide."""
        for tab, cell in zip(
            reversed(self.children), whole.split_columns(max(1, len(self.children)), mm(GAP)), strict=False
        ):
            place_widget(tab, cell)


class GridFace(ModelView[Spot], TouchableWidget):
    """A grid: where a finger leaves it is what counts."""

    cell = ""

    def __init__(self, act: TouchHandler) -> None:
        super().__init__("grid", self._touched)
        self.tell = act

    def on_touch_up(self, touch: Any) -> bool:
        """On which square?"""
        assert self.model is not None
        lies = squares(self.model, self.rect).items()
        self.cell = next((name for name, rect in lies if rect.contains_point(*touch.pos)), "")
        return super().on_touch_up(touch)

    def _touched(self, _thing: str) -> None:
        if self.cell:
            self.tell(f"cell/{self.cell}")

    def paint_model(self, ink: Painter, whole: Rect, spot: Spot) -> None:
        """See default.grid."""
        draw_grid(ink, whole, spot)


class Entries(ModelView[tuple[StepperModel | ChoiceModel, ...]]):
    """Numbers and buttons, row by row."""

    HIGH = 15.4
    """Millimetres: no row is higher."""
    STEP = 9.2
    """The width of a button of a number."""

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.across = 2
        super().__init__()

    def on_model_changed(
        self,
        value: tuple[StepperModel | ChoiceModel, ...],
        before: tuple[StepperModel | ChoiceModel, ...] | None,
    ) -> None:
        """Numbers stay, so that one may be touched again and again."""
        if before is None or list(map(_alike, value)) != list(map(_alike, before)):
            self.clear_widgets()
            for each in value:
                self.add_widget(self._made(each))

    def mark(self, differs: Collection[str]) -> None:
        """Those numbers were set."""
        for widget, each in zip(reversed(self.children), self.model or (), strict=True):
            if isinstance(each, StepperModel):
                widget.show(each.value, each.text, marked=each.touch_target in differs)

    def _made(self, each: StepperModel | ChoiceModel) -> CanvasWidget:
        if isinstance(each, StepperModel):
            return StepperView(
                each.touch_target,
                self._count,
                each.symbol,
                maximum=each.maximum,
                button_width=self.STEP,
                is_label_above=True,
                unit=each.unit,
            )
        style: ButtonStyle = "chosen" if each.emphasis == "choice" else "plain"
        return PushButton(each.touch_target, self.act, each.text, each.symbol, style, max_lines=3)

    def _count(self, thing: str, number: int) -> None:
        self.act(f"count/{thing}={number}")

    def arrange_children(self, whole: Rect) -> None:
        """From the top."""
        rows = -(-len(self.children) // self.across) or 1
        high = min(whole.height, mm(self.HIGH) * rows)
        cells = whole.cut_top(high)[0].split_grid(self.across, rows, mm(GAP))
        for widget, cell in zip(reversed(self.children), cells, strict=False):
            place_widget(widget, cell)


def _alike(each: StepperModel | ChoiceModel) -> object:
    return replace(each, value=0, text="") if isinstance(each, StepperModel) else each


class CheckLayer(Overlay):
    """Tabs above everything; in the head what is wrong, and the button that writes it down. At the left the places, or
    a grid, at the right what may be set.
    """

    FOOT_HEIGHT = 0.0
    RIGHT = 62.0
    """Millimetres for what may be set beside the places."""
    FEW = 20
    """So many entries go four in a row, where there is nothing beside them; more go six in a row."""
    TITLE = 5.4
    BOARD = 0.6
    """The share of the places that a grid takes among them."""

    def __init__(self, act: TouchHandler, words: GetTranslations) -> None:
        self.tabs = Tabs(act)
        self.write = PushButton("write-down", act, symbol="quill", style="main", font_size=TITLE_TEXT)
        self.board = Board(
            lambda thing: act(thing if thing.startswith("about/") else f"at/{thing}"), self.BOARD
        )
        self.grid = GridFace(act)
        self.entries = Entries(act)
        self.title = Title()
        super().__init__(act, words)
        for part in (self.tabs, self.write, self.title, self.entries):
            self.add_widget(part)

    def show(self, value: Check) -> None:
        """Show what is believed, and what was set."""
        _ = self.get_translations().gettext
        self.header.show(_("Table check"), value.says, value.wrong)
        self.write.update(_("Write it down"), enabled=value.changed)
        self.tabs.show((value.tabs, value.seats, value.who))
        self.set_attached(self.board, bool(value.spots))
        self.set_attached(self.grid, value.grid is not None)
        if value.grid is not None:
            self.grid.show(value.grid)
        self.board.show((value.spots, (), False))
        self.title.show(value.title)
        self.entries.across = 2 if value.spots or value.grid else 4 if len(value.entries) <= self.FEW else 6
        self.entries.show(value.entries)
        self.entries.mark(value.differs)
        self.request_redraw()

    def arrange_children(self, whole: Rect) -> None:
        """The button stands in the head, so that there is room for all else."""
        super().arrange_children(whole)
        write, head = self.header.rect.cut_right(mm(44), mm(2))
        place_widget(self.header, head)
        place_widget(self.write, write)

    def arrange_body(self, rest: Rect, foot: Rect) -> None:
        """Tabs, then places, then entries."""
        rest = Rect(rest.x, foot.y, rest.width, rest.top - foot.y)
        tabs, rest = rest.cut_top(mm(Tabs.HIGH), mm(GAP))
        place_widget(self.tabs, tabs)
        if self.grid.parent is not None:
            left, rest = rest.cut_left(rest.height, mm(GAP + 1))
            place_widget(self.grid, left)
        elif self.board.parent is not None:
            right, left = rest.cut_right(mm(self.RIGHT if self.entries.model else 0), mm(GAP + 1))
            place_widget(self.board, left)
            rest = right
        title, rest = rest.cut_top(mm(self.TITLE if self.title.model else 0), mm(GAP))
        place_widget(self.title, title)
        place_widget(self.entries, rest)


class Title(ModelView[str]):
    """What may be set is about this."""

    def paint_model(self, ink: Painter, whole: Rect, value: str) -> None:
        """In one line, or two small ones."""
        if value:
            ink.draw_text(value, whole, LEAD_TEXT, CHALK, bold=True, max_lines=2)
