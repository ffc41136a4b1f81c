"""The names of the pieces of Kabale und Hiebe, counted and one by one, and of what is touched and noticed."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.kabale.rules.constants import HalfPoints, objective_symbol, objective_value
from companion.rules.moves import FINGER, UNKNOWN, Observation
from companion.voice import default_voice
from companion.voice.narration import PieceName
from companion.voice.translator import Translator, capitalised


def half_points_text(halves: HalfPoints) -> str:
    """A value in half points as people write it: `9½`."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def card_name(translator: Translator, name: str) -> str:
    """A character (`mage`), or a card that nobody saw."""
    return translator.name_of("card", name)


def card_with_owner(translator: Translator, what: str, who: str) -> str:
    """A card with its owner: `mage (Anna)`."""
    return f"{what} ({translator.player_name(who)})"


def objective_name(translator: Translator, name: str) -> str:
    """An objective: `alchemy 3`."""
    return f"{translator.name_of('symbol', objective_symbol(name))} {objective_value(name)}"


def objective_names_text(translator: Translator, names: Iterable[str]) -> str:
    """A list of objectives."""
    return ", ".join(objective_name(translator, name) for name in names)


def column_name(translator: Translator, number: object) -> str:
    """A column by its number, from 1."""
    return translator.gettext("column {column}", column=number)


def place_name(translator: Translator, word: str) -> str:
    """The place of a card in a column: `1.3` is `column 1, card 3`."""
    column, _, card = word.partition(".")
    return card_place_name(translator, column, card)


def card_place_name(translator: Translator, column: str, card: str) -> str:
    """A card by its place; column and card are counted from 1."""
    return translator.gettext("column {column}, card {card}", column=column, card=card)


def card_count_text(translator: Translator, number: int) -> str:
    """That many cards."""
    return translator.npgettext("counted", "{n} card", "{n} cards", number)


def card_effect(word: str, translator: Translator) -> str:
    """What a character does; "" for other words."""
    return translator.first_name_of(("does",), word)


def piece_name(word: str, translator: Translator) -> PieceName:
    """The kind of a piece, and which one it is; `?` for one that lies face down."""
    kind, _, name = word.partition("/")
    if kind == "card" or ":" in name:
        name = capitalised(format_piece_count(word, 1, translator))
    elif name == UNKNOWN:
        name = ""
    return PieceName(translator.name_of("thing", kind), name)


def format_piece_count(piece: str, number: int, translator: Translator) -> str:
    """That many of a piece: a card with its owner, or objectives."""
    match piece.split("/"):
        case ["card", who, which]:
            name = card_with_owner(
                translator,
                translator.gettext("face down") if which == UNKNOWN else card_name(translator, which),
                who,
            )
        case ["objective", which] if which != UNKNOWN:
            name = objective_name(translator, which)
        case _:
            return default_voice.format_piece_count(piece, number, translator)
    return name if number == 1 else f"{number} × {name}"  # the name of an objective ends in a number


# -- the words of touch targets and observations of Kabale und Hiebe


def touch_target_name(touch_target: str, translator: Translator) -> str:
    """The words of a touch target; the target itself where it has no name."""
    match touch_target.split("/"):
        case ["column", number]:
            return column_name(translator, number)
        case ["column", number, at]:
            return card_place_name(translator, number, at)
        case ["card", *_]:
            return piece_name(touch_target, translator).name
        case ["objective", *_, name] if ":" in name:
            return objective_name(translator, name)
        case ["objective", *_, kind] if kind != UNKNOWN:
            return translator.name_of("symbol", kind)
        case ["player", who]:
            return translator.player_name(who)
    return translator.name_of("word", touch_target)


def describe_observation(observation: Observation, translator: Translator) -> str:
    """The words of an observation, as people would say it."""
    return touch_target_name(
        observation.zone if observation.piece == FINGER else observation.piece.removeprefix("button/"),
        translator,
    )
