"""What the things of Kabale und Hiebe are called on the screen, and the symbol each is drawn with."""

from __future__ import annotations

from companion.games.kabale.rules.printed import PROFESSIONS, Halves, printed, symbol_of
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
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


def symbol(thing: str) -> str:
    """The symbol on its button, "" where there is none."""
    match thing.split("/"):
        case ["objective", *_, name]:
            return symbol_of(name)
        case ["player", who]:
            return who
    return SYMBOLS.get(thing, "")


def card(piece: str, words: Words) -> Card:
    """A card of the hand that lies open; of a profession both values."""
    _, _, name = piece.split("/")
    value = value_of(None if name == UNKNOWN else printed(name, ""))
    if name in PROFESSIONS:
        value = f"{value}/{value_of(printed(name, PROFESSIONS[name]))}"
    return Card(piece, value, face(words, name))
