"""The words of touch targets and observations of Kabale und Hiebe."""

from __future__ import annotations

from companion.games.kabale.voice import names
from companion.rules.moves import FINGER, UNKNOWN, Observation
from companion.voice.translator import Translator


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The words of a touch target; the target itself where it has no name."""
    match touch_target.split("/"):
        case ["column", number]:
            return names.column_name(translator, number)
        case ["column", number, at]:
            return names.card_place_name(translator, number, at)
        case ["card", *_]:
            return names.piece_name(touch_target, translator).name
        case ["objective", *_, name] if ":" in name:
            return names.objective_name(translator, name)
        case ["objective", *_, kind] if kind != UNKNOWN:
            return translator.name_of("symbol", kind)
        case ["player", who]:
            return translator.player_name(who)
    return translator.name_of("word", touch_target)


def describe_observation(observation: Observation, translator: Translator) -> str:
    """The words of an observation, as people would say it."""
    if observation.piece == FINGER:
        return touch_target_name(observation.zone, translator)
    if observation.piece.startswith("button/"):
        return touch_target_name(observation.piece.partition("/")[2], translator)
    return touch_target_name(observation.piece, translator)
