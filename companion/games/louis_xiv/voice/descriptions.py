"""What can be touched or was noticed in Louis XIV, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.louis_xiv.rules.pieces import ARMS_KINDS, JOKER, SUBSTITUTE_ARMS, TILE_OF_PERSON
from companion.games.louis_xiv.voice import names
from companion.rules.moves import FINGER, Observation
from companion.voice.translator import Translator

PLUS_TWO_OPTIONS = ("money", "mixed", "stones")

ALL_ARMS_KINDS = (*ARMS_KINDS, SUBSTITUTE_ARMS)


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The words of a thing that can be touched; the thing itself when nobody named it."""
    kind, slash, name = touch_target.partition("/")
    if kind in ALL_ARMS_KINDS:
        return f"{translator.name_of('arms', kind)} {name}".rstrip()
    if kind in THING_FORMATTERS and (slash or kind == "0"):
        return THING_FORMATTERS[kind](name, translator)
    return translator.name_of("plus-two" if kind in PLUS_TWO_OPTIONS else "word", touch_target)


def influence_card_person(name: str, translator: Translator) -> str:
    """Whose influence card it is."""
    if name == JOKER:
        joker = names.influence_card_name(translator, JOKER)
        return joker[:1].upper() + joker[1:]
    return names.person_name(translator, TILE_OF_PERSON[name])


def _mission(name: str, translator: Translator) -> str:
    """Its type, and the chips printed on it, if they are said."""
    kind, _, chips = name.partition(":")
    printed = ", ".join(translator.name_of("chip", chip) for chip in chips.split("+"))
    return (
        f"{translator.name_of('mission', kind)} ({printed})" if chips else translator.name_of("mission", kind)
    )


THING_FORMATTERS: Mapping[str, Callable[[str, Translator], str]] = {
    "tile": lambda name, words: names.person_name(words, name),
    "player": lambda name, words: words.player_name(name),
    "card": influence_card_person,
    "intrigue": lambda name, words: f"{words.name_of('word', 'intrigue')}: {names.person_name(words, name)}",
    "mission": _mission,
    "chip": lambda name, words: words.name_of("chip", name),
    "louis": lambda name, words: names.louis_amount(words, int(name)),
    "stack": lambda name, words: words.name_of("stack", name),
    "return": lambda name, words: words.gettext("Return: {stack}", stack=words.name_of("stack", name)),
    "from-own": lambda name, words: (
        f"{names.stone_count(words, int(name))} {words.gettext('from the own supply')}"
    ),
    "stones": lambda name, words: names.stone_count(words, int(name)),
    "0": lambda _name, words: words.gettext("None"),
}
"""Things whose words are made from their name, by their kind."""


def describe_observation(observation: Observation, translator: Translator) -> str:
    """What was noticed, as people would say it."""
    if observation.piece == FINGER:
        return touch_target_name(observation.zone, translator)
    if observation.piece.startswith("seal/"):
        return touch_target_name(observation.zone, translator)
    if observation.piece.startswith("button/"):
        return touch_target_name(observation.piece.partition("/")[2], translator)
    return touch_target_name(observation.piece, translator)
