"""The table screen of the Princes of Florence: round, players and the stage in the middle, in the common frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from kivy.metrics import Metrics, mm
from msgspec import Struct

from companion.games.florence.rules.edition import PIECE_COUNTS
from companion.games.florence.rules.state import PlayerState
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.auction import AuctionModel, AuctionView
from companion.games.florence.screen.card_choice import CardChoiceModel, CardChoiceView
from companion.games.florence.screen.placement import PlacementModel, PlacementView
from companion.games.florence.screen.player_panel import FlorencePlayer, PlayerPanel
from companion.games.florence.screen.principality import paint_principality
from companion.games.florence.screen.selling import PrestigeSaleModel, PrestigeSaleView
from companion.games.florence.screen.turn import ActionsModel, ActionsView, PurchaseModel, PurchaseView
from companion.games.florence.screen.works import WorkModel, WorkView
from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import GlowingModelView, ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HUGE_TEXT,
    MUTED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
)
from companion.screen.view_models import PlayerAtTable, TableFrameModel
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView


class RoundModel(Struct, frozen=True):
    """The round, also in words, and the least value of a work in it."""

    round: int
    text: str
    least_value: int


class PlayerAtEnd(PlayerAtTable[PlayerState], frozen=True):
    """A player with their place, and whether they have won."""

    place: int = 1
    is_winner: bool = False


class ResultsModel(Struct, frozen=True):
    """The results of all players, the first place first."""

    players: tuple[PlayerAtEnd, ...]


StageModel = (
    AuctionModel
    | ActionsModel
    | PurchaseModel
    | CardChoiceModel
    | ResultsModel
    | PlacementModel
    | WorkModel
    | PrestigeSaleModel
)
"""What may stand on the stage; each has a view of its own (`table_view.VIEW_BY_STAGE_MODEL`)."""


class TableModel(TableFrameModel, frozen=True):
    """The table screen; it draws no reader, as cards are chosen on the stage."""

    game: ClassVar[str] = "florence"
    players: tuple[FlorencePlayer, ...]
    round_progress: RoundModel
    stage: StageModel | None = None
    """What is going on; None where the stage is empty."""


def results_model(position: Position, seats: Iterable[Seat]) -> ResultsModel | None:
    """The results; players with equal points and florins share a place (P-E2). None while the game goes on."""
    outcome = position.outcome()
    if outcome is None:
        return None
    worth = {who: (player.points, player.money) for who, player in position.players.items()}
    players = (
        PlayerAtEnd(
            seat,
            position.players[seat.colour],
            place=1 + sum(other > worth[seat.colour] for other in worth.values()),
            is_winner=seat.colour in outcome.winners,
        )
        for seat in seats
    )
    return ResultsModel(tuple(sorted(players, key=lambda player: player.place)))


class ResultsView(ModelView[ResultsModel]):
    """A column for each player, with gold around the winner's."""

    asked_target = "prompt"
    MAX_COLUMN_WIDTH = 36.0

    def paint_model(self, painter: Painter, bounds: Rect, model: ResultsModel) -> None:
        """Paint the columns side by side, the first place first."""
        count = len(model.players)
        room = bounds.centred(min(bounds.width, mm(self.MAX_COLUMN_WIDTH) * count), bounds.height)
        for player, cell in zip(model.players, room.split_columns(count, mm(1.6)), strict=True):
            self._column(painter, cell.inset(mm(0.6)), player)

    def _column(self, painter: Painter, cell: Rect, player: PlayerAtEnd) -> None:
        """Paint sign and name, points, florins and the principality."""
        colour = player.seat.colour
        if player.is_winner:
            painter.fill_rect(cell.inset(-mm(0.6)), GOLD, mm(CORNER_RADIUS + 0.5))
        painter.fill_rect(cell, PANEL, mm(CORNER_RADIUS))
        head, rest = cell.cut_top(mm(8))
        painter.fill_player_rect(colour, head, mm(CORNER_RADIUS))
        painter.draw_text(
            player.seat.shown_name,
            head.inset(mm(0.4), mm(1)),
            NOTE_TEXT,
            TEXT_ON_PLAYER_COLOURS[colour],
            bold=True,
            halign="center",
            may_truncate=True,
            min_size=SMALL_TEXT,
        )
        row, rest = rest.cut_top(mm(6), mm(0.6))
        sign, place = row.centred(mm(11), mm(4.6)).cut_left(mm(4.6), mm(0.8))
        painter.draw_symbol(colour, sign)
        painter.draw_text(
            f"{player.place}.",
            place,
            NUMBER_TEXT,
            GOLD if player.is_winner else MUTED,
            bold=True,
        )
        points, rest = rest.cut_top(mm(11), mm(0.4))
        _paint_symbol_and_number(painter, points, "points", player.state.points, HUGE_TEXT)
        money, rest = rest.cut_top(mm(5.4), mm(1))
        _paint_symbol_and_number(painter, money, "florin", player.state.money, NUMBER_TEXT)
        side = min(rest.width - mm(1.2), rest.height - mm(0.8))
        paint_principality(painter, rest.centred(side, side), player.state.grid)


def _paint_symbol_and_number(painter: Painter, row: Rect, symbol: str, number: int, size: float) -> None:
    """Paint a symbol and a number, centred together."""
    wide = text_width(str(number), font_pixels(size), True) + 2.0
    least = text_width(str(number), font_pixels(NUMBER_TEXT), True) + 2.0
    side = min(row.height, row.width - mm(0.6) - least)
    sign, text_rect = row.centred(min(row.width, side + mm(0.6) + wide), row.height).cut_left(side, mm(0.6))
    painter.draw_symbol(symbol, sign.inset(side * 0.08))
    painter.draw_text(str(number), text_rect, size, CHALK, bold=True)


