"""What can be touched or was noticed in Kabale und Hiebe, in words."""

from __future__ import annotations

from companion.games.kabale.voice import names
from companion.rules.moves import FINGER, UNKNOWN, Observation
from companion.voice.translator import Translator


def called(thing: str, words: Translator) -> str:
    """The words of a thing that can be touched or was noticed; the thing itself when nobody named it."""
    match thing.split("/"):
        case ["column", number]:
            return names.column(words, number)
        case ["column", number, at]:
            return names.card_in_column(words, number, at)
        case ["card", *_]:
            return names.piece(thing, words).name
        case ["objective", *_, name] if ":" in name:
            return names.objective(words, name)
        case ["objective", *_, kind] if kind != UNKNOWN:
            return words.name_of("symbol", kind)
        case ["player", who]:
            return words.player_name(who)
    return words.name_of("word", thing)


def noticed(sight: Observation, words: Translator) -> str:
    """What was noticed, as people would say it."""
    if sight.piece == FINGER:
        return called(sight.zone, words)
    if sight.piece.startswith("button/"):
        return called(sight.piece.partition("/")[2], words)
    return called(sight.piece, words)
