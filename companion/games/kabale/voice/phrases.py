"""Phrases of Kabale und Hiebe: moves without their player, movements of hands, and the facts of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.kabale.voice import names
from companion.games.kabale.voice.names import touch_target_name
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN, Move
from companion.voice.language import mark_message
from companion.voice.movement_text import PlacePhrases, carrying_text, player_in, turning_text
from companion.voice.translator import Translator

# -- moves of Kabale und Hiebe as short phrases: what a player does, without the player

PATTERN_MARK = "…"
"""Stands in a list of moves for the pattern of a word."""


def describe_move(move: Move, translator: Translator) -> str:
    """The phrase of a move, in which a card laid face down has no name.

    Words that are no move of this game stay as they are.
    """
    words = move.words[1:]
    match words:
        case (column, _) if column.isdecimal():
            return translator.gettext("Card to column {column}", column=column)
        case ("slide", *_) | ("skip" | "swap" | "turned" | "removed" | "objectives" | "shown",):
            return translator.name_of("word", words[0])
        case ("swap", column):
            return _with_colon("swap", names.column_name(translator, column), translator)
        case ("turned" | "removed" as word, card):
            return _with_colon(word, _card_or_pattern(card, translator), translator)
        case ("shown", place, card):
            return _with_colon(
                "shown",
                f"{_card_or_pattern(card, translator)} ({names.place_name(translator, place)})",
                translator,
            )
        case ("objectives", *objectives) if all(map(_is_objective, objectives)):
            return _with_colon("objectives", names.objective_names_text(translator, objectives), translator)
        case ("objectives", "OBJECTIVE", _):
            return _with_colon("objectives", PATTERN_MARK, translator)
        case ("correct", *_):
            return translator.gettext("Correction")
    return " ".join(words)


def _card_or_pattern(card: str, translator: Translator) -> str:
    return PATTERN_MARK if card == "CARD" else names.card_name(translator, card)


def _is_objective(word: str) -> bool:
    return word.partition(":")[2].isdecimal()


def _with_colon(word: str, how: str, translator: Translator) -> str:
    return f"{translator.name_of('word', word)}: {how}"


# -- the sentences of movements: what people carry where after an undo or a correction

PLACE_PHRASES: PlacePhrases = {
    "hand": (mark_message("from the hand"), mark_message("to the hand")),
    "deck": (mark_message("from the deck"), mark_message("to the deck")),
    "deck/objectives": (
        mark_message("from the deck of objectives"),
        mark_message("to the deck of objectives"),
    ),
    "discard": (mark_message("from the discard pile"), mark_message("to the discard pile")),
    "player": (mark_message("from the objectives won"), mark_message("to the objectives won")),
    "column": (mark_message("from column {column}"), mark_message("to column {column}")),
    "card": (
        mark_message("from column {column} (card {card})"),
        mark_message("to column {column} (as card {card})"),
    ),
    "box": (mark_message("from the box"), mark_message("to the box")),
}


def describe_movement(movement: Movement, translator: Translator) -> str:
    """A movement as an instruction, led by the player whose card it moves."""
    # the owner of the card, or the player who has or gets the objective
    who = player_in(translator, movement.piece, movement.from_, movement.to, movement.at)
    what = _moved_piece(movement, translator)
    if movement.kind == "turn":
        return turning_text(translator, what, movement, who)
    return carrying_text(translator, what, movement, PLACE_PHRASES, _place_facts, owner=who)


def _moved_piece(movement: Movement, translator: Translator) -> str:
    match movement.piece.split("/"):
        case ["card", _, which] if which != UNKNOWN:
            return names.card_name(translator, which)
        case ["objective", which] if which == UNKNOWN:
            return translator.name_of("thing", "objective")
        case ["objective", which]:
            return names.objective_name(translator, which)
    return names.card_count_text(translator, movement.count)


def _place_facts(_translator: Translator, place: str) -> Mapping[str, object]:
    column, _, card = place.partition("/")[2].partition(".")
    return {"column": column, "card": card}


# -- the facts of refusals made readable: colours as players, words as names

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start", "turn", "by")


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name` as people at the table say it; other values stay as they are."""
    text = str(value)
    if name in PLAYER_FACTS:
        return translator.joined_player_names(text.split() or [UNKNOWN])
    if name == "card":
        return names.card_name(translator, text)
    if name == "objective":
        return _objective(text, translator)
    if name == "place":
        return names.place_name(translator, text)
    if name == "what":
        return translator.name_of("word", text)
    return _piece_or_place(text, translator) if name == "word" else text


def _objective(text: str, translator: Translator) -> str:
    return names.objective_name(translator, text) if text.partition(":")[2].isdecimal() else text


def _piece_or_place(text: str, translator: Translator) -> str:
    """The words of a piece or place that was touched or shown (`card/black/mage`, `column/2`)."""
    match text.split("/"):
        case ["card", who, card]:
            return names.card_with_owner(translator, names.card_name(translator, card), who)
        case ["objective", *_, objective] if objective != UNKNOWN:
            return _objective(objective, translator)
    return touch_target_name(text, translator)
