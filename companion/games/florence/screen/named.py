"""What the things of the Princes of Florence are called on the screen, and the symbol each is drawn with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from companion.games.florence.rules.pieces import PRESTIGE_CARD, PROFESSION
from companion.games.florence.rules.printed import BUILDINGS, FREEDOMS, LANDSCAPES, SIZES
from companion.games.florence.voice import names
from companion.rules.moves import FINGER, UNKNOWN, Sight
from companion.voice.words import Words

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


def called(thing: str, words: Words) -> str:
    """The words of a thing that can be touched or was noticed, or of a kind of things; the thing itself when nobody
    named it.
    """
    kind, _, name = thing.partition("/")
    return _one(kind, name, words) if name else _any(kind, words)


def _one(kind: str, name: str, words: Words) -> str:
    """A thing of a kind."""
    match kind:
        case "player":
            return words.player(name)
        case "sell":
            return f"{words.named('word', kind)}: {words.player(name)}"
        case "action":
            return words.named("word", name)
        case "kind" | "building" | "landscape" | "freedom":
            return names.anything(words, name)
        case "profession" | "bonus" | "prestige":
            return words.named("thing" if name == UNKNOWN else kind, kind if name == UNKNOWN else name)
        case "take":
            return names.florins(words, int(name))
        case "points":
            return words.ngettext("{n} point", "{n} points", int(name))
        case "turn":
            return names.turned(words, name) or words.gettext("as printed")
    return name


def _any(kind: str, words: Words) -> str:
    """A button, a piece that has no other name than its kind, or any thing of a kind."""
    match kind:
        case "player":
            return words.gettext("a player")
        case "action":
            return words.named("phase", "actions")
        case "kind":
            return words.named("word", "open")
        case "turn":
            return words.gettext("how it is turned")
        case "profession" | "bonus" | "prestige":
            return words.named("thing", kind)
    said = words.named("word", kind)
    return words.named("thing", kind) if said == kind else said


def noticed(sight: Sight, words: Words) -> str:
    """What was noticed, in words."""
    return called(sight.zone if sight.piece == FINGER else sight.piece.removeprefix("button/"), words)


def symbol(thing: str) -> str:
    """The symbol on its button, "" where there is none."""
    kind, _, name = thing.partition("/")
    match kind:
        case "player" | "sell":
            return name
        case "kind":
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


def marks(words: Words) -> dict[str, str]:
    """The letters that tell each building from the others where it is small: one for those of few squares, of the rest
    as many of the name's first as it takes.
    """
    found: dict[str, str] = {}
    small = SIZES["small"]
    rest = [name for name in BUILDINGS if name not in small]
    for group in (small, rest):
        faces = {name: words.named("face", name) for name in group}
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
