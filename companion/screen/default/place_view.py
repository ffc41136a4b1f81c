"""The view of a place: its name, its facts, and what lies there; a grid with its squares, a point of a board."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.default.grid_painting import paint_grid, square_rects, tokens_by_square
from companion.screen.default.place_layout import LABEL_HEIGHT
from companion.screen.default.place_models import PlaceModel, TokenModel
from companion.screen.default.token_painting import (
    MIN_TOKEN_HEIGHT,
    lay_tokens_in_lines,
    paint_token,
    paint_token_content,
)
from companion.screen.draw.canvas_widget import (
    TouchableModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    MIN_TEXT,
    MUTED,
    PANEL,
    PARCHMENT,
    RAISED_PANEL,
    SMALL_TEXT,
    TILE_BACK,
    WORN_PARCHMENT,
    mix_colours,
)

LONG_PRESS_SECONDS = 0.6
"""Seconds after which a finger that rests is a long press."""


class LongPressWidget(TouchableWidget):
    """Something that explains itself on a long press, unless `has_long_press` is false.

    A long press does not count as a touch.
    """

    LONG_PRESS_PREFIX = "about"
    """The prefix of the touch target that a long press passes on."""
    has_long_press = True

    def __init__(
        self, touch_target: str, touch_handler: TouchHandler, *settings: Any, **keyword_settings: Any
    ) -> None:
        self._long_press_timer = Clock.create_trigger(
            lambda _elapsed: self.touch_handler(f"{self.LONG_PRESS_PREFIX}/{self.touch_target}"),
            LONG_PRESS_SECONDS,
        )
        super().__init__(touch_target, touch_handler, *settings, **keyword_settings)

    def on_touch_down(self, touch: Any) -> bool:
        """Start waiting for a long press."""
        felt = super().on_touch_down(touch)
        if self.is_pressed and self.has_long_press:
            self._long_press_timer()
        return felt

    def on_touch_up(self, touch: Any) -> bool:
        """End a long press, or let the touch count."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        if not self.has_long_press or self._long_press_timer.is_triggered:
            self._long_press_timer.cancel()
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.let_go()
        return True

    def let_go(self) -> None:
        """Wait no longer, or end a long press."""
        was_long = self.is_pressed and self.has_long_press and not self._long_press_timer.is_triggered
        self._long_press_timer.cancel()
        super().let_go()
        if was_long:
            self.on_long_press_end()

    def on_long_press_end(self) -> None:
        """The finger of a long press has left."""


