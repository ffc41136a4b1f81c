"""Moves of the Princes of Florence as short phrases: what a player does, without saying who."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.florence.rules.grid import TURNS
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD
from companion.games.florence.voice import names
from companion.rules.moves import Move
from companion.voice.ranking import points
from companion.voice.words import Words

ANY = "…"
"""Where a list of moves has a pattern, not each of them."""


def phrase(move: Move, words: Words) -> str:
    """What the move does, a card that goes face down not named; what is no move of this game stays as it was
    written."""
    said = move.words[1:]
    match said:
        case ("bid" | "pass" | "done" | "skip" as word,):
            return words.named("word", word)
        case ("keep" | "profession" | "bonus" as word, _):
            return words.named("word", word)  # nobody may hear which card it is
        case ("correct", *values):
            return f"{words.gettext('Correction')}: {' '.join(values)}"
        case (word, *more) if how := _how(word, tuple(more), words):
            return f"{words.named('word', word)}: {how}"
    return " ".join(said)


def _how(word: str, more: Sequence[str], words: Words) -> str:
    """What stands behind the word of a move; "" where it is none."""
    match word, *more:
        case ("open" | "choose", kind):
            return words.named("kind", kind)
        case ("place" | "build", tile, square, turn) if turn in TURNS:
            return f"{names.tile(words, tile)}, {names.place(words, square, turn)}"
        case ("freedom", freedom):
            return words.named("freedom", freedom)
        case ("recruit", profession, "from", who):
            return names.owned(words, words.named("profession", profession), who)
        case ("sell", number) if number.isdecimal():
            return points(words, int(number))
        case ("work", profession, *cards, "take", amount) if amount.isdecimal():
            return _work(profession, cards[1:], int(amount), words)
        case ("prestige", who, *cards) if cards:
            shown = ", ".join(_card(card, words) for card in cards if card != "...")
            return f"{words.player(who)} ({shown})"
    return ""


def _work(profession: str, cards: Sequence[str], amount: int, words: Words) -> str:
    """Who works, the bonus cards with him, and what is kept of the income."""
    who = words.named("profession", profession)
    if cards:
        who = f"{who} ({names.cards(words, BONUS_CARD, cards)})"
    return f"{who}, {names.florins(words, amount)}"


def _card(card: str, words: Words) -> str:
    return ANY if card == "CARD" else names.card(words, PRESTIGE_CARD, card)
