"""What can be touched or was noticed in Louis XIV, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.louis_xiv.rules.pieces import ARMS, JOKER, PERSON_TILE, SUBSTITUTE
from companion.games.louis_xiv.voice import names
from companion.rules.moves import FINGER, Observation
from companion.voice.words import Words

PLUS_TWO = ("money", "mixed", "stones")

ARMS_KINDS = (*ARMS, SUBSTITUTE)


def called(thing: str, words: Words) -> str:
    """The words of a thing that can be touched; the thing itself when nobody named it."""
    kind, slash, name = thing.partition("/")
    if kind in ARMS_KINDS:
        return f"{words.named('arms', kind)} {name}".rstrip()
    if kind in CALLED and (slash or kind == "0"):
        return CALLED[kind](name, words)
    return words.named("plus-two" if kind in PLUS_TWO else "word", thing)


def person(name: str, words: Words) -> str:
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
    "card": person,
    "intrigue": lambda name, words: f"{words.named('word', 'intrigue')}: {names.tile(words, name)}",
    "mission": _mission,
    "chip": lambda name, words: words.named("chip", name),
    "louis": lambda name, words: names.louis(words, int(name)),
    "stack": lambda name, words: words.named("stack", name),
    "return": lambda name, words: words.gettext("Return: {stack}", stack=words.named("stack", name)),
    "from-own": lambda name, words: (
        f"{names.stones(words, int(name))} {words.gettext('from the own supply')}"
    ),
    "stones": lambda name, words: names.stones(words, int(name)),
    "0": lambda _name, words: words.gettext("None"),
}
"""Things whose words are made from their name, by their kind."""


def noticed(sight: Observation, words: Words) -> str:
    """What was noticed, as people would say it."""
    if sight.piece == FINGER:
        return called(sight.zone, words)
    if sight.piece.startswith("seal/"):
        return called(sight.zone, words)
    if sight.piece.startswith("button/"):
        return called(sight.piece.partition("/")[2], words)
    return called(sight.piece, words)
