"""Engine and plain placing agree in 100,000 random principalities. HERALD_LONG=10 compares ten times as many."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.florence.rules.edition import BUILDINGS, LANDSCAPES, SQUARES_BY_BUILDING, TILE_NAMES
from companion.games.florence.rules.grid_geometry import (
    ROTATIONS,
    TileOutline,
    all_spots,
    find_spot,
    parse_outline,
)
from companion.games.florence.rules.state import GameConfig, PlacedTile
from companion.games.florence.rules.tile_placement import has_legal_spot, legal_spots, placement_rules
from companion.rules.clauses import Refusal
from tests.games.florence.grounds import WHO, Laid, house, laid
from tests.games.florence.plain import grid
from tests.games.florence.plain.grid import GRID, Lying, Place, Square
from tests.long import LONG, usually

FEW, RUNS, PRINCIPALITIES = 2, 10, 10_000
COPIES = 5  # of the game in a run, each with outlines of its own
MOST_TILES = 14


class Tried:
    """A tile of one copy of the game: every place of it by brute force, and the same for the engine."""

    def __init__(self, tile: str, outline: TileOutline) -> None:
        self.building = tile in BUILDINGS
        self.every = grid.places(list(outline.rows))
        self.at = {(place.square, place.turn): place for place in self.every}
        self.once = grid.said_once(self.every)
        self.off_palazzo = [place for place in self.once if place.covers.isdisjoint(grid.PALAZZO)]
        self.lying = [Lying(tile, self.building, place.covers) for place in self.off_palazzo]
        self.tiles = [PlacedTile(tile, place.square, place.turn, bits(place)) for place in self.off_palazzo]


def bits(place: Place) -> int:
    return sum(1 << column - 1 + 7 * (row - 1) for column, row in place.covers)


def drawn(rng: Random, squares: int) -> str:
    """A drawing of that many connected squares, with empty ones around it."""
    covered = {(0, 0)}
    while len(covered) < squares:
        x, y = rng.choice(sorted(covered))
        covered.add(rng.choice([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]))
    return drawing(covered, rng.randint(0, 1))


def drawing(covered: set[Square], margin: int) -> str:
    columns, rows = [x for x, _ in covered], [y for _, y in covered]
    return "/".join(
        "".join("x" if (x, y) in covered else "." for x in range(min(columns), max(columns) + margin + 1))
        for y in range(max(rows) + margin, min(rows) - 1, -1)
    )


def copy_of(rng: Random) -> GameConfig:
    """A copy of the game for which an owner has drawn some outlines."""
    redrawn = rng.sample(TILE_NAMES, rng.choice((0, 4, len(TILE_NAMES))))
    return house(
        *(f"{tile} {drawn(rng, SQUARES_BY_BUILDING.get(tile) or rng.randint(2, 8))}" for tile in redrawn)
    )


def random_principality(rng: Random, tried: dict[str, Tried]) -> tuple[list[Lying], list[PlacedTile]]:
    """Up to that many tiles; buildings may touch, whatever builders there are."""
    lying: list[Lying] = []
    tiles: list[PlacedTile] = []
    covered: set[Square] = set()
    for name in rng.choices(TILE_NAMES, k=rng.randint(0, MOST_TILES)):
        tile = tried[name]
        at = int(rng.random() * len(tile.lying))
        if covered.isdisjoint(tile.lying[at].covers):
            lying.append(tile.lying[at])
            tiles.append(tile.tiles[at])
            covered |= tile.lying[at].covers
    return lying, tiles


@pytest.mark.long(usual="0")
@pytest.mark.parametrize("run", usually(range(FEW), range(RUNS)))
def test_placing_agrees(run: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(COPIES):
        rng = Random(f"{run} {number}")
        copy = copy_of(rng)
        tried = {name: Tried(name, copy.outlines[name]) for name in TILE_NAMES}
        for _ in range(PRINCIPALITIES // COPIES * LONG):
            lying, tiles = random_principality(rng, tried)
            builders = rng.randint(0, 3)
            seen.update(compare(rng, laid(copy, tiles, builders), builders, lying, tried))
    assert seen["compared"] == PRINCIPALITIES * LONG
    for kind in ("fits", "fits nowhere", "somewhere", "off-the-grid", "overlaps", "touches"):
        assert seen[kind] > PRINCIPALITIES // 100, f"{kind}: {seen[kind]}"


def compare(
    rng: Random, table: Laid, builders: int, lying: list[Lying], tried: dict[str, Tried]
) -> tuple[str, str, str]:
    """Compare one random tile everywhere, and why it may not lie in one place; returns what was found."""
    name = rng.choice(TILE_NAMES)
    tile = tried[name]
    where = f"{name} {builders} builders, {table.config.outlines[name]}: {table.players[WHO].grid}"
    allowed = [(each.square, each.rotation) for each in legal_spots(table, WHO, name)]
    plain = grid.may_lie(tile.once, tile.building, lying, builders)
    assert allowed == [(place.square, place.turn) for place in plain], where
    assert has_legal_spot(table, WHO, name) == bool(plain), where
    square, turn = grid.name((rng.randint(1, 7), rng.randint(1, 7))), rng.choice(ROTATIONS)
    refusal = placement_rules(table, WHO, name).refusal_for_rotation(square, turn)
    wrong = grid.reasons(tile.at.get((square, turn)), tile.building, lying, builders)
    assert (said(refusal) in wrong) if refusal else not wrong, where
    return "compared", "fits" if plain else "fits nowhere", said(refusal).split()[0]


def said(refusal: Refusal | None) -> str:
    if refusal is None:
        return "somewhere"
    other = refusal.facts.get("other")
    return f"{refusal.clause.code} {other}" if other else refusal.clause.code


# -- any outline


@cache
def on_the_grid(square: Square) -> list[Square]:
    x, y = square
    return [near for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if near in GRID]


@st.composite
def outlines(draw: st.DrawFn) -> str:
    """Connected squares somewhere on the grid, drawn with up to one empty row and column."""
    covered = {draw(st.sampled_from(sorted(GRID)))}
    for _ in range(draw(st.integers(0, 10))):
        covered |= {draw(st.sampled_from(on_the_grid(draw(st.sampled_from(sorted(covered))))))}
    return drawing(covered, draw(st.integers(0, 1)))


@given(outlines())
def test_every_spelling_of_any_outline_covers_the_same_squares(text: str) -> None:
    outline = parse_outline(text)
    plain = {(place.square, place.turn): bits(place) for place in grid.places(text.split("/"))}
    names = [(grid.name(square), turn) for square in GRID for turn in ROTATIONS]
    found = {at: place.covered_squares for at in names if (place := find_spot(outline, *at))}
    assert found == plain
    once = grid.said_once(grid.places(text.split("/")))
    assert [(each.square, each.rotation) for each in all_spots(outline)] == [
        (each.square, each.turn) for each in once
    ]


@given(outlines(), st.integers(1, 13))
def test_an_outline_is_read_exactly_when_it_has_the_squares_its_tile_has(text: str, squares: int) -> None:
    if squares == text.count("x"):
        assert parse_outline(text, squares).square_count == squares
    else:
        with pytest.raises(ValueError, match=f"{text.count('x')} squares where this tile has {squares}"):
            parse_outline(text, squares)


@given(st.sets(st.sampled_from(sorted(GRID)), min_size=1, max_size=8))
def test_an_outline_falls_apart_exactly_when_its_squares_do(covered: set[Square]) -> None:
    reached = {min(covered)}
    for _ in covered:
        reached |= {near for square in reached for near in on_the_grid(square) if near in covered}
    if reached == covered:
        assert parse_outline(drawing(covered, 0)).square_count == len(covered)
    else:
        with pytest.raises(ValueError, match=r"falls apart|fits nowhere"):
            parse_outline(drawing(covered, 0))


def test_a_landscape_has_any_number_of_squares() -> None:
    assert set(LANDSCAPES).isdisjoint(SQUARES_BY_BUILDING)
