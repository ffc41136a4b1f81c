"""The large grid of a principality with a tile over it that a finger moves.

It has three layers, so that only the uppermost is redrawn while a finger drags: the tiles that lie there, the
squares that could be covered, and the tile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from kivy.metrics import mm

from companion.games.florence.rules.edition import LANDSCAPES
from companion.games.florence.rules.grid_geometry import (
    BIT_BY_SQUARE,
    GRID_SIZE,
    PALAZZO_SQUARES,
    GridSpot,
    TileOutline,
    iter_bits,
)
from companion.games.florence.screen.principality.held_tile import HeldTile
from companion.games.florence.screen.principality.placement_presenter import (
    PlacementModel,
    square_and_rotation,
    square_of_target,
)
from companion.games.florence.screen.principality.principality_painter import (
    TILE_COLOURS,
    GridRects,
    paint_principality,
    paint_tile,
    tile_rects,
)
from companion.games.florence.screen.view_models import PlacedTileModel
from companion.screen.draw.canvas_widget import CanvasWidget, ModelView, TouchableWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GOLD, NO_RED, PARCHMENT, SEPIA, fade, mix_colours


class _PlacedTilesLayer(ModelView[tuple[PlacedTileModel, ...]]):
    """The tiles that lie there."""

    def paint_model(self, painter: Painter, bounds: Rect, laid: tuple[PlacedTileModel, ...]) -> None:
        paint_principality(painter, bounds, laid)


class _LegalSquaresLayer(ModelView[int]):
    """The squares that the tile could cover in its rotation, light with a dot."""

    def paint_model(self, painter: Painter, bounds: Rect, squares: int) -> None:
        there = GridRects(bounds)
        for bit in iter_bits(squares):
            cell = there.square_rect(bit)
            painter.fill_rect(cell, PARCHMENT)
            painter.draw_symbol("dot", cell.centred(mm(1.6), mm(1.6)), mix_colours(GOLD, SEPIA, 0.25))


class _HeldTileLayer(CanvasWidget):
    """The tile: where it would lie, and above that while a finger holds it."""

    def __init__(self) -> None:
        self.placed_tile = PlacedTileModel("", 0)
        self.may_lie = True
        self.blocking_squares = 0
        self.lift_offset: tuple[float, float] | None = None
        """How far from where it would lie the finger holds it; None while no finger does."""
        self.marked_square: int | None = None
        super().__init__()

    def show(
        self, laid: PlacedTileModel, well: bool, in_the_way: int, lifted: tuple[float, float] | None
    ) -> None:
        """Show the tile over these squares."""
        self.placed_tile, self.may_lie, self.blocking_squares, self.lift_offset = (
            laid,
            well,
            in_the_way,
            lifted,
        )
        self.request_redraw()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a heavy edge around what it would cover, gold where it may lie."""
        if not self.placed_tile.covered_squares:
            return
        there = GridRects(bounds)
        rects = list(tile_rects(there, self.placed_tile.covered_squares))
        edge = GOLD if self.may_lie else NO_RED
        for wider, colour in ((1.3, SEPIA), (0.9, edge)):
            for rect in rects:
                painter.fill_rect(rect.inset(-mm(wider)), colour)
        if self.lift_offset is None:
            paint_tile(painter, there, self.placed_tile)
        else:
            for rect in rects:
                painter.fill_rect(rect, mix_colours(PARCHMENT, edge, 0.3))
        if self.lift_offset is not None:
            self._in_hand(
                painter,
                GridRects(Rect(bounds.x + self.lift_offset[0], bounds.y + self.lift_offset[1], *bounds[2:])),
            )
        for bit in iter_bits(self.blocking_squares):
            badge = there.square_rect(bit).centred(mm(4.4), mm(4.4))
            painter.fill_rect(badge.inset(-mm(0.3)), SEPIA, mm(1))
            painter.fill_rect(badge, NO_RED, mm(0.8))
            painter.draw_symbol("cross", badge.inset(mm(0.6)), CHALK)
        if self.marked_square is not None:
            painter.draw_pointer_frame(there.square_rect(self.marked_square))

    def _in_hand(self, painter: Painter, above: GridRects) -> None:
        """Paint the tile in the hand, with what it would cover visible through it."""
        paint_tile(painter, above, self.placed_tile, fade(TILE_COLOURS[self.placed_tile.name], 0.72))


