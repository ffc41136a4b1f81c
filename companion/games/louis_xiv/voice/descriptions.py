"""The words of touch targets and observations of Louis XIV."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.louis_xiv.rules.phases.final_scoring import ALL_ARMS_KINDS
from companion.games.louis_xiv.rules.pieces import JOKER, TILE_OF_PERSON
from companion.games.louis_xiv.voice import names
from companion.rules.moves import FINGER, Observation
from companion.voice.translator import Translator

PLUS_TWO_OPTIONS = ("money", "mixed", "stones")


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The words of a touch target; the target itself where it has no name."""
    kind, slash, name = touch_target.partition("/")
    if kind in ALL_ARMS_KINDS:
        return f"{translator.name_of('arms', kind)} {name}".rstrip()
    if kind in THING_FORMATTERS and (slash or kind == "0"):
        return THING_FORMATTERS[kind](name, translator)
    return translator.name_of("plus-two" if kind in PLUS_TWO_OPTIONS else "word", touch_target)


def influence_card_person(name: str, translator: Translator) -> str:
    """The person of an influence card."""
    if name == JOKER:
        joker = names.influence_card_name(translator, JOKER)
        return joker[:1].upper() + joker[1:]
    return names.person_name(translator, TILE_OF_PERSON[name])


def _mission(name: str, translator: Translator) -> str:
    """The type of a mission, and the chips printed on it where they are given."""
    kind, _, chips = name.partition(":")
    printed = ", ".join(translator.name_of("chip", chip) for chip in chips.split("+"))
    return (
        f"{translator.name_of('mission', kind)} ({printed})" if chips else translator.name_of("mission", kind)
    )


def _swap(name: str, translator: Translator) -> str:
    """Whose exchange of a chip, or which chip."""
    who, _, chip = name.partition("/")
    if chip:
        return translator.name_of("chip", chip)
    return translator.gettext("{who}: chip for a crown", who=translator.player_name(who))


THING_FORMATTERS: Mapping[str, Callable[[str, Translator], str]] = {
    "tile": lambda name, translator: names.person_name(translator, name),
    "player": lambda name, translator: translator.player_name(name),
    "card": influence_card_person,
    "intrigue": lambda name, translator: (
        f"{translator.name_of('word', 'intrigue')}: {names.person_name(translator, name)}"
    ),
    "mission": _mission,
    "chip": lambda name, translator: translator.name_of("chip", name),
    "louis": lambda name, translator: names.louis_text(translator, int(name)),
    "stack": lambda name, translator: translator.name_of("stack", name),
    "return": lambda name, translator: translator.gettext(
        "Return: {stack}", stack=translator.name_of("stack", name)
    ),
    "from-own": lambda name, translator: (
        f"{names.stone_count_text(translator, int(name))} {translator.gettext('from the own supply')}"
    ),
    "stones": lambda name, translator: names.stone_count_text(translator, int(name)),
    "swap": _swap,
    "0": lambda _name, translator: translator.gettext("None"),
}
"""Kind of touch target -> what makes its words from its name."""


def describe_observation(observation: Observation, translator: Translator) -> str:
    """The words of an observation, as people would say it."""
    if observation.piece == FINGER:
        return touch_target_name(observation.zone, translator)
    if observation.piece.startswith("seal/"):
        return touch_target_name(observation.zone, translator)
    if observation.piece.startswith("button/"):
        return touch_target_name(observation.piece.partition("/")[2], translator)
    return touch_target_name(observation.piece, translator)
