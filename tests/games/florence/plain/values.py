"""A second reckoning of works and prestige cards, kept plain: from the rules page, not the engine.

A principality is a dict as the table looks: `tiles` (name and the squares under it), `freedoms`, `jesters`,
`builders`, `prestige` (cards kept), `hand` and `table` (names of professions, `recruiting`, `?`). It becomes
a list of things, each with the labels it goes by, and every card walks over that list. The cards are typed
from the rulebook's tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

PlainPrincipality = Mapping[str, Any]
Bag = list[set[str]]

WANTED = """
mathematician university lake religion
theologian university park travel
philosopher university forest opinion
botanist laboratory park religion
alchemist laboratory lake opinion
physicist laboratory forest travel
watchmaker workshop lake travel
goldsmith workshop park opinion
bell-founder workshop forest religion
cartographer library lake religion
lawyer library forest opinion
choreographer opera forest travel
composer opera lake opinion
sculptor studio forest religion
painter studio lake travel
apothecary hospital park opinion
physician hospital forest travel
dramatist theatre park religion
poet theatre lake travel
astronomer tower forest religion
organ-builder chapel forest opinion
"""

SIZE = {
    **dict.fromkeys(("laboratory", "workshop", "university"), "large"),
    **dict.fromkeys(("studio", "hospital", "library", "theatre", "opera"), "medium"),
    **dict.fromkeys(("tower", "chapel"), "small"),
}

# A bonus card: what each thing with one of these labels adds.
EACH = {
    "each-building": (1, "building"),
    "each-large-building": (2, "large"),
    "each-medium-building-and-forest": (1, "medium forest"),
    "each-small-building-and-landscape": (1, "small landscape"),
    "each-landscape": (1, "landscape"),
    "each-forest": (2, "forest"),
    "each-lake": (2, "lake"),
    "each-park": (2, "park"),
    "each-freedom": (2, "freedom"),
    "each-jester": (2, "jester"),
    "each-jester-and-freedom": (1, "jester freedom"),
    "each-builder": (2, "builder"),
    "each-builder-and-lake": (1, "builder lake"),
    "each-prestige-card": (2, "prestige"),
    "each-prestige-card-and-freedom": (1, "prestige freedom"),
    "each-profession-in-hand": (1, "in-hand"),
    "each-profession-on-table": (1, "on-table"),
}
# A bonus card: what each of these labels adds that is found at all.
EACH_KIND = {
    "each-building-size": (2, "large medium small"),
    "each-landscape-kind": (2, "forest lake park"),
    "each-category": (1, "forest lake park jester builder prestige freedom"),
}

# A prestige card: alone, shared, for the most of that label.
MOST = {
    "most-buildings": (6, 3, "building"),
    "most-landscapes": (7, 4, "landscape"),
    "most-forests": (7, 4, "forest"),
    "most-lakes": (6, 3, "lake"),
    "most-parks": (5, 3, "park"),
    "most-jesters": (6, 3, "jester"),
    "most-builders": (6, 3, "builder"),
    "most-works": (7, 4, "on-table"),
}
FEWEST_EMPTY = (8, 4)
# A prestige card: its points for at least so many of each label.
AT_LEAST = {
    "two-large-buildings": (5, {"large": 2}),
    "all-landscape-kinds": (8, {"forest": 1, "lake": 1, "park": 1}),
    "all-freedoms": (8, {"travel": 1, "opinion": 1, "religion": 1}),
    "buildings-freedoms-works": (6, {"building": 4, "freedom": 2, "on-table": 4}),
    "builder-jester-landscapes": (7, {"builder": 1, "jester": 1, "landscape": 2}),
}


def bag(own: PlainPrincipality) -> Bag:
    """Everything the player has, each thing with its labels."""
    things: Bag = []
    for name, _ in own["tiles"]:
        if name in SIZE:
            things.append({"building", SIZE[name], name})
        else:
            things.append({"landscape", name})
    for name in own["freedoms"]:
        things.append({"freedom", name})
    for _ in range(own["jesters"]):
        things.append({"jester"})
    for _ in range(own["builders"]):
        things.append({"builder"})
    for _ in own["prestige"]:
        things.append({"prestige"})
    for _ in own["hand"]:
        things.append({"in-hand"})
    for _ in own["table"]:
        things.append({"on-table"})
    return things


def having(things: Bag, labels: str) -> int:
    """How many things have one of these labels."""
    wanted, found = set(labels.split()), 0
    for thing in things:
        if thing & wanted:
            found += 1
    return found


def work(own: PlainPrincipality, worker: str, cards: Sequence[str]) -> dict[str, int]:
    """P-B2: what every line of a work gives; nothing is played yet, and the worker is in hand."""
    [line] = [line for line in WANTED.splitlines() if line.startswith(worker + " ")]
    _, building, landscape, freedom = line.split()
    hand = list(own["hand"])
    hand.remove(worker)
    things = bag({**own, "hand": hand, "table": [*own["table"], worker]})
    gives = {
        "building": 4 if having(things, building) else 0,
        "landscape": 3 if having(things, landscape) else 0,
        "freedom": 3 if having(things, freedom) else 0,
        "jesters": own["jesters"] + own["jesters"],
        "professions": 1,  # the worker
    }
    for card in hand:
        if card != "recruiting":  # in hand it is no profession
            gives["professions"] += 1
    for _ in own["table"]:
        gives["professions"] += 1
    for card in cards:
        gives[card] = played(things, card)
    return gives


def played(things: Bag, card: str) -> int:
    """What a bonus card adds once the worker is on the table."""
    if card in EACH:
        points, labels = EACH[card]
        return points * having(things, labels)
    points, labels = EACH_KIND[card]
    return sum(points for label in labels.split() if having(things, label))


def empty(own: PlainPrincipality) -> int:
    """How many squares are empty; the palazzo covers six."""
    free = {column + row for column in "abcdefg" for row in "1234567"}
    free -= {"a1", "b1", "c1", "a2", "b2", "c2"}
    for _, squares in own["tiles"]:
        free -= set(squares)
    return len(free)


def count(card: str, who: str, everybody: Mapping[str, PlainPrincipality]) -> tuple[int, dict[str, int]]:
    """P-E1: the points of the card, and who has how many, or how many its owner has of what it needs."""
    if card in AT_LEAST:
        points, asked = AT_LEAST[card]
        things = bag(everybody[who])
        has = {label: having(things, label) for label in asked}
        for label in asked:
            if has[label] < asked[label]:
                return 0, has
        return points, has
    if card == "fewest-empty-squares":
        alone, shared = FEWEST_EMPTY
        numbers = {each: empty(own) for each, own in everybody.items()}
        best = min(numbers.values())
    else:
        alone, shared, label = MOST[card]
        numbers = {each: having(bag(own), label) for each, own in everybody.items()}
        best = max(numbers.values())
        if best == 0:
            return 0, numbers
    first = [each for each, number in numbers.items() if number == best]
    if who not in first:
        return 0, numbers
    return (alone if first == [who] else shared), numbers


def winners(everybody: Mapping[str, PlainPrincipality]) -> tuple[dict[str, int], set[str], str]:
    """P-E2: the scores once all cards are counted, the winners, and what decided."""
    scores = {}
    for who, own in everybody.items():
        scores[who] = own["points"]
        for card in own["prestige"]:
            scores[who] += count(card, who, everybody)[0]
    most = [who for who in scores if scores[who] == max(scores.values())]
    if len(most) == 1:
        return scores, set(most), "points"
    richest = [
        who for who in most if everybody[who]["money"] == max(everybody[each]["money"] for each in most)
    ]
    return scores, set(richest), "money" if len(richest) == 1 else "shared"
