"""Moves of Kabale und Hiebe as short phrases: what a player does, without the player."""

from __future__ import annotations

from companion.games.kabale.voice import names
from companion.rules.moves import Move
from companion.voice.translator import Translator

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
        case ("correct", *values):
            return f"{translator.gettext('Correction')}: {' '.join(values)}"
    return " ".join(words)


def _card_or_pattern(card: str, translator: Translator) -> str:
    return PATTERN_MARK if card == "CARD" else names.card_name(translator, card)


def _is_objective(word: str) -> bool:
    return word.partition(":")[2].isdecimal()


def _with_colon(word: str, how: str, translator: Translator) -> str:
    return f"{translator.name_of('word', word)}: {how}"
