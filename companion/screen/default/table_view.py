"""The table view of a game that brings none: its places by their kind, beside the players and the events."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from kivy.metrics import mm

from companion.screen.default.answer_buttons import AnswerPanel
from companion.screen.default.place_layout import (
    BOARD_WIDTH_SHARE,
    has_room_for_player,
    has_room_for_shared,
    place_rects,
    player_places_height,
    wants_full_width,
)
from companion.screen.default.place_models import PlaceModel
from companion.screen.default.place_view import PlaceView
from companion.screen.default.presenter import DefaultPlayerModel, DefaultTableModel
from companion.screen.default.token_painting import lay_tokens_in_line, paint_token
from companion.screen.draw.canvas_widget import ModelView, TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LEAD_TEXT,
    PAGE_MARGIN,
    TITLE_TEXT,
    TOUCH_SIZE,
)
from companion.screen.widgets.choice_panel import ChoicePanel
from companion.screen.widgets.player_panel import BasePlayerPanel
from companion.screen.widgets.table_frame import READER_WIDTH, GetTranslations, TableFrameView


class DefaultPlayerPanel(BasePlayerPanel[DefaultPlayerModel], TouchableWidget):
    """A player: name, points, what they have. A finger on them shows their places."""

    SIGN_WIDTH = 5.4

    def __init__(self, player: DefaultPlayerModel, touch_handler: TouchHandler) -> None:
        super().__init__(player, touch_target=player.touch_target, touch_handler=touch_handler)

    def on_model_changed(self, player: DefaultPlayerModel, previous: object) -> None:
        """Take the player's touch target."""
        self.touch_target = player.touch_target

    def paint_model(self, painter: Painter, bounds: Rect, model: DefaultPlayerModel) -> None:
        """Paint it with a golden glow where the player may be chosen."""
        if model.enabled:
            painter.draw_glow(bounds.inset(mm(0.5)), GOLD, mm(CORNER_RADIUS))
        super().paint_model(painter, bounds, model)
        if model.is_viewed:
            painter.outline_rect(bounds, CHALK, mm(0.5), mm(CORNER_RADIUS))

    def paint_name_row(self, painter: Painter, row: Rect, model: DefaultPlayerModel) -> None:
        """Paint name and points."""
        points_text = str(model.points)
        points, name = row.cut_right(text_width(points_text, font_pixels(TITLE_TEXT), True), mm(0.8))
        painter.draw_text(model.seat.shown_name, name, LEAD_TEXT, CHALK, bold=True, may_truncate=True)
        painter.draw_text(points_text, points, TITLE_TEXT, CHALK, bold=True, halign="right")

    def paint_counts_row(self, painter: Painter, row: Rect, model: DefaultPlayerModel) -> None:
        """Paint as much of what they have as there is room for."""
        for token, rect in lay_tokens_in_line(model.tokens, row):
            paint_token(painter, rect, token)


