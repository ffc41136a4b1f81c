"""The sentences of movements: what people carry where after an undo or a correction."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.florence.rules.pieces import COLOURS
from companion.games.florence.voice import names
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN
from companion.voice.language import mark_message
from companion.voice.movement_text import carrying_text, turning_text
from companion.voice.translator import Translator

FROM_PHRASES = {
    "bank": mark_message("from the bank"),
    "supply": mark_message("from the supply"),
    "stack": mark_message("from the stack"),
    "box": mark_message("from the box"),
    "hand": mark_message("from the hand"),
    "table": mark_message("from the table"),
    "used": mark_message("from the bonus cards played"),
    "aside": mark_message("from what lies aside"),
    "grid": mark_message("from the grid ({where})"),
    "pile": mark_message("from the pile ({where})"),
    "track": mark_message("from square {where} of the track"),
    "round": mark_message("from round {where}"),
}
TO_PHRASES = {
    "bank": mark_message("to the bank"),
    "supply": mark_message("to the supply"),
    "stack": mark_message("to the stack"),
    "box": mark_message("to the box"),
    "hand": mark_message("to the hand"),
    "table": mark_message("to the table"),
    "used": mark_message("to the bonus cards played"),
    "aside": mark_message("to what lies aside"),
    "grid": mark_message("to the grid ({where})"),
    "pile": mark_message("to the pile ({where})"),
    "track": mark_message("to square {where} of the track"),
    "round": mark_message("to round {where}"),
}


def describe_movement(movement: Movement, translator: Translator) -> str:
    """A movement as an instruction, led by the player whose pieces it moves."""
    what = _moved_piece(movement, translator)
    if movement.kind == "turn":
        return turning_text(translator, what, movement.to)
    return carrying_text(
        translator,
        what,
        _place_phrase(movement.from_, FROM_PHRASES, translator),
        _place_phrase(movement.to, TO_PHRASES, translator),
        giver=_person(movement.from_),
        taker=_person(movement.to),
        owner=_person(movement.piece),
    )


def _person(place: str) -> str:
    """The player to whom a place or piece belongs; "" for common ones."""
    return next((word for word in place.split("/")[1:2] if word in COLOURS), "")


def _moved_piece(movement: Movement, translator: Translator) -> str:
    number = movement.count
    match movement.piece.split("/"):
        case ["money"]:
            return names.florins_text(translator, number)
        case ["points", _]:
            return translator.gettext("figure")
        case ["stone", _]:
            return translator.gettext("stone")
        case ["start"]:
            return translator.gettext("black figure")
        case ["round"]:
            return translator.gettext("black stone")
        case [kind, name] if name != UNKNOWN:
            name_text = names.card_name(translator, kind, name)
        case [kind, *_]:
            name_text = translator.name_of("thing", kind)
    return name_text if number == 1 else f"{name_text} ({number})"


def _place_phrase(place: str, phrases: Mapping[str, str], translator: Translator) -> str:
    """The phrase from or to a place; "" for the place in front of a player, who is named already."""
    match place.split("/"):
        case ["grid" as kind, _, square, turn]:
            where = names.square_and_rotation_text(translator, square, turn)
        case ["pile" as kind, what]:
            where = translator.name_of("kind", what)
        case [kind, *which] if kind in phrases:
            where = " ".join(which)
        case _:
            return ""
    phrase = phrases[kind]
    return translator.gettext(phrase, where=where)
