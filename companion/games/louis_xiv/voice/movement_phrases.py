"""The sentences of movements: what people carry where after an undo or a correction."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.pieces import COLOURS
from companion.games.louis_xiv.voice import names
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN
from companion.voice.language import mark_message
from companion.voice.movement_text import carrying_text, turning_text
from companion.voice.translator import Translator

FROM_PHRASES = {
    "own": mark_message("from the own supply"),
    "general": mark_message("from the general supply"),
    "hand": mark_message("from the hand"),
    "laid": mark_message("from the missions laid out"),
    "bank": mark_message("from the bank"),
    "deck": mark_message("from the stack"),
    "stack": mark_message("from the stack"),
    "box": mark_message("from the box"),
    "middle": mark_message("from the middle"),
    "played": mark_message("from the middle"),
    "deck/money": mark_message("from the money cards"),
    "tile": mark_message("from {tile}"),
}
TO_PHRASES = {
    "own": mark_message("to the own supply"),
    "general": mark_message("to the general supply"),
    "hand": mark_message("to the hand"),
    "laid": mark_message("to the missions laid out"),
    "bank": mark_message("to the bank"),
    "deck": mark_message("to the stack"),
    "stack": mark_message("to the stack"),
    "box": mark_message("to the box"),
    "middle": mark_message("to the middle"),
    "played": mark_message("to the middle"),
    "deck/money": mark_message("to the money cards"),
    "tile": mark_message("to {tile}"),
}


def describe_movement(movement: Movement, translator: Translator) -> str:
    """A movement as an instruction, led by the player whose pieces it moves."""
    if movement.kind == "turn":
        return _turned(movement, translator)
    what = _moved_piece(movement, translator)
    return carrying_text(
        translator,
        what,
        _place_phrase(movement.from_, FROM_PHRASES, translator),
        _place_phrase(movement.to, TO_PHRASES, translator),
        giver=_person(movement.from_),
        taker=_person(movement.to),
    )


def _turned(movement: Movement, translator: Translator) -> str:
    kind, _, which = movement.piece.partition("/")
    if kind == "tile":
        tile = names.person_name(translator, which)
        return translator.to_sentence(translator.gettext("Turn {tile} over", tile=tile))
    what, who = _moved_piece(movement, translator), _person(movement.at)
    card = f"{what} ({translator.player_name(who)})" if who else what
    return turning_text(translator, card, movement.to)


def _person(place: str) -> str:
    """The player to whom a place belongs; "" for common places."""
    owner = place.partition("/")[2]
    return owner if owner in COLOURS else ""


def _moved_piece(movement: Movement, translator: Translator) -> str:
    number = movement.count
    match movement.piece.partition("/")[::2]:
        case "stone", "neutral":
            return translator.npgettext("counted", "{n} neutral stone", "{n} neutral stones", number)
        case "stone", _:
            return names.stone_count_text(translator, number)
        case "money", "":
            return names.louis_text(translator, number)
        case "arms", kind:
            return (
                names.arms_count_text(translator, number)
                if kind == UNKNOWN
                else names.arms_by_kind_text(translator, {kind: number})
            )
        case "chip", chip:
            picture = names.chip_name(translator, chip)
            return translator.npgettext(
                "counted", "{n} {chip} chip", "{n} {chip} chips", number, chip=picture
            )
    return _card(movement, translator)


def _card(movement: Movement, translator: Translator) -> str:
    number = movement.count
    match movement.piece.split("/"):
        case ["card", name]:
            return (
                names.card_count_text(translator, "influence", number)
                if name == UNKNOWN
                else names.influence_card_name(translator, name)
            )
        case ["intrigue", _]:
            return names.card_count_text(translator, "intrigue", number)
        case ["mission", stack, _]:
            return names.card_count_text(translator, stack, number)
        case ["mission", name]:
            return names.mission_name(translator, name)
        case ["money", name]:
            return names.money_card_name(translator, name)
    return translator.name_of("thing", movement.piece)


def _place_phrase(place: str, phrases: Mapping[str, str], translator: Translator) -> str:
    """The phrase from or to a place; "" for the place in front of a player, who is named already."""
    kind, _, which = place.partition("/")
    found = phrases.get(place) or phrases.get(kind, "")
    return translator.gettext(found, tile=names.person_name(translator, which)) if found else ""
