"""The names and symbols of things of the Princes of Florence on the screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from companion.games.florence.rules.edition import BUILDINGS, BUILDINGS_BY_SIZE, FREEDOMS, LANDSCAPES
from companion.games.florence.rules.pieces import PRESTIGE_CARD, PROFESSION
from companion.voice.translator import Translator

SYMBOL_BY_WORD: Final = {
    "large-building": "building/large",
    "medium-building": "building/medium",
    "small-building": "building/small",
    "prestige-card": PRESTIGE_CARD,
    "profession-in-hand": PROFESSION,
    "professions": PROFESSION,
    "jesters": "jester",
    "money": "florin",
}
"""Word of the notation or the data file -> the symbol of another name."""

SYMBOL_BY_BUTTON: Final = {
    "bid": "gavel",
    "pass": "cross",
    "skip": "cross",
    "done": "check",
    "keep": "prestige",
    "action/work": "work",
    "build": "building",
    "action/profession": "profession",
    "action/bonus": "bonus",
    "freedom": "freedom",
    "action/recruit": "recruiting",
}
"""The symbols of buttons."""


def symbol_of_word(word: str) -> str:
    """The symbol of a word of the notation: `religion` is drawn as `freedom/religion`."""
    if word in BUILDINGS:
        return f"building/{word}"
    if word in LANDSCAPES:
        return f"landscape/{word}"
    if word in FREEDOMS:
        return f"freedom/{word}"
    return SYMBOL_BY_WORD.get(word, word)


def symbol_of_target(touch_target: str) -> str:
    """The symbol on the button of a target; "" where there is none."""
    kind, _, name = touch_target.partition("/")
    match kind:
        case "player" | "sell":
            return name
        case "pile":
            return symbol_of_word(name)
        case "building" | "landscape" | "freedom" if name:
            return touch_target
        case "profession" | "bonus" | "prestige" if name:
            return kind
        case "take":
            return "florin"
        case "points":
            return "points"
    return SYMBOL_BY_BUTTON.get(touch_target, "")


def letters_by_building(translator: Translator) -> dict[str, str]:
    """Building -> the letters that tell it from the others where it is small.

    A building of few squares has one letter, the others as many first letters of their names as it takes.
    """
    found: dict[str, str] = {}
    small = BUILDINGS_BY_SIZE["small"]
    rest = [name for name in BUILDINGS if name not in small]
    for group in (small, rest):
        faces = {name: translator.name_of("face", name) for name in group}
        for name, face in faces.items():
            found[name] = _shortest_distinct_prefix(
                face, [faces[each] for each in group if each != name], found.values()
            )
    return found


def _shortest_distinct_prefix(face: str, others: Sequence[str], taken: Collection[str]) -> str:
    """The fewest first letters of a name with which no other begins."""
    for length in range(1, len(face)):
        mark = face[:length]
        if mark not in taken and not any(other.startswith(mark) for other in others):
            return mark
    return face
