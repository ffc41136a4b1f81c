"""The table view of a game that brings none: its places by their kind, beside the players and the events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil
from typing import Any, cast

from kivy.metrics import mm

from companion.games import load_plugin_part
from companion.screen.default.place_models import PlaceModel
from companion.screen.default.place_view import (
    BOARD_WIDTH_SHARE,
    PlaceView,
    has_room_for_player,
    has_room_for_shared,
    lay_tokens_in_line,
    paint_grid,
    paint_token,
    place_rects,
    player_places_height,
    wants_full_width,
)
from companion.screen.default.presenter import DefaultPlayerModel, DefaultTableModel
from companion.screen.draw.canvas_widget import (
    BackgroundWidget,
    CanvasWidget,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.kivy_rules import load_kivy_rules_for
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LEAD_TEXT,
    MIN_TEXT,
    PAGE_MARGIN,
    PANEL,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
    Colour,
)
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.player_panel import BasePlayerPanel
from companion.screen.widgets.slider import StepSlider
from companion.screen.widgets.table_frame import (
    DONE_WIDTH,
    READER_WIDTH,
    ChoicePanel,
    GetTranslations,
    TableFrameView,
)

# -- the answers of the default table: buttons that preview what they would do, and a slider for many numbers


class AnswerButton(PushButton):
    """The button of an answer.

    Where the answer lays something on a grid, it shows the grid as it would be then. As long as a finger
    rests on the button, the table previews the answer.
    """

    STACKED_HEIGHT, SYMBOL_SIZE = 11.0, 6.0
    """Millimetres: from this height on, the symbol stands above long texts, in this size, not beside them."""
    preview_place: PlaceModel | None = None
    _is_previewed = False

    def on_held(self) -> bool:
        """Preview the answer."""
        self._is_previewed = True
        self.touch_handler(f"tried/{self.touch_target}")
        return True

    def on_tapped(self) -> None:
        """Answer, unless it was previewed."""
        if not self._is_previewed:
            super().on_tapped()

    def on_touch_up(self, touch: Any) -> bool:
        """End the preview when the finger leaves."""
        is_felt = super().on_touch_up(touch)
        if touch.grab_current is self:
            self._end_preview()
        return is_felt

    def let_go(self) -> None:
        """End the preview."""
        super().let_go()
        self._end_preview()

    def _end_preview(self) -> None:
        if self._is_previewed:
            self._is_previewed = False
            self.touch_handler("tried/")

    def _paint_label(self, painter: Painter, inner: Rect, colour: Colour) -> None:
        """Paint the symbol above the text where that makes the text larger, and none where the text needs all."""
        sign, gap = mm(self.SYMBOL_SIZE), mm(0.6)
        if not self.symbol or inner.height < mm(self.STACKED_HEIGHT):
            super()._paint_label(painter, inner, colour)
            return
        wanted, min_pixels = font_pixels(self.font_size), round(mm(MIN_TEXT))
        layout_beside = fit_text(
            self.text, inner.width - mm(8.4), inner.height, wanted, min_pixels, True, self.max_lines
        )
        layout_below = fit_text(
            self.text, inner.width, inner.height - sign - gap, wanted, min_pixels, True, self.max_lines
        )
        if layout_beside.fits and layout_below.font_pixels <= layout_beside.font_pixels:
            super()._paint_label(painter, inner, colour)
            return
        together = inner.centred(
            inner.width, sign + gap + layout_below.font_pixels * LINE_SPACING * len(layout_below.lines)
        )
        above, below = together.cut_top(sign, gap)
        if layout_below.fits:
            painter.draw_symbol(self.symbol, above.centred(sign, sign), colour)
        painter.draw_text(
            self.text,
            below if layout_below.fits else inner,
            self.font_size,
            colour,
            bold=True,
            halign="center",
            max_lines=self.max_lines,
        )

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the grid, with the text beside it where there is room."""
        if self.preview_place is None:
            super().paint(painter, bounds)
            return
        text, symbol = self.text, self.symbol
        self.text = self.symbol = ""  # the grid stands in place of the symbol
        super().paint(painter, bounds)
        self.text, self.symbol = text, symbol
        inner = bounds.inset(mm(1.4))
        text_rect, grid = inner.cut_right(inner.width - inner.height, mm(1.2))
        min_pixels = round(mm(MIN_TEXT))
        if fit_text(
            text, text_rect.width, text_rect.height, font_pixels(SMALL_TEXT), min_pixels, True, 4
        ).fits:
            painter.draw_text(text, text_rect, SMALL_TEXT, SEPIA, bold=True, max_lines=4)
        else:
            grid = inner.largest_square()
        painter.fill_rect(grid.largest_square(), PANEL, mm(0.8))
        paint_grid(painter, grid, self.preview_place)


