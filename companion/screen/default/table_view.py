"""The table screen of a game that brings none: its places by their kind, beside the players and what just happened."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from kivy.metrics import mm

from companion.screen.default.answer_buttons import AnswerPanel
from companion.screen.default.place_layout import (
    BOARD_WIDTH_SHARE,
    arrange_places,
    has_room_for_player,
    has_room_for_shared,
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
    """A player: name, points, what they have. A finger on them turns to their places."""

    SIGN_WIDTH = 5.4

    def __init__(self, player: DefaultPlayerModel, touch_handler: TouchHandler) -> None:
        super().__init__(player, touch_target=player.touch_target, touch_handler=touch_handler)

    def on_model_changed(self, player: DefaultPlayerModel, previous: object) -> None:
        """See View."""
        self.touch_target = player.touch_target

    def paint_model(self, painter: Painter, bounds: Rect, model: DefaultPlayerModel) -> None:
        """In gold light where the player may be meant."""
        if model.enabled:
            painter.draw_glow(bounds.inset(mm(0.5)), GOLD, mm(CORNER_RADIUS))
        super().paint_model(painter, bounds, model)
        if model.is_viewed:
            painter.outline_rect(bounds, CHALK, mm(0.5), mm(CORNER_RADIUS))

    def paint_name_row(self, painter: Painter, row: Rect, model: DefaultPlayerModel) -> None:
        """Name and points."""
        said = str(model.points)
        points, name = row.cut_right(text_width(said, font_pixels(TITLE_TEXT), True), mm(0.8))
        painter.draw_text(model.seat.name, name, LEAD_TEXT, CHALK, bold=True, may_truncate=True)
        painter.draw_text(said, points, TITLE_TEXT, CHALK, bold=True, halign="right")

    def paint_counts_row(self, painter: Painter, row: Rect, model: DefaultPlayerModel) -> None:
        """As much of what they have as there is room for."""
        for token, rect in lay_tokens_in_line(model.tokens, row):
            paint_token(painter, rect, token)


class PlacesView(ModelView[tuple[Sequence[PlaceModel], Sequence[PlaceModel], bool]]):
    """Places of nobody, in the order of the layout, and those of one player beneath them; whether they are shown as
    they would be after an answer. `board_share`: see `arrange`.
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
        """A face each."""
        self.sync_children(
            self.place_views, [*model[0], *model[1]], lambda spot: PlaceView(spot, self.touch_handler)
        )

    def arrange_children(self, bounds: Rect) -> None:
        """What is nobody's above; a player's below."""
        shared, theirs = self._fitting_places(bounds)
        there = {spot.touch_target for spot in (*shared, *theirs)}
        for face in self.place_views:
            self.set_attached(face, face.touch_target in there)
        if shared and theirs:
            low, bounds = bounds.cut_bottom(player_places_height(theirs, bounds, mm(1)), mm(1.2))
            self._lay_places(low, theirs)
        self._lay_places(bounds, shared or theirs)

    def _fitting_places(self, bounds: Rect) -> tuple[Sequence[PlaceModel], Sequence[PlaceModel]]:
        """What there is room for: where there is little, a player's only if something of it may be touched, and before
        that what only tells how many are left gives way; while an answer is tried all does that would stay as it is.
        """
        all_shared, theirs, trying = self.model
        shared = tuple(spot for spot in all_shared if not spot.shows_count_only)
        changed = tuple(tuple(spot for spot in spots if spot.is_changed) for spots in (shared, theirs))
        if trying and shared and any(changed) and not has_room_for_shared(shared, theirs, bounds, mm(1)):
            return changed[0], changed[1]
        if shared and not any(thing for spot in theirs for thing in spot.enabled_targets):
            theirs = theirs if has_room_for_player(shared, theirs, bounds, mm(1)) else ()
        if not shared or has_room_for_shared(all_shared, theirs, bounds, mm(1)):
            return all_shared, theirs
        return shared, theirs

    def _lay_places(self, area: Rect, spots: Sequence[PlaceModel]) -> None:
        faces = {face.touch_target: face for face in self.place_views}
        for thing, rect in arrange_places(area, spots, mm(1), self.board_share):
            place_widget(faces[thing], rect)


def _is_needed(place: PlaceModel, table: DefaultTableModel) -> bool:
    """Whether something of it may be touched, or would be otherwise after the answer that is tried."""
    return any(place.enabled_targets) or (table.is_preview and place.is_changed)