VIEW_BY_STAGE_MODEL: Final[Mapping[type, Callable[[TouchHandler], Any]]] = {
    AuctionModel: AuctionView,
    ActionsModel: ActionsView,
    PurchaseModel: PurchaseView,
    CardChoiceModel: CardChoiceView,
    ResultsModel: lambda _act: ResultsView(),
    PlacementModel: PlacementView,
    WorkModel: WorkView,
    PrestigeSaleModel: PrestigeSaleView,
}
"""Model on the stage -> what makes its view, when it is first needed."""


class RoundView(ModelView[RoundModel]):
    """The round, in words and as dots, and the least value of a work."""

    asked_target = "prompt"

    def paint_model(self, painter: Painter, bounds: Rect, model: RoundModel) -> None:
        """Paint round, dots and least value."""
        least, row = bounds.cut_right(mm(15))
        sign, number = least.cut_left(mm(4.6), mm(0.6))
        painter.draw_symbol("work", sign.centred(mm(4.4), mm(4.4)))
        painter.draw_text(
            f"≥ {model.least_value}", number, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT
        )
        rounds = PIECE_COUNTS["rounds"]
        wide = min(row.width - mm(2.2) * rounds, text_width(model.text, font_pixels(NUMBER_TEXT), True) + 2.0)
        text_rect, dots = row.cut_left(wide, mm(1.6))
        painter.draw_text(model.text, text_rect, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT)
        dots = dots.cut_left(mm(2.1) * rounds)[0]
        for at, cell in enumerate(dots.split_columns(rounds), 1):
            painter.draw_symbol("dot", cell.centred(mm(1.5), mm(1.5)), MUTED if at <= model.round else BORDER)


class TableView(TableFrameView):
    """The table; its panels reach the lower edge, unless cards of a hand need the whole foot."""

    FOOT_HEIGHT = 11.8
    PANELS_WIDTH = 52.0
    ROUND_HEIGHT = 5.6
    MIN_EVENTS_WIDTH = 34.0
    """The least width of the latest events beside the buttons, in millimetres."""
    BUTTON_WIDTH = 27.0
    QUIET_BUTTON_WIDTH = 20.0
    MIN_CARD_WIDTH = 22.8
    """The least width of a button, of one beside the stage, and of a card, in millimetres."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.round_view = RoundView()
        self.stage_views: dict[type, Any] = {}
        self.stage_view: Any = None
        super().__init__(touch_handler, get_translations)
        self.add_board_widget(self.round_view)

    def show(self, table: TableModel) -> None:
        """Show that table."""
        self.round_view.show(table.round_progress)
        self.sync_children(
            self.player_panels,
            table.players,
            lambda player: PlayerPanel(player, self.touch_handler),
            table.enabled_targets,
        )
        self._show_stage(table.stage, table.enabled_targets)
        self.show_frame(table)
        if Metrics.fontscale > 1:  # show the newest one completely
            self.event_panel.show(table.recent_events[-2:])

    def _show_stage(self, stage: StageModel | None, enabled_targets: frozenset[str]) -> None:
        """Show the view of that stage."""
        kind = type(stage)
        if stage is not None and kind not in self.stage_views:
            self.stage_views[kind] = VIEW_BY_STAGE_MODEL[kind](self.touch_handler)
        view: Any = self.stage_views.get(kind)
        if view is not self.stage_view:
            if self.stage_view is not None:
                self.set_attached(self.stage_view, False)
            if view is not None:
                self.set_attached(view, True)
            self.stage_view = view
        if isinstance(view, GlowingModelView):
            view.show(stage, enabled_targets)
        elif stage is not None:
            view.show(stage)

    @property
    def _whole_foot(self) -> bool:
        """Whether the foot extends below the panels."""
        return bool(self.hand_view.card_models)

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Place the panels beside the stage."""
        left, stage = board_rect.cut_left(mm(self.PANELS_WIDTH), mm(GAP))
        if not self._whole_foot:
            left = Rect(left.x, foot_rect.y, left.width, left.top - foot_rect.y)
        round_rect, left = left.cut_top(mm(self.ROUND_HEIGHT), mm(0.4))
        place_widget(self.round_view, round_rect)
        if self.player_panels:
            for panel, cell in zip(
                self.player_panels, left.split_rows(len(self.player_panels), mm(0.6)), strict=True
            ):
                place_widget(panel, cell)
        if self.stage_view is not None:
            place_widget(self.stage_view, stage.inset(0, mm(0.3)))

    def keeps_place_of_done(self, rest: Rect) -> bool:
        """Whether it stays free: a turn is finished on the stage, so it seldom is an answer."""
        return bool(self.done_panel.buttons)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place cards and answers, and beside them the latest events, for which cards become narrower."""
        if not self._whole_foot:
            _, foot_rect = foot_rect.cut_left(mm(self.PANELS_WIDTH), mm(GAP))
        buttons = sum(
            mm(GAP + (self.QUIET_BUTTON_WIDTH if choice.emphasis == "quiet" else self.BUTTON_WIDTH))
            for choice in self.choice_panel.model
        )
        cards = mm(self.MIN_CARD_WIDTH) * len(self.hand_view.card_models)
        shows_events = buttons + cards + mm(self.MIN_EVENTS_WIDTH) <= foot_rect.width
        self.set_attached(self.event_panel, shows_events)
        if shows_events:
            wanted = buttons + self.hand_view.preferred_width()
            used = min(wanted, foot_rect.width - mm(self.MIN_EVENTS_WIDTH))
            foot_rect, events_rect = foot_rect.cut_left(used, mm(GAP) if used else 0.0)
            place_widget(self.event_panel, events_rect)
        super().arrange_foot(foot_rect)
