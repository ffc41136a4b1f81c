"""Facts of a refusal made readable: colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.kabale.voice import names
from companion.games.kabale.voice.descriptions import touch_target_name
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start", "turn")


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name`, as people at the table say it; what has no other name stays as it is."""
    said = str(value)
    if name in PLAYER_FACTS:
        return translator.join_with_and([translator.player_name(who) for who in said.split()] or [UNKNOWN])
    if name == "card":
        return names.card_name(translator, said)
    if name == "objective":
        return _objective(said, translator)
    if name == "place":
        return names.place_name(translator, said)
    if name == "what":
        return translator.name_of("word", said)
    return _piece_or_place(said, translator) if name == "word" else said


def _objective(said: str, translator: Translator) -> str:
    return names.objective_name(translator, said) if said.partition(":")[2].isdecimal() else said


def _piece_or_place(said: str, translator: Translator) -> str:
    """A piece or a place that was touched or shown (`card/black/mage`, `column/2`)."""
    match said.split("/"):
        case ["card", who, card]:
            return names.card_with_owner(translator, names.card_name(translator, card), who)
        case ["objective", *_, objective] if objective != UNKNOWN:
            return _objective(objective, translator)
    return touch_target_name(said, translator) if "/" in said else said