class TableView(TableFrameView):
    """At the left the places, or the answers where there are many; at the right players and events."""

    FOOT_HEIGHT = 11.6
    BOARD_WIDTH, TALL_BOARD_WIDTH = 106.0, 75.0
    PANEL_HEIGHT = 10.4
    EVENTS_HEIGHT = 18.5
    EVENTS_WIDTH = 52.0
    ANSWERS_BESIDE_WIDTH, MAX_ANSWERS_BESIDE_BOARD = 32.0, 4
    """Millimetres of answers beside the board where there is no room for them below: where it may be touched, or they
    are so few."""
    CARD_WIDTH = 12.0
    """Millimetres of a card that is to be read beside answers."""

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
        self.answer_panel.set_numbers(table.number_targets)
        self.answer_panel.show(table.choices)
        if self.is_board_wide:
            theirs = tuple(spot for spot in theirs if _is_needed(spot, table))
        if self.needs_full_height and self.choice_panel.column_count > 1:  # they take the room beside it
            shared, theirs = (
                tuple(spot for spot in spots if spot.is_touch_board or _is_needed(spot, table))
                for spots in (shared, theirs)
            )
        self.is_board_touchable = any(thing for spot in (*shared, *theirs) for thing in spot.enabled_targets)
        self.board.show((shared, theirs, table.is_preview))
        self.sync_children(
            self.player_panels, table.players, lambda player: DefaultPlayerPanel(player, self.touch_handler)
        )
        self.show_frame(table)
        self.answer_panel.show_previews(table.previews, table.previewable_targets)
        self.answer_panel.select_pointed(table.pointed_targets)

    def make_choice_panel(self) -> ChoicePanel:
        """See TableFrameView."""
        self.answer_panel = AnswerPanel(self.touch_handler)
        return self.answer_panel

    @property
    def has_many_choices(self) -> bool:
        """Whether there is no room for the answers below the board: they lie in its place, or
        beside it. Beside a board that reaches down there always is."""
        count = self.choice_panel.column_count
        if self.needs_full_height or not count:
            return False
        taken = TOUCH_SIZE + 2 * PAGE_MARGIN + GAP + (self.EVENTS_WIDTH if self.is_board_wide else 0)
        if self.hand_view.cards:
            taken += self.CARD_WIDTH * len(self.hand_view.cards) + GAP
        if self.virtual_reader.parent is not None:
            taken += READER_WIDTH + GAP
        return bool(self.width < mm(taken + (self.choice_panel.MIN_BUTTON_WIDTH - 1) * count))

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """The places, or the answers in their place; players and events beside them, or below where rows are many."""
        if self.is_board_wide:
            row, board = board_rect.cut_bottom(mm(self.PANEL_HEIGHT), mm(1.2))
            self._lay_panels(row, len(self.player_panels))
        else:
            board, side = board_rect.cut_left(mm(self.BOARD_WIDTH), mm(1.2))
            self._lay_side(side)
        down = self.needs_full_height or (
            self.has_many_choices and not self.hand_view.cards and not self.is_board_wide
        )
        if down:
            board = Rect(board.x, foot_rect.y, board.width, board.top - foot_rect.y)
        if self.needs_full_height and self.choice_panel.column_count > 1:
            board, answers = board.cut_left(mm(self.TALL_BOARD_WIDTH), mm(GAP))
            place_widget(self.choice_panel, answers)
        covered = (
            self.has_many_choices
            and not self.is_board_touchable
            and self.choice_panel.column_count > self.MAX_ANSWERS_BESIDE_BOARD
        )
        # here it is known how wide the window is
        self.set_attached(self.board, self.is_preview or not covered)
        self.choice_panel.opacity = 0.0 if self.is_preview and covered else 1.0
        if self.has_many_choices and not covered:
            answers, board = board.cut_right(mm(self.ANSWERS_BESIDE_WIDTH), mm(GAP))
            place_widget(self.choice_panel, answers)
        elif self.has_many_choices:
            place_widget(self.choice_panel, board)
        place_widget(self.board, board)

    def _lay_side(self, side: Rect) -> None:
        """Players, and what has happened."""
        columns = 1 if len(self.player_panels) <= 4 else 2
        rows = ceil(len(self.player_panels) / columns)
        high = min(mm(self.PANEL_HEIGHT + 0.9), (side.height - mm(self.EVENTS_HEIGHT)) / rows)
        players, rest = side.inset(0, mm(0.5)).cut_top(high * rows, mm(0.6))
        self._lay_panels(players, columns)
        place_widget(self.event_panel, rest)

    def _lay_panels(self, room: Rect, columns: int) -> None:
        cells = room.split_grid(columns, ceil(len(self.player_panels) / columns), mm(0.9))
        for strip, cell in zip(self.player_panels, cells, strict=False):
            place_widget(strip, cell)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Beside a board that reaches down here; what has happened stands here where the board is wide."""
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
