"""A second scorer of columns and of the end, kept plain: it follows the rules page, nothing of the engine.

A column is a symbol and a list of (by, character) from the objective down. It becomes a list of dicts, one a
card, and every paragraph of K-3 walks over that list once more. Values are Fractions of a whole point; None
stands for no value.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

PlainCard = dict[str, Any]
VALUES = {
    "king": "20",
    "queen": "16",
    "julia": "14",
    "explorer": "13",
    "assassin": "19/2",
    "storm": "9",
    "cloak": "0",
    "traitor": "10",
    "musketeers": "11",
    "mage": "7",
    "witch": "1",
    "prince": "14",
    "squire": "2",
    "hermit": "12",
    "little-giant": "2",
    "dragon": "11",
    "romeo": "5",
    "beggar": "4",
}
SYMBOLS = {
    "alchemist": "alchemy",
    "fencing-master": "fencing",
    "landlord": "farming",
    "merchant": "trade",
    "cardinal": "religion",
    "troubadour": "music",
}
DOPPELGAENGER = "doppelgaenger"


def evaluate(symbol: str, column: list[tuple[str, str]]) -> dict[str, Any]:
    """K-3: `winner` (None in an empty column), `cards` (each its value, what removed it), `sums` of the players."""
    cards: list[PlainCard] = [
        {"by": by, "is": character, "printed": printed(symbol, character), "gone": None}
        for by, character in column
    ]
    musketeers = among(cards, "musketeers") > 0
    if musketeers:
        for card in cards:  # K-3.2: a Doppelgaenger has no printed value
            card["value"] = card["printed"]
    else:
        the_mage(cards)
        the_witch(cards)
        the_others(cards)
    pair = None if musketeers else prince_and_squire(cards)
    sums = add_up(cards)
    if pair is not None:
        winner: str | None = pair
    elif among(cards, "beggar") > 0 and not musketeers:
        winner = lowest(cards, sums)
    else:
        winner = highest(cards, sums)
    return {
        "winner": winner,
        "cards": [{"value": None if card["gone"] else card["value"], "gone": card["gone"]} for card in cards],
        "sums": sums,
    }


def printed(symbol: str, character: str) -> Fraction | None:
    """K-M2: the value on the card in a column of that symbol."""
    if character == DOPPELGAENGER:
        return None
    if character in SYMBOLS:
        return Fraction(12) if SYMBOLS[character] == symbol else Fraction(8)
    return Fraction(VALUES[character])


def left(cards: list[PlainCard]) -> list[PlainCard]:
    """The cards that have not been removed."""
    return [card for card in cards if card["gone"] is None]


def among(cards: list[PlainCard], character: str) -> int:
    """How many of that character are left."""
    return len([card for card in left(cards) if card["is"] == character])


def copied(cards: list[PlainCard]) -> list[Fraction | None]:
    """What each card that is left is judged by (K-3.3, K-3.6).

    From the bottom up, a Doppelgaenger is what the card just read was, and at the bottom nothing.
    """
    faces: list[Fraction | None] = []
    last: Fraction | None = None
    for card in reversed(left(cards)):
        if card["is"] != DOPPELGAENGER:
            last = card["printed"]
        faces.insert(0, last)
    return faces


def the_mage(cards: list[PlainCard]) -> None:
    """K-3.3: one alone removes 10 and more."""
    if among(cards, "mage") != 1:
        return
    for card, face in zip(left(cards), copied(cards), strict=True):
        if face is not None and face >= 10:
            card["gone"] = "mage"


def the_witch(cards: list[PlainCard]) -> None:
    """K-3.3: one alone removes 9 and less, except itself; a Mage and its copies too."""
    if among(cards, "witch") != 1:
        return
    for card, face in zip(left(cards), copied(cards), strict=True):
        if card["is"] != "witch" and face is not None and face <= 9:
            card["gone"] = "witch"


def the_others(cards: list[PlainCard]) -> None:
    """K-3.5, K-3.6: Hermit, Little Giant, Romeo, Doppelgaenger, then Dragons, then nothing below 0."""
    others = len(left(cards)) - 1
    for card, face in zip(left(cards), copied(cards), strict=True):
        value = face
        if card["is"] == "hermit":
            value = Fraction(12) - others
        if card["is"] == "little-giant":
            value = Fraction(2) + 3 * others
        if card["is"] == "romeo" and in_column(cards, card["by"], "julia"):
            value = Fraction(15)
        if value is not None:
            value -= 2 * (among(cards, "dragon") - in_column(cards, card["by"], "dragon"))
            if value < 0:
                value = Fraction(0)
        card["value"] = value


def in_column(cards: list[PlainCard], by: str, character: str) -> int:
    """1 if that player's card is left, else 0."""
    return len([card for card in left(cards) if card["by"] == by and card["is"] == character])


def prince_and_squire(cards: list[PlainCard]) -> str | None:
    """K-3.4: the first Prince or Squire from the objective whose owner has both left."""
    for card in left(cards):
        if card["is"] in ("prince", "squire"):
            own = [other["is"] for other in left(cards) if other["by"] == card["by"]]
            if "prince" in own and "squire" in own:
                return str(card["by"])
    return None


def add_up(cards: list[PlainCard]) -> dict[str, Fraction]:
    """The sums of all who have a card left; one without value adds nothing."""
    sums: dict[str, Fraction] = {}
    for card in left(cards):
        sums[card["by"]] = sums.get(card["by"], Fraction(0)) + (card["value"] or Fraction(0))
    return sums


def highest(cards: list[PlainCard], sums: dict[str, Fraction]) -> str | None:
    """K-3.7: the most; tied, the first met on the way down from the objective."""
    for card in left(cards):
        if sums[card["by"]] == max(sums.values()):
            return str(card["by"])
    return None


def lowest(cards: list[PlainCard], sums: dict[str, Fraction]) -> str | None:
    """K-3.7: the least of those who have a card with a value; tied, the first met on the way up to it."""
    may = {card["by"] for card in left(cards) if card["value"] is not None}
    least = min(sums[by] for by in may)
    for card in reversed(left(cards)):
        if card["by"] in may and sums[card["by"]] == least:
            return str(card["by"])
    return None


# -- the end


def final(won: list[tuple[str, int]]) -> int:
    """K-4.1: the better of the sum and of every way to double six of six symbols, at 1 for every other card."""
    best = sum(value for _, value in won)
    for six in combinations(won, 6):
        if len({symbol for symbol, _ in six}) == 6:
            doubled = 2 * sum(value for _, value in six) - (len(won) - 6)
            best = max(best, doubled)
    return best
