"""What an owner's copy of the Princes of Florence says and no rulebook prints, told by touch: the outline of each tile
and the least value of a work by round (P-M3, P-M4). The `Printed` of companion.screen.pages.new_game.edition_page.
"""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.rules.printed import DATA, MATERIAL, SQUARES, TILES, Printed, printed
from companion.games.florence.screen.ground import TILES as COLOURS
from companion.games.florence.screen.least import LeastButton, LeastRows
from companion.games.florence.screen.outline_grid import OutlineGrid
from companion.games.florence.screen.outlines import drawn, fault, outline_of
from companion.games.florence.screen.tile_button import Copied, TileButton
from companion.games.florence.screen.verdict import Verdict
from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, TOUCH_SIZE
from companion.screen.view_models import EditionModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.table_frame import GetTranslations as Texts
from companion.voice.translator import Translator

NAME, LEAST = "florence", "least"
FIRST = "university"
"""What lies on the page when it is first opened: the first building, of which the number of squares is known."""


class PrintedView(CanvasWidget):
    """At the left the grid with the tile that is drawn, or the values by round; at the right all there is to choose,
    what is still wrong, and keeping it. `act` gets `print/...` of companion.screen.pages.new_game.edition_controller.
    """

    ACROSS = 4

    def __init__(self, act: TouchHandler, words: Texts) -> None:
        self.act, self.texts = act, words
        self.copy = EditionModel(NAME)
        self.words = Translator(NAME, {}, "en")
        self.here: Printed = printed(())
        self.about = FIRST
        self.drafts: dict[str, int] = {}
        self.values: tuple[int, ...] = ()
        self.grid = OutlineGrid(self._drawn)
        self.rows = LeastRows(MATERIAL["rounds"], self._stepped)
        self.tiles = [TileButton(tile, self._choose) for tile in TILES]
        self.least = LeastButton("least", self._choose)
        self.verdict = Verdict()
        self.empty = PushButton("empty", self._empty, symbol="cross", style="quiet")
        self.assumed = PushButton("assumed", self._forget, symbol="undo", style="quiet")
        self.keep = PushButton("keep", self._keep, symbol="check", style="main")
        super().__init__()
        for part in (*self.tiles, self.least, self.verdict, self.empty, self.assumed, self.keep):
            self.add_widget(part)

    def show(self, copy: EditionModel, lang: str) -> None:
        """What the owner's file says, in words of this language; what is drawn and not kept stays."""
        if copy.edition_lines != self.copy.edition_lines:
            self.here = printed(copy.edition_lines)
        self.copy, self.words = copy, Translator(NAME, {}, lang)
        self._follow()

    # -- what stands

    def _told(self, about: str) -> bool:
        """Whether the owner's file says it."""
        name = "least values" if about == LEAST else f"outline {about}"
        return all(value.name != name for value in self.here.assumed)

    def _squares(self, tile: str) -> int:
        """What is drawn of a tile, else what holds now."""
        return self.drafts.get(tile, drawn(self.here.outlines[tile]))

    def _changed(self, about: str) -> bool:
        """Whether it was touched and not kept."""
        if about == LEAST:
            return self.values not in ((), self.here.least)
        squares = self._squares(about)
        return not squares or outline_of(squares) != self.here.outlines[about]

    def _follow(self) -> None:
        about, words = self.about, self.words
        for button in self.tiles:
            squares, chosen = self._squares(button.tile), button.tile == about
            outline = outline_of(squares) if squares else self.here.outlines[button.tile]
            told, changed = self._told(button.tile), self._changed(button.tile)
            button.show(Copied(words.name_of("face", button.tile), outline, told, changed, chosen))
        values = self.values or self.here.least
        name = words.gettext("Least value of a work, by round")
        self.least.show(Copied(name, tuple(values), self._told(LEAST), self._changed(LEAST), about == LEAST))
        if about == LEAST:
            rounds = range(1, len(values) + 1)
            said = [words.gettext("Round {round}", round=number) for number in rounds]
            self.rows.show(values, said, self.here.least)
        else:
            self.grid.show(self._squares(about), COLOURS[about])
        self.set_attached(self.grid, about != LEAST)
        self.set_attached(self.rows, about == LEAST)
        self._judge()
        self.request_redraw()

    def _judge(self) -> None:
        """What is wrong, and what can be done."""
        words, about = self.words, self.about
        wrong = self.copy.error or (self._fault(about) if about != LEAST else self._falling())
        told, changed = self._told(about), self._changed(about)
        of = SQUARES.get(about, 0)
        far = f"{self._squares(about).bit_count()} / {of}" if of else ""
        if wrong:
            self.verdict.show(wrong, "wrong", far=far, cut=bool(self.copy.error))
        elif changed:
            self.verdict.show(words.gettext("Is it as on your copy? Then keep it."), "ready", far=far)
        elif told:
            self.verdict.show(words.gettext("As on your copy."), "well", far=far)
        else:
            self.verdict.show(self._assumed(about), "open", far=far)
        self.keep.update(words.gettext("Keep"), enabled=not wrong and not (told and not changed))
        self.assumed.update(words.gettext("As assumed"), enabled=told or changed)
        self.empty.update(words.gettext("Empty"), enabled=about != LEAST and bool(self._squares(about)))

    def _fault(self, tile: str) -> str:
        words, squares = self.words, self._squares(tile)
        match fault(tile, squares):
            case "empty":
                return words.gettext("Touch the squares that the tile covers.")
            case "number":
                number, of = squares.bit_count(), SQUARES[tile]
                return words.gettext("Squares drawn: {number}. This building has {of}.", number=number, of=of)
            case "apart":
                return words.gettext("The squares must hang together by their edges.")
            case "too-big":
                return words.gettext("So large that it fits nowhere beside the palazzo.")
        return ""

    def _falling(self) -> str:
        values = self.values or self.here.least
        falling = list(values) != sorted(values)
        return self.words.gettext("No round asks for less than the one before.") if falling else ""

    def _assumed(self, about: str) -> str:
        words = self.words
        if about != LEAST:
            return words.gettext("Assumed: no rulebook prints it. Draw it as your tile is.")
        read = words.join_with_and(map(str, DATA["least"]["read"]))
        return words.gettext("The rulebook prints rounds {rounds}; all others are assumed.", rounds=read)

    # -- what is touched

    def _choose(self, thing: str) -> None:
        self.about = thing.removeprefix("tile/")
        self._follow()

    def _drawn(self, squares: int) -> None:
        self.drafts[self.about] = squares
        self._follow()

    def _stepped(self, values: tuple[int, ...]) -> None:
        self.values = values
        self._follow()

    def _empty(self, _thing: str) -> None:
        self._drawn(0)

    def _drop(self) -> None:
        """What was drawn and not kept."""
        self.drafts.pop(self.about, None)
        if self.about == LEAST:
            self.values = ()

    def _forget(self, _thing: str) -> None:
        """As the data has it, as before anybody drew."""
        told = self._told(self.about)
        self._drop()
        if told:
            self.act(f"print/{self._words_of(self.about)}=")
        self._follow()

    def _keep(self, _thing: str) -> None:
        if self.about == LEAST:
            value = " ".join(map(str, self.values or self.here.least))
        else:
            value = str(outline_of(self._squares(self.about)))
        self.act(f"print/{self._words_of(self.about)}={value}")

    @staticmethod
    def _words_of(about: str) -> str:
        """The words of the record that begin what is said about it."""
        return about if about == LEAST else f"outline {about}"

    # -- where it lies

    def arrange_children(self, whole: Rect) -> None:
        """A square at the left; at the right from the top tiles, values, verdict, buttons."""
        left, right = whole.cut_left(min(whole.height, whole.width * 0.52), mm(3))
        place_widget(self.grid, left.largest_square())
        place_widget(self.rows, left)
        foot, right = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
        for button, cell in zip(
            (self.empty, self.assumed, self.keep), foot.split_columns(3, mm(GAP)), strict=True
        ):
            place_widget(button, cell)
        verdict, right = right.cut_bottom(mm(11), mm(GAP))
        place_widget(self.verdict, verdict)
        rows = -(-(len(self.tiles) + 3) // self.ACROSS)
        cells = list(right.split_grid(self.ACROSS, rows, mm(1)))
        for button, cell in zip(self.tiles, cells, strict=False):
            place_widget(button, cell)
        first, last = cells[len(self.tiles)], cells[-1]
        place_widget(self.least, Rect(first.x, first.y, last.right - first.x, first.height))
