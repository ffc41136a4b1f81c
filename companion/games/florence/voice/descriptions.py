"""The words of touch targets and observations of the Princes of Florence."""

from __future__ import annotations

from companion.games.florence.voice import names
from companion.rules.moves import FINGER, UNKNOWN, Observation
from companion.voice.translator import Translator


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The words of a touch target, or of a kind of targets; the target itself where it has no name."""
    kind, _, name = touch_target.partition("/")
    return _describe_one(kind, name, translator) if name else _describe_kind(kind, translator)


def _describe_one(kind: str, name: str, translator: Translator) -> str:
    """The words of a target of a kind."""
    match kind:
        case "player":
            return translator.player_name(name)
        case "sell":
            return f"{translator.name_of('word', kind)}: {translator.player_name(name)}"
        case "action":
            return translator.name_of("word", name)
        case "pile" | "building" | "landscape" | "freedom":
            return names.name_without_kind(translator, name)
        case "profession" | "bonus" | "prestige":
            return translator.name_of("thing" if name == UNKNOWN else kind, kind if name == UNKNOWN else name)
        case "take":
            return names.florins_text(translator, int(name))
        case "points":
            return translator.ngettext("{n} point", "{n} points", int(name))
        case "turn":
            return names.rotation_text(translator, name) or translator.gettext("as printed")
        case "grid":
            return name.rpartition("/")[2] if "/" in name else f"{kind}/{name}"
    return f"{kind}/{name}"


def _describe_kind(kind: str, translator: Translator) -> str:
    """The words of a button, of a piece named only by its kind, or of any target of a kind."""
    match kind:
        case "player":
            return translator.gettext("a player")
        case "action":
            return translator.name_of("phase", "actions")
        case "pile":
            return translator.name_of("word", "open")
        case "turn":
            return translator.gettext("how it is turned")
        case "grid":
            return translator.name_of("thing", "square")
        case "profession" | "bonus" | "prestige":
            return translator.name_of("thing", kind)
    text = translator.name_of("word", kind)
    return translator.name_of("thing", kind) if text == kind else text


def describe_observation(observation: Observation, translator: Translator) -> str:
    """The words of an observation."""
    return touch_target_name(
        observation.zone if observation.piece == FINGER else observation.piece.removeprefix("button/"),
        translator,
    )
