"""Where a tile may lie in a principality, and why it may not lie there (P-A4, P-B4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from operator import attrgetter

from companion.games.florence.rules import grid
from companion.games.florence.rules.grid import PALAZZO, SQUARES, TURNS, Outline, Spot
from companion.games.florence.rules.pieces import grid_of, touched
from companion.games.florence.rules.printed import LANDSCAPES
from companion.games.florence.rules.state import Table, Tile
from companion.rules.choice import Choice, end_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import spot_id as at
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action

LANDSCAPE, BUILDING = "P-A4", "P-B4"
OFF_THE_GRID = {
    LANDSCAPE: declare_clause(LANDSCAPE, "off-the-grid", "tile", "square", "turn"),
    BUILDING: declare_clause(BUILDING, "off-the-grid", "tile", "square", "turn"),
}
OVERLAPS = {
    LANDSCAPE: declare_clause(LANDSCAPE, "overlaps", "tile", "square", "turn", "other"),
    BUILDING: declare_clause(BUILDING, "overlaps", "tile", "square", "turn", "other"),
}
TOUCHES = declare_clause(BUILDING, "touches", "tile", "other")

MAY_TOUCH = 2
"""With so many builders buildings may share an edge (P-B4)."""

_SQUARE: Mapping[str, str] = {name: name for name in SQUARES}


class Ground:
    """A principality as one tile finds it: what may not be covered, what may not be touched (P-A4, P-B4).

    free: the places where the tile may lie, by square.
    """

    __slots__ = ("_clause", "_lies", "_shunned", "_taken", "free", "outline", "tile")

    def __init__(self, tile: str, outline: Outline, lies: Sequence[Tile], shy: bool) -> None:
        self.tile, self.outline = tile, outline
        self._clause = LANDSCAPE if tile in LANDSCAPES else BUILDING
        self._lies = (("palazzo", PALAZZO), *((each.name, each.squares) for each in lies))
        taken = shunned = 0
        for name, squares in self._lies:
            taken |= squares
            if shy and name not in LANDSCAPES:
                shunned |= squares
        self._taken, self._shunned = taken, shunned
        free = [each for each in grid.spots(outline) if not (each.squares & taken or each.edge & shunned)]
        self.free: Mapping[str, tuple[Spot, ...]] = {
            square: tuple(there) for square, there in groupby(free, attrgetter("square"))
        }

    def why_not(self, spot: Spot) -> Refusal | None:
        """None where the tile may lie there, else the rule in the way; what no builder changes comes first."""
        if spot.squares & self._taken:
            other = next(name for name, squares in self._lies if squares & spot.squares)
            return OVERLAPS[self._clause](self.tile, spot.square, spot.turn, other)
        if spot.edge & self._shunned:
            return TOUCHES(self.tile, self._touched(spot))
        return None

    def _touched(self, spot: Spot) -> str:
        return next(name for name, squares in self._lies if squares & spot.edge and name not in LANDSCAPES)

    def why_not_turned(self, square: str, turn: str) -> Refusal | None:
        """As `why_not`, for any spelling of a place, on the grid or not."""
        spot = grid.spot(self.outline, square, turn)
        return self.why_not(spot) if spot else OFF_THE_GRID[self._clause](self.tile, square, turn)

    def why_not_at(self, square: str) -> Refusal | None:
        """None where it may lie in some turn, else what is in the way of the turn that came furthest."""
        if square in self.free:
            return None
        places = [place for turn in TURNS if (place := grid.spot(self.outline, square, turn))]
        if not places:
            return self.why_not_turned(square, TURNS[0])
        return self.why_not(next((each for each in places if not each.squares & self._taken), places[0]))


_ground = lru_cache(maxsize=512)(Ground)


def ground(position: Table, who: str, tile: str) -> Ground:
    """The principality of `who` as that tile finds it."""
    player = position.players[who]
    shy = tile not in LANDSCAPES and player.builders < MAY_TOUCH
    return _ground(tile, position.house.outlines[tile], player.grid, shy)


def places(position: Table, who: str, tile: str) -> tuple[Spot, ...]:
    """Everywhere the tile may lie, by square and then by turn."""
    return tuple(spot for there in ground(position, who, tile).free.values() for spot in there)


def fits(position: Table, who: str, tile: str) -> bool:
    """Whether the tile may lie anywhere."""
    return bool(ground(position, who, tile).free)


def why_not(position: Table, who: str, tile: str, spot: Spot) -> Refusal | None:
    """None where the tile may lie there, else why not."""
    return ground(position, who, tile).why_not(spot)


def placing(position: Table, who: str, tile: str, clause_id: str, deed: Callable[[Tile], Action]) -> Choice:
    """The square where the tile is laid, then how it is turned.

    deed: what laying it means; the same function whenever the same is meant, so that the moves are made only once.
    """
    return _square_choice(ground(position, who, tile), who, clause_id, deed)


@lru_cache(maxsize=128)
def _square_choice(on: Ground, who: str, clause_id: str, deed: Callable[[Tile], Action]) -> Choice:
    then = cache(lambda square: _turn_choice(on, square, clause_id, deed))
    return Choice(
        clause_id,
        SQUARES,
        partial(square_step, who),
        then,
        on.why_not_at,
        parse_word=_SQUARE.get,
        cacheable=True,
        can_dead_end=False,
        cached_parts=[_at_square(on.tile, there, who, clause_id, deed) for there in on.free.values()],
    )


def _turn_choice(on: Ground, square: str, clause_id: str, deed: Callable[[Tile], Action]) -> Choice:
    """The turns that make different squares, each in one spelling; any other spelling means the same."""
    spelt = grid.turns(on.outline)
    allowed = _allowed(on.tile, on.free[square], clause_id, deed)
    return Choice(
        clause_id,
        tuple(dict.fromkeys(spelt.values())),
        turn_step,
        allowed.next_choice,
        lambda turn: on.why_not_turned(square, turn),
        parse_word=spelt.get,
        cacheable=True,
        can_dead_end=False,
        cached_parts=(allowed,),
    )


@lru_cache(maxsize=4096)
def _at_square(
    tile: str, there: Sequence[Spot], who: str, clause_id: str, deed: Callable[[Tile], Action]
) -> Choice:
    """One square where the tile may lie, and the turns in which it may."""
    turns = _allowed(tile, there, clause_id, deed)
    return Choice(
        clause_id,
        (there[0].square,),
        partial(square_step, who),
        lambda _: turns,
        cacheable=True,
        can_dead_end=False,
    )


@lru_cache(maxsize=4096)
def _allowed(tile: str, there: Sequence[Spot], clause_id: str, deed: Callable[[Tile], Action]) -> Choice:
    """The turns in which the tile may lie at one square."""
    at = {spot.turn: spot for spot in there}

    @cache
    def then(turn: str) -> Choice:
        laid = Tile(tile, at[turn].square, turn, at[turn].squares)
        return end_choice(deed(laid), clause_id, cacheable=True)

    return Choice(clause_id, tuple(at), turn_step, then, cacheable=True, can_dead_end=False)


@cache
def square_step(who: str, square: str) -> MoveStep:
    """The square of somebody's grid that a tile lies at: said by a finger."""
    return touched(square, at(grid_of(who), square))


@cache
def turn_step(turn: str) -> MoveStep:
    """How it is turned: said by a finger."""
    return touched(turn, f"turn/{turn}")
