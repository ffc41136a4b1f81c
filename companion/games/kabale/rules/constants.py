"""What is printed on the cards (data file). Values are whole numbers of half points, hence exact (K-M2)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from typing import Any

from companion.rules.game import GameOption

HalfPoints = int
"""A value in half points: 19 is 9½."""


def _load_data() -> Mapping[str, Any]:
    text = (
        resources.files("companion.games.kabale")
        .joinpath("data", "printed.toml")
        .read_text(encoding="utf-8-sig")
    )
    return tomllib.loads(text)


def _parse_half_points(text: str) -> HalfPoints:
    """`9 1/2` in half points."""
    value = 2 * sum(map(Fraction, text.split()), Fraction())
    assert value.denominator == 1, text
    return int(value)


EDITION_DATA = _load_data()
MATERIAL: Mapping[str, int] = {name: n for name, n in EDITION_DATA["material"].items() if name != "source"}
EFFECT_VALUES: Mapping[str, HalfPoints] = {
    name: _parse_half_points(text) for name, text in EDITION_DATA["effects"].items() if name != "source"
}
SYMBOLS: tuple[str, ...] = tuple(EDITION_DATA["objectives"]["symbols"])
OBJECTIVES: tuple[str, ...] = tuple(
    f"{symbol}:{value}" for symbol in SYMBOLS for value in EDITION_DATA["objectives"]["values"]
)
"""All 36 in box order; value 3 stands twice for each symbol (K-M3)."""
SYMBOL_OF_PROFESSION: Mapping[str, str] = {
    card: symbol for card, symbol in EDITION_DATA["professions"].items() if card not in ("source", "value")
}
OPTIONS: tuple[GameOption, ...] = tuple(
    GameOption(name, tuple(each["values"]), each["clause"]) for name, each in EDITION_DATA["options"].items()
)
CHARACTERS: tuple[str, ...] = tuple(card for card in EDITION_DATA["values"] if card != "source")
_PROFESSION_VALUE = _parse_half_points(EDITION_DATA["professions"]["value"])
_VALUES: Mapping[str, HalfPoints | None] = {
    card: None if EDITION_DATA["values"][card] == "none" else _parse_half_points(EDITION_DATA["values"][card])
    for card in CHARACTERS
}


@lru_cache(maxsize=256)
def objective_symbol(objective: str) -> str:
    """`alchemy` of `alchemy:3`."""
    return objective.partition(":")[0]


@lru_cache(maxsize=256)
def objective_value(objective: str) -> int:
    """3 of `alchemy:3`: the cards that fill its column, and its points."""
    return int(objective.partition(":")[2])


def printed_value(card: str, symbol: str) -> HalfPoints | None:
    """The value on the card in a column of that symbol (K-M2); None for a Doppelgänger."""
    return _PROFESSION_VALUE if SYMBOL_OF_PROFESSION.get(card) == symbol else _VALUES[card]