class AnswerPanel(ChoicePanel):
    """The answers, each previewed while it is held; of many numbers one is picked."""

    BUTTON_CLASS = AnswerButton
    BUTTON_MAX_LINES = 4
    MIN_BUTTON_HEIGHT = 10.0
    WIDE_BUTTON_WIDTH = 34.0
    LONG_WORDS_LETTERS = 22
    LETTER_WIDTH = 1.8
    WIDTH_BESIDE_PICKER = 26.0
    """Millimetres of a button beside the number picker."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.number_targets: tuple[str, ...] = ()
        self.picker: NumberPicker | None = None
        super().__init__(touch_handler)

    def set_number_targets(self, numbers: tuple[str, ...]) -> None:
        """Set the touch targets of which one is picked with the slider, from the next `show` on."""
        if numbers != self.number_targets:
            self.number_targets, self.model = numbers, ()

    @property
    def buttons_in_one_row(self) -> int:
        """The number of buttons side by side for which there has to be room, with the picker's room."""
        return super().buttons_in_one_row + (NumberPicker.BUTTONS_REPLACED if self.picker is not None else 0)

    def on_model_changed(self, model: tuple[ChoiceModel, ...], previous: object) -> None:
        """Make the buttons, and a picker for the numbers."""
        super().on_model_changed(
            tuple(each for each in model if each.touch_target not in self.number_targets), previous
        )
        picked = [each for each in model if each.touch_target in self.number_targets]
        self.picker = NumberPicker(picked, self.make_button(picked[0])) if picked else None
        if self.picker is not None:
            self.add_widget(self.picker)

    def show(self, model: tuple[ChoiceModel, ...]) -> None:
        """Show these answers; long texts get wide buttons."""
        longest = max((len(word) for choice in model for word in choice.text.split()), default=0)
        long = any(len(choice.text) > self.LONG_WORDS_LETTERS for choice in model)
        self.MIN_BUTTON_WIDTH = max(
            self.WIDE_BUTTON_WIDTH if long else ChoicePanel.MIN_BUTTON_WIDTH,
            longest * self.LETTER_WIDTH + 4.0,
        )
        super().show(model)

    def show_previews(self, previews: Mapping[str, PlaceModel], tried: Collection[str]) -> None:
        """Set the grids as they would be after an answer, and the answers that can be previewed."""
        for button in (*self.buttons, *([self.picker.button] if self.picker is not None else ())):
            button.explains = button.touch_target in tried
            if button.preview_place != (preview := previews.get(button.touch_target)):
                button.preview_place = preview
                button.request_redraw()

    def select_pointed(self, touch_targets: Collection[str]) -> None:
        """Select what the shared buttons point at, if it is among the numbers."""
        if self.picker is not None:
            self.picker.select_pointed(touch_targets)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the picker first, the other answers beside or below it."""
        if self.picker is not None:
            part, bounds = self._cut(bounds)
            place_widget(self.picker, part)
        super().arrange_children(bounds)

    def _cut(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the picker and of all other answers."""
        if bounds.width < mm(NumberPicker.SIDE_BY_SIDE_WIDTH):
            return bounds.cut_top(mm(NumberPicker.STACKED_HEIGHT), mm(GAP))
        if bounds.height > 2 * mm(TOUCH_SIZE):
            return bounds.cut_top(mm(TOUCH_SIZE), mm(GAP))
        taken = mm(self.WIDTH_BESIDE_PICKER + GAP) * len(self.buttons)
        return bounds.cut_left(
            max(mm(NumberPicker.SIDE_BY_SIDE_WIDTH), bounds.width - taken), mm(GAP) if self.buttons else 0
        )


class NumberPicker(CanvasWidget):
    """One of many numbers: a slider, and a button that takes the selected answer."""

    BUTTONS_REPLACED = 3
    """The number of buttons that would have room in its place."""
    SIDE_BY_SIDE_WIDTH = 62.0
    """Millimetres for slider and button side by side."""
    SLIDER_SHARE = 0.6
    """The slider's share of that."""
    STACKED_HEIGHT = 3 * TOUCH_SIZE + 2 * GAP
    """Millimetres where they lie one below the other."""

    def __init__(self, choices: Sequence[ChoiceModel], button: AnswerButton) -> None:
        self.choices = choices
        self.button = button
        self.slider = StepSlider(choices[0].touch_target.rpartition("/")[0], self.select)
        super().__init__()
        self.add_widget(self.slider)
        self.add_widget(button)
        self.select(next((at for at, each in enumerate(choices) if not each.touch_target.endswith("/0")), 0))

    def select_pointed(self, touch_targets: Collection[str]) -> None:
        """Select one of these targets, if there is any."""
        for at, each in enumerate(self.choices):
            if each.touch_target in touch_targets:
                self.select(at)

    def select(self, at: int) -> None:
        """Select the answer with this index."""
        choice = self.choices[at]
        self.slider.show(at, len(self.choices) - 1)
        self.button.touch_target = choice.touch_target
        self.button.update(choice.text, choice.symbol)

    def arrange_children(self, bounds: Rect) -> None:
        """Place both side by side where there is room."""
        if bounds.width >= mm(self.SIDE_BY_SIDE_WIDTH):
            slider, button = bounds.cut_left(bounds.width * self.SLIDER_SHARE, mm(GAP))
        else:
            button, slider = bounds.cut_top(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.slider, slider)
        place_widget(self.button, button)


