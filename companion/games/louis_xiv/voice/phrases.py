"""Phrases of Louis XIV: moves without their player, movements of hands, and the facts of refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.louis_xiv.rules.phases.rewards import MAINTENON_STONES_TILE
from companion.games.louis_xiv.rules.pieces import JOKER
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.names import touch_target_name
from companion.games.louis_xiv.voice.sentences import stones_on_tile_text
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN, Move
from companion.voice.language import mark_message
from companion.voice.movement_text import PlacePhrases, carrying_text, player_in, turning_text
from companion.voice.translator import Translator

# -- moves of Louis XIV as short phrases: what a player does, without the player


def describe_move(move: Move, translator: Translator) -> str:
    """The phrase of a move; words that are no move of this game stay as they are."""
    words = move.words[1:]
    try:
        return (
            _by_table(words, translator)
            or _with_card(words, translator)
            or _with_mission(words, translator)
            or _by_player(words, translator)
        )
    except (LookupError, ValueError):
        return " ".join(words)


def _by_table(words: tuple[str, ...], translator: Translator) -> str:
    match words:
        case ("money", louis, tile):
            king = names.person_name(translator, tile)
            return translator.gettext(
                "Money card: {louis}, the king at {tile}",
                louis=names.louis_text(translator, int(louis)),
                tile=king,
            )
        case ("neutral", *cards):
            persons = [
                names.influence_card_name(translator, JOKER)
                if card == JOKER
                else names.person_name(translator, card)
                for card in cards
            ]
            return _with_colon(translator.name_of("word", "neutral"), ", ".join(persons))
        case ("arms", who, *kinds):
            counts = dict(kind.split(":") for kind in kinds)
            shown = names.arms_by_kind_text(translator, {kind: int(count) for kind, count in counts.items()})
            return _with_colon(
                translator.name_of("word", "arms"), f"{translator.player_name(who)} {shown}".rstrip()
            )
        case ("correct", *_):
            return translator.gettext("Correction")
        case ("money" | "neutral" | "evaluate" as word,):
            return translator.name_of("word", word)
    return ""


def _with_card(words: tuple[str, ...], translator: Translator) -> str:
    """The phrase of an influence card played."""
    match words:
        case (card, "place", *tiles):
            return _with_colon(names.influence_card_name(translator, card), _path(tiles, translator))
        case (card, "take"):
            return _with_colon(
                names.influence_card_name(translator, card), translator.name_of("word", "take")
            )
        case (card, "four", "place", *tiles):
            return _with_colon(_as_four(card, translator), _path(tiles, translator))
        case (card, "four", "take"):
            return _with_colon(_as_four(card, translator), translator.name_of("word", "take"))
        case ("exchange", card):
            return _with_colon(
                translator.name_of("word", "exchange"), names.influence_card_name(translator, card)
            )
    return ""


def _with_mission(words: tuple[str, ...], translator: Translator) -> str:
    """The phrase of what is done with missions and their chips."""
    match words:
        case ("fulfil", mission, *chips):
            paid = ", ".join(names.chip_name(translator, chip) for chip in chips)
            return _with_colon(
                translator.name_of("word", "fulfil"), f"{names.mission_name(translator, mission)}, {paid}"
            )
        case ("draw", stack):
            return _with_colon(translator.name_of("word", "draw"), translator.name_of("stack", stack))
        case ("swap" | "keep" as word, chip):
            return _with_colon(translator.name_of("word", word), names.chip_name(translator, chip))
        case ("renew", *steps):
            return _renewal(steps, translator)
    return ""


def _by_player(words: tuple[str, ...], translator: Translator) -> str:
    match words:
        case ("plus-two", way):
            return translator.name_of("plus-two", way)
        case ("mission-stone" | "stone", tile):
            return stones_on_tile_text(translator, 1, int(tile))
        case ("stones", number):
            return stones_on_tile_text(translator, int(number), MAINTENON_STONES_TILE)
        case ("intrigue", card, supply, *number):
            return _intrigue(card, supply, int(number[0]) if number else 1, translator)
        case (word, "yes" | "no" as answer):
            return _with_colon(translator.name_of("word", word), translator.name_of("word", answer))
        case (word,):
            return translator.name_of("word", word)
    return " ".join(words)


def _with_colon(what: str, how: str) -> str:
    return f"{what}: {how}"


def _as_four(card: str, translator: Translator) -> str:
    return translator.gettext("{card} as 4 stones", card=names.influence_card_name(translator, card))


def _path(tiles: Sequence[str], translator: Translator) -> str:
    """The stones of a card by tile, in the order in which the tiles are reached."""
    return ", ".join(
        stones_on_tile_text(translator, tiles.count(tile), int(tile)) for tile in dict.fromkeys(tiles)
    )


def _intrigue(card: str, supply: str, number: int, translator: Translator) -> str:
    stones = stones_on_tile_text(translator, number, int(card))
    own, general = translator.gettext("from the own supply"), translator.gettext("from the general supply")
    return _with_colon(
        translator.name_of("word", "intrigue"), f"{stones} {own if supply == 'own' else general}"
    )


def _renewal(steps: Sequence[str], translator: Translator) -> str:
    """The phrase of `return light draw dark`: stacks returned to, then drawn from."""
    stacks: dict[str, list[str]] = {"return": [], "draw": []}
    for step, stack in zip(steps[::2], steps[1::2], strict=True):
        stacks[step].append(translator.name_of("stack", stack))
    return "; ".join(
        _with_colon(translator.name_of("word", step), ", ".join(each)) for step, each in stacks.items()
    )


# -- the sentences of movements: what people carry where after an undo or a correction

PLACE_PHRASES: PlacePhrases = {
    "own": (mark_message("from the own supply"), mark_message("to the own supply")),
    "general": (mark_message("from the general supply"), mark_message("to the general supply")),
    "hand": (mark_message("from the hand"), mark_message("to the hand")),
    "laid": (mark_message("from the missions laid out"), mark_message("to the missions laid out")),
    "bank": (mark_message("from the bank"), mark_message("to the bank")),
    "deck": (mark_message("from the stack"), mark_message("to the stack")),
    "stack": (mark_message("from the stack"), mark_message("to the stack")),
    "box": (mark_message("from the box"), mark_message("to the box")),
    "middle": (mark_message("from the middle"), mark_message("to the middle")),
    "played": (mark_message("from the middle"), mark_message("to the middle")),
    "deck/money": (mark_message("from the money cards"), mark_message("to the money cards")),
    "tile": (mark_message("from {tile}"), mark_message("to {tile}")),
}


def describe_movement(movement: Movement, translator: Translator) -> str:
    """A movement as an instruction, led by the player whose pieces it moves."""
    if movement.kind == "turn":
        return _turned(movement, translator)
    return carrying_text(
        translator,
        _moved_piece(movement, translator),
        movement,
        PLACE_PHRASES,
        lambda words, place: {"tile": names.person_name(words, place.partition("/")[2])},
        giver=player_in(translator, movement.from_),
        taker=player_in(translator, movement.to),
    )


def _turned(movement: Movement, translator: Translator) -> str:
    kind, _, which = movement.piece.partition("/")
    if kind == "tile":
        tile = names.person_name(translator, which)
        return translator.to_sentence(translator.gettext("Turn {tile} over", tile=tile))
    return turning_text(
        translator, _moved_piece(movement, translator), movement, player_in(translator, movement.at)
    )


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


# -- the facts of refusals made readable: tiles as persons, colours as players, words as names

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start")
TILE_FACTS = ("tile", "here", "first", "second", "king")
NAME_GROUP_OF_FACT = {"stack": "stack", "kind": "arms", "phase": "phase", "chip": "chip"}


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name` as people at the table say it; other values stay as they are."""
    text = str(value)
    if name in PLAYER_FACTS:
        return translator.joined_player_names(text.split() or [UNKNOWN])
    if name in TILE_FACTS and text == UNKNOWN:
        return translator.gettext("on any person")
    if name in TILE_FACTS:
        return names.person_name(translator, text)
    if name == "card":  # an influence card has a word here, an intrigue card its tile
        return (
            names.person_name(translator, text)
            if text.isdigit()
            else names.influence_card_name(translator, text)
        )
    if name == "mission":
        return names.mission_name(translator, text)
    if name == "condition":  # the condition of a tile: `money:3`, `first`
        kind, _, number = text.partition(":")
        return " ".join((translator.name_of(name, kind), *filter(None, (number,))))
    if name in NAME_GROUP_OF_FACT:
        return translator.name_of(NAME_GROUP_OF_FACT[name], text)
    return _piece_or_place(text, translator) if name == "word" else text


def _piece_or_place(text: str, translator: Translator) -> str:
    """The words of a piece or place that was touched or shown (`card/inf6`, `tile/4`)."""
    kind, _, which = text.partition("/")
    if not which:
        return touch_target_name(text, translator)
    match kind:
        case "card":
            return names.influence_card_name(translator, which)
        case "tile":
            return names.person_name(translator, which)
        case "intrigue":
            return f"{translator.name_of('thing', kind)} {names.person_name(translator, which)}"
        case "mission" if not which.endswith(UNKNOWN):
            return names.mission_name(translator, which)
        case "mission":
            return f"{translator.name_of('thing', kind)} ({translator.name_of('stack', which.partition('/')[0])})"
        case "player":
            return translator.player_name(which)
        case "chip" | "stack":
            return translator.name_of(kind, which)
    return text
