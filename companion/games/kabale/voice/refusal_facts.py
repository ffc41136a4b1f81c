"""The facts of refusals made readable: colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.kabale.voice import names
from companion.games.kabale.voice.descriptions import touch_target_name
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start", "turn", "by")


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name` as people at the table say it; other values stay as they are."""
    text = str(value)
    if name in PLAYER_FACTS:
        return translator.join_with_and([translator.player_name(who) for who in text.split()] or [UNKNOWN])
    if name == "card":
        return names.card_name(translator, text)
    if name == "objective":
        return _objective(text, translator)
    if name == "place":
        return names.place_name(translator, text)
    if name == "what":
        return translator.name_of("word", text)
    return _piece_or_place(text, translator) if name == "word" else text


def _objective(text: str, translator: Translator) -> str:
    return names.objective_name(translator, text) if text.partition(":")[2].isdecimal() else text


def _piece_or_place(text: str, translator: Translator) -> str:
    """The words of a piece or place that was touched or shown (`card/black/mage`, `column/2`)."""
    match text.split("/"):
        case ["card", who, card]:
            return names.card_with_owner(translator, names.card_name(translator, card), who)
        case ["objective", *_, objective] if objective != UNKNOWN:
            return _objective(objective, translator)
    return touch_target_name(text, translator)
