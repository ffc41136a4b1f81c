"""Where a tile may be placed in a principality, and why it may not be placed elsewhere (P-A4, P-B4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.edition import LANDSCAPES
from companion.games.florence.rules.grid_geometry import (
    PALAZZO_SQUARES,
    ROTATIONS,
    SQUARE_NAMES,
    GridSpot,
    TileOutline,
    spots_beside,
    spots_by_square,
    spots_covering,
    spots_of_set,
)
from companion.games.florence.rules.lazy_sequence import LazySequence
from companion.games.florence.rules.pieces import grid_place, touch_step
from companion.games.florence.rules.state import Grid, PlacedTile, TableState
from companion.rules.choice import Choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import spot_id as at
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action

LANDSCAPE_CLAUSE, BUILDING_CLAUSE = "P-A4", "P-B4"
OFF_THE_GRID = {
    LANDSCAPE_CLAUSE: declare_clause(LANDSCAPE_CLAUSE, "off-the-grid", "tile", "square", "turn"),
    BUILDING_CLAUSE: declare_clause(BUILDING_CLAUSE, "off-the-grid", "tile", "square", "turn"),
}
OVERLAPS_TILE = {
    LANDSCAPE_CLAUSE: declare_clause(LANDSCAPE_CLAUSE, "overlaps", "tile", "square", "turn", "other"),
    BUILDING_CLAUSE: declare_clause(BUILDING_CLAUSE, "overlaps", "tile", "square", "turn", "other"),
}
NO_ROOM_TO_BUILD = declare_clause(BUILDING_CLAUSE, "no-room", "building")
TOUCHES_BUILDING = declare_clause(BUILDING_CLAUSE, "touches", "tile", "other")

BUILDERS_TO_TOUCH = 2
"""With this many builders, buildings may share an edge (P-B4)."""

_SQUARE: Mapping[str, str] = {name: name for name in SQUARE_NAMES}


class PlacementRules:
    """Which squares of a principality a tile may neither cover nor touch (P-A4, P-B4).

    `legal_spots` is the set of spots where it may be placed: a number, with a bit for each spot of the empty grid.
    """

    __slots__ = (
        "_clause",
        "_must_not_touch",
        "_placed_tiles",
        "_taken",
        "legal_spots",
        "outline",
        "tile",
    )

    def __init__(self, tile: str, outline: TileOutline, placed_tiles: Grid, must_not_touch: bool) -> None:
        self.tile, self.outline = tile, outline
        self._clause = LANDSCAPE_CLAUSE if tile in LANDSCAPES else BUILDING_CLAUSE
        self._placed_tiles = placed_tiles
        self._taken, buildings = _taken_squares(placed_tiles)
        self._must_not_touch = buildings if must_not_touch else 0
        self.legal_spots = ~(
            spots_covering(outline, self._taken) | spots_beside(outline, self._must_not_touch)
        ) & ((1 << len(grid_geometry.all_spots(outline))) - 1)

    def legal_squares(self) -> list[str]:
        """Each square where the tile may be placed, from a1 on."""
        legal = self.legal_spots
        return [square for square, spots in spots_by_square(self.outline).items() if legal & spots]

    def legal_spots_at(self, square: str) -> int:
        """The set of the spots at that square where the tile may be placed."""
        return spots_by_square(self.outline).get(square, 0) & self.legal_spots

    def refusal_for_spot(self, spot: GridSpot) -> Refusal | None:
        """Why the tile may not be placed there; None where it may.

        A rule that no builder changes comes first.
        """
        if spot.covered_squares & self._taken:
            other = self._first_at(spot.covered_squares)
            return OVERLAPS_TILE[self._clause](self.tile, spot.square, spot.rotation, other)
        if spot.neighbouring_squares & self._must_not_touch:
            return TOUCHES_BUILDING(
                self.tile, self._first_at(spot.neighbouring_squares & self._must_not_touch)
            )
        return None

    def _first_at(self, squares: int) -> str:
        """The first tile that covers one of those squares; the palazzo comes before all others."""
        if squares & PALAZZO_SQUARES:
            return "palazzo"
        return next(each.name for each in self._placed_tiles if each.squares & squares)

    def refusal_for_rotation(self, square: str, turn: str) -> Refusal | None:
        """As `refusal_for_spot`, for a square and any rotation, on the grid or not."""
        spot = grid_geometry.find_spot(self.outline, square, turn)
        return self.refusal_for_spot(spot) if spot else OFF_THE_GRID[self._clause](self.tile, square, turn)

    def refusal_for_square(self, square: str) -> Refusal | None:
        """Why the tile fits that square in no rotation, judged by the least wrong one; None where it fits."""
        if self.legal_spots_at(square):
            return None
        places = [
            place for turn in ROTATIONS if (place := grid_geometry.find_spot(self.outline, square, turn))
        ]
        if not places:
            return self.refusal_for_rotation(square, ROTATIONS[0])
        return self.refusal_for_spot(
            next((each for each in places if not each.covered_squares & self._taken), places[0])
        )


@lru_cache(maxsize=256)
def _taken_squares(placed_tiles: Grid) -> tuple[int, int]:
    """The squares that tiles or the palazzo cover, and those among them that no landscape covers."""
    taken = buildings = PALAZZO_SQUARES
    for tile in placed_tiles:
        taken |= tile.squares
        if tile.name not in LANDSCAPES:
            buildings |= tile.squares
    return taken, buildings


placement_rules_on_grid = lru_cache(maxsize=256)(PlacementRules)


def placement_rules(position: TableState, who: str, tile: str) -> PlacementRules:
    """The rules for placing that tile in the principality of `who`."""
    player = position.players[who]
    must_not_touch = tile not in LANDSCAPES and player.builders < BUILDERS_TO_TOUCH
    return placement_rules_on_grid(tile, position.config.outlines[tile], player.grid, must_not_touch)


def legal_spots(position: TableState, who: str, tile: str) -> tuple[GridSpot, ...]:
    """All spots where the tile may be placed, by square and then by rotation."""
    rules = placement_rules(position, who, tile)
    return spots_of_set(rules.outline, rules.legal_spots)


def has_legal_spot(position: TableState, who: str, tile: str) -> bool:
    """Whether the tile may be placed anywhere."""
    return placement_rules(position, who, tile).legal_spots != 0


def refusal_for_spot(position: TableState, who: str, tile: str, spot: GridSpot) -> Refusal | None:
    """Why the tile may not be placed there; None where it may."""
    return placement_rules(position, who, tile).refusal_for_spot(spot)


def placement_choice(
    position: TableState, who: str, tile: str, clause_id: str, make_action: Callable[[PlacedTile], Action]
) -> Choice:
    """The choice of the square where the tile is placed, then of its rotation.

    `make_action` makes the action of a placed tile. It should be the same function for the same purpose, so
    that the moves are listed only once.
    """
    return square_choice(placement_rules(position, who, tile), who, clause_id, make_action)


@lru_cache(maxsize=256)
def square_choice(
    on: PlacementRules, who: str, clause_id: str, make_action: Callable[[PlacedTile], Action]
) -> Choice:
    """As `placement_choice`, by rules that are at hand."""
    squares = LazySequence(on.legal_squares)
    return Choice(
        clause_id,
        SQUARE_NAMES,
        partial(square_step, who),
        partial(_rotation_choice, on, clause_id, make_action),
        on.refusal_for_square,
        parse_word=_SQUARE.get,
        cacheable=True,
        can_dead_end=False,
        allowed=squares,
        cached_parts=LazySequence(partial(_single_square_choices, on, squares, who, clause_id, make_action)),
        # a landscape that fits nowhere is never laid (P-A4)
        refusal_when_empty=NO_ROOM_TO_BUILD(on.tile) if clause_id == BUILDING_CLAUSE else None,
        always_completes=on.legal_spots != 0,
    )


def _single_square_choices(
    on: PlacementRules,
    squares: Sequence[str],
    who: str,
    clause_id: str,
    make_action: Callable[[PlacedTile], Action],
) -> list[Choice]:
    """The fixed choice of each square: listing takes their moves, which other grids share."""
    return [
        _single_square_choice(
            on.tile, on.outline, square, on.legal_spots_at(square), who, clause_id, make_action
        )
        for square in squares
    ]


@lru_cache(maxsize=4096)
def _rotation_choice(
    on: PlacementRules, clause_id: str, make_action: Callable[[PlacedTile], Action], square: str
) -> Choice:
    """The choice of the rotations that cover different squares; other spellings mean the same."""
    spelt = grid_geometry.canonical_rotation_by_rotation(on.outline)
    there = {spot.rotation: spot for spot in spots_of_set(on.outline, on.legal_spots_at(square))}
    return Choice(
        clause_id,
        grid_geometry.canonical_rotations(on.outline),
        rotation_step,
        partial(_end_with_tile, on.tile, clause_id, make_action, there),
        partial(on.refusal_for_rotation, square),
        parse_word=spelt.get,
        cacheable=True,
        can_dead_end=False,
        allowed=tuple(there),
        is_last=True,
    )


@lru_cache(maxsize=8192)
def _single_square_choice(
    tile: str,
    outline: TileOutline,
    square: str,
    there: int,
    who: str,
    clause_id: str,
    make_action: Callable[[PlacedTile], Action],
) -> Choice:
    """The fixed choice of one square and of the rotations allowed there."""
    turns = _rotation_choice_at(tile, outline, there, clause_id, make_action)
    return Choice(
        clause_id,
        (square,),
        partial(square_step, who),
        lambda _: turns,
        cacheable=True,
        can_dead_end=False,
    )


@lru_cache(maxsize=8192)
def _rotation_choice_at(
    tile: str, outline: TileOutline, there: int, clause_id: str, make_action: Callable[[PlacedTile], Action]
) -> Choice:
    """The fixed choice of the rotations allowed at one square."""
    spot_by_rotation = {spot.rotation: spot for spot in spots_of_set(outline, there)}
    then = partial(_end_with_tile, tile, clause_id, make_action, spot_by_rotation)
    return Choice(clause_id, tuple(spot_by_rotation), rotation_step, then, cacheable=True, can_dead_end=False)


def _end_with_tile(
    tile: str,
    clause_id: str,
    make_action: Callable[[PlacedTile], Action],
    spot_by_rotation: Mapping[str, GridSpot],
    turn: str,
) -> Choice:
    spot = spot_by_rotation[turn]
    laid = PlacedTile(tile, spot.square, turn, spot.covered_squares)
    return end_of_move_choice(make_action(laid), clause_id, cacheable=True)


@cache
def square_step(who: str, square: str) -> MoveStep:
    """The step of the square of a player's grid at which a tile is placed, given by a touch."""
    return touch_step(square, at(grid_place(who), square))


@cache
def rotation_step(rotation: str) -> MoveStep:
    """The step of a rotation, given by a touch."""
    return touch_step(rotation, f"turn/{rotation}")
