"""Principalities for tests of placing: a table of which only one player's grid and builders matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.florence.rules.grid import Outline, spot
from companion.games.florence.rules.printed import printed
from companion.games.florence.rules.state import House, Phase, Player, Table, Tile
from companion.rules.game import EditionLine

WHO = "blue"


class Laid(Table, frozen=True):
    """A table that nobody plays at."""

    def phase_agenda(self, phase: Phase) -> tuple[()]:
        return ()

    def faults(self) -> tuple[()]:
        return ()

    def outcome(self) -> None:
        return None

    def to_json(self) -> dict[str, object]:
        return {}


def house(*outlines: str) -> House:
    """A copy of the game; outlines as in `library xxx/x.x`."""
    copy = printed([EditionLine(("outline", *each.split())) for each in outlines])
    return House((WHO,), {}, {WHO: (WHO,)}, (WHO,), copy.outlines, copy.least)


def laid(of: House, tiles: Sequence[Tile], builders: int = 0) -> Laid:
    """The table at which these tiles lie."""
    return Laid(of, 1, "actions", WHO, {WHO: Player(grid=tuple(tiles), builders=builders)})


def tiles(outlines: dict[str, Outline] | House, written: Iterable[str]) -> tuple[Tile, ...]:
    """Tiles as positions have them: `library d4 r0`."""
    known = outlines.outlines if isinstance(outlines, House) else outlines
    return tuple(tile(known[each.split()[0]], each) for each in written)


def tile(outline: Outline, written: str) -> Tile:
    name, square, turn = written.split()
    found = spot(outline, square, turn)
    assert found is not None, written
    return Tile(name, found.square, found.turn, found.squares)
