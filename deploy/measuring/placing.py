"""Measures tiles on grids: the time to find every place where a tile may lie."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import quantiles

from companion.games.florence.rules.edition import SQUARES_BY_BUILDING, load_edition
from companion.games.florence.rules.grid_geometry import all_spots
from companion.games.florence.rules.state import PlacedTile
from companion.games.florence.rules.tile_placement import PlacementRules
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, wall_clock

LARGEST_TILES = [
    name for name, squares in SQUARES_BY_BUILDING.items() if squares == max(SQUARES_BY_BUILDING.values())
]
QUERY_COUNT = 5  # grids for each game that warms up


def measure_placing(span: MeasuringEffort) -> BenchLines:
    """Measure the largest tiles on grids of all kinds, from empty to full, each for the first time."""
    rng = random.Random(5)
    outlines = load_edition(()).outlines
    taken: list[float] = []
    for grid in _grids(rng, QUERY_COUNT * span.warm_up_games + 2):
        for tile in LARGEST_TILES:
            begun = wall_clock()
            PlacementRules(tile, outlines[tile], grid, rng.random() < 0.5)
            taken.append((wall_clock() - begun) * 1e3)
    middle, worst = quantiles(taken, n=100)[49], max(taken)
    yield BenchLine(f"legal places of a tile of 7 squares, {len(taken):,} grids, median", f"{middle:.3f} ms")
    yield BenchLine("the same, the worst of all", f"{worst:.2f} ms", "under 5 ms", worst < 5)


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
                grid.append(PlacedTile(name, spot.square, spot.rotation, spot.covered_squares))
        yield tuple(grid)
