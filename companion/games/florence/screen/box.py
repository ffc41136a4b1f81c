"""What a piece of the box of the Princes of Florence looks like, and what its places are called."""

from __future__ import annotations

from companion.games.florence.rules.pieces import HIDDEN
from companion.games.florence.screen.named import symbol
from companion.games.florence.screen.showing import signs_of
from companion.screen.default.piece_faces import zone_name
from companion.screen.view_models import CardModel


def face(word: str) -> CardModel:
    """A piece by its word: its own sign, of a card what it is about; no name."""
    kind, _, name = word.partition("/")
    if kind in HIDDEN and name:
        return CardModel(word, "", "", kind, signs_of(kind, name))
    return CardModel(word, "", "", symbol(word) or word)


__all__ = ["face", "zone_name"]
