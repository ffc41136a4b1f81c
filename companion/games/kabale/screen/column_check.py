"""Table check of one column: its cards and its objective, each touched where it differs."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.asides import ColumnCheck
from companion.games.kabale.screen.card import paint_strip
from companion.games.kabale.screen.column import paint_head
from companion.games.kabale.screen.naming import FaceButton
from companion.games.kabale.screen.picking import ObjectiveButton
from companion.games.kabale.screen.views import Column, Strip
from companion.screen.draw.drawn import Act, Drawn, Touchable, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY, CHALK, GAP, GOLD, LINE, PANEL, ROUND, mixed
from companion.screen.overlays.check import Checking
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Words


class Row(Touchable):
    """A card of the column, in its place."""

    def __init__(self, at: int, strip: Strip, act: Act) -> None:
        self.at, self.strip = at, strip
        super().__init__(f"row/{at}", act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Number and card."""
        number, place = whole.from_left(mm(7), mm(0.6))
        ink.words(f"{self.at + 1}.", number, BODY, CHALK, across="right")
        paint_strip(ink, place.inset(0, mm(0.4)), self.strip, pressed=self.pressed)


class HeadButton(View[Column], Touchable):
    """The objective of the column."""

    def __init__(self, act: Act) -> None:
        super().__init__("head", act)

    def draw(self, ink: Ink, whole: Rect, column: Column) -> None:
        """As on the table."""
        ink.box(whole, mixed(LINE, GOLD, 0.4) if self.pressed else LINE, mm(ROUND))
        paint_head(ink, whole.inset(mm(0.6)), column)


class More(Touchable):
    """Puts a card of a player to the end of the column."""

    def __init__(self, colour: str, thing: str, act: Act) -> None:
        self.colour = colour
        super().__init__(thing, act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """A plus and his sign."""
        ink.box(whole, LINE, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), mixed(PANEL, GOLD, 0.3) if self.pressed else PANEL, mm(ROUND - 0.25))
        plus, sign = whole.inset(mm(1.4), mm(1)).from_left(whole.width * 0.38)
        ink.picture("plus", plus.middle(mm(4), mm(4)), CHALK)
        ink.picture(self.colour, sign.middle(mm(6), mm(6)))


class Choosing(Drawn):
    """What a card or the objective may be instead: in a grid."""

    def __init__(self) -> None:
        self.across = 1
        super().__init__()

    def show(self, parts: list[Drawn], across: int) -> None:
        """These, so many in a row."""
        self.clear_widgets()
        self.across = across
        for part in parts:
            self.add_widget(part)
        self.again()

    def arrange(self, whole: Rect) -> None:
        """Row by row."""
        rows = -(-len(self.children) // self.across)
        if rows:
            for part, cell in zip(
                reversed(self.children), whole.grid(self.across, rows, mm(0.6)), strict=False
            ):
                lay(part, cell)


class ColumnCheckLayer(Checking):
    """At the left the objective and cards to put there, at the right the cards; over them what one of them
    may be instead.
    """

    LEFT = 44.0
    ROW = 9.8

    def __init__(self, act: Act, words: Words) -> None:
        self.value: ColumnCheck | None = None
        self.objective = HeadButton(self._open)
        self.rows: list[Row] = []
        self.more: list[More] = []
        self.choosing = Choosing()
        self.keep = PushButton("keep", self._keep, symbol="back", style="quiet")
        self.chosen: Strip | None = None
        super().__init__(act, words)

    def show(self, value: ColumnCheck) -> None:
        """Show what is believed, and what was touched."""
        self.keep.show(self.words().gettext("Back"))
        if value != self.value:
            self.value = value
            self.objective.show(value.column)
            self._lie(value)
        self.say(value)

    def _lie(self, value: ColumnCheck) -> None:
        """The column itself."""
        self._clear()
        self.rows = [Row(at, strip, self._open) for at, strip in enumerate(value.column.cards)]
        seats = zip(value.seats, value.more, strict=True)
        self.more = [More(seat.colour, thing, self.act) for seat, thing in seats]
        for part in (self.objective, *self.rows, *self.more):
            self.add_widget(part)

    def _clear(self) -> None:
        for part in (self.objective, self.choosing, self.keep, *self.rows, *self.more):
            self.there(part, False)
        self.rows, self.more, self.chosen = [], [], None

    def _open(self, thing: str) -> None:
        """What may it be instead?"""
        assert self.value is not None
        value = self.value
        self._clear()
        if thing == "head":
            self._heads(value)
        else:
            self._faces(value, int(thing.removeprefix("row/")))
        for part in (self.choosing, self.keep):
            self.add_widget(part)
        self.again()

    def _heads(self, value: ColumnCheck) -> None:
        """Every objective, a row for each value."""

        def say(code: str) -> None:
            self._said(f"count/objective={code}")

        symbols = list(dict.fromkeys(each.symbol for each in value.objectives))
        rows = sorted(value.objectives, key=lambda each: (each.value, symbols.index(each.symbol)))
        self.choosing.show([ObjectiveButton(each, say) for each in rows], len(symbols))

    def _faces(self, value: ColumnCheck, at: int) -> None:
        """Every character, face down, not there."""
        _, card = self.words().gettext, value.cards[at]
        self.chosen = value.column.cards[at]

        def say(code: str) -> None:
            self._said(f"count/{card.thing}={card.base + int(code)}")

        faces: list[Drawn] = [FaceButton(each, say) for each in value.faces]
        down, gone = str(len(value.faces)), str(len(value.faces) + 1)
        faces.append(PushButton(down, say, _("Face down"), value.column.cards[at].by))
        faces.append(PushButton(gone, say, _("Not there"), "cross"))
        self.choosing.show(faces, 5)

    def _said(self, thing: str) -> None:
        """It is something else."""
        self._keep("")
        self.act(thing)

    def _keep(self, _thing: str) -> None:
        """It is as it was."""
        assert self.value is not None
        self._lie(self.value)
        self.again()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Which card it is that may be another one."""
        super().paint(ink, whole)
        if self.chosen is not None:
            place = Rect(self.keep.x, self.choosing.top - mm(self.ROW), self.keep.width, mm(self.ROW))
            paint_strip(ink, place, self.chosen)

    def checked(self, rest: Rect) -> None:
        """The column, or what may be chosen."""
        if self.choosing.parent is not None:
            keep, grid = rest.from_right(mm(26), mm(GAP))
            lay(self.keep, keep.from_bottom(mm(12))[0])
            lay(self.choosing, grid)
            return
        left, right = rest.from_left(mm(self.LEFT), mm(3))
        head, low = left.from_top(mm(12.6), mm(2))
        lay(self.objective, head)
        cells = low.from_top(mm(12 * 3))[0].grid(2, 3, mm(GAP))
        for part, cell in zip(self.more, cells, strict=False):
            lay(part, cell)
        for row, cell in zip(self.rows, _down(right, len(self.rows), mm(self.ROW)), strict=False):
            lay(row, cell)


def _down(room: Rect, count: int, high: float) -> list[Rect]:
    """Cells for so many, column by column, from the top."""
    rows = max(1, int(room.height / high))
    return [
        Rect(column.x, column.top - (row + 1) * high, column.width, high)
        for column in room.columns(max(1, -(-count // rows)), mm(GAP))
        for row in range(rows)
    ]
