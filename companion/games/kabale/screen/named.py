"""What the things of Kabale und Hiebe are called on the screen, and the symbol each is drawn with."""

from __future__ import annotations

from companion.games.kabale.rules.printed import PROFESSIONS, Halves, printed, symbol_of
from companion.games.kabale.voice import names
from companion.rules.moves import FINGER, UNKNOWN, Sight
from companion.screen.views import Card
from companion.voice.words import Words

NO_VALUE = "–"
SYMBOLS = {
    "done": "check",
    "skip": "cross",
    "slide": "laid",
    "unseen": "cross",
}
"""Of buttons whose word is no piece."""


def value_of(halves: Halves | None) -> str:
    """A value as it is written on a card; a dash for none."""
    return NO_VALUE if halves is None else names.number(halves)


def face(words: Words, card: str) -> str:
    """A character as his card has it: short, with a capital."""
    return words.named("face", card)


def called(thing: str, words: Words) -> str:
    """The words of a thing that can be touched or was noticed; the thing itself when nobody named it."""
    match thing.split("/"):
        case ["column", number]:
            return names.column(words, number)
        case ["card", place]:
            return names.place(words, place)
        case ["card", *_]:
            return names.piece(thing, words).name
        case ["objective", *_, name] if ":" in name:
            return names.objective(words, name)
        case ["objective", *_, kind]:
            return words.named("symbol", kind)
        case ["character", name]:
            return names.card(words, name)
        case ["player", who]:
            return words.player(who)
    return words.named("word", thing)


def symbol(thing: str) -> str:
    """The symbol on its button, "" where there is none."""
    match thing.split("/"):
        case ["objective", *_, name]:
            return symbol_of(name)
        case ["player", who]:
            return who
    return SYMBOLS.get(thing, "")


def noticed(sight: Sight, words: Words) -> str:
    """What was noticed, as people would say it."""
    if sight.piece == FINGER:
        return called(sight.zone, words)
    if sight.piece.startswith("button/"):
        return called(sight.piece.partition("/")[2], words)
    return called(sight.piece, words)


def card(piece: str, words: Words) -> Card:
    """A card of the hand that lies open; of a profession both values."""
    _, _, name = piece.split("/")
    value = value_of(None if name == UNKNOWN else printed(name, ""))
    if name in PROFESSIONS:
        value = f"{value}/{value_of(printed(name, PROFESSIONS[name]))}"
    return Card(piece, value, face(words, name))
