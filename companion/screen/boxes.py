"""Which module draws the pieces of which game's box and names its places."""

from __future__ import annotations

from importlib import import_module
from typing import Final, Protocol, cast

from companion.screen.views import Card
from companion.voice.words import Words

BOXES: Final = {"louis-xiv": "companion.screen.louis_xiv.box"}


class Box(Protocol):
    """What such a module knows."""

    def face(self, word: str) -> Card:
        """What a piece looks like, by its word."""
        ...

    def place(self, zone: str, words: Words) -> str:
        """What people call a place of the table, "" where the game has no such place."""
        ...


def box(game: str) -> Box:
    """The module of that game."""
    return cast(Box, import_module(BOXES[game]))


def place(zone: str, lang: str, game: str = "") -> str:
    """What people call a place, of that game or of any; its own name where no game has it."""
    for name in (game,) if game else BOXES:
        if called := box(name).place(zone, Words(name, {}, lang)):
            return called
    return zone
