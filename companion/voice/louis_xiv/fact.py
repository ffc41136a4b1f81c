"""Facts of a refusal made readable: numbers of tiles as persons, colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.louis_xiv.pieces import UNKNOWN
from companion.voice.louis_xiv import names
from companion.voice.words import Words

PLAYERS = ("who", "awaited", "players", "seats", "start")
TILES = ("tile", "here", "first", "second", "king")
GROUPS = {"stack": "stack", "kind": "arms", "phase": "phase", "chip": "chip"}


def fact(name: str, value: Any, words: Words) -> str:
    """The value of the fact `name`, as people at the table say it; what has no other name stays as it is."""
    said = str(value)
    if name in PLAYERS:
        return words.listed([words.player(who) for who in said.split()] or [UNKNOWN])
    if name in TILES:
        return names.tile(words, said)
    if name == "card":  # an influence card by its word, an intrigue card by its tile
        return names.tile(words, said) if said.isdigit() else names.card(words, said)
    if name == "mission":
        return names.mission(words, said)
    if name in GROUPS:
        return words.named(GROUPS[name], said)
    return said
