"""The readers, one a row: how each is, and what it has been through. Lights, buttons and the sounder are tried here."""

from __future__ import annotations

from math import ceil
from typing import Final

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY_TEXT, CHALK, GAP, MUTED, TITLE_TEXT, TOUCH_SIZE
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.page import Framed, House
from companion.screen.pages.readers.bench import Bench
from companion.screen.pages.readers.bench_words import HEADS
from companion.screen.pages.readers.reader_row import Heads, Pressed, ReaderRow, TroubleRow
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choice_overlay import ChoiceOverlay
from companion.screen.widgets.item_list import PagerBar

SHOWS: Final = {"off": "lamp", "go": "check", "no": "cross", "think": "more"}
"""What a light shows, on its button."""

LIGHT = 11.5
"""Millimetres for the button of a light."""


class ReadersPage(Framed):
    """Rows, some at a time; below them the buttons of the table and the sounder."""

    FOOT = 10.0
    HEADS = 4.4
    ROWS = 5

    def __init__(self, house: House) -> None:
        self.heads, self.pressed = Heads(), Pressed()
        self.rows = [ReaderRow(self.touched) for _ in range(self.ROWS)]
        self.lights = [PushButton("", self.touched, symbol="lamp") for _ in range(self.ROWS)]
        self.troubles: list[TroubleRow] = []
        self.sounder = PushButton("sound", self.touched, symbol="speaker", max_lines=1)
        self.anew = PushButton("anew", self.touched, symbol="turn", style="quiet")
        self.pager = PagerBar(self._turn)
        self.at = 0
        self.asked = ""
        super().__init__(house)
        self.layer = ChoiceOverlay(self.touched, lambda: house.words)
        self.add_widget(self.pressed)

    def entered(self) -> None:
        """From now on the readers are looked at."""
        self.asked = ""
        self.house.desk.readers_controller.open()

    def left(self) -> None:
        """No longer."""
        self.house.desk.readers_controller.close()

    def touched(self, thing: str) -> None:
        """A reader is looked at closely here; what is tried is tried by the desk."""
        if thing.startswith("reader/"):
            self.asked = thing.removeprefix("reader/")
        elif thing == "back" and self.asked:
            self.asked = ""
        elif thing in ("home", "back"):
            super().touched(thing)
            return
        else:
            self.house.desk.readers_controller.touch(thing)
            return
        self.refresh()

    def _turn(self, thing: str) -> None:
        self.at += 1 if thing == "later" else -1
        self.refresh()

    @property
    def bench(self) -> Bench:
        """What there is to show."""
        return self.house.model.readers or Bench(())

    def refresh(self) -> None:
        """As they are."""
        _ = self.house.words.gettext
        value = self.bench
        self.head(_("Readers"), value.note if value.rows else "", urgent=value.urgent)
        self.heads.show(tuple(_(words) for words in HEADS))
        self.pressed.show(value.buttons)
        self.sounder.update(_("Sound"))
        self.anew.update(_("Count anew"))
        self._show_rows(value)
        for part, here in (
            (self.heads, bool(value.rows)),
            (self.anew, bool(value.rows)),
            (self.sounder, value.sounder),
            (self.pager, self._pages > 1),
        ):
            self._place(part, here)
        self._look_closely(value)
        self.request_redraw()

    def _show_rows(self, value: Bench) -> None:
        """Those of this page: readers, then troubles."""
        self.at = min(self.at, self._pages - 1)
        first = self.at * self.ROWS
        shown = value.rows[first : first + self.ROWS]
        for at, (row, light) in enumerate(zip(self.rows, self.lights, strict=True)):
            here = at < len(shown)
            if here:
                row.show(shown[at])
                light.touch_target = f"light/{shown[at].zone}"
                light.update(symbol=SHOWS.get(shown[at].light, "lamp"))
            self._place(row, here)
            self._place(light, here and bool(shown[at].light))
        for old in self.troubles:
            self.remove_widget(old)
        rest = [*([""] * len(value.rows)), *value.troubles][first : first + self.ROWS][len(shown) :]
        self.troubles = [TroubleRow(words) for words in rest]
        for trouble in self.troubles:
            self._place(trouble, True)

    @property
    def _pages(self) -> int:
        return ceil((len(self.bench.rows) + len(self.bench.troubles)) / self.ROWS) or 1

    def _place(self, part: CanvasWidget, here: bool) -> None:
        """Put a part there, beneath what lies over the page, or take it away."""
        if here and part.parent is None:
            self.add_widget(part, index=len(self.children))
        elif not here and part.parent is not None:
            self.remove_widget(part)

    def _look_closely(self, value: Bench) -> None:
        """One reader over all else, with the machine's own words."""
        row = next((row for row in value.rows if row.zone == self.asked), None)
        if row is not None:
            self.layer.show(ChoiceOverlayModel(row.place, (), f"{row.zone}  {row.chip}", row.advice))
        self.set_attached(self.layer, row is not None)

    def arrange_children(self, whole: Rect) -> None:
        """A button in the head; over it all what lies over it."""
        super().arrange_children(whole)
        if self.anew.parent is not None:
            anew, head = self.bar.rect.cut_right(mm(32), mm(GAP))
            place_widget(self.anew, anew)
            place_widget(self.bar, head)
        if self.layer.parent is not None:
            place_widget(self.layer, whole)

    def fill(self, rest: Rect) -> None:
        """From below: buttons and sounder, rows, what their numbers are."""
        value = self.bench
        if value.buttons or value.sounder:
            foot, rest = rest.cut_bottom(mm(max(self.FOOT, self.pressed.rows * (Pressed.HIGH + 1))), mm(GAP))
            if value.sounder:
                sounder, foot = foot.cut_right(mm(26), mm(2))
                place_widget(self.sounder, sounder)
            place_widget(self.pressed, foot)
        if self.pager.parent is not None:
            side, rest = rest.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
        heads, rest = rest.cut_top(mm(self.HEADS), mm(0.6))
        place_widget(self.heads, heads.cut_right(mm(LIGHT), mm(GAP))[1])
        cells = list(rest.split_rows(self.ROWS, mm(1.2)))
        for row, light, cell in zip(self.rows, self.lights, cells, strict=True):
            spot, left = cell.cut_right(mm(LIGHT), mm(GAP))
            place_widget(light, spot)
            place_widget(row, left)
        shown = sum(row.parent is not None for row in self.rows)
        for trouble, cell in zip(self.troubles, cells[shown:], strict=False):
            place_widget(trouble, cell)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Where there is no reader, what that means and where to read on."""
        super().paint(ink, whole)
        value = self.house.model.readers
        if value is None or value.rows:
            return
        _ = self.house.words.gettext
        middle = whole.centred(mm(120), mm(46))
        sign, words = middle.cut_top(mm(20), mm(3))
        ink.draw_symbol("reader", sign, MUTED)
        note, more = words.cut_top(mm(10), mm(1))
        ink.draw_text(value.note, note, TITLE_TEXT, CHALK, halign="center", max_lines=2)
        more_words = _("wiring.md shows what to buy and how to wire it; herald doctor says what is wrong.")
        ink.draw_text(more_words, more, BODY_TEXT, MUTED, halign="center", valign="top", max_lines=2)
