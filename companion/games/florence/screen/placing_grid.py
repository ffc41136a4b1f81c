"""The large grid of a principality with a tile over it that a finger moves.

Three sheets over one another, so that only the uppermost is drawn anew while a finger drags: what lies there, what
could be covered, the tile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from kivy.metrics import mm

from companion.games.florence.rules.grid import BIT, PALAZZO, SIZE, Outline, Spot, bits
from companion.games.florence.rules.printed import LANDSCAPES
from companion.games.florence.screen.ground import TILES, Squares, paint_ground, paint_tile, shape
from companion.games.florence.screen.in_hand import InHand
from companion.games.florence.screen.placing import Placing, square_of, where
from companion.games.florence.screen.views import Laid
from companion.screen.draw.canvas_widget import CanvasWidget, ModelView, TouchableWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GOLD, NO_RED, PARCHMENT, SEPIA, fade, mix_colours


class _Lies(ModelView[tuple[Laid, ...]]):
    """What lies there."""

    def paint_model(self, ink: Painter, whole: Rect, laid: tuple[Laid, ...]) -> None:
        paint_ground(ink, whole, laid)


class _Could(ModelView[int]):
    """The squares that the tile could cover, turned as it is: light, with a dot."""

    def paint_model(self, ink: Painter, whole: Rect, squares: int) -> None:
        there = Squares(whole)
        for bit in bits(squares):
            cell = there.square(bit)
            ink.fill_rect(cell, PARCHMENT)
            ink.draw_symbol("dot", cell.centred(mm(1.6), mm(1.6)), mix_colours(GOLD, SEPIA, 0.25))


class _Tile(CanvasWidget):
    """The tile: as it would lie, and while a finger holds it, above that."""

    def __init__(self) -> None:
        self.laid = Laid("", 0)
        self.well = True
        self.in_the_way = 0
        self.lifted: tuple[float, float] | None = None
        """How far from where it would lie the finger holds it."""
        self.marked: int | None = None
        super().__init__()

    def show(self, laid: Laid, well: bool, in_the_way: int, lifted: tuple[float, float] | None) -> None:
        """Over these squares."""
        self.laid, self.well, self.in_the_way, self.lifted = laid, well, in_the_way, lifted
        self.request_redraw()

    def paint(self, ink: Painter, whole: Rect) -> None:
        """A heavy edge around what it would cover, in gold where it may lie."""
        if not self.laid.squares:
            return
        there = Squares(whole)
        rects = list(shape(there, self.laid.squares))
        edge = GOLD if self.well else NO_RED
        for wider, colour in ((1.3, SEPIA), (0.9, edge)):
            for rect in rects:
                ink.fill_rect(rect.inset(-mm(wider)), colour)
        if self.lifted is None:
            paint_tile(ink, there, self.laid)
        else:
            for rect in rects:
                ink.fill_rect(rect, mix_colours(PARCHMENT, edge, 0.3))
        if self.lifted is not None:
            self._in_hand(ink, Squares(Rect(whole.x + self.lifted[0], whole.y + self.lifted[1], *whole[2:])))
        for bit in bits(self.in_the_way):
            badge = there.square(bit).centred(mm(4.4), mm(4.4))
            ink.fill_rect(badge.inset(-mm(0.3)), SEPIA, mm(1))
            ink.fill_rect(badge, NO_RED, mm(0.8))
            ink.draw_symbol("cross", badge.inset(mm(0.6)), CHALK)
        if self.marked is not None:
            ink.draw_pointer_frame(there.square(self.marked))

    def _in_hand(self, ink: Painter, above: Squares) -> None:
        """What it would cover is seen through it."""
        paint_tile(ink, above, self.laid, fade(TILES[self.laid.name], 0.72))


class PlacingGrid(TouchableWidget):
    """A finger on the tile takes it along; beside it, the tile comes to the finger. `moved` is called when it would
    lie elsewhere.
    """

    def __init__(self, moved: Callable[[], None]) -> None:
        self.moved = moved
        self.placing: Placing | None = None
        self.hand = InHand(Outline(("x",)))
        self.held: tuple[float, float] | None = None
        """Where the finger holds it: squares from the lower left one of its box."""
        self.lies, self.could, self.tile = _Lies(), _Could(), _Tile()
        super().__init__("grid", lambda _thing: None)
        for part in (self.lies, self.could, self.tile):
            self.add_widget(part)

    def take(self, placing: Placing, hand: InHand) -> None:
        """This tile before this principality, there."""
        self.placing = placing
        self.lies.show(placing.lies)
        self.tile.marked = next(
            (BIT[square] for each in placing.pointed if (square := square_of(each)) in BIT),
            None,
        )
        self.put(hand)

    def put(self, hand: InHand, lifted: tuple[float, float] | None = None) -> None:
        """The tile is there now."""
        assert self.placing is not None
        if hand.turn != self.hand.turn or hand.outline != self.hand.outline:
            self.held = None
        self.hand = hand
        spot = hand.spot
        self.could.show(reduce(or_, (each.squares for each in self.placing.legal(hand.turn)), 0))
        why = self.placing.why[where(spot)]
        in_the_way = self._in_the_way(spot) if why else 0
        self.tile.show(Laid(self.placing.tile, spot.squares), not why, in_the_way, lifted)

    def _in_the_way(self, spot: Spot) -> int:
        """The squares that are covered already, else those of buildings that it would touch."""
        assert self.placing is not None
        taken, houses = PALAZZO, PALAZZO
        for each in self.placing.lies:
            taken |= each.squares
            houses |= 0 if each.name in LANDSCAPES else each.squares
        return spot.squares & taken or spot.edge & houses

    # -- the finger

    def _squares(self, x: float, y: float) -> tuple[float, float]:
        """A point in squares from the lower left corner of the grid."""
        there = Squares(self.rect)
        return (x - there.whole.x) / there.side, (y - there.whole.y) / there.side

    def on_touch_down(self, touch: Any) -> bool:
        """The finger takes the tile, or it comes to the finger."""
        if self.placing is None or not super().on_touch_down(touch):
            return False
        across, along = self._squares(*touch.pos)
        if not self.hand.holds(int(across // 1), int(along // 1)):
            self._go(self._come(across, along))
        self.held = (across - self.hand.column, along - self.hand.row)
        return True

    def _come(self, across: float, along: float) -> InHand:
        """The tile over that square, if it can where it may lie, and as much in its middle as it can."""
        placing, hand, bit = self.placing, self.hand, int(along) * SIZE + int(across)
        assert placing is not None
        wide, high = hand.size

        def far(spot: Spot) -> tuple[bool, float]:
            there = hand.at(spot)
            beside = abs(there.column + wide / 2 - across) + abs(there.row + high / 2 - along)
            return bool(placing.why[where(spot)]), beside

        over = [spot for spot in placing.turned(hand.turn) if spot.squares >> bit & 1]
        return hand.at(min(over, key=far)) if over else hand.over(across, along)

    def on_touch_move(self, touch: Any) -> bool:
        """It follows the finger."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self.held is not None:
            across, along = self._squares(*touch.pos)
            column, row = across - self.held[0], along - self.held[1]
            hand = self.hand.moved(round(column), round(row))
            side = Squares(self.rect).side
            self._go(hand, ((column - hand.column) * side, (row - hand.row) * side))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It lies where it would."""
        if touch.grab_current is self and self.placing is not None:
            self.held = None
            self.put(self.hand)
        return super().on_touch_up(touch)

    def _go(self, hand: InHand, lifted: tuple[float, float] | None = None) -> None:
        elsewhere = hand != self.hand
        self.put(hand, lifted)
        if elsewhere:
            self.moved()

    # -- how it looks

    def arrange_children(self, whole: Rect) -> None:
        """All sheets over one another."""
        for part in (self.lies, self.could, self.tile):
            place_widget(part, whole)
