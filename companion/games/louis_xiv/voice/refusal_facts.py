"""The facts of refusals made readable: tiles as persons, colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.descriptions import touch_target_name
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start")
TILE_FACTS = ("tile", "here", "first", "second", "king")
NAME_GROUP_OF_FACT = {"stack": "stack", "kind": "arms", "phase": "phase", "chip": "chip"}


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name` as people at the table say it; other values stay as they are."""
    text = str(value)
    if name in PLAYER_FACTS:
        return translator.join_with_and([translator.player_name(who) for who in text.split()] or [UNKNOWN])
    if name in TILE_FACTS and text == UNKNOWN:
        return translator.gettext("on any person")
    if name in TILE_FACTS:
        return names.person_name(translator, text)
    if name == "card":  # an influence card has a word here, an intrigue card its tile
        return (
            names.person_name(translator, text)
            if text.isdigit()
            else names.influence_card_name(translator, text)
        )
    if name == "mission":
        return names.mission_name(translator, text)
    if name == "condition":  # the condition of a tile: `money:3`, `first`
        kind, _, number = text.partition(":")
        return " ".join((translator.name_of(name, kind), *filter(None, (number,))))
    if name in NAME_GROUP_OF_FACT:
        return translator.name_of(NAME_GROUP_OF_FACT[name], text)
    return _piece_or_place(text, translator) if name == "word" else text


def _piece_or_place(text: str, translator: Translator) -> str:
    """The words of a piece or place that was touched or shown (`card/inf6`, `tile/4`)."""
    kind, _, which = text.partition("/")
    if not which:
        return touch_target_name(text, translator)
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
    return text
