"""What can be touched or was noticed in the Princes of Florence, in words."""

from __future__ import annotations

from companion.games.florence.voice import names
from companion.rules.moves import FINGER, UNKNOWN, Observation
from companion.voice.translator import Translator


def called(thing: str, words: Translator) -> str:
    """The words of a thing that can be touched or was noticed, or of a kind of things; the thing itself when nobody
    named it.
    """
    kind, _, name = thing.partition("/")
    return _one(kind, name, words) if name else _any(kind, words)


def _one(kind: str, name: str, words: Translator) -> str:
    """A thing of a kind."""
    match kind:
        case "player":
            return words.player_name(name)
        case "sell":
            return f"{words.name_of('word', kind)}: {words.player_name(name)}"
        case "action":
            return words.name_of("word", name)
        case "pile" | "building" | "landscape" | "freedom":
            return names.anything(words, name)
        case "profession" | "bonus" | "prestige":
            return words.name_of("thing" if name == UNKNOWN else kind, kind if name == UNKNOWN else name)
        case "take":
            return names.florins(words, int(name))
        case "points":
            return words.ngettext("{n} point", "{n} points", int(name))
        case "turn":
            return names.turned(words, name) or words.gettext("as printed")
        case "grid":
            return name.rpartition("/")[2] if "/" in name else f"{kind}/{name}"
    return f"{kind}/{name}"


def _any(kind: str, words: Translator) -> str:
    """A button, a piece that has no other name than its kind, or any thing of a kind."""
    match kind:
        case "player":
            return words.gettext("a player")
        case "action":
            return words.name_of("phase", "actions")
        case "pile":
            return words.name_of("word", "open")
        case "turn":
            return words.gettext("how it is turned")
        case "grid":
            return words.name_of("thing", "square")
        case "profession" | "bonus" | "prestige":
            return words.name_of("thing", kind)
    said = words.name_of("word", kind)
    return words.name_of("thing", kind) if said == kind else said


def noticed(sight: Observation, words: Translator) -> str:
    """What was noticed, in words."""
    return called(sight.zone if sight.piece == FINGER else sight.piece.removeprefix("button/"), words)
