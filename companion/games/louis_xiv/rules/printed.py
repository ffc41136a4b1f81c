"""What is printed on the cardboard: the data file, and what this copy of the game says instead."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from msgspec import Struct

from companion.rules.errors import Unreadable
from companion.rules.game import AssumedValue, EditionLine, GameOption

SIDES = ("front", "back")
KINDS = ("money", "first", "stones")


class Condition(Struct, frozen=True):
    """When a person gives: `money` at `number` louis, `first` place, or at least `number` `stones`."""

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
def data() -> Mapping[str, Any]:
    """The data file, as read."""
    text = (
        resources.files("companion.games.louis_xiv")
        .joinpath("data", "printed.toml")
        .read_text(encoding="utf-8")
    )
    return tomllib.loads(text)


def _missions() -> dict[str, MissionType]:
    return {
        name: MissionType(kind["stack"], kind["copies"], tuple(kind["chips"]))
        for name, kind in data()["missions"].items()
    }


MISSIONS: Mapping[str, MissionType] = _missions()
NEIGHBOURS: Mapping[int, tuple[int, ...]] = {
    int(tile): tuple(others) for tile, others in data()["neighbours"].items() if tile != "source"
}
REWARDS: Mapping[int, str] = {
    int(tile): reward for tile, reward in data()["rewards"].items() if tile != "source"
}
OPTIONS: tuple[GameOption, ...] = tuple(
    GameOption(name, tuple(each["values"]), each["clause"]) for name, each in data()["options"].items()
)
MATERIAL: Mapping[str, int] = {name: n for name, n in data()["material"].items() if name != "source"}
CHIP_COUNT: Mapping[str, int] = {name: n for name, n in data()["chips"].items() if name != "source"}


class Printed(Struct, frozen=True):
    """One copy of the game. `conditions`: tile -> (front, back). `money`: (louis, tile) of the eight
    cards when this copy's were read off, else None: then any louis and any of tiles 1-4 may come."""

    conditions: Mapping[int, tuple[Condition, Condition]]
    money: tuple[tuple[int, int], ...] | None
    assumed: tuple[AssumedValue, ...]

    def condition(self, tile: int, side: str) -> Condition:
        """The condition on that side of the tile."""
        return self.conditions[tile][SIDES.index(side)]

    def likely_money(self) -> tuple[tuple[int, int], ...]:
        """The money cards as read off, else as assumed."""
        return self.money or tuple(_money(card) for card in data()["money"]["cards"])


@lru_cache(maxsize=16)
def printed(prints: tuple[EditionLine, ...]) -> Printed:
    """The data file with this copy's `print` lines over it; raises Unreadable."""
    conditions, assumed = _from_data()
    money: tuple[tuple[int, int], ...] | None = None
    for each in prints:
        match each.words:
            case ("tile", tile, front, back):
                number = _tile(tile)
                sides = (_condition(number, front), _condition(number, back))
                if sides[0].kind == sides[1].kind:
                    raise Unreadable(
                        f"print tile {tile}: a back's condition differs from its front's (L-M10)"
                    )
                conditions[number] = sides
                assumed = [value for value in assumed if not value.name.startswith(f"tile {number} ")]
            case ("money", *cards) if cards:
                named = money if money and len(money) < MATERIAL["money-cards"] else ()
                money = tuple(sorted((*named, *(_money(card) for card in cards))))  # all eight, named anew
            case words:
                raise Unreadable(
                    f"print {' '.join(words)}: Louis XIV knows `print tile N FRONT BACK`"
                    " (money:3, first, stones:2) and `print money LOUIS:TILE ...`"
                )
    if money is not None and len(money) > MATERIAL["money-cards"]:
        raise Unreadable(f"print money names {len(money)} cards, there are {MATERIAL['money-cards']} (L-M4)")
    complete = money is not None and len(money) == MATERIAL["money-cards"]
    if not complete:
        likely = " ".join(data()["money"]["cards"])
        assumed.append(AssumedValue("money cards", likely, f"print money {likely}"))
    return Printed(conditions, money if complete else None, tuple(assumed))


def _from_data() -> tuple[dict[int, tuple[Condition, Condition]], list[AssumedValue]]:
    conditions: dict[int, tuple[Condition, Condition]] = {}
    assumed: list[AssumedValue] = []
    for name, tile in data()["tile"].items():
        number = int(name)
        conditions[number] = (
            _condition(number, tile["front"]["is"]),
            _condition(number, tile["back"]["is"]),
        )
        both = f"print tile {name} {tile['front']['is']} {tile['back']['is']}"
        assumed += [
            AssumedValue(f"tile {name} {side}", tile[side]["is"], both)
            for side in SIDES
            if tile[side]["source"] == "assumed"
        ]
    return conditions, assumed


def _tile(word: str) -> int:
    if word not in {str(tile) for tile in NEIGHBOURS}:
        raise Unreadable(f"print tile {word}: tiles are 1 to 12")
    return int(word)


def _condition(tile: int, text: str) -> Condition:
    kind, _, number = text.partition(":")
    if kind == "first" and not number:
        return Condition("first")
    if kind in ("money", "stones") and number.isascii() and number.isdigit() and 0 < int(number[:3]) < 17:
        if kind == "stones" and tile <= 4:
            raise Unreadable(
                f"print tile {tile}: the king's tiles know only money and first place (L-M10), not {text}"
            )
        return Condition(kind, int(number))
    raise Unreadable(f"print tile {tile}: {text!r} is no condition; write money:3, first or stones:2")


def _money(text: str) -> tuple[int, int]:
    louis, _, tile = text.partition(":")
    if louis.isascii() and louis.isdigit() and 0 < int(louis[:4]) < 100 and tile in ("1", "2", "3", "4"):
        return int(louis), int(tile)
    raise Unreadable(f"print money: {text!r} is no money card; write louis:tile, as 5:2, tile 1 to 4")
