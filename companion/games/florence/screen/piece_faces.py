"""The faces of the pieces of the Princes of Florence, and the names of its zones."""

from __future__ import annotations

from companion.games.florence.rules.pieces import HIDDEN_CARD_KINDS
from companion.games.florence.screen.symbols import movement_symbol
from companion.games.florence.screen.turn.card_choice_presenter import card_symbols
from companion.games.florence.screen.word_symbols import symbol_of_target
from companion.screen.default.piece_faces import zone_name
from companion.screen.view_models import CardModel


def piece_face(word: str) -> CardModel:
    """The face of a piece given by its word: its symbol, for a card those of what it is about; no name."""
    kind, _, name = word.partition("/")
    if kind in HIDDEN_CARD_KINDS and name:
        return CardModel(word, "", "", kind, card_symbols(kind, name))
    return CardModel(word, "", "", symbol_of_target(word) or word)


__all__ = ["movement_symbol", "piece_face", "zone_name"]
