"""The table screen of the Princes of Florence: the principalities at the left, at the right what the moment is about,
in the frame every table has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.metrics import Metrics, mm

from companion.games.florence.screen.acting import ActionsView
from companion.games.florence.screen.auction import AuctionView
from companion.games.florence.screen.naming import NamingView
from companion.games.florence.screen.offered import OfferedView
from companion.games.florence.screen.placing import Placing
from companion.games.florence.screen.placing_view import PlacingView
from companion.games.florence.screen.results import ResultsView
from companion.games.florence.screen.selling import Selling
from companion.games.florence.screen.selling_view import SellingView
from companion.games.florence.screen.stages import Stage, Table
from companion.games.florence.screen.strip import PlayerPanel
from companion.games.florence.screen.views import Actions, Auction, Naming, Offered, Results, When
from companion.games.florence.screen.work_sheet import WorkSheet
from companion.games.florence.screen.work_view import WorkView
from companion.screen.draw.canvas_widget import GlowingModelView, ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BORDER, CHALK, GAP, LEAD_TEXT, MUTED
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView

STAGES: Final[Mapping[type, Callable[[TouchHandler], Any]]] = {
    Auction: AuctionView,
    Actions: ActionsView,
    Offered: OfferedView,
    Naming: NamingView,
    Results: lambda _act: ResultsView(),
    Placing: PlacingView,
    WorkSheet: WorkView,
    Selling: SellingView,
}
"""What the stage shows -> its widget, which is made when it is first needed."""


class WhenBar(ModelView[When]):
    """Which round it is, in words and as so many dots of how many; what a work must be worth."""

    def paint_model(self, ink: Painter, whole: Rect, when: When) -> None:
        """Round, dots, least value."""
        least, row = whole.cut_right(mm(15))
        sign, number = least.cut_left(mm(4.6), mm(0.6))
        ink.draw_symbol("work", sign.centred(mm(4.4), mm(4.4)))
        ink.draw_text(f"≥ {when.least}", number, LEAD_TEXT, CHALK, bold=True)
        wide = min(row.width - mm(2.2) * when.of, text_width(when.said, font_pixels(LEAD_TEXT), True) + 2.0)
        said, dots = row.cut_left(wide, mm(1.6))
        ink.draw_text(when.said, said, LEAD_TEXT, CHALK, bold=True)
        dots = dots.cut_left(mm(2.1) * when.of)[0]
        for at, cell in enumerate(dots.split_columns(when.of), 1):
            ink.draw_symbol("dot", cell.centred(mm(1.5), mm(1.5)), MUTED if at <= when.round else BORDER)


class TableView(TableFrameView):
    """The panels go down to the lower edge, unless cards of a hand need the whole foot."""

    FOOT_HEIGHT = 11.8
    PANELS = 52.0
    WHEN = 5.0
    SAID = 34.0
    """Millimetres that what has just happened needs at least beside the buttons."""
    BUTTON = 27.0
    QUIET = 20.0
    CARD = 12.6
    """Millimetres of a button, of one beside the matter, and of a card at least."""

    def __init__(self, act: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler = act
        self.panels: list[PlayerPanel] = []
        self.when = WhenBar()
        self.stages: dict[type, Any] = {}
        self.stage: Any = None
        super().__init__(act, get_translations)
        self.add_board_widget(self.when)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.when.show(table.when)
        self.sync_children(
            self.panels,
            table.players,
            lambda player: PlayerPanel(player, self.touch_handler),
            table.enabled_targets,
        )
        self._stage(table.stage, table.enabled_targets)
        self.show_frame(table)
        if Metrics.fontscale > 1:  # the newest one is told whole
            self.event_panel.show(table.recent_events[-2:])

    def _stage(self, stage: Stage | None, open_: frozenset[str]) -> None:
        """The widget of what the moment is about, showing it."""
        kind = type(stage)
        if stage is not None and kind not in self.stages:
            self.stages[kind] = STAGES[kind](self.touch_handler)
        view: Any = self.stages.get(kind)
        if view is not self.stage:
            if self.stage is not None:
                self.set_attached(self.stage, False)
            if view is not None:
                self.set_attached(view, True)
            self.stage = view
        if isinstance(view, GlowingModelView):
            view.show(stage, open_)
        elif stage is not None:
            view.show(stage)

    @property
    def _whole_foot(self) -> bool:
        """Whether the foot goes beneath the panels."""
        return bool(self.hand_view.cards)

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Panels beside the stage."""
        left, stage = board_rect.cut_left(mm(self.PANELS), mm(GAP))
        if not self._whole_foot:
            left = Rect(left.x, foot_rect.y, left.width, left.top - foot_rect.y)
        when, left = left.cut_top(mm(self.WHEN), mm(0.4))
        place_widget(self.when, when)
        if self.panels:
            for panel, cell in zip(self.panels, left.split_rows(len(self.panels), mm(0.6)), strict=True):
                place_widget(panel, cell)
        if self.stage is not None:
            place_widget(self.stage, stage.inset(0, mm(0.3)))

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Cards, answers, and beside them what has just happened: for that cards are narrower than they like."""
        if not self._whole_foot:
            _, foot_rect = foot_rect.cut_left(mm(self.PANELS), mm(GAP))
        buttons = sum(
            mm(GAP + (self.QUIET if choice.emphasis == "quiet" else self.BUTTON))
            for choice in self.choice_panel.model
        )
        cards = mm(self.CARD) * len(self.hand_view.cards)
        told = buttons + cards + mm(self.SAID) <= foot_rect.width
        self.set_attached(self.event_panel, told)
        if told:
            wanted = buttons + self.hand_view.preferred_width()
            used = min(wanted, foot_rect.width - mm(self.SAID))
            foot_rect, said = foot_rect.cut_left(used, mm(GAP) if used else 0.0)
            place_widget(self.event_panel, said)
        super().arrange_foot(foot_rect)
