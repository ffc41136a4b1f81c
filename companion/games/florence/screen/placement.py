"""Placing a landscape or a building: where it may lie, the tile under the finger, and the grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.edition import LANDSCAPES, POINTS
from companion.games.florence.rules.grid_geometry import (
    BIT_BY_SQUARE,
    GRID_SIZE,
    PALAZZO_SQUARES,
    SQUARE_NAMES,
    GridSpot,
    TileOutline,
    iter_bits,
)
from companion.games.florence.rules.phases.turn_options import ActionDecision, building_price
from companion.games.florence.rules.phases.won_objects import PlacementDecision
from companion.games.florence.rules.pieces import grid_place
from companion.games.florence.rules.state import Grid, PlacedTile, TableState
from companion.games.florence.rules.tile_placement import refusal_for_spot
from companion.games.florence.screen.principality import (
    TILE_COLOURS,
    GridRects,
    paint_principality,
    paint_tile,
    tile_rects,
)
from companion.games.florence.screen.status_panel import StatusPanel
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.layout import spot_id as at
from companion.rules.moves import FINGER
from companion.screen.context import UiState
from companion.screen.draw.canvas_widget import (
    CanvasWidget,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GAP,
    GOLD,
    HEADING_TEXT,
    NO_RED,
    PARCHMENT,
    SEPIA,
    TOUCH_SIZE,
    fade,
    mix_colours,
)
from companion.screen.presenters.table_presenter import find_seat
from companion.screen.widgets.button import PushButton
from companion.table.pointer import CLEAR_TARGET
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator
from companion.voice.voice import Voice


class HeldTile(Struct, frozen=True):
    """A held tile: the lower left square of the box around it, and its rotation."""

    outline: TileOutline
    column: int = 0
    row: int = 0
    rotation: str = "r0"

    @property
    def covered_offsets(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each square it covers, counted from the lower left one of its box."""
        spot = grid_geometry.find_spot(self.outline, SQUARE_NAMES[0], self.rotation)
        assert spot is not None  # an outline that does not fit the grid cannot be one
        return tuple((bit % GRID_SIZE, bit // GRID_SIZE) for bit in iter_bits(spot.covered_squares))

    @property
    def bounding_box_size(self) -> tuple[int, int]:
        """The number of columns and rows of its box."""
        columns, rows = zip(*self.covered_offsets, strict=True)
        return max(columns) + 1, max(rows) + 1

    @property
    def spot(self) -> GridSpot:
        """The spot where it would lie."""
        found = grid_geometry.find_spot(
            self.outline, SQUARE_NAMES[self.column + GRID_SIZE * self.row], self.rotation
        )
        assert found is not None
        return found

    def covers(self, column: int, row: int) -> bool:
        """Whether it covers that square."""
        return (column - self.column, row - self.row) in self.covered_offsets

    def moved_to(self, column: int, row: int) -> HeldTile:
        """The tile with its box there, or as near as the edge of the grid allows."""
        wide, high = self.bounding_box_size
        column, row = (max(0, min(at, GRID_SIZE - of)) for at, of in ((column, wide), (row, high)))
        return replace(self, column=column, row=row)

    def centred_on(self, column: float, row: float) -> HeldTile:
        """The tile with the middle of its box there; squares count from their lower left corner."""
        wide, high = self.bounding_box_size
        return self.moved_to(round(column - wide / 2), round(row - high / 2))

    def at_spot(self, spot: GridSpot) -> HeldTile:
        """The tile at that spot."""
        row, column = divmod(SQUARE_NAMES.index(spot.square), GRID_SIZE)
        return replace(self, column=column, row=row, rotation=spot.rotation)

    def rotated(self, quarters: int) -> HeldTile:
        """The tile rotated clockwise around its middle by that many quarter turns."""
        return self._with_rotation(f"r{(int(self.rotation[1]) + quarters) % 4}{self.rotation[2:]}")

    def flipped(self) -> HeldTile:
        """The tile mirrored left to right, as it lies.

        As the printed outline is flipped before it is rotated, the rotation changes, too.
        """
        return self._with_rotation(f"r{-int(self.rotation[1]) % 4}{'' if self.rotation[2:] else 'm'}")

    def _with_rotation(self, turn: str) -> HeldTile:
        wide, high = self.bounding_box_size
        new = replace(self, rotation=turn)
        column, row = (
            at + int((old - now) / 2)
            for at, old, now in zip((self.column, self.row), (wide, high), new.bounding_box_size, strict=True)
        )
        return new.moved_to(column, row)


GRID_PREFIX, TURN_PREFIX, BUILDING_PREFIX = "grid/", "turn/", "building/"
SquareAndRotation = tuple[str, str]
"""A square and a rotation, as a spot is spelt: `d4`, `r1m`."""


class PlacementModel(Struct, frozen=True):
    """A tile to place: whose it is, what lies there, and where it may lie.

    `refusal_by_spot` has every spot wholly on the grid, with "" where the tile may lie and else why not.
    `chosen_building` is the target of the building to build (`building/library`), "" for a landscape, which
    cannot be given back. `noticed_targets` are those of the move so far, `pointed_targets` what the shared
    buttons point at. `may_lie_text` says that the tile may lie where it is, `must_be_rotated_text` that it must be
    rotated.
    """

    seat: Seat
    tile: str
    tile_name: str
    outline: TileOutline
    grid: Grid
    refusal_by_spot: Mapping[SquareAndRotation, str]
    lay_button: str
    cancel_button: str
    may_lie_text: str
    must_be_rotated_text: str
    chosen_building: str = ""
    noticed_targets: tuple[str, ...] = ()
    pointed_targets: frozenset[str] = frozenset()

    def find_spot(self, where: SquareAndRotation) -> GridSpot | None:
        """The spot of that name, however it is spelt; None where the tile is not wholly on the grid."""
        return grid_geometry.find_spot(self.outline, *where)

    def spots_with_rotation(self, turn: str) -> Iterator[GridSpot]:
        """Every spot on the grid with that rotation."""
        turn = grid_geometry.canonical_rotation_by_rotation(self.outline)[turn]
        return (spot for spot in grid_geometry.all_spots(self.outline) if spot.rotation == turn)

    def legal_spots(self, turn: str) -> Iterator[GridSpot]:
        """The spots with that rotation where the tile may lie."""
        return (
            spot
            for spot in self.spots_with_rotation(turn)
            if not self.refusal_by_spot[square_and_rotation(spot)]
        )

    @property
    def distinct_rotations(self) -> tuple[str, ...]:
        """The rotations that make different shapes."""
        return tuple(dict.fromkeys(grid_geometry.canonical_rotation_by_rotation(self.outline).values()))

    def touch_targets_for(self, spot: GridSpot) -> tuple[str, ...]:
        """The targets to touch, one after another, so that the tile is placed there."""
        wanted = (
            *filter(None, (self.chosen_building,)),
            at(grid_place(self.seat.colour), spot.square),
            TURN_PREFIX + spot.rotation,
        )
        begun = wanted[: len(self.noticed_targets)]
        return wanted[len(begun) :] if begun == self.noticed_targets else (CLEAR_TARGET, *wanted)


def square_of_target(touch_target: str) -> str:
    """The square of the grid that is touched; "" for other targets."""
    return touch_target.rpartition("/")[2] if touch_target.startswith(GRID_PREFIX) else ""


def square_and_rotation(spot: GridSpot) -> SquareAndRotation:
    """The spelling of a spot."""
    return spot.square, spot.rotation


def placement_model(snapshot: Snapshot, ui_state: UiState, voice: Voice) -> PlacementModel | None:
    """The tile that somebody at the screen is to place now; None where there is none."""
    position = snapshot.position
    assert isinstance(position, TableState)
    found = _tile_to_place(position, snapshot)
    if found is None or not any(
        thing.startswith((GRID_PREFIX, TURN_PREFIX)) for thing in snapshot.step_by_touch_target
    ):
        return None
    who, tile, chosen = found
    person = find_seat(snapshot, who)
    if person is None or not ui_state.is_at_screen(who):
        return None
    translator, _ = voice.translator, voice.translator.gettext
    what = ", ".join(_placement_effects(position, who, tile, translator))
    return PlacementModel(
        person,
        tile,
        translator.name_of("face", tile),
        position.config.outlines[tile],
        position.players[who].grid,
        {square_and_rotation(spot): why for spot, why in _refusals_by_spot(position, who, tile, voice)},
        _("Lay it here"),
        _("Another building"),
        _("Here it may lie: {what}.", what=what) if what else _("Here it may lie."),
        _("Turned like this it fits nowhere: turn or flip it."),
        chosen,
        tuple(_noticed_placement_targets(snapshot, chosen)),
        frozenset({snapshot.pointed_at} - {""}),
    )


def _tile_to_place(position: TableState, snapshot: Snapshot) -> tuple[str, str, str] | None:
    """The player who places a tile, the tile, and the building target chosen for it; None where none is."""
    match position.agenda[:1]:
        case (PlacementDecision(who=who, kind=kind),):
            return who, kind, ""
        case (ActionDecision(who=who),):
            for observation in snapshot.pending_input:
                thing = observation.zone if observation.piece == FINGER else observation.piece
                if thing.startswith(BUILDING_PREFIX):
                    return who, thing.removeprefix(BUILDING_PREFIX), thing
    return None


def _noticed_placement_targets(snapshot: Snapshot, chosen: str) -> Iterator[str]:
    """The targets of the move so far, as if all had been touched."""
    for observation in snapshot.pending_input:
        thing = observation.zone if observation.piece == FINGER else observation.piece
        if thing == chosen or thing.startswith((GRID_PREFIX, TURN_PREFIX)):
            yield thing


def _refusals_by_spot(
    position: TableState, who: str, tile: str, voice: Voice
) -> Iterator[tuple[GridSpot, str]]:
    """Every spot on the grid, and why the tile may not lie there."""
    for spot in grid_geometry.all_spots(position.config.outlines[tile]):
        refusal = refusal_for_spot(position, who, tile, spot)
        yield spot, voice.refusal_text(refusal, position) if refusal is not None else ""


def _placement_effects(position: TableState, who: str, tile: str, translator: Translator) -> Iterator[str]:
    """The price of a building, and the prestige for placing it (P-A4, P-B4)."""
    points = POINTS["building"]
    if tile in LANDSCAPES:
        points = POINTS["landscape"] if position.players[who].count_tiles(tile) else 0
    elif price := building_price(position, who):
        yield names.florins_text(translator, price)
    if points:
        yield translator.ngettext("+{n} point", "+{n} points", points)


class _PlacedTilesLayer(ModelView[Grid]):
    """The tiles that lie there, without letters."""

    def paint_model(self, painter: Painter, bounds: Rect, grid: Grid) -> None:
        paint_principality(painter, bounds, grid)


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
        self.placed_tile: PlacedTile | None = None
        self.may_lie = True
        self.blocking_squares = 0
        self.lift_offset: tuple[float, float] | None = None
        """How far from where it would lie the finger holds it; None while no finger does."""
        self.marked_square: int | None = None
        super().__init__()

    def show(self, laid: PlacedTile, well: bool, in_the_way: int, lifted: tuple[float, float] | None) -> None:
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
        tile = self.placed_tile
        if tile is None:
            return
        there = GridRects(bounds)
        rects = list(tile_rects(there, tile.squares))
        edge = GOLD if self.may_lie else NO_RED
        for wider, colour in ((1.3, SEPIA), (0.9, edge)):
            for rect in rects:
                painter.fill_rect(rect.inset(-mm(wider)), colour)
        if self.lift_offset is None:
            paint_tile(painter, there, tile)
        else:
            for rect in rects:
                painter.fill_rect(rect, mix_colours(PARCHMENT, edge, 0.3))
            across, along = self.lift_offset
            above = GridRects(Rect(bounds.x + across, bounds.y + along, *bounds[2:]))
            # with what it would cover visible through it
            paint_tile(painter, above, tile, colour=fade(TILE_COLOURS[tile.name], 0.72))
        for bit in iter_bits(self.blocking_squares):
            badge = there.square_rect(bit).centred(mm(4.4), mm(4.4))
            painter.fill_rect(badge.inset(-mm(0.3)), SEPIA, mm(1))
            painter.fill_rect(badge, NO_RED, mm(0.8))
            painter.draw_symbol("cross", badge.inset(mm(0.6)), CHALK)
        if self.marked_square is not None:
            painter.draw_pointer_frame(there.square_rect(self.marked_square))


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
        self.placed_tiles_layer.show(placing.grid)
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
        laid = PlacedTile(self.placement.tile, spot.square, spot.rotation, spot.covered_squares)
        self.tile_layer.show(laid, not why, in_the_way, lift_offset)

    def _in_the_way(self, spot: GridSpot) -> int:
        """The squares that are covered already, else those of buildings that the tile would touch."""
        assert self.placement is not None
        taken, houses = PALAZZO_SQUARES, PALAZZO_SQUARES
        for each in self.placement.grid:
            taken |= each.squares
            houses |= 0 if each.name in LANDSCAPES else each.squares
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


class PlacementView(CanvasWidget):
    """The grid at the left; at the right the status and the buttons.

    `touch_handler` receives the targets of the move one after another, or `clear`.
    """

    MAX_STATUS_HEIGHT = 27.0
    """The greatest height of the status, in millimetres."""
    TURNING_HEIGHT = 9.8
    """The height of the buttons beside a large grid, in millimetres: the status needs the room."""
    MIN_ONE_ROW_WIDTH = 50.0
    """The width at the right, in millimetres, from which on rotate and flip stand in one row."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.placement: PlacementModel | None = None
        self.is_laid = False
        """Whether the tile was placed and the answer is awaited: a finger may touch twice."""
        self.placement_grid = PlacementGridView(self._on_moved)
        self.status_panel = StatusPanel()
        self.turn_left_button = PushButton("anticlockwise", self._on_turn, symbol="anticlockwise")
        self.turn_right_button = PushButton("clockwise", self._on_turn, symbol="clockwise")
        self.flip_button = PushButton("flip", self._on_turn, symbol="flip")
        self.cancel_button = PushButton("cancel", self._on_cancel, style="quiet", max_lines=3)
        self.lay_button = PushButton(
            "lay", self._on_lay, symbol="check", style="main", font_size=HEADING_TEXT
        )
        super().__init__()
        for part in (
            self.placement_grid,
            self.status_panel,
            self.turn_left_button,
            self.turn_right_button,
            self.flip_button,
            self.lay_button,
        ):
            self.add_widget(part)

    def show(self, placing: PlacementModel) -> None:
        """Show that placement; the same tile in the same principality stays where a finger put it."""
        before, self.placement, self.is_laid = self.placement, placing, False
        if before is None or (before.seat, before.tile, before.refusal_by_spot) != (
            placing.seat,
            placing.tile,
            placing.refusal_by_spot,
        ):
            self.placement_grid.show_placement(placing, _initial_held_tile(placing))
        else:
            self.placement_grid.show_placement(placing, self.placement_grid.held_tile)
        noticed = _noticed_held_tile(placing)
        if noticed is not None:
            self.placement_grid.show_placement(placing, noticed)
        self.set_attached(self.cancel_button, bool(placing.chosen_building))
        self.cancel_button.update(placing.cancel_button)
        self._update_status()
        self.request_redraw()

    def _update_status(self) -> None:
        """Show whether the tile may lie where it is, and why not."""
        placing = self.placement
        assert placing is not None
        spot = self.placement_grid.held_tile.spot
        why = placing.refusal_by_spot[square_and_rotation(spot)]
        if why and not any(placing.legal_spots(spot.rotation)):
            why = placing.must_be_rotated_text
        self.status_panel.show(why or placing.may_lie_text, "wrong" if why else "well", placing.tile_name)
        self.lay_button.update(placing.lay_button, enabled=not why)

    # -- touches

    def _on_moved(self) -> None:
        self._update_status()

    def _on_turn(self, touch_target: str) -> None:
        hand = self.placement_grid.held_tile
        self.placement_grid.move_tile(
            hand.flipped()
            if touch_target == "flip"
            else hand.rotated(1 if touch_target == "clockwise" else -1)
        )
        self._update_status()

    def _on_cancel(self, _thing: str) -> None:
        self.touch_handler("clear")

    def _on_lay(self, _thing: str) -> None:
        if self.placement is None or self.is_laid:
            return
        self.is_laid = True
        for thing in self.placement.touch_targets_for(self.placement_grid.held_tile.spot):
            self.touch_handler(thing)

    # -- layout

    def arrange_children(self, bounds: Rect) -> None:
        """Place the grid at the left; at the right, from above, lay, status, rotate, and flip and cancel.

        At the foot lie the ways out of an auction and of a turn: lay lies away from them.
        """
        grid, side = bounds.cut_left(min(bounds.height, bounds.width * 0.68), mm(GAP + 0.5))
        place_widget(self.placement_grid, grid.largest_square())
        last, side = side.cut_top(mm(TOUCH_SIZE + 1), mm(GAP))
        turnings = (self.turn_left_button, self.turn_right_button, self.flip_button)
        if side.width >= mm(self.MIN_ONE_ROW_WIDTH):
            if self.cancel_button.parent is not None:
                cancel, last = last.cut_left(last.width * 0.36, mm(GAP))
                place_widget(self.cancel_button, cancel)
            row, side = side.cut_bottom(mm(TOUCH_SIZE + 1), mm(GAP))
            for button, cell in zip(turnings, row.split_columns(3, mm(GAP)), strict=True):
                place_widget(button, cell)
        else:
            row, side = side.cut_bottom(mm(self.TURNING_HEIGHT), mm(GAP))
            beside = (
                (self.flip_button, self.cancel_button)
                if self.cancel_button.parent is not None
                else (self.flip_button,)
            )
            for button, cell in zip(beside, row.split_columns(len(beside), mm(GAP)), strict=True):
                place_widget(button, cell)
            row, side = side.cut_bottom(mm(self.TURNING_HEIGHT), mm(GAP))
            for button, cell in zip(turnings[:2], row.split_columns(2, mm(GAP)), strict=True):
                place_widget(button, cell)
        place_widget(self.lay_button, last)
        place_widget(self.status_panel, side.cut_top(mm(self.MAX_STATUS_HEIGHT))[0])


def _initial_held_tile(placing: PlacementModel) -> HeldTile:
    """A spot where the tile may lie, as printed if possible."""
    spots = [spot for turn in ("r0", *placing.distinct_rotations) for spot in placing.legal_spots(turn)]
    hand = HeldTile(placing.outline)
    return hand.at_spot(spots[0]) if spots else hand


def _noticed_held_tile(placing: PlacementModel) -> HeldTile | None:
    """The tile at the spot entered so far, or pointed at by the shared buttons; None where there is none."""
    things = (*placing.noticed_targets, *placing.pointed_targets)
    square = next(filter(None, map(square_of_target, things)), "")
    turn = next((thing.removeprefix(TURN_PREFIX) for thing in things if thing.startswith(TURN_PREFIX)), "r0")
    spot = placing.find_spot((square, turn)) if square else None
    return HeldTile(placing.outline).at_spot(spot) if spot is not None else None
