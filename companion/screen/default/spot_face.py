"""A place as it is drawn: its name, its facts, and what lies there; a grid with its squares, a point of a board."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.default.grid import draw_grid, lying_on, squares
from companion.screen.default.places import Spot, Token
from companion.screen.default.tokens import LOW, draw_on, draw_token, flow
from companion.screen.draw.drawn import Act, Touchable, TouchView, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GOLD,
    LEAST,
    LINE,
    MUTED,
    PANEL,
    RAISED,
    ROUND,
    SMALL,
    WORN,
    mixed,
)

HELD = 0.6
"""Seconds after which a finger that stays asks what it is."""
LABEL = 3.6
"""Millimetres for a line of words."""


class Held(Touchable):
    """What explains itself to a finger that stays on it (`explains`: or does not): that is no answer."""

    ASKS = "about"
    """How it is said what the finger asks about."""
    explains = True

    def __init__(self, thing: str, act: Act, *settings: Any, **more: Any) -> None:
        self._ask = Clock.create_trigger(lambda _elapsed: self.act(f"{self.ASKS}/{self.thing}"), HELD)
        super().__init__(thing, act, *settings, **more)

    def on_touch_down(self, touch: Any) -> bool:
        """Perhaps it stays."""
        felt = super().on_touch_down(touch)
        if self.pressed and self.explains:
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
        self.pressed = False
        self.again()
        self.answered()
        return True

    def answered(self) -> None:
        """The finger that asked has left."""


class CellFace(Touchable):
    """A square that may be touched. `taken`: something lies there."""

    def __init__(self, thing: str, act: Act, taken: bool) -> None:
        self.taken = taken
        super().__init__(thing, act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """In gold light; around what lies there."""
        if self.taken:
            ink.frame(whole.inset(mm(0.1)), GOLD, mm(1.2 if self.pressed else 0.7), mm(0.8))
        else:
            ink.box(whole.inset(mm(0.25)), mixed(GOLD, PANEL, 0.2 if self.pressed else 0.55), mm(0.8))


class TokenFace(TouchView[Token]):
    """Pieces that may be touched in their place."""

    def draw(self, ink: Ink, whole: Rect, token: Token) -> None:
        """In gold light."""
        ink.glow(whole.inset(mm(0.9)), GOLD, mm(1))
        draw_token(ink, whole.inset(mm(0.7)), token)


class SpotFace(TouchView[Spot], Held):
    """One place and what lies there. What is dark says why it cannot be meant, or what it is."""

    tokens: dict[str, TokenFace]

    @property
    def spot(self) -> Spot:
        """The place."""
        assert self.shown is not None
        return self.shown

    def changed(self, spot: Spot, before: Spot | None) -> None:
        """Parts for what may be touched by itself."""
        super().changed(spot, before)
        self.open = spot.open
        self.says = f"about/{self.thing}" if spot.told and not self.open else self.thing
        self.clear_widgets()
        covered = {name for token in spot.tokens for name in token.cells} | lying_on(spot).keys()
        for cell in spot.cells:
            if cell.thing:
                self.add_widget(CellFace(cell.thing, self.act, cell.name in covered))
        self.tokens = {each.thing: TokenFace(each, self.act) for each in spot.tokens if each.thing}

    def reacts(self, x: float, y: float) -> bool:
        """Dark or not."""
        return bool(self.collide_point(x, y))

    def meant(self) -> None:
        """See Touchable."""
        self.act(self.says)

    # -- where

    def _inner(self, whole: Rect) -> Rect:
        """Where pieces lie."""
        return whole.square().inset(mm(0.6)) if self.spot.point else self._cut(whole)[2]

    def _cut(self, whole: Rect) -> tuple[Rect, Rect, Rect]:
        """Where its name stands, the facts beside or below it, and what lies there."""
        inner, size = whole.inset(mm(1.2)), letters(SMALL)
        name, facts = self.spot.name, ", ".join(self.spot.facts)
        tall = width_of(name, size) > inner.width and inner.height > mm(2 * LABEL + LOW)
        head, body = inner.from_top(mm(LABEL * (2 if tall else 1)))
        used = width_of(name, size) + mm(0.8)
        if not facts or used + width_of(facts, size) <= head.width:
            return head, head.from_left(used)[1], body
        lines = 2 if width_of(facts, size) > body.width and body.height > mm(2 * LABEL + LOW) else 1
        if body.height > mm(LABEL + LOW):
            low, body = body.from_bottom(mm(LABEL * lines))
            return head, low, body
        longest = max(width_of(word, letters(LEAST)) for word in facts.split())
        right, body = body.from_right(max(body.width * 0.5, longest + 1), mm(0.6))
        return head, right, body

    def arrange(self, whole: Rect) -> None:
        """What may be touched by itself."""
        parts = {each.thing: each for each in self.children}
        lies = squares(self.spot, whole) if self.spot.cells else {}
        for cell in self.spot.cells:
            if cell.thing:
                lay(parts[cell.thing], lies[cell.name])
        if not self.tokens:
            return
        placed = flow(self.spot.tokens, self._inner(whole), self.spot.kind == "row")
        there = {token.thing: (token, rect) for token, rect in placed if token.thing}
        for thing in self.tokens.keys() - there.keys():
            self.there(self.tokens[thing], False)
        for thing, (token, rect) in there.items():
            face = self.tokens.setdefault(thing, TokenFace(token, self.act))
            face.show(token)
            self.there(face, True)
            lay(face, rect)

    # -- how it looks

    def draw(self, ink: Ink, whole: Rect, spot: Spot) -> None:
        """In gold light where it may be touched, in gold where something would be otherwise."""
        if spot.cells:
            draw_grid(ink, whole, spot)
        elif spot.point:
            self._point(ink, self._inner(whole))
        else:
            self._plate(ink, whole, spot)

    def _plate(self, ink: Ink, whole: Rect, spot: Spot) -> None:
        """Its name above what lies there, facts below."""
        plate = whole.inset(mm(0.6))
        if spot.open:
            ink.glow(plate, GOLD, mm(ROUND))
        face = mixed(RAISED, GOLD, 0.3) if self.pressed else RAISED if spot.open else PANEL
        ink.box(plate, LINE, mm(ROUND))
        ink.box(plate.inset(mm(0.25)), face, mm(ROUND - 0.25))
        if spot.changed:
            ink.frame(plate, GOLD, mm(0.5), mm(ROUND))
        name, facts, room = self._cut(whole)
        people = spot.thing == f"player/{spot.owner}"  # it is called as they like to be
        ink.words(spot.name, name, SMALL, CHALK if spot.open else MUTED, most=2, cut=people)
        ink.words(", ".join(spot.facts), facts, SMALL, WORN, across="right", most=2)
        for token, rect in flow(spot.tokens, room, spot.kind == "row"):
            if not token.thing:
                draw_token(ink, rect, token)

    def _point(self, ink: Ink, spot: Rect) -> None:
        """A round place, its name in it, or what lies there."""
        ring = spot.middle(min(spot.width, mm(9)), min(spot.height, mm(9)))
        radius = ring.width / 2
        if self.spot.open:
            ink.glow(ring, GOLD, radius)
        if self.spot.changed:
            ink.box(ring, GOLD, radius)
        ink.box(ring.inset(mm(0.4)), mixed(RAISED, GOLD, 0.3) if self.pressed else RAISED, radius - mm(0.4))
        if not self.spot.tokens:
            ink.words(self.spot.point, ring, SMALL, MUTED, across="center")
        for token in self.spot.tokens[-1:]:
            draw_on(ink, ring.inset(mm(0.9)), token)
