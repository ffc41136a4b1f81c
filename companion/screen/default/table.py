"""The table screen of a game that brings none: its places by their kind, beside the players and what just happened."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from kivy.metrics import mm

from companion.screen.default.arrange import BESIDE, arrange, band, fit, has_room, wide
from companion.screen.default.buttons import Answers
from companion.screen.default.places import Spot
from companion.screen.default.shown import Player, Table
from companion.screen.default.spot_face import SpotFace
from companion.screen.default.tokens import draw_token, line
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


class Strip(BasePlayerPanel[Player], TouchableWidget):
    """A player: name, points, what they have. A finger on them turns to their places."""

    SIGN_WIDTH = 5.4

    def __init__(self, player: Player, act: TouchHandler) -> None:
        super().__init__(player, thing=player.thing, act=act)

    def on_model_changed(self, player: Player, before: object) -> None:
        """See View."""
        self.touch_target = player.thing

    def paint_model(self, ink: Painter, whole: Rect, model: Player) -> None:
        """In gold light where the player may be meant."""
        if model.open:
            ink.draw_glow(whole.inset(mm(0.5)), GOLD, mm(CORNER_RADIUS))
        super().paint_model(ink, whole, model)
        if model.looked_at:
            ink.outline_rect(whole, CHALK, mm(0.5), mm(CORNER_RADIUS))

    def paint_name_row(self, ink: Painter, row: Rect, model: Player) -> None:
        """Name and points."""
        said = str(model.points)
        points, name = row.cut_right(text_width(said, font_pixels(TITLE_TEXT), True), mm(0.8))
        ink.draw_text(model.seat.name, name, LEAD_TEXT, CHALK, bold=True, may_truncate=True)
        ink.draw_text(said, points, TITLE_TEXT, CHALK, bold=True, halign="right")

    def paint_counts_row(self, ink: Painter, row: Rect, model: Player) -> None:
        """As much of what they have as there is room for."""
        for token, rect in line(model.tokens, row):
            draw_token(ink, rect, token)


class Board(ModelView[tuple[Sequence[Spot], Sequence[Spot], bool]]):
    """Places of nobody, in the order of the layout, and those of one player beneath them; whether they are shown as
    they would be after an answer. `beside`: see `arrange_children`.
    """

    model: tuple[Sequence[Spot], Sequence[Spot], bool] = ((), (), False)

    def __init__(self, act: TouchHandler, beside: float = BESIDE) -> None:
        self.act = act
        self.beside = beside
        self.faces: list[SpotFace] = []
        super().__init__()

    def on_model_changed(self, value: tuple[Sequence[Spot], Sequence[Spot], bool], before: object) -> None:
        """A face each."""
        self.sync_children(self.faces, [*value[0], *value[1]], lambda spot: SpotFace(spot, self.act))

    def arrange_children(self, whole: Rect) -> None:
        """What is nobody's above; a player's below."""
        shared, theirs = self._kept(whole)
        there = {spot.thing for spot in (*shared, *theirs)}
        for face in self.faces:
            self.set_attached(face, face.touch_target in there)
        if shared and theirs:
            low, whole = whole.cut_bottom(band(theirs, whole, mm(1)), mm(1.2))
            self._lay(low, theirs)
        self._lay(whole, shared or theirs)

    def _kept(self, whole: Rect) -> tuple[Sequence[Spot], Sequence[Spot]]:
        """What there is room for: where there is little, a player's only if something of it may be touched, and before
        that what only tells how many are left gives way; while an answer is tried all does that would stay as it is.
        """
        all_shared, theirs, trying = self.model
        shared = tuple(spot for spot in all_shared if not spot.spare)
        changed = tuple(tuple(spot for spot in spots if spot.changed) for spots in (shared, theirs))
        if trying and shared and any(changed) and not has_room(shared, theirs, whole, mm(1)):
            return changed[0], changed[1]
        if shared and not any(thing for spot in theirs for thing in spot.things):
            theirs = theirs if fit(shared, theirs, whole, mm(1)) else ()
        if not shared or has_room(all_shared, theirs, whole, mm(1)):
            return all_shared, theirs
        return shared, theirs

    def _lay(self, area: Rect, spots: Sequence[Spot]) -> None:
        faces = {face.touch_target: face for face in self.faces}
        for thing, rect in arrange(area, spots, mm(1), self.beside):
            place_widget(faces[thing], rect)


def _wanted(spot: Spot, table: Table) -> bool:
    """Whether something of it may be touched, or would be otherwise after the answer that is tried."""
    return any(spot.things) or (table.trying and spot.changed)


class TableView(TableFrameView):
    """At the left the places, or the answers where there are many; at the right players and events."""

    FOOT_HEIGHT = 11.6
    BOARD, SQUARE = 106.0, 75.0
    STRIP = 10.4
    EVENTS = 18.5
    SAID = 52.0
    ASIDE, FEW = 32.0, 4
    """Millimetres of answers beside the board where there is no room for them below: where it may be touched, or they
    are so few."""
    CARD = 12.0
    """Millimetres of a card that is to be read beside answers."""

    def __init__(self, act: TouchHandler, get_translations: GetTranslations) -> None:
        self.board = Board(act)
        self.strips: list[Strip] = []
        self.tall = self.wide = self.trying = self.needed = False
        super().__init__(act, get_translations)
        self.add_board_widget(self.board)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        shared, theirs = table.shared, table.theirs
        self.tall, self.wide, self.trying = table.tall, wide(shared, self.BOARD), table.trying
        self.answered.count_off(table.numbers)
        self.answered.show(table.choices)
        if self.wide:
            theirs = tuple(spot for spot in theirs if _wanted(spot, table))
        if self.tall and self.choice_panel.column_count > 1:  # they take the room beside it
            shared, theirs = (
                tuple(spot for spot in spots if spot.tall or _wanted(spot, table))
                for spots in (shared, theirs)
            )
        self.needed = any(thing for spot in (*shared, *theirs) for thing in spot.things)
        self.board.show((shared, theirs, table.trying))
        self.sync_children(self.strips, table.players, lambda player: Strip(player, self.touch_handler))
        self.show_frame(table)
        self.answered.preview(table.previews, table.tried)
        self.answered.point_at(table.pointed_targets)

    def make_choice_panel(self) -> ChoicePanel:
        """See TableFrameView."""
        self.answered = Answers(self.touch_handler)
        return self.answered

    @property
    def has_many_choices(self) -> bool:
        """Whether there is no room for the answers below the board: they lie in its place, or
        beside it. Beside a board that reaches down there always is."""
        count = self.choice_panel.column_count
        if self.tall or not count:
            return False
        taken = TOUCH_SIZE + 2 * PAGE_MARGIN + GAP + (self.SAID if self.wide else 0)
        if self.hand_view.cards:
            taken += self.CARD * len(self.hand_view.cards) + GAP
        if self.virtual_reader.parent is not None:
            taken += READER_WIDTH + GAP
        return bool(self.width < mm(taken + (self.choice_panel.MIN_BUTTON_WIDTH - 1) * count))

    def arrange_board(self, room: Rect, low: Rect) -> None:
        """The places, or the answers in their place; players and events beside them, or below where rows are many."""
        if self.wide:
            row, board = room.cut_bottom(mm(self.STRIP), mm(1.2))
            self._strips(row, len(self.strips))
        else:
            board, side = room.cut_left(mm(self.BOARD), mm(1.2))
            self._beside(side)
        down = self.tall or (self.has_many_choices and not self.hand_view.cards and not self.wide)
        if down:
            board = Rect(board.x, low.y, board.width, board.top - low.y)
        if self.tall and self.choice_panel.column_count > 1:
            board, answers = board.cut_left(mm(self.SQUARE), mm(GAP))
            place_widget(self.choice_panel, answers)
        covered = self.has_many_choices and not self.needed and self.choice_panel.column_count > self.FEW
        self.set_attached(self.board, self.trying or not covered)  # here it is known how wide the window is
        self.choice_panel.opacity = 0.0 if self.trying and covered else 1.0
        if self.has_many_choices and not covered:
            answers, board = board.cut_right(mm(self.ASIDE), mm(GAP))
            place_widget(self.choice_panel, answers)
        elif self.has_many_choices:
            place_widget(self.choice_panel, board)
        place_widget(self.board, board)

    def _beside(self, side: Rect) -> None:
        """Players, and what has happened."""
        columns = 1 if len(self.strips) <= 4 else 2
        rows = ceil(len(self.strips) / columns)
        high = min(mm(self.STRIP + 0.9), (side.height - mm(self.EVENTS)) / rows)
        players, rest = side.inset(0, mm(0.5)).cut_top(high * rows, mm(0.6))
        self._strips(players, columns)
        place_widget(self.event_panel, rest)

    def _strips(self, room: Rect, columns: int) -> None:
        cells = room.split_grid(columns, ceil(len(self.strips) / columns), mm(0.9))
        for strip, cell in zip(self.strips, cells, strict=False):
            place_widget(strip, cell)

    def arrange_foot(self, low: Rect) -> None:
        """Beside a board that reaches down here; what has happened stands here where the board is wide."""
        if self.tall:
            low = low.cut_left(mm(self.BOARD), mm(1.2))[1]
        if self.wide:
            events, low = low.cut_right(mm(self.SAID), mm(1.2))
            place_widget(self.event_panel, events)
        super().arrange_foot(low)
        if self.has_many_choices:
            place_widget(
                self.hand_view,
                low.cut_right(mm(READER_WIDTH), mm(GAP))[1]
                if self.virtual_reader.parent is not None
                else low,
            )
