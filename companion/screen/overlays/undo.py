"""Undo: which moves are taken back and what stays known, then what hands must put back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final

from kivy.metrics import mm
from msgspec import Struct

from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.default.piece_faces import load_piece_faces_module
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
    PAGE_MARGIN,
    PANEL,
    PARCHMENT,
    RAISED_PANEL,
    SEPIA,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.overlays import MakeView, OverlayController, TableOverlay
from companion.screen.overlays.reports import mark_made_movements
from companion.screen.report_models import MovementListModel, ReportModel
from companion.screen.view_models import ChoiceModel, EventModel, MovementModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.item_list import DraggedPages, PagerBar
from companion.screen.widgets.overlay import Overlay
from companion.screen.widgets.table_frame import GetTranslations
from companion.table.messages import DismissNotices, UndoMoves
from companion.table.undo import UndoPlan

MAX_MOVES_TO_UNDO: Final = 24
"""How many moves are offered to be taken back at once."""


class UndoModel(Struct, frozen=True):
    """How many of the last moves are to be taken back.

    `moves` are the newest first, of which the first `selected_count` are selected; `revealed_facts` is what
    was revealed since then and stays known.
    """

    moves: tuple[EventModel, ...]
    selected_count: int
    movement_count: int
    """The number of hand movements that the undo takes."""
    revealed_facts: tuple[str, ...] = ()


class UndoMoveRow(TouchableWidget):
    """A move that may be taken back; a touch selects it and all newer ones."""

    def __init__(self, at: int, move: EventModel, is_selected: bool, touch_handler: TouchHandler) -> None:
        self.move = move
        self.is_selected = is_selected
        super().__init__(f"moves/{at + 1}", touch_handler)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint parchment with a bent arrow when it is selected."""
        paper = PARCHMENT if self.is_selected else PANEL
        painter.fill_rect(
            bounds, mix_colours(paper, GOLD, 0.4) if self.is_pressed else paper, mm(CORNER_RADIUS)
        )
        mark, rest = bounds.inset(mm(1.6), mm(0.8)).cut_left(mm(6), mm(1.2))
        if self.is_selected:
            painter.draw_symbol("undo", mark, FADED_SEPIA)
        sign, text_rect = rest.cut_left(mm(5.4), mm(1.8))
        if self.move.symbol:
            painter.draw_symbol(self.move.symbol, sign, SEPIA if self.is_selected else MUTED)
        painter.draw_text(
            self.move.sentence,
            text_rect,
            BODY_TEXT,
            SEPIA if self.is_selected else CHALK,
            max_lines=3,
            may_truncate=True,
        )


