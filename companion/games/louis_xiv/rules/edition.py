"""What is printed on the components: the data file, and how this copy of the game differs from it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from msgspec import Struct

from companion.rules.clauses import declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.game import AssumedValue, EditionLine, GameOption

TILE_SIDES = ("front", "back")
CONDITION_KINDS = ("money", "first", "stones")


class TileCondition(Struct, frozen=True):
    """When a tile gives its reward: at `number` louis, to the `first`, or at `number` `stones`.

    `kind` is `money`, `first` or `stones`.
    """

    kind: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}" if self.number else self.kind


class MissionType(Struct, frozen=True):
    """A type of mission card: its stack, how many there are, and the chips printed on each (data file)."""

    stack: str
    copies: int
    chips: tuple[str, ...]


@cache
def load_data_file() -> Mapping[str, Any]:
    """The data file, as read."""
    text = (
        resources.files("companion.games.louis_xiv")
        .joinpath("data", "printed.toml")
        .read_text(encoding="utf-8-sig")
    )
    return tomllib.loads(text)


def _load_mission_types() -> dict[str, MissionType]:
    return {
        name: MissionType(kind["stack"], kind["copies"], tuple(kind["chips"]))
        for name, kind in load_data_file()["missions"].items()
    }


MISSION_TYPES: Mapping[str, MissionType] = _load_mission_types()
TILE_NEIGHBOURS: Mapping[int, tuple[int, ...]] = {
    int(tile): tuple(others) for tile, others in load_data_file()["neighbours"].items() if tile != "source"
}
TILE_REWARDS: Mapping[int, str] = {
    int(tile): reward for tile, reward in load_data_file()["rewards"].items() if tile != "source"
}
OPTIONS: tuple[GameOption, ...] = tuple(
    GameOption(name, tuple(each["values"]), each["clause"])
    for name, each in load_data_file()["options"].items()
)
MATERIAL: Mapping[str, int] = {
    name: n for name, n in load_data_file()["material"].items() if name != "source"
}
CHIP_COPIES: Mapping[str, int] = {
    name: n for name, n in load_data_file()["chips"].items() if name != "source"
}


ALIKE_CONDITIONS = declare_clause("L-M10", "alike-conditions", "tile")
NOT_PRINTED = declare_clause("L-M10", "not-printed", "words", "tiles", "money")
NOT_A_TILE = declare_clause("L-M10", "not-a-tile", "tile")
NO_CONDITION = declare_clause("L-M10", "no-condition", "tile", "condition", "examples")
NO_CONDITION_OF_THE_KING = declare_clause("L-M10", "king-condition", "tile", "condition")
TOO_MANY_MONEY_CARDS = declare_clause("L-M4", "money-cards", "cards", "most")
NO_MONEY_CARD = declare_clause("L-M4", "no-money-card", "card", "example")
_LINES = ("`print tile N FRONT BACK` (money:3, first, stones:2)", "`print money LOUIS:TILE ...`")


class Edition(Struct, frozen=True):
    """What is printed in one copy of the game.

    `conditions` maps a tile to those of its front and back. `money_cards` are the (louis, tile) of the eight
    cards where those of this copy were read off; None allows any louis and any of tiles 1 to 4.
    """

    conditions: Mapping[int, tuple[TileCondition, TileCondition]]
    money_cards: tuple[tuple[int, int], ...] | None
    assumed_values: tuple[AssumedValue, ...]

    def condition(self, tile: int, side: str) -> TileCondition:
        """The condition on that side of the tile."""
        return self.conditions[tile][TILE_SIDES.index(side)]

    def likely_money_cards(self) -> tuple[tuple[int, int], ...]:
        """The money cards as read off this copy, else as assumed."""
        return self.money_cards or tuple(
            _parse_money_card(card) for card in load_data_file()["money"]["cards"]
        )


@lru_cache(maxsize=16)
def load_edition(prints: tuple[EditionLine, ...]) -> Edition:
    """The data file with the `print` lines of this copy applied to it.

    Raises InvalidRecord where a line names nothing that is printed, or a value that cannot be.
    """
    conditions, assumed = _from_data()
    money: tuple[tuple[int, int], ...] | None = None
    for each in prints:
        match each.words:
            case ("tile", tile, front, back):
                number = _parse_tile(tile)
                sides = (_parse_condition(number, front), _parse_condition(number, back))
                if sides[0].kind == sides[1].kind:
                    raise InvalidRecord(ALIKE_CONDITIONS(tile))
                conditions[number] = sides
                assumed = [value for value in assumed if not value.name.startswith(f"tile {number} ")]
            case ("money", *cards) if cards:
                named = money if money and len(money) < MATERIAL["money-cards"] else ()
                # all eight, replaced together
                money = tuple(sorted((*named, *(_parse_money_card(card) for card in cards))))
            case words:
                raise InvalidRecord(NOT_PRINTED(" ".join(words), *_LINES))
    if money is not None and len(money) > MATERIAL["money-cards"]:
        raise InvalidRecord(TOO_MANY_MONEY_CARDS(len(money), MATERIAL["money-cards"]))
    complete = money is not None and len(money) == MATERIAL["money-cards"]
    if not complete:
        likely = " ".join(load_data_file()["money"]["cards"])
        assumed.append(AssumedValue("money cards", likely, f"print money {likely}"))
    return Edition(conditions, money if complete else None, tuple(assumed))


def _from_data() -> tuple[dict[int, tuple[TileCondition, TileCondition]], list[AssumedValue]]:
    conditions: dict[int, tuple[TileCondition, TileCondition]] = {}
    assumed: list[AssumedValue] = []
    for name, tile in load_data_file()["tile"].items():
        number = int(name)
        conditions[number] = (
            _parse_condition(number, tile["front"]["is"]),
            _parse_condition(number, tile["back"]["is"]),
        )
        both = f"print tile {name} {tile['front']['is']} {tile['back']['is']}"
        assumed += [
            AssumedValue(f"tile {name} {side}", tile[side]["is"], both)
            for side in TILE_SIDES
            if tile[side]["source"] == "assumed"
        ]
    return conditions, assumed


def _parse_tile(word: str) -> int:
    if word not in {str(tile) for tile in TILE_NEIGHBOURS}:
        raise InvalidRecord(NOT_A_TILE(word))
    return int(word)


def _parse_condition(tile: int, text: str) -> TileCondition:
    kind, _, number = text.partition(":")
    if kind == "first" and not number:
        return TileCondition("first")
    if kind in ("money", "stones") and number.isascii() and number.isdigit() and 0 < int(number[:3]) < 17:
        if kind == "stones" and tile <= 4:
            raise InvalidRecord(NO_CONDITION_OF_THE_KING(tile, text))
        return TileCondition(kind, int(number))
    raise InvalidRecord(NO_CONDITION(tile, repr(text), "money:3, first, stones:2"))


def _parse_money_card(text: str) -> tuple[int, int]:
    louis, _, tile = text.partition(":")
    if louis.isascii() and louis.isdigit() and 0 < int(louis[:4]) < 100 and tile in ("1", "2", "3", "4"):
        return int(louis), int(tile)
    raise InvalidRecord(NO_MONEY_CARD(repr(text), "5:2"))
