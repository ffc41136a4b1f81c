"""The sentences of movements: what people carry where after an undo or a correction."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.pieces import COLOURS
from companion.games.louis_xiv.voice import names
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN
from companion.voice.language import message
from companion.voice.movement_text import carrying_text, turning_text
from companion.voice.translator import Translator

FROM_PHRASES = {
    "own": message("from the own supply"),
    "general": message("from the general supply"),
    "hand": message("from the hand"),
    "laid": message("from the missions laid out"),
    "bank": message("from the bank"),
    "deck": message("from the stack"),
    "stack": message("from the stack"),
    "box": message("from the box"),
    "middle": message("from the middle"),
    "played": message("from the middle"),
    "deck/money": message("from the money cards"),
    "tile": message("from {tile}"),
}
TO_PHRASES = {
    "own": message("to the own supply"),
    "general": message("to the general supply"),
    "hand": message("to the hand"),
    "laid": message("to the missions laid out"),
    "bank": message("to the bank"),
    "deck": message("to the stack"),
    "stack": message("to the stack"),
    "box": message("to the box"),
    "middle": message("to the middle"),
    "played": message("to the middle"),
    "deck/money": message("to the money cards"),
    "tile": message("to {tile}"),
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
            return names.stone_count(translator, number)
        case "money", "":
            return names.louis_amount(translator, number)
        case "arms", kind:
            return (
                names.arms_count(translator, number)
                if kind == UNKNOWN
                else names.arms_by_kind(translator, {kind: number})
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
                names.card_count(translator, "influence", number)
                if name == UNKNOWN
                else names.influence_card_name(translator, name)
            )
        case ["intrigue", _]:
            return names.card_count(translator, "intrigue", number)
        case ["mission", stack, _]:
            return names.card_count(translator, stack, number)
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
