"""The page of what is printed only in the owner's copy: outlines of tiles, least values (P-M3, P-M4).

It is the edition view that `companion.screen.pages.edition` shows for this game.
"""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.rules.edition import (
    EDITION_DATA,
    PIECE_COUNTS,
    SQUARES_BY_BUILDING,
    TILE_NAMES,
    Edition,
    load_edition,
)
from companion.games.florence.screen.edition.edition_buttons import PrintedValueModel, TileOutlineButton
from companion.games.florence.screen.edition.least_values import LeastValuesButton, LeastValuesPanel
from companion.games.florence.screen.edition.outline_checks import (
    centred_squares,
    find_outline_fault,
    outline_from_squares,
)
from companion.games.florence.screen.edition.outline_editor import OutlineEditor
from companion.games.florence.screen.principality.principality_painter import TILE_COLOURS as COLOURS
from companion.games.florence.screen.status_panel import StatusPanel
from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, TOUCH_SIZE
from companion.screen.view_models import EditionModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.table_frame import GetTranslations as Texts
from companion.voice.translator import Translator

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
        self.empty_button = PushButton("empty", self._empty, symbol="cross", style="quiet")
        self.assumed_button = PushButton("assumed", self._reset_to_assumed, symbol="undo", style="quiet")
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
        left, right = bounds.cut_left(min(bounds.height, bounds.width * 0.52), mm(3))
        place_widget(self.outline_editor, left.largest_square())
        place_widget(self.least_values_panel, left)
        foot, right = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
        for button, cell in zip(
            (self.empty_button, self.assumed_button, self.keep_button),
            foot.split_columns(3, mm(GAP)),
            strict=True,
        ):
            place_widget(button, cell)
        verdict, right = right.cut_bottom(mm(11), mm(GAP))
        place_widget(self.status_panel, verdict)
        rows = -(-(len(self.tile_buttons) + 3) // self.COLUMNS)
        cells = list(right.split_grid(self.COLUMNS, rows, mm(1)))
        for button, cell in zip(self.tile_buttons, cells, strict=False):
            place_widget(button, cell)
        first, last = cells[len(self.tile_buttons)], cells[-1]
        place_widget(self.least_values_button, Rect(first.x, first.y, last.right - first.x, first.height))
