"""The sentences of movements: what people carry where after an undo or a correction."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.kabale.rules.pieces import COLOURS
from companion.games.kabale.voice import names
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN
from companion.voice.language import mark_message
from companion.voice.movement_text import carrying_text, turning_text
from companion.voice.translator import Translator

FROM_PHRASES = {
    "hand": mark_message("from the hand"),
    "deck": mark_message("from the deck"),
    "deck/objectives": mark_message("from the deck of objectives"),
    "discard": mark_message("from the discard pile"),
    "player": mark_message("from the objectives won"),
    "column": mark_message("from column {column}"),
    "card": mark_message("from column {column} (card {card})"),
    "box": mark_message("from the box"),
}
TO_PHRASES = {
    "hand": mark_message("to the hand"),
    "deck": mark_message("to the deck"),
    "deck/objectives": mark_message("to the deck of objectives"),
    "discard": mark_message("to the discard pile"),
    "player": mark_message("to the objectives won"),
    "column": mark_message("to column {column}"),
    "card": mark_message("to column {column} (as card {card})"),
    "box": mark_message("to the box"),
}


def describe_movement(movement: Movement, translator: Translator) -> str:
    """A movement as an instruction, led by the player whose card it moves."""
    who, what = _owner(movement), _moved_piece(movement, translator)
    if movement.kind == "turn":
        card = names.card_with_owner(translator, what, who) if who else what
        return turning_text(translator, card, movement.to)
    return carrying_text(
        translator,
        what,
        _place_phrase(movement.from_, FROM_PHRASES, translator),
        _place_phrase(movement.to, TO_PHRASES, translator),
        owner=who,
    )


def _owner(movement: Movement) -> str:
    """The owner of the card, or the player who has or gets the objective; "" where it is nobody's."""
    fields = movement.piece, movement.from_, movement.to, movement.at
    found = (word for place in fields for word in place.split("/")[1:])
    return next((word for word in found if word in COLOURS), "")


def _moved_piece(movement: Movement, translator: Translator) -> str:
    match movement.piece.split("/"):
        case ["card", _, which] if which != UNKNOWN:
            return names.card_name(translator, which)
        case ["objective", which] if which == UNKNOWN:
            return translator.name_of("thing", "objective")
        case ["objective", which]:
            return names.objective_name(translator, which)
    return names.card_count_text(translator, movement.count)


def _place_phrase(place: str, phrases: Mapping[str, str], translator: Translator) -> str:
    """The phrase from or to a place."""
    kind, _, which = place.partition("/")
    column, _, card = which.partition(".")
    return translator.gettext(phrases.get(place) or phrases[kind], column=column, card=card)
