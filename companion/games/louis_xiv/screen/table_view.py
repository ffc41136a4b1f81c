"""The table screen of Louis XIV: the board, players, events and the count of coats of arms, in the common frame."""

from __future__ import annotations

from typing import ClassVar

from kivy.metrics import mm

from companion.games.louis_xiv.rules.pieces import CHIPS
from companion.games.louis_xiv.rules.state import PlayerState
from companion.games.louis_xiv.screen.board import BoardModel, BoardView
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_in_grid, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY_TEXT, CHALK, GAP, NUMBER_TEXT
from companion.screen.view_models import PlayerAtTable, StepperModel, TableFrameModel
from companion.screen.widgets.player_panel import BasePlayerPanel
from companion.screen.widgets.stepper import StepperView
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView

SYMBOL_SIZE = 3.6
"""Millimetres."""
CARDS_OF_PHASE = {"influence": "influence", "evaluation": "intrigue"}
"""The cards that matter in a phase; in all others missions that were fulfilled do."""


class PlayerPanel(BasePlayerPanel[PlayerAtTable[PlayerState]]):
    """Name, start player and chips; below them money, own stones, coats of arms, and the cards that matter now.

    Each has its place. What is on the board, or in somebody's hand, comes with a touch.
    """

    def paint_name_row(self, painter: Painter, row: Rect, model: PlayerAtTable[PlayerState]) -> None:
        """Paint name, start player and chips."""
        player = model.state
        for chip in reversed(CHIPS):
            if count := player.chips.get(chip, 0):
                spot, row = row.cut_right(_width(count), mm(0.4))
                _paint_counted(painter, chip, count, spot)
        if model.is_start_player:
            spot, row = row.cut_right(mm(4.2), mm(0.4))
            painter.draw_symbol("sun", spot.centred(mm(4), mm(4)))
        painter.draw_text(model.seat.shown_name, row, BODY_TEXT, CHALK, bold=True)

    def paint_counts_row(self, painter: Painter, row: Rect, model: PlayerAtTable[PlayerState]) -> None:
        """Paint what there is of the four things, each at its place."""
        player = model.state
        count_by_card = {
            "influence": sum(player.influence.values()),
            "intrigue": sum(player.intrigue.values()),
            "mission": len(player.missions),
        }
        card = CARDS_OF_PHASE.get(model.phase, "mission")
        things = (
            ("louis", player.money),
            (model.seat.colour, player.own),
            ("arms", player.arms),
            (card, count_by_card[card]),
        )
        for (symbol, count), cell in zip(things, row.split_columns(len(things), mm(0.4)), strict=True):
            if count:
                _paint_counted(painter, symbol, count, cell, shows_one=True)


def _width(count: int) -> float:
    """The width of so many chips."""
    number = text_width(str(count), font_pixels(NUMBER_TEXT), True) if count > 1 else 0.0
    return float(mm(SYMBOL_SIZE)) + number + 1


def _paint_counted(painter: Painter, symbol: str, count: int, cell: Rect, shows_one: bool = False) -> None:
    """Paint a symbol and its number."""
    sign, text_rect = cell.cut_left(mm(SYMBOL_SIZE), mm(0.1))
    painter.draw_symbol(symbol, sign)
    if count > 1 or shows_one:
        text_rect = text_rect.inset(-2, 0)  # what is rounded off
        painter.draw_text(str(count), text_rect, NUMBER_TEXT, CHALK, bold=True)


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
    MIN_PANEL_HEIGHT = 9.6
    MAX_PANEL_HEIGHT = 13.0
    MIN_EVENTS_HEIGHT = 15.0
    DONE_TARGETS = ("done", "counted")

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
            foot = board.y if self.hand_view.card_models else foot_rect.y  # "Done" lies farther right
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
