"""Where a tile may be placed in a principality, and why it may not be placed elsewhere (P-A4, P-B4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from operator import attrgetter

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.edition import LANDSCAPES
from companion.games.florence.rules.grid_geometry import (
    PALAZZO_SQUARES,
    ROTATIONS,
    SQUARE_NAMES,
    GridSpot,
    TileOutline,
)
from companion.games.florence.rules.pieces import grid_place, touch_step
from companion.games.florence.rules.state import PlacedTile, TableState
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
TOUCHES_BUILDING = declare_clause(BUILDING_CLAUSE, "touches", "tile", "other")

BUILDERS_TO_TOUCH = 2
"""With this many builders, buildings may share an edge (P-B4)."""

_SQUARE: Mapping[str, str] = {name: name for name in SQUARE_NAMES}


class PlacementRules:
    """Which squares of a principality a tile may neither cover nor touch (P-A4, P-B4).

    `legal_spots_by_square` has the spots where the tile may be placed.
    """

    __slots__ = (
        "_clause",
        "_must_not_touch",
        "_placed_tiles",
        "_taken",
        "legal_spots_by_square",
        "outline",
        "tile",
    )

    def __init__(
        self, tile: str, outline: TileOutline, placed_tiles: Sequence[PlacedTile], must_not_touch: bool
    ) -> None:
        self.tile, self.outline = tile, outline
        self._clause = LANDSCAPE_CLAUSE if tile in LANDSCAPES else BUILDING_CLAUSE
        self._placed_tiles = (
            ("palazzo", PALAZZO_SQUARES),
            *((each.name, each.squares) for each in placed_tiles),
        )
        taken = shunned = 0
        for name, squares in self._placed_tiles:
            taken |= squares
            if must_not_touch and name not in LANDSCAPES:
                shunned |= squares
        self._taken, self._must_not_touch = taken, shunned
        free = [
            each
            for each in grid_geometry.all_spots(outline)
            if not (each.covered_squares & taken or each.neighbouring_squares & shunned)
        ]
        self.legal_spots_by_square: Mapping[str, tuple[GridSpot, ...]] = {
            square: tuple(there) for square, there in groupby(free, attrgetter("square"))
        }

    def refusal_for_spot(self, spot: GridSpot) -> Refusal | None:
        """Why the tile may not be placed there; None where it may.

        A rule that no builder changes comes first.
        """
        if spot.covered_squares & self._taken:
            other = next(name for name, squares in self._placed_tiles if squares & spot.covered_squares)
            return OVERLAPS_TILE[self._clause](self.tile, spot.square, spot.rotation, other)
        if spot.neighbouring_squares & self._must_not_touch:
            return TOUCHES_BUILDING(self.tile, self._touched(spot))
        return None

    def _touched(self, spot: GridSpot) -> str:
        return next(
            name
            for name, squares in self._placed_tiles
            if squares & spot.neighbouring_squares and name not in LANDSCAPES
        )

    def refusal_for_rotation(self, square: str, turn: str) -> Refusal | None:
        """As `refusal_for_spot`, for a square and any rotation, on the grid or not."""
        spot = grid_geometry.find_spot(self.outline, square, turn)
        return self.refusal_for_spot(spot) if spot else OFF_THE_GRID[self._clause](self.tile, square, turn)

    def refusal_for_square(self, square: str) -> Refusal | None:
        """Why the tile fits that square in no rotation, judged by the least wrong one; None where it fits."""
        if square in self.legal_spots_by_square:
            return None
        places = [
            place for turn in ROTATIONS if (place := grid_geometry.find_spot(self.outline, square, turn))
        ]
        if not places:
            return self.refusal_for_rotation(square, ROTATIONS[0])
        return self.refusal_for_spot(
            next((each for each in places if not each.covered_squares & self._taken), places[0])
        )


_cached_rules = lru_cache(maxsize=512)(PlacementRules)


def placement_rules(position: TableState, who: str, tile: str) -> PlacementRules:
    """The rules for placing that tile in the principality of `who`."""
    player = position.players[who]
    must_not_touch = tile not in LANDSCAPES and player.builders < BUILDERS_TO_TOUCH
    return _cached_rules(tile, position.config.outlines[tile], player.grid, must_not_touch)


def legal_spots(position: TableState, who: str, tile: str) -> tuple[GridSpot, ...]:
    """All spots where the tile may be placed, by square and then by rotation."""
    return tuple(
        spot
        for there in placement_rules(position, who, tile).legal_spots_by_square.values()
        for spot in there
    )


def has_legal_spot(position: TableState, who: str, tile: str) -> bool:
    """Whether the tile may be placed anywhere."""
    return bool(placement_rules(position, who, tile).legal_spots_by_square)


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
    return _square_choice(placement_rules(position, who, tile), who, clause_id, make_action)


@lru_cache(maxsize=128)
def _square_choice(
    on: PlacementRules, who: str, clause_id: str, make_action: Callable[[PlacedTile], Action]
) -> Choice:
    then = cache(lambda square: _rotation_choice(on, square, clause_id, make_action))
    return Choice(
        clause_id,
        SQUARE_NAMES,
        partial(square_step, who),
        then,
        on.refusal_for_square,
        parse_word=_SQUARE.get,
        cacheable=True,
        can_dead_end=False,
        cached_parts=[
            _single_square_choice(on.tile, there, who, clause_id, make_action)
            for there in on.legal_spots_by_square.values()
        ],
    )


def _rotation_choice(
    on: PlacementRules, square: str, clause_id: str, make_action: Callable[[PlacedTile], Action]
) -> Choice:
    """The choice of the rotations that cover different squares; other spellings mean the same."""
    spelt = grid_geometry.canonical_rotation_by_rotation(on.outline)
    allowed = _rotation_choice_at(on.tile, on.legal_spots_by_square[square], clause_id, make_action)
    return Choice(
        clause_id,
        tuple(dict.fromkeys(spelt.values())),
        rotation_step,
        allowed.next_choice,
        lambda turn: on.refusal_for_rotation(square, turn),
        parse_word=spelt.get,
        cacheable=True,
        can_dead_end=False,
        cached_parts=(allowed,),
    )


@lru_cache(maxsize=4096)
def _single_square_choice(
    tile: str,
    there: Sequence[GridSpot],
    who: str,
    clause_id: str,
    make_action: Callable[[PlacedTile], Action],
) -> Choice:
    """The fixed choice of one square and of the rotations allowed there."""
    turns = _rotation_choice_at(tile, there, clause_id, make_action)
    return Choice(
        clause_id,
        (there[0].square,),
        partial(square_step, who),
        lambda _: turns,
        cacheable=True,
        can_dead_end=False,
    )


@lru_cache(maxsize=4096)
def _rotation_choice_at(
    tile: str, there: Sequence[GridSpot], clause_id: str, make_action: Callable[[PlacedTile], Action]
) -> Choice:
    """The fixed choice of the rotations allowed at one square."""
    at = {spot.rotation: spot for spot in there}

    @cache
    def then(turn: str) -> Choice:
        laid = PlacedTile(tile, at[turn].square, turn, at[turn].covered_squares)
        return end_of_move_choice(make_action(laid), clause_id, cacheable=True)

    return Choice(clause_id, tuple(at), rotation_step, then, cacheable=True, can_dead_end=False)


@cache
def square_step(who: str, square: str) -> MoveStep:
    """The step of the square of a player's grid at which a tile is placed, given by a touch."""
    return touch_step(square, at(grid_place(who), square))


@cache
def rotation_step(rotation: str) -> MoveStep:
    """The step of a rotation, given by a touch."""
    return touch_step(rotation, f"turn/{rotation}")
