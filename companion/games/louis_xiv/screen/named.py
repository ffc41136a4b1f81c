"""What the things of Louis XIV are called on buttons and cards, and the symbol each is drawn with."""

from __future__ import annotations

from companion.games.louis_xiv.rules.pieces import ARMS, JOKER, PERSON_TILE, printed_chips
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.things import called, person
from companion.screen.views import Card
from companion.voice.words import Words

SYMBOLS = {
    "yes": "check",
    "no": "cross",
    "skip": "cross",
    "done": "check",
    "0": "cross",
    "evaluate": "next",
    "general": "stones",
    "money": "louis",
    "stones": "stones",
}
"""Of buttons whose word is no piece."""

ANY_CHIP = "?"


def symbol_of(thing: str) -> str:
    """The symbol on its button, "" where there is none."""
    kind, _, name = thing.partition("/")
    match kind:
        case "chip" | "player":
            return name
        case "louis" | "intrigue" | "mission":
            return kind
        case "stack" | "return":
            return name
        case "from-own" | "stones":
            return "stones"
        case "card":
            return "joker" if name == JOKER else "influence"
    if kind in ARMS:
        return kind
    return SYMBOLS.get(thing, "")


def card(piece: str, copies: int, words: Words) -> Card:
    """A card of a hand; equal ones are one card that says how many it stands for."""
    kind, _, name = piece.partition("/")
    times = f" ×{copies}" if copies > 1 else ""
    match kind:
        case "card" if name == JOKER:
            return Card(piece, "", person(name, words) + times, "joker")
        case "card":
            return Card(piece, str(PERSON_TILE[name]), person(name, words) + times)
        case "intrigue":
            return Card(piece, "", names.tile(words, name), "intrigue")
        case "mission":
            chips = tuple(chip for chip in printed_chips(name) if chip != ANY_CHIP)
            return Card(piece, "", words.named("mission", name.partition(":")[0]) + times, "mission", chips)
    return Card(piece, "", called(piece, words) + times, symbol_of(piece))
