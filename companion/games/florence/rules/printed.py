"""The facts of the data file, and what this copy of the game says instead (P-M3, P-M4)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from msgspec import Struct

from companion.games.florence.rules.grid import Outline, read_outline
from companion.rules.errors import Unreadable
from companion.rules.game import AssumedValue, EditionLine, GameOption


def _data() -> Mapping[str, Any]:
    text = (
        resources.files("companion.games.florence")
        .joinpath("data", "printed.toml")
        .read_text(encoding="utf-8")
    )
    return tomllib.loads(text)


def _facts(table: str) -> Mapping[str, Any]:
    return {name: value for name, value in DATA[table].items() if name != "source"}


DATA = _data()
MATERIAL: Mapping[str, int] = _facts("material")
AUCTION: Mapping[str, int] = {name: value for name, value in _facts("auction").items() if name != "kinds"}
PRICES: Mapping[str, Any] = _facts("prices")
POINTS: Mapping[str, int] = _facts("points")

KINDS: tuple[str, ...] = tuple(DATA["auction"]["kinds"])
"""What is auctioned (P-A1)."""
LANDSCAPES = ("forest", "lake", "park")
FREEDOMS = ("travel", "opinion", "religion")
SIZES: Mapping[str, tuple[str, ...]] = {size: tuple(names) for size, names in _facts("sizes").items()}
BUILDINGS: tuple[str, ...] = tuple(name for names in SIZES.values() for name in names)
TILES = (*LANDSCAPES, *BUILDINGS)
SQUARES: Mapping[str, int] = {name: DATA["squares"][size] for size, names in SIZES.items() for name in names}
"""Squares that each building covers (P-M2)."""
BONUS: tuple[str, ...] = tuple(_facts("bonus"))
PRESTIGE: tuple[str, ...] = tuple(_facts("prestige"))
OPTIONS: tuple[GameOption, ...] = tuple(
    GameOption(name, tuple(each["values"]), each["clause"]) for name, each in DATA["options"].items()
)


class Wants(Struct, frozen=True):
    """What a worker wants to find (P-B2)."""

    building: str
    landscape: str
    freedom: str


PROFESSIONS: Mapping[str, Wants] = {name: Wants(*wants) for name, wants in _facts("professions").items()}


class Printed(Struct, frozen=True):
    """This copy's outlines and least values by round, and which of them nobody has read off it (P-M3, P-M4)."""

    outlines: Mapping[str, Outline]
    least: tuple[int, ...]
    assumed: tuple[AssumedValue, ...]


def printed(prints: Sequence[EditionLine]) -> Printed:
    """The data file with this copy's `print` lines over it; raises Unreadable."""
    drawn: dict[str, Outline] = {}
    least: tuple[int, ...] = ()
    for each in prints:
        match each.words:
            case ("outline", tile, rows):
                drawn[tile] = _outline(tile, rows)
            case ("least", *values):
                least = _least(values)
            case words:
                raise Unreadable(
                    f"print {' '.join(words)}: the Princes of Florence know `print outline TILE ROWS` (rows from"
                    " the top, xxx/x.x) and `print least 7 10 12 14 15 16 17` (by round)"
                )
    outlines = {tile: _outline(tile, "/".join(DATA["outlines"][tile])) for tile in TILES}
    assumed = [*_assumed_outlines(outlines, drawn), *(() if least else _assumed_least())]
    return Printed({**outlines, **drawn}, least or LEAST, tuple(assumed))


_LONGEST = 60  # of what was written, told again: any outline that fits


def _outline(tile: str, rows: str) -> Outline:
    if tile not in TILES:
        raise Unreadable(f"print outline {tile}: tiles are {' '.join(TILES)}")
    try:
        return read_outline(rows, SQUARES.get(tile))
    except Unreadable as wrong:
        raise Unreadable(f"print outline {tile} {rows[:_LONGEST]}: {wrong.what}") from wrong


def _least(values: Sequence[str]) -> tuple[int, ...]:
    text = " ".join(values)
    if len(values) != MATERIAL["rounds"] or not all(map(_is_number, values)):
        raise Unreadable(
            f"print least {text[:_LONGEST]}: {MATERIAL['rounds']} numbers are wanted, one a round (P-M4)"
        )
    numbers = tuple(map(int, values))
    if list(numbers) != sorted(numbers) or not 0 < numbers[0] <= numbers[-1] < 100:
        raise Unreadable(f"print least {text}: from 1 to 99, and never less than the round before (P-M4)")
    return numbers


def _is_number(word: str) -> bool:
    """No longer than any that could be meant: what a stranger sends may have a thousand digits."""
    return word.isascii() and word.isdecimal() and len(word) < 5


LEAST: tuple[int, ...] = tuple(DATA["least"]["values"])


def _assumed_outlines(
    outlines: Mapping[str, Outline], drawn: Mapping[str, Outline]
) -> Iterator[AssumedValue]:
    for tile, outline in outlines.items():
        if tile not in drawn:
            rows = "/".join(outline.rows)
            yield AssumedValue(f"outline {tile}", rows, f"print outline {tile} {rows}")


def _assumed_least() -> Iterator[AssumedValue]:
    values = " ".join(map(str, LEAST))
    yield AssumedValue("least values", values, f"print least {values}")
