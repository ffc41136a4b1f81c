"""Moves of Kabale und Hiebe as short phrases: what a player does, without saying who."""

from __future__ import annotations

from companion.games.kabale.voice import names
from companion.rules.moves import Move
from companion.voice.translator import Translator

ANY = "…"
"""Where a list of moves has a pattern, not each of them."""


def phrase(move: Move, words: Translator) -> str:
    """What the move does, a card laid face down not named; what is no move of this game stays as it was
    written."""
    said = move.words[1:]
    match said:
        case (column, _) if column.isdecimal():
            return words.gettext("Card to column {column}", column=column)
        case ("slide", *_) | ("skip" | "swap" | "turned" | "removed" | "objectives" | "shown",):
            return words.name_of("word", said[0])
        case ("swap", column):
            return _colon("swap", names.column(words, column), words)
        case ("turned" | "removed" as word, card):
            return _colon(word, _card(card, words), words)
        case ("shown", place, card):
            return _colon("shown", f"{_card(card, words)} ({names.place(words, place)})", words)
        case ("objectives", *objectives) if all(map(_is_objective, objectives)):
            return _colon("objectives", names.objectives(words, objectives), words)
        case ("objectives", "OBJECTIVE", _):
            return _colon("objectives", ANY, words)
        case ("correct", *values):
            return f"{words.gettext('Correction')}: {' '.join(values)}"
    return " ".join(said)


def _card(card: str, words: Translator) -> str:
    return ANY if card == "CARD" else names.card(words, card)


def _is_objective(word: str) -> bool:
    return word.partition(":")[2].isdecimal()


def _colon(word: str, how: str, words: Translator) -> str:
    return f"{words.name_of('word', word)}: {how}"
