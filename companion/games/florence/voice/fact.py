"""Facts of a refusal made readable: colours as players, words as names."""

from __future__ import annotations

from typing import Any

from companion.games.florence.rules.grid import TURNS
from companion.games.florence.rules.pieces import COLOURS
from companion.games.florence.voice import names
from companion.rules.moves import UNKNOWN
from companion.voice.translator import Translator

PLAYERS = ("who", "awaited", "players", "seats", "start", "player", "by")
VERBS = ("open", "bid", "pass", "place", "keep", "choose", "recruit", "skip", "work", "build", "sell", "done")
"""Words of moves that are no thing of the game as well."""
PLAIN = ("path", "name", "value", "number", "points", "price", "money", "square")


def fact(name: str, value: Any, words: Translator) -> str:
    """The value of the fact `name`, as people at the table say it; what has no other name stays as it is."""
    said = str(value)
    if name in PLAYERS:
        return words.join_with_and([words.player_name(who) for who in said.split()] or [UNKNOWN])
    if name == "turn":
        return words.player_name(said) if said in COLOURS else _turn(said, words)
    if name == "at":
        return _where(said, words)
    if name in PLAIN:
        return said
    if name == "actions":
        return ", ".join(words.name_of("word", each) for each in said.split()) or said
    if name == "action":
        return words.name_of("word", said)
    if name == "card":
        return _card(said, words)
    return _thing(said, words) if name == "word" else names.anything(words, said)


def _turn(turn: str, words: Translator) -> str:
    """How a tile is turned; in words where it is."""
    if turn not in TURNS:
        return turn
    return names.turned(words, turn) or words.gettext("not turned")


def _where(at: str, words: Translator) -> str:
    """Where a piece lies in a place: a tile's square and how it is turned, or a number; the object of a pile."""
    square, slash, turn = at.partition("/")
    if not slash:
        return names.anything(words, at)
    turned = names.turned(words, turn)
    return f"{square} ({turned})" if turned else square


def _card(card: str, words: Translator) -> str:
    if card == UNKNOWN:
        return words.gettext("face down")
    return names.anything(words, card)


def _thing(said: str, words: Translator) -> str:
    """A piece or a place that was touched or shown (`landscape/forest`, `grid/blue/d4`)."""
    match said.split("/"):
        case ["player" | "sell", who]:
            return words.player_name(who)
        case ["turn", turn]:
            return _turn(turn, words)
        case ["take" | "points", which] | ["grid", _, which] if which not in COLOURS:
            return which
        case ["action", word]:
            return words.name_of("word", word)
        case [_, card] if card not in (*COLOURS, UNKNOWN):
            return _card(card, words)
    if said == UNKNOWN:
        return _card(said, words)
    return words.name_of("word", said) if said in VERBS else names.anything(words, said)
