"""What is printed on this copy: outlines of landscapes and buildings, and the least values of works."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.edition import (
    EDITION_DATA,
    PIECE_COUNTS,
    SQUARES_BY_BUILDING,
    TILE_NAMES,
    Edition,
    load_edition,
)
from companion.games.florence.rules.grid_geometry import (
    GRID_SIZE,
    PALAZZO_SQUARES,
    SQUARE_BITS,
    TileOutline,
    iter_bits,
)
from companion.games.florence.screen.placement import HeldTile
from companion.games.florence.screen.principality import TILE_COLOURS
from companion.games.florence.screen.principality import TILE_COLOURS as COLOURS
from companion.games.florence.screen.status_panel import StatusPanel
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
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LEAD_TEXT,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    SEPIA,
    TOUCH_SIZE,
    WORN_PARCHMENT,
    YES_GREEN,
    Colour,
    mix_colours,
)
from companion.screen.view_models import EditionModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.stepper import StepperView
from companion.screen.widgets.table_frame import GetTranslations as Texts
from companion.voice.translator import Translator

NAME_HEIGHT = 3.9
"""The height of the name in millimetres."""


class PrintedValueModel(NamedTuple):
    """A printed value: its name, and what Herald believes is printed.

    `is_read_off`: the owner read it off the copy, otherwise it is assumed. `is_changed`: it was changed and
    not kept yet. `is_selected`: it is shown large.
    """

    name: str
    value: TileOutline | tuple[int, ...]
    is_read_off: bool
    is_changed: bool
    is_selected: bool


class PrintedValueButton(ModelView[PrintedValueModel], TouchableWidget):
    """A button for a printed value, on parchment while it is selected."""

    def paint_model(self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel) -> None:
        """Paint the background."""
        face, colour = (PARCHMENT, SEPIA) if printed_value.is_selected else (PANEL, CHALK)
        painter.fill_rect(bounds, WORN_PARCHMENT if printed_value.is_selected else BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(
            bounds.inset(mm(0.25)),
            mix_colours(face, GOLD, 0.3) if self.is_pressed else face,
            mm(CORNER_RADIUS - 0.25),
        )
        self.draw_content(painter, bounds, printed_value, colour)

    def draw_content(
        self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> None:
        """Draw the value; subclasses must override it, else NotImplementedError is raised."""
        raise NotImplementedError

    def draw_certainty(
        self, painter: Painter, room: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> Rect:
        """Draw at the right how certain the value is; returns the room that is left."""
        sign, room = room.cut_right(mm(3.7))
        corner = sign.cut_top(mm(3.7))[0]
        if printed_value.is_changed:
            painter.draw_symbol("quill", corner, colour)
        elif printed_value.is_read_off:
            painter.draw_symbol("check", corner, YES_GREEN)
        else:
            painter.draw_text(
                "?", corner, NUMBER_TEXT, colour, bold=True, halign="center", min_size=NUMBER_TEXT
            )
        return room


class TileOutlineButton(PrintedValueButton):
    """A tile, by its outline."""

    def __init__(self, tile: str, touch_handler: TouchHandler) -> None:
        self.tile = tile
        super().__init__(f"tile/{tile}", touch_handler)

    def draw_content(
        self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> None:
        """Draw its outline above its name."""
        name, picture = bounds.inset(mm(0.3), mm(0.5)).cut_bottom(mm(NAME_HEIGHT))
        painter.draw_text(printed_value.name, name, NOTE_TEXT, colour, halign="center")
        picture = self.draw_certainty(painter, picture, printed_value, colour)
        if isinstance(printed_value.value, TileOutline):
            paint_large_outline(painter, picture.inset(mm(0.4)), printed_value.value, TILE_COLOURS[self.tile])


def paint_large_outline(painter: Painter, room: Rect, drawn: TileOutline, colour: Colour) -> None:
    """Paint an outline as large as fits, without gaps between its squares."""
    high, wide = len(drawn.rows), len(drawn.rows[0])
    side = min(room.width / max(wide, 3), room.height / max(high, 3))
    place = room.centred(side * wide, side * high)
    cells = zip("".join(drawn.rows), place.split_grid(wide, high), strict=True)
    covered = [cell for mark, cell in cells if mark == "x"]
    for cell in covered:
        painter.fill_rect(cell.inset(-mm(0.3)), SEPIA)
    for cell in covered:
        painter.fill_rect(cell, colour)


HIGHEST_VALUE = 99


class LeastValuesPanel(CanvasWidget):
    """A row for each round: its label and the value, with one more and one less.

    `on_values_changed` receives all values.
    """

    ROUND_LABEL_WIDTH = 22.0
    ROW_HEIGHT = 9.4

    def __init__(self, rounds: int, on_values_changed: Callable[[tuple[int, ...]], None]) -> None:
        self.on_values_changed = on_values_changed
        self.values: tuple[int, ...] = (1,) * rounds
        self.round_labels: tuple[str, ...] = ("",) * rounds
        self.steppers = [
            StepperView(str(at), self._step, minimum=1, maximum=HIGHEST_VALUE) for at in range(rounds)
        ]
        super().__init__()
        for stepper in self.steppers:
            self.add_widget(stepper)

    def show(self, values: Sequence[int], round_labels: Sequence[str], previous: Sequence[int]) -> None:
        """Show these values, marked where they differ from `previous`."""
        self.values, self.round_labels = tuple(values), tuple(round_labels)
        for stepper, value, old in zip(self.steppers, values, previous, strict=True):
            stepper.show(value, is_highlighted=value != old)
        self.request_redraw()

    def _step(self, name: str, value: int) -> None:
        values = list(self.values)
        values[int(name)] = value
        self.on_values_changed(tuple(values))

    def _rows(self, bounds: Rect) -> list[tuple[Rect, Rect]]:
        rows = bounds.split_rows(len(self.steppers), mm(GAP))
        return [
            row.centred(row.width, min(row.height, mm(self.ROW_HEIGHT))).cut_left(mm(self.ROUND_LABEL_WIDTH))
            for row in rows
        ]

    def arrange_children(self, bounds: Rect) -> None:
        """Place the labels at the left and the values at the right."""
        for stepper, (_, value) in zip(self.steppers, self._rows(bounds), strict=True):
            place_widget(stepper, value)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the rounds."""
        for label, (label_rect, _) in zip(self.round_labels, self._rows(bounds), strict=True):
            painter.draw_text(label, label_rect, LEAD_TEXT, CHALK)


