"""Moves of the Princes of Florence as short phrases: what a player does, without saying who."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.florence.rules.grid import TURNS
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD
from companion.games.florence.voice import names
from companion.rules.moves import Move
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator

ANY = "…"
"""Where a list of moves has a pattern, not each of them."""


def phrase(move: Move, words: Translator) -> str:
    """What the move does, a card that goes face down not named; what is no move of this game stays as it was
    written."""
    said = move.words[1:]
    match said:
        case ("bid" | "pass" | "done" | "skip" as word,):
            return words.name_of("word", word)
        case ("keep" | "profession" | "bonus" as word, _):
            return words.name_of("word", word)  # nobody may hear which card it is
        case ("correct", *values):
            return f"{words.gettext('Correction')}: {' '.join(values)}"
        case (word, *more) if how := _how(word, tuple(more), words):
            return f"{words.name_of('word', word)}: {how}"
    return " ".join(said)


def _how(word: str, more: Sequence[str], words: Translator) -> str:
    """What stands behind the word of a move; "" where it is none."""
    match word, *more:
        case ("open" | "choose", kind):
            return words.name_of("kind", kind)
        case ("place" | "build", tile, square, turn) if turn in TURNS:
            return f"{names.tile(words, tile)}, {names.place(words, square, turn)}"
        case ("freedom", freedom):
            return words.name_of("freedom", freedom)
        case ("recruit", profession, "from", who):
            return names.owned(words, words.name_of("profession", profession), who)
        case ("sell", number) if number.isdecimal():
            return points_text(words, int(number))
        case ("work", profession, *cards, "take", amount) if amount.isdecimal():
            return _work(profession, cards[1:], int(amount), words)
        case ("prestige", who, *cards) if cards:
            shown = ", ".join(_card(card, words) for card in cards if card != "...")
            return f"{words.player_name(who)} ({shown})"
    return ""


def _work(profession: str, cards: Sequence[str], amount: int, words: Translator) -> str:
    """Who works, the bonus cards with him, and what is kept of the income."""
    who = words.name_of("profession", profession)
    if cards:
        who = f"{who} ({names.cards(words, BONUS_CARD, cards)})"
    return f"{who}, {names.florins(words, amount)}"


def _card(card: str, words: Translator) -> str:
    return ANY if card == "CARD" else names.card(words, PRESTIGE_CARD, card)
