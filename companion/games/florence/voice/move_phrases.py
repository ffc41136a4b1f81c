"""Moves of the Princes of Florence as short phrases: what a player does, without the player."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.florence.rules.grid_geometry import ROTATIONS
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD
from companion.games.florence.voice import names
from companion.rules.moves import Move
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator

PATTERN_MARK = "…"
"""Stands in a list of moves for the pattern of a word."""


def describe_move(move: Move, translator: Translator) -> str:
    """The phrase of a move, in which a card that goes face down has no name.

    Words that are no move of this game stay as they are.
    """
    words = move.words[1:]
    match words:
        case ("bid" | "pass" | "done" | "skip" as word,):
            return translator.name_of("word", word)
        case ("keep" | "profession" | "bonus" as word, _):
            return translator.name_of("word", word)  # nobody may hear which card it is
        case ("correct", *values):
            return f"{translator.gettext('Correction')}: {' '.join(values)}"
        case (word, *more) if how := _how(word, tuple(more), translator):
            return f"{translator.name_of('word', word)}: {how}"
    return " ".join(words)


def _how(word: str, more: Sequence[str], translator: Translator) -> str:
    """The phrase that follows the first word of a move; "" where there is none."""
    match word, *more:
        case ("open" | "choose", kind):
            return translator.name_of("kind", kind)
        case ("place" | "build", tile, square, turn) if turn in ROTATIONS:
            return f"{names.tile_name(translator, tile)}, {names.square_and_rotation_text(translator, square, turn)}"
        case ("freedom", freedom):
            return translator.name_of("freedom", freedom)
        case ("recruit", profession, "from", who):
            return names.name_with_owner(translator, translator.name_of("profession", profession), who)
        case ("sell", number) if number.isdecimal():
            return points_text(translator, int(number))
        case ("work", profession, *cards, "take", amount) if amount.isdecimal():
            return _work(profession, cards[1:], int(amount), translator)
        case ("prestige", who, *cards) if cards:
            shown = ", ".join(_card(card, translator) for card in cards if card != "...")
            return f"{translator.player_name(who)} ({shown})"
    return ""


def _work(profession: str, cards: Sequence[str], amount: int, translator: Translator) -> str:
    """The phrase of the worker, the bonus cards, and the income kept."""
    who = translator.name_of("profession", profession)
    if cards:
        who = f"{who} ({names.card_names_text(translator, BONUS_CARD, cards)})"
    return f"{who}, {names.florins_text(translator, amount)}"


def _card(card: str, translator: Translator) -> str:
    return PATTERN_MARK if card == "CARD" else names.card_name(translator, PRESTIGE_CARD, card)
