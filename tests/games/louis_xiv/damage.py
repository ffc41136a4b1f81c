"""Positions of Louis XIV in JSON: with all cards in hands known, or with one value wrong."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from companion.games.louis_xiv.rules.pieces import CARD_COPIES, INFLUENCE_CARDS
from tests.anything import Path, places, replaced, without

STRANGE = (
    "inf6",
    "joker",
    "arms2",
    "ring",
    "light",
    "neutral",
    "green",
    "13",
    "9:9",
    "dark-four:ring",
    "?",
    "x",
)
ONE_NUMBER = ("own", "general", "money", "arms")
KEPT = ("round", "phase", "turn", "agenda", "scores", "winners")
"""Keys that are no pieces; most of them must fit the rest, or the position cannot be read."""


def named(at: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The same table with every unknown card named, as it may really be."""
    seen = Counter(at["played"])
    for player in at["players"].values():
        seen.update({card: n for card, n in player["influence"].items() if card != "?"})
    deck = [card for card in INFLUENCE_CARDS for _ in range(CARD_COPIES[card] - seen[card])]
    intrigue = [str(number) for number in range(1, 13)]
    rng.shuffle(deck)
    rng.shuffle(intrigue)
    players = {}
    for who, player in at["players"].items():
        hand = Counter({card: n for card, n in player["influence"].items() if card != "?"})
        hand.update(deck.pop() for _ in range(player["influence"].get("?", 0)))
        tricks = {intrigue.pop(): 1 for _ in range(sum(player["intrigue"].values()))}
        players[who] = {**player, "influence": dict(hand), "intrigue": tricks}
    return {**at, "players": players}


def damaged(at: dict[str, Any], chance: Random) -> Any:
    """The same table with one value changed: a number, a name, an owner; something twice, or not at all."""
    at = {key: value for key, value in at.items() if key not in ("scores", "winners")}
    path = _somewhere(at, chance)
    value = _at(at, path)
    match value:
        case int():
            return _miscounted(at, path, chance)
        case str() if isinstance(path[-1], int):
            others = _at(at, path[:-1])
            return replaced(at, path[:-1], [*others, *chance.choice(([value], [value] * 2, STRANGE[:1]))])
        case str():
            return replaced(at, path, chance.choice(STRANGE))
        case dict():
            number = chance.choice((1, 3, 30))
            like = next((other for other in value.values() if isinstance(other, dict)), number)
            return replaced(at, path, {**value, chance.choice(STRANGE): like})
        case list() if path[-1] == "missions":
            return replaced(at, path, [*value, *["light-renew:ring"] * chance.choice((1, 3, 30))])
        case _:
            return without(at, path)


def _somewhere(at: dict[str, Any], chance: Random) -> Path:
    """A place in the data: mostly of what a player has, else of any key of the table."""
    key = "players" if chance.random() < 0.6 else chance.choice([key for key in at if key not in KEPT])
    return (key, *chance.choice(places(at[key])))


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def _miscounted(at: dict[str, Any], path: Path, chance: Random) -> Any:
    """More or fewer of it; as many of something else, or of another player's."""
    number = _at(at, path)
    match chance.choice(("number", "number", "number", "name", "owner")):
        case "name" if len(path) > 1 and path[-1] not in ONE_NUMBER:
            return _put(without(at, path), (*path[:-1], chance.choice(STRANGE)), number)
        case "owner" if path[0] == "players":
            other = chance.choice(list(at["players"]))
            return _put(without(at, path), ("players", other, *path[2:]), number)
        case _:
            return replaced(at, path, number + chance.choice((-1, -1, 1, 1, 2, 12, -99)))


def _put(at: Any, path: Path, value: Any) -> Any:
    return replaced(at, path[:-1], {**_at(at, path[:-1]), path[-1]: value})
