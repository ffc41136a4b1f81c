"""What pieces and places are called by default: the `GamePieceFaces` of pages.piece_faces."""

from __future__ import annotations

from companion.rules.moves import PLAY_ZONE
from companion.screen.draw.theme import PLAYER_SIGNS
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator


def piece_face(word: str) -> CardModel:
    """The face of a piece by its word (`man/white`): its owner's sign, else a card's back, and other words."""
    _, *parts = word.split("/")
    owner = next((part for part in parts if part in PLAYER_SIGNS), "")
    return CardModel(word, "", " ".join(part for part in parts if part != owner), owner or "deck")


def zone_name(zone: str, translator: Translator) -> str:
    """A place of the table as people call it; "" for one without a name."""
    if zone == PLAY_ZONE:
        return translator.gettext("Play area")
    name = translator.name_of("place", zone)
    return "" if name == zone else name
