"""What the things of Louis XIV are called on buttons and cards, and the symbol each is drawn with."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.louis_xiv.rules.pieces import ARMS, JOKER, PERSON_TILE, SUBSTITUTE, printed_chips
from companion.games.louis_xiv.voice import names
from companion.rules.moves import FINGER, Sight
from companion.screen.views import Card
from companion.voice.words import Words

PLUS_TWO = ("money", "mixed", "stones")
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
ARMS_KINDS = (*ARMS, SUBSTITUTE)


def called(thing: str, words: Words) -> str:
    """The words of a thing that can be touched; the thing itself when nobody named it."""
    kind, slash, name = thing.partition("/")
    if kind in ARMS_KINDS:
        return f"{words.named('arms', kind)} {name}".rstrip()
    if kind in CALLED and (slash or kind == "0"):
        return CALLED[kind](name, words)
    return words.named("plus-two" if kind in PLUS_TWO else "word", thing)


def _person(name: str, words: Words) -> str:
    """Whose influence card it is."""
    if name == JOKER:
        joker = names.card(words, JOKER)
        return joker[:1].upper() + joker[1:]
    return names.tile(words, PERSON_TILE[name])


def _mission(name: str, words: Words) -> str:
    """Its type, and the chips printed on it, if they are said."""
    kind, _, chips = name.partition(":")
    printed = ", ".join(words.named("chip", chip) for chip in chips.split("+"))
    return f"{words.named('mission', kind)} ({printed})" if chips else words.named("mission", kind)


CALLED: Mapping[str, Callable[[str, Words], str]] = {
    "tile": lambda name, words: names.tile(words, name),
    "player": lambda name, words: words.player(name),
    "card": _person,
    "intrigue": lambda name, words: f"{words.named('word', 'intrigue')}: {names.tile(words, name)}",
    "mission": _mission,
    "chip": lambda name, words: words.named("chip", name),
    "louis": lambda name, words: names.louis(words, int(name)),
    "stack": lambda name, words: words.named("stack", name),
    "hand": lambda name, words: words.gettext("Return: {stack}", stack=words.named("stack", name)),
    "own": lambda name, words: f"{names.stones(words, int(name))} {words.gettext('from the own supply')}",
    "stones": lambda name, words: names.stones(words, int(name)),
    "0": lambda _name, words: words.gettext("None"),
}
"""Things whose words are made from their name, by their kind."""


def symbol_of(thing: str) -> str:
    """The symbol on its button, "" where there is none."""
    kind, _, name = thing.partition("/")
    match kind:
        case "chip" | "player":
            return name
        case "louis" | "intrigue" | "mission":
            return kind
        case "stack" | "hand":
            return name
        case "own" | "stones":
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
            return Card(piece, "", _person(name, words) + times, "joker")
        case "card":
            return Card(piece, str(PERSON_TILE[name]), _person(name, words) + times)
        case "intrigue":
            return Card(piece, "", names.tile(words, name), "intrigue")
        case "mission":
            chips = tuple(chip for chip in printed_chips(name) if chip != ANY_CHIP)
            return Card(piece, "", words.named("mission", name.partition(":")[0]) + times, "mission", chips)
    return Card(piece, "", called(piece, words) + times, symbol_of(piece))


def noticed(sight: Sight, words: Words) -> str:
    """What was noticed, as people would say it."""
    if sight.piece == FINGER:
        return called(sight.zone, words)
    if sight.piece.startswith("seal/"):
        return called(sight.zone, words)
    if sight.piece.startswith("button/"):
        return called(sight.piece.partition("/")[2], words)
    return called(sight.piece, words)
