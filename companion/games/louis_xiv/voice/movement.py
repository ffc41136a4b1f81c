"""Hand movements in words: what people carry where when moves are taken back or the table is put right."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.pieces import COLOURS
from companion.games.louis_xiv.voice import names
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN
from companion.voice.language import message
from companion.voice.translator import Translator

FROM = {
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
TO = {
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


def movement(movement: Movement, words: Translator) -> str:
    """One movement as an instruction, with the person whose things they are in front."""
    if movement.kind == "turn":
        return words.to_sentence(_turned(movement, words))
    what = _what(movement, words)
    giver, taker = _person(movement.from_), _person(movement.to)
    if giver and taker and giver != taker:
        text = words.gettext(
            "{what}: {giver} gives, {taker} takes",
            what=what,
            giver=words.player_name(giver),
            taker=words.player_name(taker),
        )
        return words.to_sentence(text)
    way = " ".join(
        part for part in (what, _way(movement.from_, FROM, words), _way(movement.to, TO, words)) if part
    )
    who = giver or taker
    return words.to_sentence(f"{words.player_name(who)}: {way}" if who else way)


def _turned(movement: Movement, words: Translator) -> str:
    kind, _, which = movement.piece.partition("/")
    if kind == "tile":
        return words.gettext("Turn {tile} over", tile=names.tile(words, which))
    what, who = _what(movement, words), _person(movement.at)
    card = f"{what} ({words.player_name(who)})" if who else what
    if movement.to == "up":
        return words.gettext("Turn face up: {card}", card=card)
    return words.gettext("Turn face down: {card}", card=card)


def _person(place: str) -> str:
    """The player a place belongs to, "" for the places of all."""
    owner = place.partition("/")[2]
    return owner if owner in COLOURS else ""


def _what(movement: Movement, words: Translator) -> str:
    number = movement.count
    match movement.piece.partition("/")[::2]:
        case "stone", "neutral":
            return words.npgettext("counted", "{n} neutral stone", "{n} neutral stones", number)
        case "stone", _:
            return names.stones(words, number)
        case "money", "":
            return names.louis(words, number)
        case "arms", kind:
            return names.arms(words, number) if kind == UNKNOWN else names.kinds(words, {kind: number})
        case "chip", chip:
            picture = names.chip(words, chip)
            return words.npgettext("counted", "{n} {chip} chip", "{n} {chip} chips", number, chip=picture)
    return _card(movement, words)


def _card(movement: Movement, words: Translator) -> str:
    number = movement.count
    match movement.piece.split("/"):
        case ["card", name]:
            return names.cards(words, "influence", number) if name == UNKNOWN else names.card(words, name)
        case ["intrigue", _]:
            return names.cards(words, "intrigue", number)
        case ["mission", stack, _]:
            return names.cards(words, stack, number)
        case ["mission", name]:
            return names.mission(words, name)
        case ["money", name]:
            return names.money_card(words, name)
    return words.name_of("thing", movement.piece)


def _way(place: str, ways: Mapping[str, str], words: Translator) -> str:
    """From or to that place; "" for what lies before a player, who is named already."""
    kind, _, which = place.partition("/")
    found = ways.get(place) or ways.get(kind, "")
    return words.gettext(found, tile=names.tile(words, which)) if found else ""
