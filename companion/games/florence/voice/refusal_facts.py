"""Facts of a refusal made readable: colours as players, words as names."""

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
"""Words of moves that are no thing of the game as well."""
PLAIN_FACTS = ("path", "name", "value", "number", "points", "price", "money", "square")


def format_fact(name: str, value: Any, translator: Translator) -> str:
    """The value of the fact `name`, as people at the table say it; what has no other name stays as it is."""
    said = str(value)
    if name in PLAYER_FACTS:
        return translator.join_with_and([translator.player_name(who) for who in said.split()] or [UNKNOWN])
    if name == "turn":
        return translator.player_name(said) if said in COLOURS else _turn(said, translator)
    if name == "at":
        return _where(said, translator)
    if name in PLAIN_FACTS:
        return said
    if name == "actions":
        return ", ".join(translator.name_of("word", each) for each in said.split()) or said
    if name == "action":
        return translator.name_of("word", said)
    if name == "card":
        return _card(said, translator)
    return _piece_or_place(said, translator) if name == "word" else names.name_without_kind(translator, said)


def _turn(turn: str, translator: Translator) -> str:
    """How a tile is turned; in words where it is."""
    if turn not in ROTATIONS:
        return turn
    return names.rotation_text(translator, turn) or translator.gettext("not turned")


def _where(at: str, translator: Translator) -> str:
    """Where a piece lies in a place: a tile's square and how it is turned, or a number; the object of a pile."""
    square, slash, turn = at.partition("/")
    if not slash:
        return names.name_without_kind(translator, at)
    turned = names.rotation_text(translator, turn)
    return f"{square} ({turned})" if turned else square


def _card(card: str, translator: Translator) -> str:
    if card == UNKNOWN:
        return translator.gettext("face down")
    return names.name_without_kind(translator, card)


def _piece_or_place(said: str, translator: Translator) -> str:
    """A piece or a place that was touched or shown (`landscape/forest`, `grid/blue/d4`)."""
    match said.split("/"):
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
    if said == UNKNOWN:
        return _card(said, translator)
    return (
        translator.name_of("word", said) if said in MOVE_WORDS else names.name_without_kind(translator, said)
    )