# -- the table


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
    ANSWERS_BESIDE_WIDTH, MAX_ANSWERS_BESIDE_BOARD = 29.0, 4
    """Millimetres of answers beside the board where there is no room below, if it may be touched or they are
    few.
    """
    CARD_WIDTH = 12.0
    """Millimetres of a card that can be read beside answers."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.board = PlacesView(touch_handler)
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
        if self.is_board_wide:
            theirs = tuple(spot for spot in theirs if _is_needed(spot, table))
        if self.needs_full_height and len(table.choices) > 1:  # the answers take the room beside the board
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
        for panel in (self.choice_panel, self.done_panel):
            assert isinstance(panel, AnswerPanel)
            panel.show_previews(table.previews, table.previewable_targets)
        self.answer_panel.select_pointed(table.pointed_targets)

    def make_choice_panel(self) -> ChoicePanel:
        """The panel for the answers, with previews and a number picker."""
        return AnswerPanel(self.touch_handler)

    @property
    def answer_panel(self) -> AnswerPanel:
        """The panel for all answers but "Done"."""
        assert isinstance(self.choice_panel, AnswerPanel)
        return self.choice_panel

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
            cards, places = len(self.hand_view.card_models), len(self.hand_view.places)
            taken += max(self.CARD_WIDTH * cards, self.hand_view.MIN_CARD_WIDTH * places) + GAP
        if self.virtual_reader.parent is not None:
            taken += READER_WIDTH + GAP
        if self.done_panel.model:
            taken += DONE_WIDTH + GAP
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
            self.has_many_choices
            and not self.hand_view.card_models
            and not self.is_board_wide
            and not self.done_panel.model
        )
        if down:
            board = Rect(board.x, foot_rect.y, board.width, board.top - foot_rect.y)
        if self.needs_full_height and self.choice_count > 1:
            board, answers = board.cut_left(mm(self.TALL_BOARD_WIDTH), mm(GAP))
            place_widget(self.choice_panel, answers)
        covered = (
            self.has_many_choices
            and not self.is_board_touchable
            and self.choice_count > self.MAX_ANSWERS_BESIDE_BOARD
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

    def cut_done(self, foot_rect: Rect) -> tuple[Rect, Rect]:
        """The place of "Done", no wider than the room beside a board that takes all the height."""
        least = mm(self.BOARD_WIDTH + 1.2) if self.needs_full_height else 0.0
        return foot_rect.cut_right(min(mm(DONE_WIDTH), foot_rect.width - least), mm(GAP))

    def keeps_place_of_done(self, rest: Rect) -> bool:
        """Whether it stays free: never beside what else needs the foot."""
        is_narrow = self.needs_full_height or self.is_board_wide
        return bool(self.done_panel.buttons) if is_narrow else super().keeps_place_of_done(rest)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place the foot, beside a board that takes all the height; with the events where the board is wide."""
        if self.needs_full_height:
            foot_rect = foot_rect.cut_left(mm(self.BOARD_WIDTH), mm(1.2))[1]
        if self.is_board_wide:
            events, foot_rect = foot_rect.cut_right(mm(self.EVENTS_WIDTH), mm(1.2))
            place_widget(self.event_panel, events)
        super().arrange_foot(foot_rect)
        if self.has_many_choices:
            place_widget(self.hand_view, foot_rect)


class PastTable(BackgroundWidget):
    """A table as it was, by the view of its game, over the table of now."""

    is_modal = True

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler, self.get_translations = touch_handler, get_translations
        self.table: Any = None
        self.game = ""
        """The view of the game, once there is a table to show, and its name."""
        super().__init__()

    def show(self, model: Any) -> None:
        """Show that table; nothing is taken back from it."""
        if self.table is None or model.game != self.game:
            self.clear_widgets()
            self.game = model.game
            module = load_plugin_part(model.game, "screen", "table_view")
            load_kivy_rules_for(module.__name__ if module is not None else __name__)
            make_view = TableView if module is None else cast(Any, module).TableView
            self.table = make_view(self.touch_handler, self.get_translations)
            self.table.remove_widget(self.table.undo_button)
            # the points of then: whatever else the menu has is about now
            self.table.menu_button.touch_target = "standing"
            self.table.menu_button.update(symbol="chart")
            self.add_widget(self.table)
        self.table.show(model)
        self.request_redraw()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from the table of now; one that nothing takes asks about the table of then."""
        touch.ud["asks_about_then"] = not super().on_touch_down(touch)
        return True

    def arrange_children(self, bounds: Rect) -> None:
        """Cover the whole page."""
        place_widget(self.table, bounds)
