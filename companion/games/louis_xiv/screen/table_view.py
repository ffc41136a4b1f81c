"""The table screen of Louis XIV: the board, players, events and the count of coats of arms, in the common frame."""

from __future__ import annotations

from typing import ClassVar

from kivy.metrics import mm

from companion.games.louis_xiv.rules.pieces import CHIPS, STACKS
from companion.games.louis_xiv.rules.state import PlayerState
from companion.games.louis_xiv.screen.board import BoardModel, BoardView
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_in_grid, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import ART_COLOURS, BODY_TEXT, CHALK, GAP, MUTED, PARCHMENT
from companion.screen.view_models import PlayerAtTable, StepperModel, TableFrameModel
from companion.screen.widgets.player_panel import BasePlayerPanel
from companion.screen.widgets.stepper import StepperView
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView

SYMBOL_SIZE = 3.4
SMALL_SYMBOL_SIZE = 2.9
NUMBER_SCALE = 0.81
"""SYMBOL_SIZE and SMALL_SYMBOL_SIZE are millimetres; a number has this share of its symbol's size."""
GENERAL = "general"
"""Not a symbol: the number of stones in the general supply is drawn in a square, as on the board."""
MISSION_BACK_COLOURS = {"light": ART_COLOURS["sky"], "mid": ART_COLOURS["water"], "dark": ART_COLOURS["deep"]}
"""The colours of the backs of mission cards."""


class PlayerPanel(BasePlayerPanel[PlayerAtTable[PlayerState]]):
    """Sign and name, chips; below them money, own and general stones, coats of arms, cards and missions."""

    def paint_name_row(self, painter: Painter, row: Rect, model: PlayerAtTable[PlayerState]) -> None:
        """Paint name, start player, chips and missions laid out."""
        player = model.state
        if missions := len(player.missions):
            spot, row = row.cut_right(_width(missions, SYMBOL_SIZE), mm(0.5))
            _paint_counted(painter, "mission", missions, spot, SYMBOL_SIZE)
        for chip in reversed(CHIPS):
            if count := player.chips.get(chip, 0):
                spot, row = row.cut_right(
                    _width(count, SYMBOL_SIZE) if count > 1 else mm(SYMBOL_SIZE), mm(0.5)
                )
                _paint_counted(painter, chip, count if count > 1 else None, spot, SYMBOL_SIZE)
        if model.is_start_player:
            spot, row = row.cut_right(mm(4.4))
            painter.draw_symbol("sun", spot.centred(mm(4), mm(4)))
        painter.draw_text(model.seat.shown_name, row, BODY_TEXT, CHALK, bold=True)

    def paint_counts_row(self, painter: Painter, row: Rect, model: PlayerAtTable[PlayerState]) -> None:
        """Paint the counts with equal gaps, smaller where there is much of everything."""
        player = model.state
        backs = [stack for stack in STACKS for _ in range(player.hand.get(stack, 0))]
        hand, row = row.cut_right(mm(1.5) * len(backs), mm(0.8))
        for back, slip in zip(backs, hand.split_columns(max(1, len(backs)), mm(0.3)), strict=False):
            painter.fill_rect(slip.centred(slip.width, mm(3.4)), PARCHMENT, mm(0.2))
            painter.fill_rect(
                slip.centred(slip.width, mm(3.4)).inset(mm(0.15)), MISSION_BACK_COLOURS[back], mm(0.2)
            )
        things = [
            ("louis", player.money),
            (model.seat.colour, player.own),
            (GENERAL, player.general),
            ("arms", player.arms),
            ("influence", sum(player.influence.values())),
            ("intrigue", sum(player.intrigue.values())),
        ]
        for icon in (SYMBOL_SIZE, SMALL_SYMBOL_SIZE):
            widths = [mm(icon + 1) if symbol == GENERAL else _width(count, icon) for symbol, count in things]
            gap = min(mm(2.2), (row.width - sum(widths)) / len(things))
            if gap > mm(0.6):
                break
        for (symbol, count), width in zip(things, widths, strict=True):
            cell, row = row.cut_left(width, gap)
            if symbol == GENERAL:
                square = cell.centred(width, mm(icon + 0.5))
                painter.outline_rect(square, MUTED, mm(0.3), mm(0.5))
                painter.draw_text(str(count), square, icon * NUMBER_SCALE, CHALK, halign="center")
            else:
                _paint_counted(painter, symbol, count, cell, icon)


