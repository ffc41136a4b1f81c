"""The faces and symbols of the pieces of Louis XIV, the cards of a hand, and the names of its zones."""

from __future__ import annotations

from companion.games.louis_xiv.rules.events import ArmsGained
from companion.games.louis_xiv.rules.mission_events import ArmsKindWon, LeftoversExchanged, MissionFulfilled
from companion.games.louis_xiv.rules.pieces import (
    COLOURS,
    JOKER,
    STACK_OF_MISSION,
    TILE_OF_PERSON,
    TILES,
    printed_chips,
)
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.names import influence_card_person
from companion.rules.movements import Movement
from companion.rules.transaction import Event
from companion.screen.default import piece_faces as house
from companion.screen.presenters.table_presenter import format_copies
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator

ANY_CHIP = "?"


def hand_card_model(piece: str, copies: int, translator: Translator) -> CardModel:
    """A card of a hand; equal ones are one card with their number."""
    kind, _, name = piece.partition("/")
    if kind == "card":
        number, symbol = ("", JOKER) if name == JOKER else (str(TILE_OF_PERSON[name]), "")
        return CardModel(
            piece, number, influence_card_person(name, translator) + format_copies(copies), symbol
        )
    if kind == "intrigue":
        return CardModel(piece, "", names.person_name(translator, name) + format_copies(copies), kind)
    if kind == "arms":
        return CardModel(piece, "", translator.name_of("arms", name) + format_copies(copies), name)
    chips = tuple(chip for chip in printed_chips(name) if chip != ANY_CHIP)
    return CardModel(
        piece,
        "",
        translator.name_of("mission", name.partition(":")[0]) + format_copies(copies),
        "mission",
        chips,
    )


SYMBOL_OF_PIECE_KIND = {
    "money": "louis",
    "arms": "arms",
    "king": "king",
    "start": "sun",
    "tile": "turn",
    "card": "influence",
    "intrigue": "intrigue",
}


def movement_symbol(movement: Movement) -> str:
    """The symbol of the piece that is moved."""
    match movement.piece.split("/"):
        case ["stone" | "chip", which] | ["mission", which, _]:
            return which
        case ["mission", name]:
            return STACK_OF_MISSION[name]
        case [kind, *_]:
            return SYMBOL_OF_PIECE_KIND.get(kind, "hand")
    return "hand"


def points_source_symbol(event: Event | None) -> str:
    """The symbol of the event that gave points."""
    match event:
        case MissionFulfilled():
            return "mission"
        case ArmsKindWon(kind=kind):
            return kind
        case ArmsGained() | LeftoversExchanged():
            return "arms"
    return "quill"


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