class PlacesView(ModelView[tuple[Sequence[PlaceModel], Sequence[PlaceModel], bool]]):
    """Shared places, in the order of the layout, and those of one player beneath them.

    The model's third part is whether they are shown as they would be after an answer. `board_share`: the
    share of the width that a board takes at most (`beside` of `place_rects`).
    """

    model: tuple[Sequence[PlaceModel], Sequence[PlaceModel], bool] = ((), (), False)

    def __init__(self, touch_handler: TouchHandler, beside: float = BOARD_WIDTH_SHARE) -> None:
        self.touch_handler = touch_handler
        self.board_share = beside
        self.place_views: list[PlaceView] = []
        super().__init__()

    def on_model_changed(
        self, model: tuple[Sequence[PlaceModel], Sequence[PlaceModel], bool], previous: object
    ) -> None:
        """Make a view for each place."""
        self.sync_children(
            self.place_views, [*model[0], *model[1]], lambda spot: PlaceView(spot, self.touch_handler)
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the shared ones above, a player's below."""
        shared, theirs = self._fitting_places(bounds)
        there = {spot.touch_target for spot in (*shared, *theirs)}
        for place_view in self.place_views:
            self.set_attached(place_view, place_view.touch_target in there)
        if shared and theirs:
            low, bounds = bounds.cut_bottom(player_places_height(theirs, bounds, mm(1)), mm(1.2))
            self._lay_places(low, theirs)
        self._lay_places(bounds, shared or theirs)

    def _fitting_places(self, bounds: Rect) -> tuple[Sequence[PlaceModel], Sequence[PlaceModel]]:
        """The places for which there is room.

        Where there is little, places that only show a count are left out first, then a player's places of
        which nothing may be touched; while an answer is previewed, all that would stay as it is.
        """
        all_shared, theirs, is_preview = self.model
        shared = tuple(spot for spot in all_shared if not spot.shows_count_only)
        changed = tuple(tuple(spot for spot in spots if spot.is_changed) for spots in (shared, theirs))
        if is_preview and shared and any(changed) and not has_room_for_shared(shared, theirs, bounds, mm(1)):
            return changed[0], changed[1]
        if shared and not any(target for spot in theirs for target in spot.enabled_targets):
            theirs = theirs if has_room_for_player(shared, theirs, bounds, mm(1)) else ()
        if not shared or has_room_for_shared(all_shared, theirs, bounds, mm(1)):
            return all_shared, theirs
        return shared, theirs

    def _lay_places(self, area: Rect, spots: Sequence[PlaceModel]) -> None:
        place_views = {place_view.touch_target: place_view for place_view in self.place_views}
        for target, rect in place_rects(area, spots, mm(1), self.board_share):
            place_widget(place_views[target], rect)


def _is_needed(place: PlaceModel, table: DefaultTableModel) -> bool:
    """Whether something of it may be touched, or would change by the previewed answer."""
    return any(place.enabled_targets) or (table.is_preview and place.is_changed)


class TableView(TableFrameView):
    """The places, or many answers, at the left; players and events at the right."""

    FOOT_HEIGHT = 11.6
    BOARD_WIDTH, TALL_BOARD_WIDTH = 106.0, 75.0
    PANEL_HEIGHT = 10.4
    EVENTS_HEIGHT = 18.5
    EVENTS_WIDTH = 52.0
    ANSWERS_BESIDE_WIDTH, MAX_ANSWERS_BESIDE_BOARD = 32.0, 4
    """Millimetres of answers beside the board where there is no room below, if it may be touched or they are
    few.
    """
    CARD_WIDTH = 12.0
    """Millimetres of a card that can be read beside answers."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.board = PlacesView(touch_handler)
        self.player_panels: list[DefaultPlayerPanel] = []
        self.needs_full_height = self.is_board_wide = self.is_preview = self.is_board_touchable = False
        super().__init__(touch_handler, get_translations)
        self.add_board_widget(self.board)

    def show(self, table: DefaultTableModel) -> None:
        """Show the table as it is now."""
        shared, theirs = table.shared_places, table.player_places
        self.needs_full_height, self.is_board_wide, self.is_preview = (
            table.needs_full_height,
            wants_full_width(shared, self.BOARD_WIDTH),
            table.is_preview,
        )
        self.answer_panel.set_number_targets(table.number_targets)
        self.answer_panel.show(table.choices)
        if self.is_board_wide:
            theirs = tuple(spot for spot in theirs if _is_needed(spot, table))
        if (
            self.needs_full_height and self.choice_panel.buttons_in_one_row > 1
        ):  # the answers take the room beside the board
            shared, theirs = (
                tuple(spot for spot in spots if spot.needs_precise_touch or _is_needed(spot, table))
                for spots in (shared, theirs)
            )
        self.is_board_touchable = any(
            target for spot in (*shared, *theirs) for target in spot.enabled_targets
        )
        self.board.show((shared, theirs, table.is_preview))
        self.sync_children(
            self.player_panels, table.players, lambda player: DefaultPlayerPanel(player, self.touch_handler)
        )
        self.show_frame(table)
        self.answer_panel.show_previews(table.previews, table.previewable_targets)
        self.answer_panel.select_pointed(table.pointed_targets)

    def make_choice_panel(self) -> ChoicePanel:
        """The panel for the answers, with previews and a number picker."""
        self.answer_panel = AnswerPanel(self.touch_handler)
        return self.answer_panel

    @property
    def has_many_choices(self) -> bool:
        """Whether there is no room for the answers below the board: they take its place, or lie beside it.

        Beside a board that takes all the height there always is room.
        """
        count = self.choice_panel.buttons_in_one_row
        if self.needs_full_height or not count:
            return False
        taken = TOUCH_SIZE + 2 * PAGE_MARGIN + GAP + (self.EVENTS_WIDTH if self.is_board_wide else 0)
        if self.hand_view.card_models:
            taken += self.CARD_WIDTH * len(self.hand_view.card_models) + GAP
        if self.virtual_reader.parent is not None:
            taken += READER_WIDTH + GAP
        return bool(self.width < mm(taken + (self.choice_panel.MIN_BUTTON_WIDTH - 1) * count))

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Place the board or the answers, and players and events beside them, or below where rows are many."""
        if self.is_board_wide:
            row, board = board_rect.cut_bottom(mm(self.PANEL_HEIGHT), mm(1.2))
            self._lay_panels(row, len(self.player_panels))
        else:
            board, side = board_rect.cut_left(mm(self.BOARD_WIDTH), mm(1.2))
            self._lay_side(side)
        down = self.needs_full_height or (
            self.has_many_choices and not self.hand_view.card_models and not self.is_board_wide
        )
        if down:
            board = Rect(board.x, foot_rect.y, board.width, board.top - foot_rect.y)
        if self.needs_full_height and self.choice_panel.buttons_in_one_row > 1:
            board, answers = board.cut_left(mm(self.TALL_BOARD_WIDTH), mm(GAP))
            place_widget(self.choice_panel, answers)
        covered = (
            self.has_many_choices
            and not self.is_board_touchable
            and self.choice_panel.buttons_in_one_row > self.MAX_ANSWERS_BESIDE_BOARD
        )
        # only here is the width of the window known
        self.set_attached(self.board, self.is_preview or not covered)
        self.choice_panel.opacity = 0.0 if self.is_preview and covered else 1.0
        if self.has_many_choices and not covered:
            answers, board = board.cut_right(mm(self.ANSWERS_BESIDE_WIDTH), mm(GAP))
            place_widget(self.choice_panel, answers)
        elif self.has_many_choices:
            place_widget(self.choice_panel, board)
        place_widget(self.board, board)

    def _lay_side(self, side: Rect) -> None:
        """Place the players, and the events below."""
        columns = 1 if len(self.player_panels) <= 4 else 2
        rows = ceil(len(self.player_panels) / columns)
        high = min(mm(self.PANEL_HEIGHT + 0.9), (side.height - mm(self.EVENTS_HEIGHT)) / rows)
        players, rest = side.inset(0, mm(0.5)).cut_top(high * rows, mm(0.6))
        self._lay_panels(players, columns)
        place_widget(self.event_panel, rest)

    def _lay_panels(self, room: Rect, columns: int) -> None:
        cells = room.split_grid(columns, ceil(len(self.player_panels) / columns), mm(0.9))
        for panel, cell in zip(self.player_panels, cells, strict=False):
            place_widget(panel, cell)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place the foot, beside a board that takes all the height; with the events where the board is wide."""
        if self.needs_full_height:
            foot_rect = foot_rect.cut_left(mm(self.BOARD_WIDTH), mm(1.2))[1]
        if self.is_board_wide:
            events, foot_rect = foot_rect.cut_right(mm(self.EVENTS_WIDTH), mm(1.2))
            place_widget(self.event_panel, events)
        super().arrange_foot(foot_rect)
        if self.has_many_choices:
            place_widget(
                self.hand_view,
                foot_rect.cut_right(mm(READER_WIDTH), mm(GAP))[1]
                if self.virtual_reader.parent is not None
                else foot_rect,
            )
