"""Facts of a refusal made readable: numbers of tiles as persons, colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.louis_xiv.voice import names
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start")
TILE_FACTS = ("tile", "here", "first", "second", "king")
NAME_GROUP_OF_FACT = {"stack": "stack", "kind": "arms", "phase": "phase", "chip": "chip"}


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name`, as people at the table say it; what has no other name stays as it is."""
    said = str(value)
    if name in PLAYER_FACTS:
        return translator.join_with_and([translator.player_name(who) for who in said.split()] or [UNKNOWN])
    if name in TILE_FACTS:
        return names.person_name(translator, said)
    if name == "card":  # an influence card by its word, an intrigue card by its tile
        return (
            names.person_name(translator, said)
            if said.isdigit()
            else names.influence_card_name(translator, said)
        )
    if name == "mission":
        return names.mission_name(translator, said)
    if name == "condition":  # of a person: `money:3`, `first`
        kind, _, number = said.partition(":")
        return " ".join((translator.name_of(name, kind), *filter(None, (number,))))
    if name in NAME_GROUP_OF_FACT:
        return translator.name_of(NAME_GROUP_OF_FACT[name], said)
    return _piece_or_place(said, translator) if name == "word" else said


def _piece_or_place(said: str, translator: Translator) -> str:
    """A piece or a place that was touched or shown (`card/inf6`, `tile/4`)."""
    kind, _, which = said.partition("/")
    if not which:
        return said
    match kind:
        case "card":
            return names.influence_card_name(translator, which)
        case "tile":
            return names.person_name(translator, which)
        case "intrigue":
            return f"{translator.name_of('thing', kind)} {names.person_name(translator, which)}"
        case "mission" if not which.endswith(UNKNOWN):
            return names.mission_name(translator, which)
        case "mission":
            return f"{translator.name_of('thing', kind)} ({translator.name_of('stack', which.partition('/')[0])})"
        case "player":
            return translator.player_name(which)
        case "chip" | "stack":
            return translator.name_of(kind, which)
    return said
