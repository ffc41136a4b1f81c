"""A place as it is drawn: its name, its facts, and what lies there; a grid with its squares, a point of a board."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.default.grid import draw_grid, lying_on, squares
from companion.screen.default.places import Spot, Token
from companion.screen.default.tokens import LOW, draw_on, draw_token, flow
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

HELD = 0.6
"""Seconds after which a finger that stays asks what it is."""
LABEL = 3.6
"""Millimetres for a line of words."""


class Held(TouchableWidget):
    """What explains itself to a finger that stays on it (`explains`: or does not): that is no answer."""

    ASKS = "about"
    """How it is said what the finger asks about."""
    explains = True

    def __init__(self, thing: str, act: TouchHandler, *settings: Any, **more: Any) -> None:
        self._ask = Clock.create_trigger(
            lambda _elapsed: self.touch_handler(f"{self.ASKS}/{self.touch_target}"), HELD
        )
        super().__init__(thing, act, *settings, **more)

    def on_touch_down(self, touch: Any) -> bool:
        """Perhaps it stays."""
        felt = super().on_touch_down(touch)
        if self.is_pressed and self.explains:
            self._ask()
        return felt

    def on_touch_up(self, touch: Any) -> bool:
        """What was asked about is not meant."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        asked = self.explains and not self._ask.is_triggered
        self._ask.cancel()
        if not asked:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.is_pressed = False
        self.request_redraw()
        self.answered()
        return True

    def answered(self) -> None:
        """The finger that asked has left."""


class CellFace(TouchableWidget):
    """A square that may be touched. `taken`: something lies there."""

    def __init__(self, thing: str, act: TouchHandler, taken: bool) -> None:
        self.taken = taken
        super().__init__(thing, act)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """In gold light; around what lies there."""
        if self.taken:
            ink.outline_rect(whole.inset(mm(0.1)), GOLD, mm(1.2 if self.is_pressed else 0.7), mm(0.8))
        else:
            ink.fill_rect(
                whole.inset(mm(0.25)), mix_colours(GOLD, PANEL, 0.2 if self.is_pressed else 0.55), mm(0.8)
            )


class TokenFace(TouchableModelView[Token]):
    """Pieces that may be touched in their place."""

    def paint_model(self, ink: Painter, whole: Rect, token: Token) -> None:
        """In gold light."""
        ink.draw_glow(whole.inset(mm(0.9)), GOLD, mm(1))
        draw_token(ink, whole.inset(mm(0.7)), token)