class UndoOverlay(DraggedPages, Overlay):
    """The moves at the left, the newest on top; at the right what taking them back means.

    The button that does it lies above that: below lay the arrow that led here, and lies the "Done" that follows.
    """

    is_strong = True
    ROW_HEIGHT = 12.6
    SIDE_WIDTH = 46.0

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.model: UndoModel | None = None
        self.rows: list[UndoMoveRow] = []
        self.page_index = 0
        self.pager = PagerBar(self._on_page_turned)
        self.confirm_button = PushButton(
            "take-back", touch_handler, symbol="undo", style="main", max_lines=2, font_size=HEADING_TEXT
        )
        super().__init__(touch_handler, get_translations)
        self.add_widget(self.confirm_button)

    def show(self, model: UndoModel) -> None:
        """Offer these moves, from the newest on when it opens."""
        if self.parent is None:
            self.page_index = 0
        texts = self.get_translations()
        _ = texts.gettext
        if model != self.model:
            self.model = model
            for row in self.rows:
                self.remove_widget(row)
            self.rows = [
                UndoMoveRow(at, move, at < model.selected_count, self.touch_handler)
                for at, move in enumerate(model.moves)
            ]
        self.header.show(_("Take back"), _("Touch the oldest move that is to go; all after it go with it."))
        taken = texts.ngettext("Take back {n} move", "Take back {n} moves", model.selected_count).format(
            n=model.selected_count
        )
        self.confirm_button.update(_("Yes, take it back all the same") if model.revealed_facts else taken)
        self.request_redraw()

    def _on_page_turned(self, touch_target: str) -> None:
        self.page_index += 1 if touch_target == "later" else -1
        self.request_redraw()

    def arrange_body(self, body_rect: Rect, foot_rect: Rect) -> None:
        """Place as many rows as fit, and the button at the top of the side."""
        whole = Rect(body_rect.x, foot_rect.y, body_rect.width, body_rect.top - foot_rect.y)
        side, room = whole.cut_right(mm(self.SIDE_WIDTH), mm(3))
        place_widget(self.confirm_button, side.inset(mm(2)).cut_top(mm(TOUCH_SIZE + 1))[0])
        row_count = max(1, int((room.height + mm(GAP)) / mm(self.ROW_HEIGHT + GAP)))
        pages = ceil(len(self.rows) / row_count) or 1
        self.page_index = min(self.page_index, pages - 1)
        for row in self.rows:
            self.remove_widget(row)
        self.remove_widget(self.pager)
        if pages > 1:
            pager, room = room.cut_right(mm(TOUCH_SIZE), mm(GAP))
            self.add_widget(self.pager)
            self.pager.show(self.page_index, pages)
            place_widget(self.pager, pager)
        for at, row in enumerate(self.rows[self.page_index * row_count : (self.page_index + 1) * row_count]):
            self.add_widget(row)
            top = room.top - at * mm(self.ROW_HEIGHT + GAP)
            place_widget(row, Rect(room.x, top - mm(self.ROW_HEIGHT), room.width, mm(self.ROW_HEIGHT)))

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the number of movements, and what stays known."""
        super().paint(painter, bounds)
        model = self.model
        if model is None:
            return
        texts = self.get_translations()
        left, top = self.confirm_button.x - mm(2), self.confirm_button.top + mm(2)
        foot = bounds.y + mm(PAGE_MARGIN)
        side = Rect(left, foot, mm(self.SIDE_WIDTH), top - foot)
        if model.revealed_facts:
            painter.fill_rect(side, NO_RED, mm(CORNER_RADIUS))
        painter.fill_rect(side.inset(mm(0.4)), RAISED_PANEL, mm(CORNER_RADIUS - 0.4))
        inner = side.inset(mm(3), mm(3)).cut_top(mm(TOUCH_SIZE + 3))[1]
        if model.movement_count:
            head, inner = inner.cut_top(mm(9), mm(2))
            sign, words = head.cut_left(mm(8), mm(2))
            painter.draw_symbol("hand", sign, MUTED)
            moved = texts.ngettext(
                "{n} movement on the table", "{n} movements on the table", model.movement_count
            )
            painter.draw_text(moved.format(n=model.movement_count), words, BODY_TEXT, CHALK, max_lines=2)
        if not model.revealed_facts:
            return
        head, inner = inner.cut_top(mm(9), mm(1))
        sign, words = head.cut_left(mm(8), mm(2))
        painter.draw_symbol("warning", sign, NO_RED)
        painter.draw_text(texts.gettext("This stays known:"), words, BODY_TEXT, CHALK, bold=True, max_lines=2)
        painter.draw_text(
            "\n".join(model.revealed_facts),
            inner,
            NOTE_TEXT,
            CHALK,
            valign="top",
            max_lines=8,
            may_truncate=True,
        )


class UndoTableOverlay(TableOverlay):
    """There while moves are to be taken back, and until hands have put back what was."""

    word = "undo"
    is_opened_by_touch = False

    def __init__(self, controller: OverlayController) -> None:
        self._done_movements: set[int] = set()
        """The hand movements that were ticked off."""
        super().__init__(controller)

    @property
    def _plan(self) -> UndoPlan | None:
        return self.controller.get_context().snapshot.undo_plan

    @property
    def view(self) -> MakeView:
        """The choice of moves, then a report."""
        plan = self._plan
        return UndoOverlay if plan is None or not plan.is_carried_out else super().view

    def model(self, context: ScreenContext, subject: str) -> UndoModel | ReportModel:
        """The last moves, those of the plan selected, and what stays known; then what hands must do."""
        plan = context.snapshot.undo_plan
        assert plan is not None
        if plan.is_carried_out:
            return self._movements_report(plan, context)
        voice, seats = context.voice, context.snapshot.player_name_by_colour
        history = context.history()
        last = (history.opening, *history.accepted_lines)[-MAX_MOVES_TO_UNDO - 1 :]
        return UndoModel(
            tuple(
                EventModel(
                    voice.describe_line(each.text, before.position, each.position),
                    who if (who := each.text.split()[0]) in seats else "",
                )
                for before, each in reversed([*pairwise(last)])
            ),
            plan.move_count,
            len(plan.movements) if context.ui_state.has_real_pieces else 0,
            tuple(dict.fromkeys(voice.narrate_event(event) for event in plan.irreversible_events)),
        )

    def _movements_report(self, plan: UndoPlan, context: ScreenContext) -> ReportModel:
        voice = context.voice
        symbol = load_piece_faces_module(self.controller.game).movement_symbol
        movements = tuple(
            MovementModel(voice.describe_movement(each), symbol(each)) for each in plan.movements
        )
        _, ngettext = voice.translator.gettext, voice.translator.ngettext
        if plan.is_redo:
            title = ngettext("{n} move was laid again", "{n} moves were laid again", plan.move_count)
            unknown = _("The game cannot say what hands must do: lay the table as it was after it.")
            known = _("Now lay it on the table again, one movement after another.")
        else:
            title = ngettext("{n} move was taken back", "{n} moves were taken back", plan.move_count)
            unknown = _("The game cannot say what hands must do: lay the table as it was before.")
            known = _("Now put the table back, one movement after another.")
        is_done = len(self._done_movements) == len(movements)
        return ReportModel(
            title,
            mark_made_movements((MovementListModel(movements),), self._done_movements),
            subtitle=unknown if plan.has_unknown_movements else known,
            actions=(ChoiceModel("back", _("Done"), "check", "main" if is_done else "choice"),),
        )

    def on_touch(self, kind: str, name: str) -> bool:
        """Select moves, take them back, tick a hand movement off."""
        plan = self._plan
        if plan is None:
            return False
        if kind == "moves" and not plan.is_carried_out:
            self.controller.post(UndoMoves(int(name)))
        elif kind == "take-back" and not plan.is_carried_out:
            self.controller.post(UndoMoves(plan.move_count, is_confirmed=True))
        elif kind == "step" and plan.is_carried_out:
            self._done_movements.add(int(name))
        else:
            return False
        return True

    def on_back(self) -> None:
        """Leave the moves as they are, or go on once they are put back."""
        if self._plan is not None:
            self.controller.post(DismissNotices())

    def on_line_accepted(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """Other movements are due now."""
        self._done_movements.clear()
