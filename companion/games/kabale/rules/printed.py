"""What is printed on the cards: the data file. Values are whole numbers of half points, so they are exact (K-M2)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from importlib import resources
from typing import Any

from companion.rules.game import GameOption

Halves = int
"""A value in half points: 19 is 9½."""


def _data() -> Mapping[str, Any]:
    text = (
        resources.files("companion.games.kabale").joinpath("data", "printed.toml").read_text(encoding="utf-8")
    )
    return tomllib.loads(text)


def _halves(text: str) -> Halves:
    """`9 1/2` in half points."""
    value = 2 * sum(map(Fraction, text.split()), Fraction())
    assert value.denominator == 1, text
    return int(value)


DATA = _data()
MATERIAL: Mapping[str, int] = {name: n for name, n in DATA["material"].items() if name != "source"}
EFFECTS: Mapping[str, Halves] = {
    name: _halves(text) for name, text in DATA["effects"].items() if name != "source"
}
SYMBOLS: tuple[str, ...] = tuple(DATA["objectives"]["symbols"])
OBJECTIVES: tuple[str, ...] = tuple(
    f"{symbol}:{value}" for symbol in SYMBOLS for value in DATA["objectives"]["values"]
)
"""All 36 in box order; value 3 stands twice for each symbol (K-M3)."""
PROFESSIONS: Mapping[str, str] = {
    card: symbol for card, symbol in DATA["professions"].items() if card not in ("source", "value")
}
OPTIONS: tuple[GameOption, ...] = tuple(
    GameOption(name, tuple(each["values"]), each["clause"]) for name, each in DATA["options"].items()
)
CARDS: tuple[str, ...] = tuple(card for card in DATA["values"] if card != "source")
_PROFESSION = _halves(DATA["professions"]["value"])
_VALUES: Mapping[str, Halves | None] = {
    card: None if DATA["values"][card] == "none" else _halves(DATA["values"][card]) for card in CARDS
}


def symbol_of(objective: str) -> str:
    """`alchemy` of `alchemy:3`."""
    return objective.partition(":")[0]


def value_of(objective: str) -> int:
    """3 of `alchemy:3`: the cards that fill its column, and its points."""
    return int(objective.partition(":")[2])


def printed(card: str, symbol: str) -> Halves | None:
    """The value on the card in a column of that symbol (K-M2); None for a Doppelgänger."""
    return _PROFESSION if PROFESSIONS.get(card) == symbol else _VALUES[card]
