"""Moves of Kabale und Hiebe as short phrases: what a player does, without saying who."""

from __future__ import annotations

from companion.games.kabale.voice import names
from companion.rules.moves import Move
from companion.voice.translator import Translator

PATTERN_MARK = "…"
"""Where a list of moves has a pattern, not each of them."""


def describe_move(move: Move, translator: Translator) -> str:
    """What the move does, a card laid face down not named; what is no move of this game stays as it was
    written."""
    said = move.words[1:]
    match said:
        case (column, _) if column.isdecimal():
            return translator.gettext("Card to column {column}", column=column)
        case ("slide", *_) | ("skip" | "swap" | "turned" | "removed" | "objectives" | "shown",):
            return translator.name_of("word", said[0])
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
            return _with_colon("objectives", names.objective_names(translator, objectives), translator)
        case ("objectives", "OBJECTIVE", _):
            return _with_colon("objectives", PATTERN_MARK, translator)
        case ("correct", *values):
            return f"{translator.gettext('Correction')}: {' '.join(values)}"
    return " ".join(said)


def _card_or_pattern(card: str, translator: Translator) -> str:
    return PATTERN_MARK if card == "CARD" else names.card_name(translator, card)


def _is_objective(word: str) -> bool:
    return word.partition(":")[2].isdecimal()


def _with_colon(word: str, how: str, translator: Translator) -> str:
    return f"{translator.name_of('word', word)}: {how}"
