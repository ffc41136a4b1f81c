"""What can be touched or was noticed in Louis XIV, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.louis_xiv.rules.pieces import ARMS, JOKER, PERSON_TILE, SUBSTITUTE
from companion.games.louis_xiv.voice import names
from companion.rules.moves import FINGER, Observation
from companion.voice.translator import Translator

PLUS_TWO = ("money", "mixed", "stones")

ARMS_KINDS = (*ARMS, SUBSTITUTE)


def called(thing: str, words: Translator) -> str:
    """The words of a thing that can be touched; the thing itself when nobody named it."""
    kind, slash, name = thing.partition("/")
    if kind in ARMS_KINDS:
        return f"{words.name_of('arms', kind)} {name}".rstrip()
    if kind in CALLED and (slash or kind == "0"):
        return CALLED[kind](name, words)
    return words.name_of("plus-two" if kind in PLUS_TWO else "word", thing)


def person(name: str, words: Translator) -> str:
    """Whose influence card it is."""
    if name == JOKER:
        joker = names.card(words, JOKER)
        return joker[:1].upper() + joker[1:]
    return names.tile(words, PERSON_TILE[name])


def _mission(name: str, words: Translator) -> str:
    """Its type, and the chips printed on it, if they are said."""
    kind, _, chips = name.partition(":")
    printed = ", ".join(words.name_of("chip", chip) for chip in chips.split("+"))
    return f"{words.name_of('mission', kind)} ({printed})" if chips else words.name_of("mission", kind)


CALLED: Mapping[str, Callable[[str, Translator], str]] = {
    "tile": lambda name, words: names.tile(words, name),
    "player": lambda name, words: words.player_name(name),
    "card": person,
    "intrigue": lambda name, words: f"{words.name_of('word', 'intrigue')}: {names.tile(words, name)}",
    "mission": _mission,
    "chip": lambda name, words: words.name_of("chip", name),
    "louis": lambda name, words: names.louis(words, int(name)),
    "stack": lambda name, words: words.name_of("stack", name),
    "return": lambda name, words: words.gettext("Return: {stack}", stack=words.name_of("stack", name)),
    "from-own": lambda name, words: (
        f"{names.stones(words, int(name))} {words.gettext('from the own supply')}"
    ),
    "stones": lambda name, words: names.stones(words, int(name)),
    "0": lambda _name, words: words.gettext("None"),
}
"""Things whose words are made from their name, by their kind."""


def noticed(sight: Observation, words: Translator) -> str:
    """What was noticed, as people would say it."""
    if sight.piece == FINGER:
        return called(sight.zone, words)
    if sight.piece.startswith("seal/"):
        return called(sight.zone, words)
    if sight.piece.startswith("button/"):
        return called(sight.piece.partition("/")[2], words)
    return called(sight.piece, words)
