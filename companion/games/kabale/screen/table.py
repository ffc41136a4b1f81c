"""The table screen of Kabale und Hiebe: the columns above the players, in the frame every table has."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.column import ColumnFace
from companion.games.kabale.screen.naming import NamingView
from companion.games.kabale.screen.picking import Picking
from companion.games.kabale.screen.strip import PlayerStrip
from companion.games.kabale.screen.trophies import TrophiesView
from companion.games.kabale.screen.views import Table
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    PARCHMENT,
    SEPIA,
)
from companion.screen.view_models import MovementModel
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView


class When(ModelView[tuple[int, int, str]]):
    """Which round it is: in words, and as so many dots of how many."""

    def paint_model(self, ink: Painter, whole: Rect, round_: tuple[int, int, str]) -> None:
        """Words above dots."""
        number, of, said = round_
        above, below = whole.inset(mm(0.4), mm(0.6)).cut_top(whole.height * 0.55)
        ink.draw_text(said, above, LEAD_TEXT, CHALK, bold=True, halign="center")
        dots = below.centred(min(below.width, mm(2) * of), mm(1.5))
        for at, cell in enumerate(dots.split_columns(of), 1):
            ink.draw_symbol("dot", cell.centred(mm(1.4), mm(1.4)), CHALK if at <= number else BORDER)


class Moves(ModelView[tuple[MovementModel, ...]]):
    """What hands must do now, on parchment in gold light: it stays until it is done."""

    def paint_model(self, ink: Painter, whole: Rect, hands: tuple[MovementModel, ...]) -> None:
        """One row each."""
        if not hands:
            return
        plate = whole.inset(mm(0.7))
        ink.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        ink.fill_rect(plate, PARCHMENT, mm(CORNER_RADIUS))
        for hand, row in zip(hands, plate.inset(mm(1.4), mm(0.6)).split_rows(len(hands)), strict=True):
            sign, words = row.cut_left(mm(6), mm(1.6))
            ink.draw_symbol("hand", sign.centred(mm(5.4), min(mm(5.4), row.height)), SEPIA)
            ink.draw_text(hand.text, words, HEADING_TEXT, SEPIA, bold=True, max_lines=3)


class TableView(TableFrameView):
    """Columns side by side, or in their place what a card is, or objectives to lay out; beneath them the players."""

    STRIPS = 8.8
    WHEN = 12.5
    SAID = 40.0

    def __init__(self, act: TouchHandler, get_translations: GetTranslations) -> None:
        self.act = act
        self.columns: list[ColumnFace] = []
        self.strips: list[PlayerStrip] = []
        self.naming = NamingView(act)
        self.picking = Picking(act)
        self.trophies = TrophiesView()
        self.moves = Moves()
        self.when = When()
        super().__init__(act, get_translations)
        self.add_board_widget(self.when)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.when.show(table.round)
        self.moves.show(table.hands)
        if table.naming is not None:
            self.naming.show(table.naming)
        self.picking.show((table.objectives, table.columns))
        self.trophies.show(table.trophies)
        self.sync_children(
            self.columns, table.columns, lambda column: ColumnFace(column, self.act), table.enabled_targets
        )
        self.sync_children(self.strips, table.players, PlayerStrip)
        self.show_frame(table)
        board = table.naming is None and not table.objectives
        for column in self.columns:
            self.set_attached(column, board)
        for part in (*self.strips, self.when):
            self.set_attached(part, not table.objectives)
        self.set_attached(self.naming, table.naming is not None)
        self.set_attached(self.picking, bool(table.objectives))
        self.set_attached(self.trophies, bool(table.trophies))
        self.set_attached(self.moves, bool(table.hands))
        self.set_attached(self.event_panel, not table.hands)

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """The columns above the players."""
        if self.picking.parent is not None:
            place_widget(self.picking, board_rect)
            return
        strips, board_rect = board_rect.cut_bottom(mm(self.STRIPS), mm(0.9))
        when, strips = strips.cut_left(mm(self.WHEN), mm(1))
        place_widget(self.when, when)
        for strip, cell in zip(self.strips, strips.split_columns(len(self.strips), mm(1)), strict=True):
            place_widget(strip, cell.inset(mm(0.3), mm(0.3)))
        place_widget(self.naming, board_rect)
        place_widget(self.trophies, board_rect)
        if self.columns:
            for face, cell in zip(
                self.columns, board_rect.split_columns(len(self.columns), mm(0.4)), strict=True
            ):
                place_widget(face, cell)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Beside cards and answers what has just happened, or what hands must do about it."""
        count = len(self.choice_panel.model)
        wanted = (
            self.hand_view.preferred_width()
            + mm(34) * count
            + mm(17.5 if self.virtual_reader.parent is not None else 0)
        )
        used = min(wanted + mm(GAP if wanted else 0), foot_rect.width - mm(self.SAID))
        left, said = foot_rect.cut_left(used)
        place_widget(self.event_panel, said.inset(mm(0.5), mm(0.2)))
        place_widget(self.moves, said)
        super().arrange_foot(left.cut_right(mm(GAP))[1] if wanted else left)
