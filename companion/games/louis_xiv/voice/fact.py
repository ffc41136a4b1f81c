"""Facts of a refusal made readable: numbers of tiles as persons, colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.louis_xiv.voice import names
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYERS = ("who", "awaited", "players", "seats", "start")
TILES = ("tile", "here", "first", "second", "king")
GROUPS = {"stack": "stack", "kind": "arms", "phase": "phase", "chip": "chip"}


def fact(name: str, value: Any, words: Translator) -> str:
    """The value of the fact `name`, as people at the table say it; what has no other name stays as it is."""
    said = str(value)
    if name in PLAYERS:
        return words.join_with_and([words.player_name(who) for who in said.split()] or [UNKNOWN])
    if name in TILES:
        return names.tile(words, said)
    if name == "card":  # an influence card by its word, an intrigue card by its tile
        return names.tile(words, said) if said.isdigit() else names.card(words, said)
    if name == "mission":
        return names.mission(words, said)
    if name == "condition":  # of a person: `money:3`, `first`
        kind, _, number = said.partition(":")
        return " ".join((words.name_of(name, kind), *filter(None, (number,))))
    if name in GROUPS:
        return words.name_of(GROUPS[name], said)
    return _thing(said, words) if name == "word" else said


def _thing(said: str, words: Translator) -> str:
    """A piece or a place that was touched or shown (`card/inf6`, `tile/4`)."""
    kind, _, which = said.partition("/")
    if not which:
        return said
    match kind:
        case "card":
            return names.card(words, which)
        case "tile":
            return names.tile(words, which)
        case "intrigue":
            return f"{words.name_of('thing', kind)} {names.tile(words, which)}"
        case "mission" if not which.endswith(UNKNOWN):
            return names.mission(words, which)
        case "mission":
            return f"{words.name_of('thing', kind)} ({words.name_of('stack', which.partition('/')[0])})"
        case "player":
            return words.player_name(which)
        case "chip" | "stack":
            return words.name_of(kind, which)
    return said
