"""Tiles laid on grids: how long it takes to know every place where one may lie."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import quantiles

from companion.games.florence.rules.edition import SQUARES_BY_BUILDING, load_edition
from companion.games.florence.rules.grid_geometry import all_spots
from companion.games.florence.rules.state import PlacedTile
from companion.games.florence.rules.tile_placement import PlacementRules
from measuring.lines import Line, Lines, Span, clock

LARGE = [
    name for name, squares in SQUARES_BY_BUILDING.items() if squares == max(SQUARES_BY_BUILDING.values())
]
ASKED = 5  # grids for each game that warms up


def placing(span: Span) -> Lines:
    """The largest tiles on grids of all kinds, from the empty one to the full one, none asked about before."""
    rng = random.Random(5)
    outlines = load_edition(()).outlines
    taken: list[float] = []
    for grid in _grids(rng, ASKED * span.warm + 2):
        for tile in LARGE:
            begun = clock()
            PlacementRules(tile, outlines[tile], grid, rng.random() < 0.5)
            taken.append((clock() - begun) * 1e3)
    middle, worst = quantiles(taken, n=100)[49], max(taken)
    yield Line(f"legal places of a tile of 7 squares, {len(taken):,} grids, median", f"{middle:.3f} ms")
    yield Line("the same, the worst of all", f"{worst:.2f} ms", "under 5 ms", worst < 5)


def _grids(rng: random.Random, how_many: int) -> Iterator[tuple[PlacedTile, ...]]:
    """Random tiles where there is room, few or many of them."""
    outlines = load_edition(()).outlines
    for _ in range(how_many):
        grid: list[PlacedTile] = []
        taken = 0
        for _ in range(rng.randrange(12)):
            name = rng.choice(list(outlines))
            spot = rng.choice(all_spots(outlines[name]))
            if not spot.covered_squares & taken:
                taken |= spot.covered_squares
                grid.append(PlacedTile(name, spot.square, spot.turn, spot.covered_squares))
        yield tuple(grid)
