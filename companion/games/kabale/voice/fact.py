"""Facts of a refusal made readable: colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.kabale.voice import names
from companion.games.kabale.voice.things import called
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYERS = ("who", "awaited", "players", "seats", "start", "turn")


def fact(name: str, value: Any, words: Translator) -> str:
    """The value of the fact `name`, as people at the table say it; what has no other name stays as it is."""
    said = str(value)
    if name in PLAYERS:
        return words.join_with_and([words.player_name(who) for who in said.split()] or [UNKNOWN])
    if name == "card":
        return names.card(words, said)
    if name == "objective":
        return _objective(said, words)
    if name == "place":
        return names.place(words, said)
    if name == "what":
        return words.name_of("word", said)
    return _thing(said, words) if name == "word" else said


def _objective(said: str, words: Translator) -> str:
    return names.objective(words, said) if said.partition(":")[2].isdecimal() else said


def _thing(said: str, words: Translator) -> str:
    """A piece or a place that was touched or shown (`card/black/mage`, `column/2`)."""
    match said.split("/"):
        case ["card", who, card]:
            return names.owned(words, names.card(words, card), who)
        case ["objective", *_, objective] if objective != UNKNOWN:
            return _objective(objective, words)
    return called(said, words) if "/" in said else said
