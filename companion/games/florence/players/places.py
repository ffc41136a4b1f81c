"""Where a virtual player lays a tile: so that as much room as possible is left for others."""

from __future__ import annotations

from companion.games.florence.rules.grid import PALAZZO, Spot, edge
from companion.games.florence.rules.placing import MAY_TOUCH, places
from companion.games.florence.rules.printed import LANDSCAPES
from companion.games.florence.rules.state import Table


def compact(position: Table, who: str, tile: str) -> Spot | None:
    """The place after which most squares can still be built on, those in corners first; None: it fits nowhere."""
    player = position.players[who]
    shy = player.builders < MAY_TOUCH
    taken, barred = PALAZZO, edge(PALAZZO) if shy else 0
    for each in player.grid:
        taken |= each.squares
        if shy and each.name not in LANDSCAPES:
            barred |= edge(each.squares)
    around = shy and tile not in LANDSCAPES

    def lost(spot: Spot) -> tuple[int, int]:
        covered = spot.squares | spot.edge if around else spot.squares
        return (covered & ~(taken | barred)).bit_count(), (spot.edge & ~taken).bit_count()

    return min(places(position, who, tile), key=lost, default=None)
