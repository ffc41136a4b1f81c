"""What is printed: the data file, and how this copy of the game differs from it (P-M3, P-M4)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from msgspec import Struct

from companion.games.florence.rules.grid_geometry import TileOutline, parse_outline
from companion.rules.clauses import declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.game import AssumedValue, EditionLine, GameOption


def _load_data() -> Mapping[str, Any]:
    text = (
        resources.files("companion.games.florence")
        .joinpath("data", "printed.toml")
        .read_text(encoding="utf-8-sig")
    )
    return tomllib.loads(text)


def _data_table(table: str) -> Mapping[str, Any]:
    return {name: value for name, value in EDITION_DATA[table].items() if name != "source"}


EDITION_DATA = _load_data()
PIECE_COUNTS: Mapping[str, int] = _data_table("material")
AUCTION_VALUES: Mapping[str, int] = {
    name: value for name, value in _data_table("auction").items() if name != "kinds"
}
PRICES: Mapping[str, Any] = _data_table("prices")
POINTS: Mapping[str, int] = _data_table("points")

OBJECT_KINDS: tuple[str, ...] = tuple(EDITION_DATA["auction"]["kinds"])
"""The kinds of objects that are auctioned (P-A1)."""
LANDSCAPES = ("forest", "lake", "park")
FREEDOMS = ("travel", "opinion", "religion")
BUILDINGS_BY_SIZE: Mapping[str, tuple[str, ...]] = {
    size: tuple(names) for size, names in _data_table("sizes").items()
}
BUILDINGS: tuple[str, ...] = tuple(name for names in BUILDINGS_BY_SIZE.values() for name in names)
TILE_NAMES = (*LANDSCAPES, *BUILDINGS)
SQUARES_BY_BUILDING: Mapping[str, int] = {
    name: EDITION_DATA["squares"][size] for size, names in BUILDINGS_BY_SIZE.items() for name in names
}
"""Building -> how many squares it covers (P-M2)."""
BONUS_CARD_NAMES: tuple[str, ...] = tuple(_data_table("bonus"))
PRESTIGE_CARD_NAMES: tuple[str, ...] = tuple(_data_table("prestige"))
OPTIONS: tuple[GameOption, ...] = tuple(
    GameOption(name, tuple(each["values"]), each["clause"]) for name, each in EDITION_DATA["options"].items()
)


class ProfessionWants(Struct, frozen=True):
    """What a worker wants (P-B2)."""

    building: str
    landscape: str
    freedom: str


WANTS_BY_PROFESSION: Mapping[str, ProfessionWants] = {
    name: ProfessionWants(*wants) for name, wants in _data_table("professions").items()
}

NOT_PRINTED = declare_clause("P-M3", "not-printed", "words", "outline", "least")
NOT_A_TILE = declare_clause("P-M3", "not-a-tile", "tile", "tiles")
WRONG_OUTLINE = declare_clause("P-M3", "wrong-outline", "tile", "rows", "why")
LEAST_COUNT = declare_clause("P-M4", "least-count", "values", "rounds")
LEAST_ORDER = declare_clause("P-M4", "least-order", "values")
_LINES = ("`print outline TILE ROWS` (xxx/x.x)", "`print least 7 10 12 14 15 16 17`")


class Edition(Struct, frozen=True):
    """What is printed in one copy of the game (P-M3, P-M4).

    `outlines` maps a tile to its shape; `least_by_round` are the least values of works, from round 1 on;
    `assumed_values` are those that nobody has read off this copy.
    """

    outlines: Mapping[str, TileOutline]
    least_by_round: tuple[int, ...]
    assumed_values: tuple[AssumedValue, ...]


def load_edition(edition_lines: Sequence[EditionLine]) -> Edition:
    """The data file with the `print` lines of this copy applied to it, made once for the same lines.

    Raises InvalidRecord where a line names nothing that is printed, or a value that cannot be.
    """
    return _load_edition(tuple(edition_lines))


@lru_cache(maxsize=16)
def _load_edition(edition_lines: tuple[EditionLine, ...]) -> Edition:
    drawn: dict[str, TileOutline] = {}
    least: tuple[int, ...] = ()
    for each in edition_lines:
        match each.words:
            case ("outline", tile, rows):
                drawn[tile] = _parse_tile_outline(tile, rows)
            case ("least", *values):
                least = _parse_least_values(values)
            case words:
                raise InvalidRecord(NOT_PRINTED(" ".join(words), *_LINES))
    outlines = {
        tile: _parse_tile_outline(tile, "/".join(EDITION_DATA["outlines"][tile])) for tile in TILE_NAMES
    }
    assumed = [*_assumed_outlines(outlines, drawn), *(() if least else _assumed_least())]
    return Edition({**outlines, **drawn}, least or DEFAULT_LEAST_BY_ROUND, tuple(assumed))


_LONGEST = 60  # how much of a line an error message quotes: any outline that fits


def _parse_tile_outline(tile: str, rows: str) -> TileOutline:
    if tile not in TILE_NAMES:
        raise InvalidRecord(NOT_A_TILE(tile, " ".join(TILE_NAMES)))
    try:
        return parse_outline(rows, SQUARES_BY_BUILDING.get(tile))
    except InvalidRecord as wrong:
        raise InvalidRecord(WRONG_OUTLINE(tile, rows[:_LONGEST], wrong.cause)) from wrong


def _parse_least_values(values: Sequence[str]) -> tuple[int, ...]:
    text = " ".join(values)
    if len(values) != PIECE_COUNTS["rounds"] or not all(map(_is_number, values)):
        raise InvalidRecord(LEAST_COUNT(text[:_LONGEST], PIECE_COUNTS["rounds"]))
    numbers = tuple(map(int, values))
    if list(numbers) != sorted(numbers) or not 0 < numbers[0] <= numbers[-1] < 100:
        raise InvalidRecord(LEAST_ORDER(text))
    return numbers


def _is_number(word: str) -> bool:
    """Whether the word is a number of at most four digits: a stranger may send a thousand."""
    return word.isascii() and word.isdecimal() and len(word) < 5


DEFAULT_LEAST_BY_ROUND: tuple[int, ...] = tuple(EDITION_DATA["least"]["values"])


def _assumed_outlines(
    outlines: Mapping[str, TileOutline], drawn: Mapping[str, TileOutline]
) -> Iterator[AssumedValue]:
    for tile, outline in outlines.items():
        if tile not in drawn:
            rows = "/".join(outline.rows)
            yield AssumedValue(f"outline {tile}", rows, f"print outline {tile} {rows}")


def _assumed_least() -> Iterator[AssumedValue]:
    values = " ".join(map(str, DEFAULT_LEAST_BY_ROUND))
    yield AssumedValue("least values", values, f"print least {values}")
