"""Where a virtual player lays a tile: so that as much room as possible is left for others."""

from __future__ import annotations

from companion.games.florence.rules.edition import LANDSCAPES
from companion.games.florence.rules.grid_geometry import PALAZZO_SQUARES, GridSpot, edge_squares
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.tile_placement import BUILDERS_TO_TOUCH, legal_spots


def most_compact_spot(position: TableState, who: str, tile: str) -> GridSpot | None:
    """The place after which most squares can still be built on, those in corners first; None: it fits nowhere."""
    player = position.players[who]
    shy = player.builders < BUILDERS_TO_TOUCH
    taken, barred = PALAZZO_SQUARES, edge_squares(PALAZZO_SQUARES) if shy else 0
    for each in player.grid:
        taken |= each.squares
        if shy and each.name not in LANDSCAPES:
            barred |= edge_squares(each.squares)
    around = shy and tile not in LANDSCAPES

    def lost(spot: GridSpot) -> tuple[int, int]:
        covered = spot.covered_squares | spot.edge_squares if around else spot.covered_squares
        return (covered & ~(taken | barred)).bit_count(), (spot.edge_squares & ~taken).bit_count()

    return min(legal_spots(position, who, tile), key=lost, default=None)
