"""The faces of the pieces of Louis XIV, and the names of its zones."""

from __future__ import annotations

from companion.games.louis_xiv.rules.pieces import (
    COLOURS,
    JOKER,
    STACK_OF_MISSION,
    TILE_OF_PERSON,
    TILES,
    printed_chips,
)
from companion.games.louis_xiv.screen.hand_cards import ANY_CHIP
from companion.games.louis_xiv.screen.symbols import movement_symbol
from companion.games.louis_xiv.voice import names
from companion.screen.default import piece_faces as house
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator


def piece_face(word: str) -> CardModel:
    """The face of a piece given by its word (`card/inf11`): all that is printed, but no name."""
    kind, _, name = word.partition("/")
    match kind:
        case "card" if name == JOKER:
            return CardModel(word, "", "", JOKER)
        case "card":
            return CardModel(word, str(TILE_OF_PERSON[name]), "")
        case "intrigue":
            return CardModel(word, name, "", kind)
        case "money":
            return CardModel(word, name.partition(":")[0], "", "louis", ("king",))
        case "mission":
            chips = tuple(chip for chip in printed_chips(name) if chip != ANY_CHIP)
            return CardModel(word, "", "", STACK_OF_MISSION[name], chips)
        case "seal" | "chip":
            return CardModel(word, "", "", name)
    return CardModel(word, "", "", "deck")


def zone_name(zone: str, translator: Translator) -> str:
    """The name of a zone (`tile/6`) as people call it; "" where it has none."""
    kind, _, name = zone.partition("/")
    match kind:
        case "tile" if name in map(str, TILES):
            return f"{name} {names.person_name(translator, name)}"
        case "seat" if name in COLOURS:
            return translator.gettext("Seat: {who}", who=translator.player_name(name))
    return house.zone_name(zone, translator)


__all__ = ["movement_symbol", "piece_face", "zone_name"]
