"""The facts of refusals made readable: colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.florence.rules.grid_geometry import ROTATIONS
from companion.games.florence.rules.pieces import COLOURS
from companion.games.florence.voice import names
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYER_FACTS = ("who", "awaited", "players", "seats", "start", "player", "by")
MOVE_WORDS = (
    "open",
    "bid",
    "pass",
    "place",
    "keep",
    "choose",
    "recruit",
    "skip",
    "work",
    "build",
    "sell",
    "done",
)
"""Words of moves that do not also name a piece of the game."""
PLAIN_FACTS = ("path", "name", "value", "number", "points", "price", "money", "square")


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name` as people at the table say it; other values stay as they are."""
    text = str(value)
    if name in PLAYER_FACTS:
        return translator.join_with_and([translator.player_name(who) for who in text.split()] or [UNKNOWN])
    if name == "turn":
        return translator.player_name(text) if text in COLOURS else _turn(text, translator)
    if name == "at":
        return _where(text, translator)
    if name in PLAIN_FACTS:
        return text
    if name == "actions":
        return ", ".join(translator.name_of("word", each) for each in text.split()) or text
    if name == "action":
        return translator.name_of("word", text)
    if name == "card":
        return _card(text, translator)
    return _piece_or_place(text, translator) if name == "word" else names.name_without_kind(translator, text)


def _turn(turn: str, translator: Translator) -> str:
    """The rotation of a tile in words; unknown ones stay as they are."""
    if turn not in ROTATIONS:
        return turn
    return names.rotation_text(translator, turn) or translator.gettext("not turned")


def _where(at: str, translator: Translator) -> str:
    """Where a piece lies within a place: square and rotation of a tile, a number, or the object of a pile."""
    square, slash, turn = at.partition("/")
    if not slash:
        return names.name_without_kind(translator, at)
    turned = names.rotation_text(translator, turn)
    return f"{square} ({turned})" if turned else square


def _card(card: str, translator: Translator) -> str:
    if card == UNKNOWN:
        return translator.gettext("face down")
    return names.name_without_kind(translator, card)


def _piece_or_place(text: str, translator: Translator) -> str:
    """The words of a piece or place that was touched or shown (`landscape/forest`, `grid/blue/d4`)."""
    match text.split("/"):
        case ["player" | "sell", who]:
            return translator.player_name(who)
        case ["turn", turn]:
            return _turn(turn, translator)
        case ["take" | "points", which] | ["grid", _, which] if which not in COLOURS:
            return which
        case ["action", word]:
            return translator.name_of("word", word)
        case [_, card] if card not in (*COLOURS, UNKNOWN):
            return _card(card, translator)
    if text == UNKNOWN:
        return _card(text, translator)
    return (
        translator.name_of("word", text) if text in MOVE_WORDS else names.name_without_kind(translator, text)
    )
