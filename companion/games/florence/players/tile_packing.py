"""Where a virtual player places a tile, leaving as much room as possible for others."""

from __future__ import annotations

from companion.games.florence.rules.edition import LANDSCAPES
from companion.games.florence.rules.grid_geometry import PALAZZO_SQUARES, GridSpot, neighbouring_squares
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.tile_placement import BUILDERS_TO_TOUCH, legal_spots


def most_compact_spot(position: TableState, who: str, tile: str) -> GridSpot | None:
    """The spot that leaves most squares to build on, preferably in a corner; None where there is none."""
    player = position.players[who]
    must_not_touch = player.builders < BUILDERS_TO_TOUCH
    taken, forbidden = PALAZZO_SQUARES, neighbouring_squares(PALAZZO_SQUARES) if must_not_touch else 0
    for each in player.grid:
        taken |= each.squares
        if must_not_touch and each.name not in LANDSCAPES:
            forbidden |= neighbouring_squares(each.squares)
    around = must_not_touch and tile not in LANDSCAPES

    def lost_squares(spot: GridSpot) -> tuple[int, int]:
        covered = spot.covered_squares | spot.neighbouring_squares if around else spot.covered_squares
        return (covered & ~(taken | forbidden)).bit_count(), (spot.neighbouring_squares & ~taken).bit_count()

    return min(legal_spots(position, who, tile), key=lost_squares, default=None)