class LeastValuesButton(PrintedValueButton):
    """The button of all least values."""

    def draw_content(
        self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> None:
        """Draw the values below their name."""
        inner = self.draw_certainty(painter, bounds.inset(mm(0.6), mm(0.5)), printed_value, colour)
        name, values = inner.cut_top(inner.height * 0.45)
        painter.draw_text(printed_value.name, name, NOTE_TEXT, colour)
        if not isinstance(printed_value.value, TileOutline):
            numbers = " ".join(map(str, printed_value.value))
            painter.draw_text(numbers, values, NUMBER_TEXT, colour, bold=True, min_size=NUMBER_TEXT)


OutlineFault = Literal["", "empty", "number", "apart", "too-big"]


def centred_squares(outline: TileOutline) -> int:
    """The squares of an outline in the middle of the grid, as a set."""
    return HeldTile(outline).centred_on(GRID_SIZE / 2, GRID_SIZE / 2).spot.covered_squares


def outline_from_squares(squares: int) -> TileOutline:
    """The outline that covers these squares, wherever they lie on the grid."""
    columns, rows = (
        [bit % GRID_SIZE for bit in iter_bits(squares)],
        [bit // GRID_SIZE for bit in iter_bits(squares)],
    )
    return TileOutline(
        tuple(
            "".join("x" if squares >> column + GRID_SIZE * row & 1 else "." for column in _all(columns))
            for row in reversed(_all(rows))
        )
    )


def _all(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def find_outline_fault(tile: str, squares: int) -> OutlineFault:
    """Why the squares are not the outline of that tile yet."""
    if not squares:
        return "empty"
    if squares.bit_count() != SQUARES_BY_BUILDING.get(tile, squares.bit_count()):
        return "number"
    if not _is_connected(squares):
        return "apart"
    spots = grid_geometry.all_spots(outline_from_squares(squares))
    return "" if any(not spot.covered_squares & PALAZZO_SQUARES for spot in spots) else "too-big"


def _is_connected(squares: int) -> bool:
    """Whether all squares are connected by edges."""
    reached = squares & -squares
    while more := grid_geometry.neighbouring_squares(reached) & squares:
        reached |= more
    return reached == squares


class OutlineEditor(TouchableWidget):
    """A touch covers a square or frees it, and the stroke that follows does the same to others.

    `on_squares_changed` receives the set of squares.
    """

    def __init__(self, on_squares_changed: Callable[[int], None]) -> None:
        self.on_squares_changed = on_squares_changed
        self.squares = 0
        self.tile_colour = GOLD
        self.stroke_covers: bool | None = None
        """Whether the current stroke covers squares or frees them; None without a stroke."""
        super().__init__("grid", lambda _thing: None)

    def show(self, squares: int, colour: Colour) -> None:
        """Show these squares in the tile's colour."""
        if (squares, colour) != (self.squares, self.tile_colour):
            self.squares, self.tile_colour = squares, colour
            self.request_redraw()

    def cell_rect(self, bit: int) -> Rect:
        """The rectangle of a square."""
        whole = self.rect.largest_square()
        side = whole.width / GRID_SIZE
        return Rect(whole.x + bit % GRID_SIZE * side, whole.y + bit // GRID_SIZE * side, side, side)

    def _bit_at(self, x: float, y: float) -> int | None:
        """The square at a point; None beside the grid."""
        return next((bit for bit in SQUARE_BITS if self.cell_rect(bit).contains_point(x, y)), None)

    def accepts_touch(self, x: float, y: float) -> bool:
        """Whether the point is on the grid."""
        return self._bit_at(x, y) is not None

    def on_touch_down(self, touch: Any) -> bool:
        """Begin a stroke; the first square decides whether it covers or frees."""
        if not super().on_touch_down(touch):
            return False
        bit = self._bit_at(*touch.pos)
        assert bit is not None
        self.stroke_covers = not self.squares >> bit & 1
        self._stroke(bit)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Continue the stroke over other squares."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        bit = self._bit_at(*touch.pos)
        if bit is not None:
            self._stroke(bit)
        return True

    def _stroke(self, bit: int) -> None:
        new = self.squares | 1 << bit if self.stroke_covers else self.squares & ~(1 << bit)
        if new != self.squares:
            self.squares = new
            self.request_redraw()
            self.on_squares_changed(new)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint parchment with a grid; covered squares look like a tile."""
        plate = bounds.largest_square()
        painter.fill_rect(plate.inset(-mm(0.6)), mix_colours(WORN_PARCHMENT, SEPIA, 0.3), mm(CORNER_RADIUS))
        for bit in SQUARE_BITS:
            cell = self.cell_rect(bit).inset(mm(0.25))
            if self.squares >> bit & 1:
                painter.fill_rect(self.cell_rect(bit).inset(-mm(0.15)), SEPIA)
            else:
                painter.fill_rect(cell, PARCHMENT)
        for bit in SQUARE_BITS:
            if self.squares >> bit & 1:
                painter.fill_rect(self.cell_rect(bit).inset(mm(0.2)), self.tile_colour)


GAME_NAME, LEAST_VALUES = "florence", "least"
FIRST_TILE = "university"
"""The tile shown at first: the first building, whose number of squares is known."""


class EditionView(CanvasWidget):
    """The grid with the tile that is drawn, or the values by round, at the left; choices and buttons right.

    At the right are all values to choose from, what is still wrong, and the button that keeps it.
    `touch_handler` receives `print/...` as `companion.screen.pages.edition` reads it.
    """

    COLUMNS = 4

    def __init__(self, touch_handler: TouchHandler, get_translations: Texts) -> None:
        self.touch_handler, self.get_translations = touch_handler, get_translations
        self.edition_model = EditionModel(GAME_NAME)
        self.translator = Translator(GAME_NAME, {}, "en")
        self.edition: Edition = load_edition(())
        self.selected = FIRST_TILE
        self.drawn_squares: dict[str, int] = {}
        self.edited_least_values: tuple[int, ...] = ()
        self.outline_editor = OutlineEditor(self._on_outline_drawn)
        self.least_values_panel = LeastValuesPanel(PIECE_COUNTS["rounds"], self._on_least_values_changed)
        self.tile_buttons = [TileOutlineButton(tile, self._choose) for tile in TILE_NAMES]
        self.least_values_button = LeastValuesButton("least", self._choose)
        self.status_panel = StatusPanel()
        self.empty_button = PushButton("empty", self._empty, style="quiet")
        self.assumed_button = PushButton("assumed", self._reset_to_assumed, style="quiet")
        self.keep_button = PushButton("keep", self._keep, symbol="check", style="main")
        super().__init__()
        for part in (
            *self.tile_buttons,
            self.least_values_button,
            self.status_panel,
            self.empty_button,
            self.assumed_button,
            self.keep_button,
        ):
            self.add_widget(part)

    def show(self, copy: EditionModel, lang: str) -> None:
        """Show what the owner's file says, in that language; what is drawn and not kept stays."""
        if copy.edition_lines != self.edition_model.edition_lines:
            self.edition = load_edition(copy.edition_lines)
        self.edition_model, self.translator = copy, Translator(GAME_NAME, {}, lang)
        self._update_parts()

    # -- values

    def _is_in_edition(self, about: str) -> bool:
        """Whether the owner's file has the value."""
        name = "least values" if about == LEAST_VALUES else f"outline {about}"
        return all(value.name != name for value in self.edition.assumed_values)

    def _squares(self, tile: str) -> int:
        """The squares drawn for a tile, else those that hold now."""
        return self.drawn_squares.get(tile, centred_squares(self.edition.outlines[tile]))

    def _is_changed(self, about: str) -> bool:
        """Whether the value was changed and not kept."""
        if about == LEAST_VALUES:
            return self.edited_least_values not in ((), self.edition.least_by_round)
        squares = self._squares(about)
        return not squares or outline_from_squares(squares) != self.edition.outlines[about]

    def _update_parts(self) -> None:
        about, translator = self.selected, self.translator
        for button in self.tile_buttons:
            squares, chosen = self._squares(button.tile), button.tile == about
            outline = outline_from_squares(squares) if squares else self.edition.outlines[button.tile]
            read_off, changed = self._is_in_edition(button.tile), self._is_changed(button.tile)
            button.show(
                PrintedValueModel(translator.name_of("face", button.tile), outline, read_off, changed, chosen)
            )
        values = self.edited_least_values or self.edition.least_by_round
        name = translator.gettext("Least value of a work, by round")
        self.least_values_button.show(
            PrintedValueModel(
                name,
                tuple(values),
                self._is_in_edition(LEAST_VALUES),
                self._is_changed(LEAST_VALUES),
                about == LEAST_VALUES,
            )
        )
        if about == LEAST_VALUES:
            rounds = range(1, len(values) + 1)
            labels = [translator.gettext("Round {round}", round=number) for number in rounds]
            self.least_values_panel.show(values, labels, self.edition.least_by_round)
        else:
            self.outline_editor.show(self._squares(about), COLOURS[about])
        self.set_attached(self.outline_editor, about != LEAST_VALUES)
        self.set_attached(self.least_values_panel, about == LEAST_VALUES)
        self._update_status()
        self.request_redraw()

    def _update_status(self) -> None:
        """Show what is wrong, and what can be done."""
        translator, about = self.translator, self.selected
        wrong = self.edition_model.error or (
            self._outline_fault_text(about) if about != LEAST_VALUES else self._falling_values_text()
        )
        read_off, changed = self._is_in_edition(about), self._is_changed(about)
        of = SQUARES_BY_BUILDING.get(about, 0)
        far = f"{self._squares(about).bit_count()} / {of}" if of else ""
        if wrong:
            self.status_panel.show(wrong, "wrong", progress=far, may_be_cut=bool(self.edition_model.error))
        elif changed:
            self.status_panel.show(
                translator.gettext("Is it as on your copy? Then keep it."), "ready", progress=far
            )
        elif read_off:
            self.status_panel.show(translator.gettext("As on your copy."), "well", progress=far)
        else:
            self.status_panel.show(self._assumed_text(about), "open", progress=far)
        self.keep_button.update(
            translator.gettext("Keep"), enabled=not wrong and not (read_off and not changed)
        )
        self.assumed_button.update(translator.gettext("As assumed"), enabled=read_off or changed)
        self.empty_button.update(
            translator.gettext("Empty"), enabled=about != LEAST_VALUES and bool(self._squares(about))
        )

    def _outline_fault_text(self, tile: str) -> str:
        translator, squares = self.translator, self._squares(tile)
        match find_outline_fault(tile, squares):
            case "empty":
                return translator.gettext("Touch the squares that the tile covers.")
            case "number":
                number, of = squares.bit_count(), SQUARES_BY_BUILDING[tile]
                return translator.gettext(
                    "Squares drawn: {number}. This building has {of}.", number=number, of=of
                )
            case "apart":
                return translator.gettext("The squares must hang together by their edges.")
            case "too-big":
                return translator.gettext("So large that it fits nowhere beside the palazzo.")
        return ""

    def _falling_values_text(self) -> str:
        values = self.edited_least_values or self.edition.least_by_round
        falling = list(values) != sorted(values)
        return self.translator.gettext("No round asks for less than the one before.") if falling else ""

    def _assumed_text(self, about: str) -> str:
        translator = self.translator
        if about != LEAST_VALUES:
            return translator.gettext("Assumed: no rulebook prints it. Draw it as your tile is.")
        read = translator.join_with_and(map(str, EDITION_DATA["least"]["read"]))
        return translator.gettext("The rulebook prints rounds {rounds}; all others are assumed.", rounds=read)

    # -- touches

    def _choose(self, touch_target: str) -> None:
        self.selected = touch_target.removeprefix("tile/")
        self._update_parts()

    def _on_outline_drawn(self, squares: int) -> None:
        self.drawn_squares[self.selected] = squares
        self._update_parts()

    def _on_least_values_changed(self, values: tuple[int, ...]) -> None:
        self.edited_least_values = values
        self._update_parts()

    def _empty(self, _thing: str) -> None:
        self._on_outline_drawn(0)

    def _discard_draft(self) -> None:
        """Discard what was drawn and not kept."""
        self.drawn_squares.pop(self.selected, None)
        if self.selected == LEAST_VALUES:
            self.edited_least_values = ()

    def _reset_to_assumed(self, _thing: str) -> None:
        """Return to the value of the data file, as before anybody drew."""
        read_off = self._is_in_edition(self.selected)
        self._discard_draft()
        if read_off:
            self.touch_handler(f"print/{self._record_words(self.selected)}=")
        self._update_parts()

    def _keep(self, _thing: str) -> None:
        if self.selected == LEAST_VALUES:
            value = " ".join(map(str, self.edited_least_values or self.edition.least_by_round))
        else:
            value = str(outline_from_squares(self._squares(self.selected)))
        self.touch_handler(f"print/{self._record_words(self.selected)}={value}")

    @staticmethod
    def _record_words(about: str) -> str:
        """The words that begin the record line of that value."""
        return about if about == LEAST_VALUES else f"outline {about}"

    # -- layout

    def arrange_children(self, bounds: Rect) -> None:
        """Place a square at the left; at the right, from the top, tiles, values, status and buttons."""
        left, right = bounds.cut_left(min(bounds.height, bounds.width * 0.41), mm(3))
        place_widget(self.outline_editor, left.largest_square())
        place_widget(self.least_values_panel, left)
        foot, right = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
        for button, cell in zip(
            (self.empty_button, self.assumed_button, self.keep_button),
            foot.split_columns(3, mm(GAP)),
            strict=True,
        ):
            place_widget(button, cell)
        verdict, right = right.cut_bottom(mm(12.8), mm(GAP))
        place_widget(self.status_panel, verdict)
        rows = -(-(len(self.tile_buttons) + 3) // self.COLUMNS)
        cells = list(right.split_grid(self.COLUMNS, rows, mm(1)))
        for button, cell in zip(self.tile_buttons, cells, strict=False):
            place_widget(button, cell)
        first, last = cells[len(self.tile_buttons)], cells[-1]
        place_widget(self.least_values_button, Rect(first.x, first.y, last.right - first.x, first.height))
