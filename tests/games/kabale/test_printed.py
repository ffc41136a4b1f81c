"""K-M: the data file agrees with the rules page, and no number of the game is ever a float."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion.games.kabale
from companion.games.kabale.rules.constants import (
    CHARACTERS,
    EDITION_DATA,
    EFFECT_VALUES,
    MATERIAL,
    OBJECTIVES,
    SYMBOL_OF_PROFESSION,
    SYMBOLS,
)
from companion.games.kabale.rules.constants import printed_value as halves
from companion.games.kabale.rules.pieces import COLOURS

FOLDER = Path(companion.games.kabale.__file__).parent
MODULES = sorted((FOLDER / "rules").glob("*.py"))

# Copied by hand from the table of the rules page, column by column (K-M2).
PAGE = """
King 20, Queen 16, Julia 14,
Alchemist 12/8, Fencing master 12/8, Landlord 12/8, Merchant 12/8, Cardinal 12/8, Troubadour 12/8,
Explorer 13, Assassin 9½, Storm 9, Cloak 0, Traitor 10, Musketeers 11, Mage 7, Witch 1,
Prince 14, Squire 2, Hermit 12, Little Giant 2, Doppelgänger none, Dragon 11, Romeo 5, Beggar 4
"""
OWN = {
    "alchemist": "alchemy",
    "fencing-master": "fencing",
    "landlord": "farming",
    "merchant": "trade",
    "cardinal": "religion",
    "troubadour": "music",
}


def page() -> dict[str, str]:
    """Card -> value as the page writes it."""
    named = [entry.strip().rpartition(" ") for entry in PAGE.replace("\n", " ").split(",")]
    return {
        card.lower().replace(" ", "-").replace("ä", "ae"): value for card, _, value in named if card or value
    }


def on_paper(half_points: int | None) -> str:
    return "none" if half_points is None else str(half_points // 2) + "½" * (half_points % 2)


def test_K_M1__25_characters_in_six_colours() -> None:
    assert set(CHARACTERS) == set(page())
    assert len(CHARACTERS) == MATERIAL["copies"] == 25
    assert COLOURS == ("black", "blue", "green", "red", "white", "yellow")
    assert (MATERIAL["hand"], MATERIAL["rounds"]) == (3, 6)


@pytest.mark.parametrize("symbol", ["alchemy", "fencing", "farming", "trade", "religion", "music"])
def test_K_M2__printed_values_are_the_pages(symbol: str) -> None:
    for card, value in page().items():
        own, _, other = value.partition("/")
        assert (card in OWN) == bool(other)
        wanted = own if OWN.get(card) == symbol or not other else other
        assert on_paper(halves(card, symbol)) == wanted, card


def test_K_M2__professions_and_their_symbols() -> None:
    assert SYMBOL_OF_PROFESSION == OWN


def test_K_M3__36_objectives() -> None:
    assert SYMBOLS == ("alchemy", "fencing", "farming", "trade", "religion", "music")
    assert len(OBJECTIVES) == 36
    for symbol in SYMBOLS:
        assert [name for name in OBJECTIVES if name.startswith(symbol)] == [
            f"{symbol}:{value}" for value in (1, 2, 3, 3, 4, 5)
        ]
    assert set(Counter(OBJECTIVES).values()) == {1, 2}


def test_K_3__what_effects_do_is_the_pages_in_half_points() -> None:
    assert EFFECT_VALUES == {
        "mage-from": 20,  # 10 or more
        "witch-upto": 18,  # 9 or less
        "hermit": -2,
        "little-giant": 6,
        "dragon": -4,
        "romeo-with-julia": 30,
    }


# -- halves are exact


def test_K_M2__no_float_in_the_data_file() -> None:
    def numbers(value: Any) -> Iterator[Any]:
        match value:
            case dict():
                for each in value.values():
                    yield from numbers(each)
            case list():
                for each in value:
                    yield from numbers(each)
            case _:
                yield value

    assert tomllib.loads((FOLDER / "data" / "printed.toml").read_text(encoding="utf-8")) == EDITION_DATA
    assert {type(each) for each in numbers(EDITION_DATA)} == {str, int}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_K_M2__no_float_in_the_code(module: Path) -> None:
    assert list(floats(ast.parse(module.read_text(encoding="utf-8")))) == []


def floats(tree: ast.AST) -> Iterator[str]:
    """Float literals, true division and the name `float`, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex()):
                yield f"line {node.lineno}: {node.value!r}"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield f"line {node.lineno}: /"
            case ast.Name(id="float"):
                yield f"line {node.lineno}: float"


def test_K_M2__the_search_for_floats_finds_them() -> None:
    code = "a = 9.5\nb = 19 / 2\nb /= 2\nc = float(b)\nd = 19 // 2\n"
    assert sorted(floats(ast.parse(code))) == ["line 1: 9.5", "line 2: /", "line 3: /", "line 4: float"]
    assert len(MODULES) > 10
