"""The counts of pieces in a serialised position of the Princes of Florence, made a second time.

It follows the rules page (P-M1, P-2.1, P-2.2) and uses nothing of the engine: what there is too much of, and
what is in two places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.games.florence.plain.supply import BUILDINGS, FREEDOMS, KINDS, LANDSCAPES, RECRUITING, UNSEEN

WHOLE = {**dict.fromkeys(LANDSCAPES, 6), "jester": 7, "builder": 6, "prestige": 14, RECRUITING: 5}


def too_many(at: Mapping[str, Any]) -> Iterator[str]:
    """What there is more of than in the box: `forest 7 6`."""
    people = at["players"].values()
    two = len(people) == 2
    for kind in KINDS:
        number = at.get("gone", {}).get(kind, 0) + sum(_held(player, kind) for player in people)
        if two:
            number += sum(won.split()[0] == kind for player in people for won in player["won"])
        yield from _over(kind, number, WHOLE[kind])
    for name in BUILDINGS:
        yield from _over(name, sum(_laid(player, name) for player in people), 3)
    for name in FREEDOMS:
        taken = sum(player["freedoms"].count(name) for player in people)
        yield from _over(name, taken, 1 if two else len(people) - 1)
    professions = sum(sum(player["hand"].values()) + len(_faces(player)) for player in people)
    yield from _over("professions", professions, 21)
    yield from _over(
        "bonus", sum(sum(player["bonus"].values()) + len(player["used"]) for player in people), 20
    )


def _over(what: str, number: int, whole: int) -> Iterator[str]:
    if number > whole:
        yield f"{what} {number} {whole}"


def _held(player: Mapping[str, Any], kind: str) -> int:
    number: int
    match kind:
        case "jester" | "builder":
            number = player[f"{kind}s"]
        case "prestige":
            number = sum(player["prestige"].values())
        case "recruiting":
            number = player[RECRUITING] + player["table"].count(RECRUITING)
        case _:
            number = _laid(player, kind)
    return number


def _laid(player: Mapping[str, Any], name: str) -> int:
    return sum(tile.split()[0] == name for tile in player["grid"])


def _faces(player: Mapping[str, Any]) -> list[str]:
    return [name for name in player["table"] if name != RECRUITING]


def twice(at: Mapping[str, Any]) -> Iterator[str]:
    """Cards that are in two places, and freedoms that one player has twice."""
    cards = Counter[str]()
    for player in at["players"].values():
        for held in (player["hand"], player["bonus"], player["prestige"]):
            cards.update({name: number for name, number in held.items() if name != UNSEEN})
        cards.update([*_faces(player), *player["used"]])
        yield from (name for name, number in Counter(player["freedoms"]).items() if number > 1)
    yield from (name for name, number in cards.items() if number > 1)
