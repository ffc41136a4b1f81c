"""Principalities for tests of placing: tables of which only one player's grid and builders matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.florence.rules.edition import load_edition
from companion.games.florence.rules.grid_geometry import TileOutline, find_spot
from companion.games.florence.rules.state import GameConfig, Phase, PlacedTile, PlayerState, TableState
from companion.rules.game import EditionLine

WHO = "blue"


class Laid(TableState, frozen=True):
    """A table at which nobody plays."""

    def phase_agenda(self, phase: Phase) -> tuple[()]:
        return ()

    def faults(self) -> tuple[()]:
        return ()

    def outcome(self) -> None:
        return None

    def to_json(self) -> dict[str, object]:
        return {}


def house(*outlines: str) -> GameConfig:
    """A copy of the game with these outlines, each written as `library xxx/x.x`."""
    copy = load_edition([EditionLine(("outline", *each.split())) for each in outlines])
    return GameConfig((WHO,), {}, {WHO: (WHO,)}, (WHO,), copy.outlines, copy.least_by_round)


def laid(of: GameConfig, tiles: Sequence[PlacedTile], builders: int = 0) -> Laid:
    """The table at which these tiles lie."""
    return Laid(of, 1, "actions", WHO, {WHO: PlayerState(grid=tuple(tiles), builders=builders)})


def tiles(outlines: dict[str, TileOutline] | GameConfig, written: Iterable[str]) -> tuple[PlacedTile, ...]:
    """Tiles as positions have them: `library d4 r0`."""
    known = outlines.outlines if isinstance(outlines, GameConfig) else outlines
    return tuple(tile(known[each.split()[0]], each) for each in written)


def tile(outline: TileOutline, written: str) -> PlacedTile:
    name, square, turn = written.split()
    found = find_spot(outline, square, turn)
    assert found is not None, written
    return PlacedTile(name, found.square, found.rotation, found.covered_squares)