class SpotFace(TouchableModelView[Spot], Held):
    """One place and what lies there. What is dark says why it cannot be meant, or what it is."""

    tokens: dict[str, TokenFace]

    @property
    def spot(self) -> Spot:
        """The place."""
        assert self.model is not None
        return self.model

    def on_model_changed(self, spot: Spot, before: Spot | None) -> None:
        """Parts for what may be touched by itself."""
        super().on_model_changed(spot, before)
        self.enabled = spot.open
        self.says = f"about/{self.touch_target}" if spot.told and not self.enabled else self.touch_target
        self.clear_widgets()
        covered = {name for token in spot.tokens for name in token.cells} | lying_on(spot).keys()
        for cell in spot.cells:
            if cell.thing:
                self.add_widget(CellFace(cell.thing, self.touch_handler, cell.name in covered))
        self.tokens = {each.thing: TokenFace(each, self.touch_handler) for each in spot.tokens if each.thing}

    def accepts_touch(self, x: float, y: float) -> bool:
        """Dark or not."""
        return bool(self.collide_point(x, y))

    def on_tapped(self) -> None:
        """See Touchable."""
        self.touch_handler(self.says)

    # -- where

    def _inner(self, whole: Rect) -> Rect:
        """Where pieces lie."""
        return whole.largest_square().inset(mm(0.6)) if self.spot.point else self._cut(whole)[2]

    def _cut(self, whole: Rect) -> tuple[Rect, Rect, Rect]:
        """Where its name stands, the facts beside or below it, and what lies there."""
        inner, size = whole.inset(mm(1.2)), font_pixels(SMALL_TEXT)
        name, facts = self.spot.name, ", ".join(self.spot.facts)
        tall = text_width(name, size) > inner.width and inner.height > mm(2 * LABEL + LOW)
        head, body = inner.cut_top(mm(LABEL * (2 if tall else 1)))
        used = text_width(name, size) + mm(0.8)
        if not facts or used + text_width(facts, size) <= head.width:
            return head, head.cut_left(used)[1], body
        lines = 2 if text_width(facts, size) > body.width and body.height > mm(2 * LABEL + LOW) else 1
        if body.height > mm(LABEL + LOW) or not self.spot.tokens:
            low, body = body.cut_bottom(min(body.height, mm(LABEL * lines)))
            return head, low, body
        longest = max(text_width(word, font_pixels(MIN_TEXT)) for word in facts.split())
        right, body = body.cut_right(max(body.width * 0.5, longest + 1), mm(0.6))
        return head, right, body

    def arrange_children(self, whole: Rect) -> None:
        """What may be touched by itself."""
        parts = {each.thing: each for each in self.children}
        lies = squares(self.spot, whole) if self.spot.cells else {}
        for cell in self.spot.cells:
            if cell.thing:
                place_widget(parts[cell.thing], lies[cell.name])
        if not self.tokens:
            return
        placed = flow(self.spot.tokens, self._inner(whole), self.spot.kind == "row")
        there = {token.thing: (token, rect) for token, rect in placed if token.thing}
        for thing in self.tokens.keys() - there.keys():
            self.set_attached(self.tokens[thing], False)
        for thing, (token, rect) in there.items():
            face = self.tokens.setdefault(thing, TokenFace(token, self.touch_handler))
            face.show(token)
            self.set_attached(face, True)
            place_widget(face, rect)

    # -- how it looks

    def paint_model(self, ink: Painter, whole: Rect, spot: Spot) -> None:
        """In gold light where it may be touched, in gold where something would be otherwise."""
        if spot.cells:
            draw_grid(ink, whole, spot)
        elif spot.point:
            self._point(ink, self._inner(whole))
        else:
            self._plate(ink, whole, spot)

    def _plate(self, ink: Painter, whole: Rect, spot: Spot) -> None:
        """Its name above what lies there, facts below."""
        plate = whole.inset(mm(0.6))
        if spot.open:
            ink.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        face = (
            mix_colours(RAISED_PANEL, GOLD, 0.3) if self.is_pressed else RAISED_PANEL if spot.open else PANEL
        )
        ink.fill_rect(plate, BORDER, mm(CORNER_RADIUS))
        ink.fill_rect(plate.inset(mm(0.25)), face, mm(CORNER_RADIUS - 0.25))
        if spot.changed:
            ink.outline_rect(plate, GOLD, mm(0.5), mm(CORNER_RADIUS))
        name, facts, room = self._cut(whole)
        people = spot.thing == f"player/{spot.owner}"  # it is called as they like to be
        ink.draw_text(
            spot.name, name, SMALL_TEXT, CHALK if spot.open else MUTED, max_lines=2, may_truncate=people
        )
        ink.draw_text(", ".join(spot.facts), facts, SMALL_TEXT, WORN_PARCHMENT, halign="right", max_lines=2)
        for token, rect in flow(spot.tokens, room, spot.kind == "row"):
            if not token.thing:
                draw_token(ink, rect, token)

    def _point(self, ink: Painter, spot: Rect) -> None:
        """A round place, its name in it, or what lies there."""
        ring = spot.centred(min(spot.width, mm(9)), min(spot.height, mm(9)))
        radius = ring.width / 2
        if self.spot.open:
            ink.draw_glow(ring, GOLD, radius)
        if self.spot.changed:
            ink.fill_rect(ring, GOLD, radius)
        ink.fill_rect(
            ring.inset(mm(0.4)),
            mix_colours(RAISED_PANEL, GOLD, 0.3) if self.is_pressed else RAISED_PANEL,
            radius - mm(0.4),
        )
        if not self.spot.tokens:
            ink.draw_text(self.spot.point, ring, SMALL_TEXT, MUTED, halign="center")
        for token in self.spot.tokens[-1:]:
            ink.fill_rect(ring.inset(mm(0.9)), TILE_BACK if token.down else PARCHMENT, radius - mm(0.9))
            draw_on(ink, ring.inset(mm(1.6)), token)
