"""What the pieces of a game's box look like, and what its places are called: by default, and for any game."""

from __future__ import annotations

from typing import Protocol, cast

from companion.games import load_plugin_part, query_each_game
from companion.rules.movements import Movement
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


def movement_symbol(movement: Movement) -> str:
    """The sign of the player whose piece it is; else a hand."""
    return next((part for part in movement.piece.split("/") if part in PLAYER_SIGNS), "hand")


class PieceFacesModule(Protocol):
    """A game's module `piece_faces`."""

    def piece_face(self, word: str) -> CardModel:
        """What a piece looks like, by its word."""
        ...

    def zone_name(self, zone: str, translator: Translator) -> str:
        """What people call a place of the table, "" where the game has no such place."""
        ...

    def movement_symbol(self, movement: Movement) -> str:
        """The symbol of a hand movement."""
        ...


def load_piece_faces_module(game: str) -> PieceFacesModule:
    """The module of that game, or this one."""
    from companion.screen.default import piece_faces

    return cast(PieceFacesModule, load_plugin_part(game, "screen", "piece_faces") or piece_faces)


def shown_zone_name(zone: str, lang: str, game: str = "") -> str:
    """What people call a place, in that game, else in any that has it; the zone itself where no game has."""

    def of_game(name: str) -> str:
        return load_piece_faces_module(name).zone_name(zone, Translator(name, {}, lang))

    called = dict(query_each_game(of_game))
    return called.get(game) or next(filter(None, called.values()), zone)