class PlacementGridView(TouchableWidget):
    """A finger on the tile moves it; a touch beside it brings the tile there.

    `on_moved` is called when it would lie elsewhere.
    """

    def __init__(self, on_moved: Callable[[], None]) -> None:
        self.on_moved = on_moved
        self.placement: PlacementModel | None = None
        self.held_tile = HeldTile(TileOutline(("x",)))
        self.grab_offset: tuple[float, float] | None = None
        """Where the finger holds it, in squares from the lower left one of its box; None without a finger."""
        self.tile_before_touch = self.held_tile
        self.placed_tiles_layer, self.legal_squares_layer, self.tile_layer = (
            _PlacedTilesLayer(),
            _LegalSquaresLayer(),
            _HeldTileLayer(),
        )
        super().__init__("grid", lambda _thing: None)
        for part in (self.placed_tiles_layer, self.legal_squares_layer, self.tile_layer):
            self.add_widget(part)

    def show_placement(self, placing: PlacementModel, held_tile: HeldTile) -> None:
        """Show this tile over this principality at its spot."""
        self.placement = placing
        self.placed_tiles_layer.show(placing.placed_tiles)
        self.tile_layer.marked_square = next(
            (
                BIT_BY_SQUARE[square]
                for each in placing.pointed_targets
                if (square := square_of_target(each)) in BIT_BY_SQUARE
            ),
            None,
        )
        self.move_tile(held_tile)

    def move_tile(self, held_tile: HeldTile, lift_offset: tuple[float, float] | None = None) -> None:
        """Move the tile there."""
        assert self.placement is not None
        if held_tile.rotation != self.held_tile.rotation or held_tile.outline != self.held_tile.outline:
            self.grab_offset = None
        self.held_tile = held_tile
        spot = held_tile.spot
        self.legal_squares_layer.show(
            reduce(or_, (each.covered_squares for each in self.placement.legal_spots(held_tile.rotation)), 0)
        )
        why = self.placement.refusal_by_spot[square_and_rotation(spot)]
        in_the_way = self._in_the_way(spot) if why else 0
        self.tile_layer.show(
            PlacedTileModel(self.placement.tile, spot.covered_squares), not why, in_the_way, lift_offset
        )

    def _in_the_way(self, spot: GridSpot) -> int:
        """The squares that are covered already, else those of buildings that the tile would touch."""
        assert self.placement is not None
        taken, houses = PALAZZO_SQUARES, PALAZZO_SQUARES
        for each in self.placement.placed_tiles:
            taken |= each.covered_squares
            houses |= 0 if each.name in LANDSCAPES else each.covered_squares
        return spot.covered_squares & taken or spot.neighbouring_squares & houses

    # -- touches

    def _squares(self, x: float, y: float) -> tuple[float, float]:
        """A point in squares from the lower left corner of the grid."""
        there = GridRects(self.rect)
        return (x - there.grid_rect.x) / there.square_side, (y - there.grid_rect.y) / there.square_side

    def on_touch_down(self, touch: Any) -> bool:
        """Take the tile up, or bring it to the finger."""
        if self.placement is None or not super().on_touch_down(touch):
            return False
        self.tile_before_touch = self.held_tile
        across, along = self._squares(*touch.pos)
        if not self.held_tile.covers(int(across // 1), int(along // 1)):
            self._move_and_notify(self._tile_at_finger(across, along))
        self.grab_offset = (across - self.held_tile.column, along - self.held_tile.row)
        return True

    def _tile_at_finger(self, across: float, along: float) -> HeldTile:
        """The tile over that square: where it may lie if possible, and as central as possible."""
        placing, hand, bit = self.placement, self.held_tile, int(along) * GRID_SIZE + int(across)
        assert placing is not None
        wide, high = hand.bounding_box_size

        def far(spot: GridSpot) -> tuple[bool, float]:
            there = hand.at_spot(spot)
            beside = abs(there.column + wide / 2 - across) + abs(there.row + high / 2 - along)
            return bool(placing.refusal_by_spot[square_and_rotation(spot)]), beside

        over = [
            spot for spot in placing.spots_with_rotation(hand.rotation) if spot.covered_squares >> bit & 1
        ]
        return hand.at_spot(min(over, key=far)) if over else hand.centred_on(across, along)

    def on_touch_move(self, touch: Any) -> bool:
        """Move the tile with the finger."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self.grab_offset is not None:
            across, along = self._squares(*touch.pos)
            column, row = across - self.grab_offset[0], along - self.grab_offset[1]
            hand = self.held_tile.moved_to(round(column), round(row))
            side = GridRects(self.rect).square_side
            self._move_and_notify(hand, ((column - hand.column) * side, (row - hand.row) * side))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Put the tile down where it would lie."""
        if touch.grab_current is self and self.placement is not None:
            self.grab_offset = None
            self.move_tile(self.held_tile)
        return super().on_touch_up(touch)

    def let_go(self) -> None:
        """Put the tile back where it lay before the finger came."""
        super().let_go()
        if self.grab_offset is not None:
            self.grab_offset = None
            self._move_and_notify(self.tile_before_touch)

    def _move_and_notify(self, hand: HeldTile, lifted: tuple[float, float] | None = None) -> None:
        elsewhere = hand != self.held_tile
        self.move_tile(hand, lifted)
        if elsewhere:
            self.on_moved()

    # -- layout

    def arrange_children(self, bounds: Rect) -> None:
        """Place all layers over one another."""
        for part in (self.placed_tiles_layer, self.legal_squares_layer, self.tile_layer):
            place_widget(part, bounds)
