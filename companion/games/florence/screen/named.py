"""What the things of the Princes of Florence are called on the screen, and the symbol each is drawn with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from companion.games.florence.rules.pieces import PRESTIGE_CARD, PROFESSION
from companion.games.florence.rules.printed import BUILDINGS, FREEDOMS, LANDSCAPES, SIZES
from companion.voice.translator import Translator

OTHERS: Final = {
    "large-building": "building/large",
    "medium-building": "building/medium",
    "small-building": "building/small",
    "prestige-card": PRESTIGE_CARD,
    "profession-in-hand": PROFESSION,
    "professions": PROFESSION,
    "jesters": "jester",
    "money": "florin",
}
"""Words of the notation and of the data file that are drawn under another name."""

BUTTONS: Final = {
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


def sign(word: str) -> str:
    """The symbol that stands for a word of the notation: `religion` is drawn as `freedom/religion`."""
    if word in BUILDINGS:
        return f"building/{word}"
    if word in LANDSCAPES:
        return f"landscape/{word}"
    if word in FREEDOMS:
        return f"freedom/{word}"
    return OTHERS.get(word, word)


def symbol(thing: str) -> str:
    """The symbol on its button, "" where there is none."""
    kind, _, name = thing.partition("/")
    match kind:
        case "player" | "sell":
            return name
        case "pile":
            return sign(name)
        case "building" | "landscape" | "freedom" if name:
            return thing
        case "profession" | "bonus" | "prestige" if name:
            return kind
        case "take":
            return "florin"
        case "points":
            return "points"
    return BUTTONS.get(thing, "")


def marks(words: Translator) -> dict[str, str]:
    """The letters that tell each building from the others where it is small: one for those of few squares, of the rest
    as many of the name's first as it takes.
    """
    found: dict[str, str] = {}
    small = SIZES["small"]
    rest = [name for name in BUILDINGS if name not in small]
    for group in (small, rest):
        faces = {name: words.name_of("face", name) for name in group}
        for name, face in faces.items():
            found[name] = _told_from(face, [faces[each] for each in group if each != name], found.values())
    return found


def _told_from(face: str, others: Sequence[str], taken: Collection[str]) -> str:
    """The fewest first letters of a name that no other begins with."""
    for length in range(1, len(face)):
        mark = face[:length]
        if mark not in taken and not any(other.startswith(mark) for other in others):
            return mark
    return face
