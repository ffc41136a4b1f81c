"""Taking back: which moves, and what cannot be unseen."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GAP,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NO_RED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    RAISED_PANEL,
    SEPIA,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.overlay_models import UndoModel
from companion.screen.view_models import EventModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.item_list import PagerBar
from companion.screen.widgets.overlay import GetTranslations, Overlay


class MoveRow(TouchableWidget):
    """A move that may be taken back: touched, it and all newer ones are chosen."""

    def __init__(self, at: int, move: EventModel, chosen: bool, act: TouchHandler) -> None:
        self.move = move
        self.chosen = chosen
        super().__init__(f"moves/{at + 1}", act)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Parchment with a bent arrow when it is chosen."""
        paper = PARCHMENT if self.chosen else PANEL
        ink.fill_rect(whole, mix_colours(paper, GOLD, 0.4) if self.is_pressed else paper, mm(CORNER_RADIUS))
        mark, rest = whole.inset(mm(1.6), mm(0.8)).cut_left(mm(6), mm(1.2))
        if self.chosen:
            ink.draw_symbol("undo", mark, FADED_SEPIA)
        sign, words = rest.cut_left(mm(5.4), mm(1.8))
        if self.move.symbol:
            ink.draw_symbol(self.move.symbol, sign, SEPIA if self.chosen else MUTED)
        ink.draw_text(self.move.sentence, words, BODY_TEXT, SEPIA if self.chosen else CHALK, max_lines=2)


class TakeBackLayer(Overlay):
    """The moves at the left, the newest on top; at the right what taking them back means."""

    ROW = 10.4
    SIDE = 52.0

    def __init__(self, act: TouchHandler, words: GetTranslations) -> None:
        self.value: UndoModel | None = None
        self.rows: list[MoveRow] = []
        self.at = 0
        self.pager = PagerBar(self._turn)
        self.yes = PushButton(
            "take-back", act, symbol="undo", style="main", max_lines=2, font_size=HEADING_TEXT
        )
        super().__init__(act, words)
        self.add_widget(self.yes)

    def show(self, value: UndoModel) -> None:
        """Offer these moves."""
        texts = self.get_translations()
        _ = texts.gettext
        if value != self.value:
            self.value = value
            for row in self.rows:
                self.remove_widget(row)
            self.rows = [
                MoveRow(at, move, at < value.selected_count, self.touch_handler)
                for at, move in enumerate(value.moves)
            ]
        self.header.show(_("Take back"), _("Touch the oldest move that is to go; all after it go with it."))
        taken = texts.ngettext("Take back {n} move", "Take back {n} moves", value.selected_count).format(
            n=value.selected_count
        )
        self.yes.update(_("Yes, take it back all the same") if value.revealed_facts else taken)
        self.request_redraw()

    def _turn(self, thing: str) -> None:
        self.at += 1 if thing == "later" else -1
        self.request_redraw()

    def arrange_body(self, rest: Rect, foot: Rect) -> None:
        """As many rows as fit; the button at the foot of the side."""
        whole = Rect(rest.x, foot.y, rest.width, rest.top - foot.y)
        side, room = whole.cut_right(mm(self.SIDE), mm(3))
        place_widget(self.yes, side.inset(mm(2)).cut_bottom(mm(TOUCH_SIZE + 1))[0])
        shown = max(1, int((room.height + mm(GAP)) / mm(self.ROW + GAP)))
        pages = ceil(len(self.rows) / shown) or 1
        self.at = min(self.at, pages - 1)
        for row in self.rows:
            self.remove_widget(row)
        self.remove_widget(self.pager)
        if pages > 1:
            pager, room = room.cut_right(mm(TOUCH_SIZE), mm(GAP))
            self.add_widget(self.pager)
            self.pager.show(self.at, pages)
            place_widget(self.pager, pager)
        for at, row in enumerate(self.rows[self.at * shown : (self.at + 1) * shown]):
            self.add_widget(row)
            top = room.top - at * mm(self.ROW + GAP)
            place_widget(row, Rect(room.x, top - mm(self.ROW), room.width, mm(self.ROW)))

    def paint(self, ink: Painter, whole: Rect) -> None:
        """How many movements, and what cannot be unseen."""
        super().paint(ink, whole)
        value = self.value
        if value is None:
            return
        texts = self.get_translations()
        left = self.yes.x - mm(2)
        side = Rect(
            left, self.yes.y - mm(2), mm(self.SIDE), self.header.y - mm(GAP + 0.5) - self.yes.y + mm(2)
        )
        if value.revealed_facts:
            ink.fill_rect(side, NO_RED, mm(CORNER_RADIUS))
        ink.fill_rect(side.inset(mm(0.4)), RAISED_PANEL, mm(CORNER_RADIUS - 0.4))
        inner = side.inset(mm(3), mm(3)).cut_bottom(mm(TOUCH_SIZE + 3))[1]
        if value.movement_count:
            head, inner = inner.cut_top(mm(9), mm(2))
            sign, words = head.cut_left(mm(8), mm(2))
            ink.draw_symbol("hand", sign, MUTED)
            moved = texts.ngettext(
                "{n} movement on the table", "{n} movements on the table", value.movement_count
            )
            ink.draw_text(moved.format(n=value.movement_count), words, BODY_TEXT, CHALK, max_lines=2)
        if not value.revealed_facts:
            return
        head, inner = inner.cut_top(mm(9), mm(1))
        sign, words = head.cut_left(mm(8), mm(2))
        ink.draw_symbol("warning", sign, NO_RED)
        ink.draw_text(texts.gettext("This stays known:"), words, BODY_TEXT, CHALK, bold=True, max_lines=2)
        ink.draw_text(
            "\n".join(value.revealed_facts),
            inner,
            NOTE_TEXT,
            CHALK,
            valign="top",
            max_lines=8,
            may_truncate=True,
        )