def _width(count: int, icon: float) -> float:
    """The width of a symbol with this number."""
    return float(mm(icon + 0.3)) + text_width(str(count), font_pixels(icon * NUMBER_SCALE), True)


def _paint_counted(painter: Painter, symbol: str, count: int | None, cell: Rect, icon: float) -> None:
    """Paint a symbol and its number."""
    sign, text_rect = cell.cut_left(mm(icon), mm(0.3))
    painter.draw_symbol(symbol, sign)
    if count is not None:
        room = Rect(text_rect.x, text_rect.y, text_rect.width + 2, text_rect.height)
        painter.draw_text(str(count), room, icon * NUMBER_SCALE, CHALK, bold=True)


class TableModel(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "louis-xiv"
    board: BoardModel
    players: tuple[PlayerAtTable[PlayerState], ...]
    arms_steppers: tuple[StepperModel, ...] = ()
    """What is counted by touch, in place of the board; empty where nothing is."""


class ArmsCountingView(ModelView[tuple[StepperModel, ...]]):
    """Two columns of steppers; `touch_handler` receives `count/KIND/NUMBER`."""

    ROW_HEIGHT = 13.0
    model: tuple[StepperModel, ...] = ()

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.steppers: list[StepperView] = []
        super().__init__()

    def on_model_changed(
        self, steppers: tuple[StepperModel, ...], previous: tuple[StepperModel, ...] | None
    ) -> None:
        """Make a widget for each; those of the same kinds stay."""
        if [(each.touch_target, each.maximum) for each in previous or ()] != [
            (each.touch_target, each.maximum) for each in steppers
        ]:
            self.clear_widgets()
            self.steppers = [
                StepperView(each.touch_target, self._on_stepper_changed, each.symbol, maximum=each.maximum)
                for each in steppers
            ]
            for stepper in self.steppers:
                self.add_widget(stepper)
        for stepper, each in zip(self.steppers, steppers, strict=True):
            stepper.show(each.value, each.text)

    def _on_stepper_changed(self, touch_target: str, number: int) -> None:
        self.touch_handler(f"count/{touch_target}/{number}")

    def arrange_children(self, bounds: Rect) -> None:
        """Place the steppers in two columns."""
        rows = max(1, (len(self.steppers) + 1) // 2)
        room = bounds.centred(bounds.width, min(bounds.height, mm(self.ROW_HEIGHT + GAP) * rows))
        place_in_grid(self.steppers, room, 2, mm(GAP))


class TableView(TableFrameView):
    """The board, or what is counted by touch, at the left; players above the latest events at the right."""

    BOARD_WIDTH = 104.0
    MIN_PANEL_HEIGHT = 9.4
    MAX_PANEL_HEIGHT = 13.0
    MIN_EVENTS_HEIGHT = 17.0

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.board = BoardView(touch_handler)
        self.arms_counting = ArmsCountingView(touch_handler)
        super().__init__(touch_handler, get_translations)

    def show(self, table: TableModel) -> None:
        """Show that table."""
        self.board.show(table.board, table.enabled_targets)
        self.arms_counting.show(table.arms_steppers)
        self.sync_children(self.player_panels, table.players, PlayerPanel)
        self.show_frame(table)
        self.set_attached(self.board, not table.arms_steppers and not self.has_many_choices)
        self.set_attached(self.arms_counting, bool(table.arms_steppers))

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Place the board with players and events beside it, or many answers in its place."""
        board, side = board_rect.cut_left(mm(self.BOARD_WIDTH), mm(1.2))
        place_widget(self.board, board)
        place_widget(self.arms_counting, board)
        self._place_side(side.inset(0, mm(0.5)))
        if self.has_many_choices:
            foot = board.y if self.hand_view.card_models else foot_rect.y
            place_widget(self.choice_panel, Rect(board.x, foot, board.width, board.top - foot))

    def _place_side(self, side: Rect) -> None:
        """Place the players above the events."""
        count = len(self.player_panels)
        gaps = mm(0.8 * (count - 1))
        high = max(
            mm(self.MIN_PANEL_HEIGHT),
            min(mm(self.MAX_PANEL_HEIGHT), (side.height - mm(self.MIN_EVENTS_HEIGHT) - gaps) / count),
        )
        players, rest = side.cut_top(high * count + gaps, mm(1.4))
        for panel, row in zip(self.player_panels, players.split_rows(count, mm(0.8)), strict=True):
            place_widget(panel, row)
        place_widget(self.event_panel, rest)