class CellButton(TouchableWidget):
    """A square that may be touched.

    `is_occupied`: something lies there.
    """

    def __init__(self, touch_target: str, touch_handler: TouchHandler, taken: bool) -> None:
        self.is_occupied = taken
        super().__init__(touch_target, touch_handler)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a golden square, or a golden frame around what lies there."""
        if self.is_occupied:
            painter.outline_rect(bounds.inset(mm(0.1)), GOLD, mm(1.2 if self.is_pressed else 0.7), mm(0.8))
        else:
            painter.fill_rect(
                bounds.inset(mm(0.25)), mix_colours(GOLD, PANEL, 0.2 if self.is_pressed else 0.55), mm(0.8)
            )


class TokenButton(TouchableModelView[TokenModel]):
    """Pieces that may be touched in their place."""

    def paint_model(self, painter: Painter, bounds: Rect, token: TokenModel) -> None:
        """Paint the token with a golden glow."""
        painter.draw_glow(bounds.inset(mm(0.9)), GOLD, mm(1))
        paint_token(painter, bounds.inset(mm(0.7)), token)


class PlaceView(TouchableModelView[PlaceModel], LongPressWidget):
    """One place and what lies there; a touch on a dark one explains it."""

    token_buttons: dict[str, TokenButton]

    @property
    def place_model(self) -> PlaceModel:
        """The place."""
        assert self.model is not None
        return self.model

    def on_model_changed(self, place: PlaceModel, previous: PlaceModel | None) -> None:
        """Make buttons for the parts that may be touched by themselves."""
        super().on_model_changed(place, previous)
        self.enabled = place.enabled
        self.touch_message = (
            f"about/{self.touch_target}" if place.touch_explains and not self.enabled else self.touch_target
        )
        self.clear_widgets()
        covered = {name for token in place.tokens for name in token.cells} | tokens_by_square(place).keys()
        for cell in place.cells:
            if cell.touch_target:
                self.add_widget(CellButton(cell.touch_target, self.touch_handler, cell.name in covered))
        self.token_buttons = {
            each.touch_target: TokenButton(each, self.touch_handler)
            for each in place.tokens
            if each.touch_target
        }

    def accepts_touch(self, x: float, y: float) -> bool:
        """Accept every touch on it, enabled or not."""
        return bool(self.collide_point(x, y))

    def on_tapped(self) -> None:
        """Pass on its touch target, or the request to explain it."""
        self.touch_handler(self.touch_message)

    # -- positions

    def _pieces_rect(self, bounds: Rect) -> Rect:
        """The rectangle of the pieces."""
        return (
            bounds.largest_square().inset(mm(0.6))
            if self.place_model.board_point
            else self._split_rect(bounds)[2]
        )

    def _split_rect(self, bounds: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of its name, of the facts beside or below it, and of the pieces."""
        inner, size = bounds.inset(mm(1.2)), font_pixels(SMALL_TEXT)
        name, facts = self.place_model.name, ", ".join(self.place_model.facts)
        tall = text_width(name, size) > inner.width and inner.height > mm(2 * LABEL_HEIGHT + MIN_TOKEN_HEIGHT)
        head, body = inner.cut_top(mm(LABEL_HEIGHT * (2 if tall else 1)))
        used = text_width(name, size) + mm(0.8)
        if not facts or used + text_width(facts, size) <= head.width:
            return head, head.cut_left(used)[1], body
        lines = (
            2
            if text_width(facts, size) > body.width and body.height > mm(2 * LABEL_HEIGHT + MIN_TOKEN_HEIGHT)
            else 1
        )
        if body.height > mm(LABEL_HEIGHT + MIN_TOKEN_HEIGHT) or not self.place_model.tokens:
            low, body = body.cut_bottom(min(body.height, mm(LABEL_HEIGHT * lines)))
            return head, low, body
        longest = max(text_width(word, font_pixels(MIN_TEXT)) for word in facts.split())
        right, body = body.cut_right(max(body.width * 0.5, longest + 1), mm(0.6))
        return head, right, body

    def arrange_children(self, bounds: Rect) -> None:
        """Place the parts that may be touched by themselves."""
        parts = {each.touch_target: each for each in self.children}
        rects = square_rects(self.place_model, bounds) if self.place_model.cells else {}
        for cell in self.place_model.cells:
            if cell.touch_target:
                place_widget(parts[cell.touch_target], rects[cell.name])
        if not self.token_buttons:
            return
        placed = lay_tokens_in_lines(
            self.place_model.tokens, self._pieces_rect(bounds), self.place_model.kind == "row"
        )
        there = {token.touch_target: (token, rect) for token, rect in placed if token.touch_target}
        for target in self.token_buttons.keys() - there.keys():
            self.set_attached(self.token_buttons[target], False)
        for target, (token, rect) in there.items():
            token_button = self.token_buttons.setdefault(target, TokenButton(token, self.touch_handler))
            token_button.show(token)
            self.set_attached(token_button, True)
            place_widget(token_button, rect)

    # -- how it looks

    def paint_model(self, painter: Painter, bounds: Rect, place: PlaceModel) -> None:
        """Paint it with a golden glow where it may be touched, in gold where it would change."""
        if place.cells:
            paint_grid(painter, bounds, place)
        elif place.board_point:
            self._paint_point(painter, self._pieces_rect(bounds))
        else:
            self._paint_plate(painter, bounds, place)

    def _paint_plate(self, painter: Painter, bounds: Rect, place: PlaceModel) -> None:
        """Paint its name above the pieces, facts below."""
        plate = bounds.inset(mm(0.6))
        if place.enabled:
            painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        face = (
            mix_colours(RAISED_PANEL, GOLD, 0.3)
            if self.is_pressed
            else RAISED_PANEL
            if place.enabled
            else PANEL
        )
        painter.fill_rect(plate, BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(plate.inset(mm(0.25)), face, mm(CORNER_RADIUS - 0.25))
        if place.is_changed:
            painter.outline_rect(plate, GOLD, mm(0.5), mm(CORNER_RADIUS))
        name, facts, room = self._split_rect(bounds)
        people = place.touch_target == f"player/{place.owner}"  # the name of a person
        painter.draw_text(
            place.name, name, SMALL_TEXT, CHALK if place.enabled else MUTED, max_lines=2, may_truncate=people
        )
        painter.draw_text(
            ", ".join(place.facts), facts, SMALL_TEXT, WORN_PARCHMENT, halign="right", max_lines=2
        )
        for token, rect in lay_tokens_in_lines(place.tokens, room, place.kind == "row"):
            if not token.touch_target:
                paint_token(painter, rect, token)

    def _paint_point(self, painter: Painter, spot: Rect) -> None:
        """Paint a round point with its name, or with what lies there."""
        ring = spot.centred(min(spot.width, mm(9)), min(spot.height, mm(9)))
        radius = ring.width / 2
        if self.place_model.enabled:
            painter.draw_glow(ring, GOLD, radius)
        if self.place_model.is_changed:
            painter.fill_rect(ring, GOLD, radius)
        painter.fill_rect(
            ring.inset(mm(0.4)),
            mix_colours(RAISED_PANEL, GOLD, 0.3) if self.is_pressed else RAISED_PANEL,
            radius - mm(0.4),
        )
        if not self.place_model.tokens:
            painter.draw_text(self.place_model.board_point, ring, SMALL_TEXT, MUTED, halign="center")
        for token in self.place_model.tokens[-1:]:
            painter.fill_rect(
                ring.inset(mm(0.9)), TILE_BACK if token.face_down else PARCHMENT, radius - mm(0.9)
            )
            paint_token_content(painter, ring.inset(mm(1.6)), token)
